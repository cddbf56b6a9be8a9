import type { LedgerIdentity } from "@ledger/state-store";
import { bytesToHex } from "@ledger/types";

/** Public networks that are known by name. */
export const networkNames = ["mainnet", "testnet", "devnet"] as const;

/** The name of a public network. */
export type NetworkName = (typeof networkNames)[number];

/** Facts about a public network that the program knows by itself. */
export interface PublicNetwork {
  /** Absent where it changes from reset to reset. */
  readonly chainId?: number;
  /** Transaction hash of version 0, hex; absent where it changes. */
  readonly genesisHash?: string;
  /** Waypoint of version 0; absent where it changes. */
  readonly waypoint?: string;
  /** URL under which its operators publish the files of {@link NetworkFile}. */
  readonly published: string;
}

/** A published file: the genesis transaction, and where it is not built in, its waypoint. */
export type NetworkFile = "genesis.blob" | "waypoint.txt";

const published = (name: NetworkName): string =>
  `https://raw.githubusercontent.com/aptos-labs/aptos-networks/main/${name}`;

/**
 * The public networks. Waypoints and hashes are those of the published genesis transactions.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#17.2 | Specification, chain types 17.2}, {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/ingest.md#4.1 | Specification, ingest 4.1}
 */
export const publicNetworks: Readonly<Record<NetworkName, PublicNetwork>> = {
  mainnet: {
    chainId: 1,
    genesisHash: "f650d76ea0a3176f0412b7e6bea5eb6fbf1d7adb0c39ab18e378adefb9247309",
    waypoint: "0:6072b68a942aace147e0655c5704beaa255c84a7829baa4e72a500f1516584c4",
    published: published("mainnet"),
  },
  testnet: {
    chainId: 2,
    genesisHash: "879da88b8dcf588c6e80541cc400faadab853952492982b9cdd0af55dd1b407a",
    waypoint: "0:4b56f15c1dcef7f9f3eb4b4798c0cba0f1caacc0d35f1c80ad9b7a21f1f8b454",
    published: published("testnet"),
  },
  // It is reset now and then, with another genesis and another chain id.
  devnet: { published: published("devnet") },
};

/**
 * Returns true for the ledger of a public network that is never begun again.
 *
 * @param ledger - its genesis hash is not known where it began with a proved snapshot
 */
export function isPermanentNetwork({ chainId, genesisHash }: LedgerIdentity): boolean {
  return Object.values(publicNetworks).some(
    (network) =>
      network.chainId === chainId && (genesisHash === undefined || network.genesisHash === bytesToHex(genesisHash)),
  );
}

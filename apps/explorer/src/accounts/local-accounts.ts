import { node } from "../api/node.ts";
import { formatHex } from "../text/hex.ts";

/** A well-known account of the local network, whose key everybody has. */
export interface LocalAccount {
  readonly name: string;
  readonly address: string;
  /** Ed25519, 32 bytes. */
  readonly privateKey: Uint8Array;
}

/** Chain id of local networks. */
const localChain = 4;

let kept: Promise<readonly LocalAccount[]> | undefined;

/**
 * The well-known accounts of a local network; none on other ledgers. Another ledger may have the same chain id, so the
 * account that all coins of a local network come from must have the known key: its address is not made of that key.
 */
export function findLocalAccounts(chainId: number): Promise<readonly LocalAccount[]> {
  if (chainId !== localChain) return Promise.resolve([]);
  kept ??= readLocalAccounts().catch(() => {
    kept = undefined;
    return [];
  });
  return kept;
}

async function readLocalAccounts(): Promise<readonly LocalAccount[]> {
  const [{ coreAccount, localAccounts, shopAccount }, { ed25519AuthenticationKey, formatAddress }] = await Promise.all([
    import("@ledger/local-chain/accounts"),
    import("@ledger/types"),
  ]);
  const { value } = await node.call("get_account", { params: { address: formatAddress(coreAccount.address) } });
  if (value.authentication_key !== formatHex(ed25519AuthenticationKey(coreAccount.publicKey))) return [];
  return [...localAccounts, shopAccount, coreAccount].map(({ name, address, privateKey }) => ({
    name,
    address: formatAddress(address),
    privateKey,
  }));
}

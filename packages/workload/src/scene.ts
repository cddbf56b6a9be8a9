import { bytes, u64 } from "@ledger/bcs";
import {
  type Address,
  concatBytes,
  multisigAccountAddress,
  namedObjectAddress,
  pairedMetadataAddress,
  parseStructTag,
  tokenAddress,
} from "@ledger/types";
import type { Cast } from "./customers.ts";
import type { Draw } from "./random.ts";
import type { TransactionRequest } from "./request.ts";
import type { WorkloadView } from "./view.ts";

/** The addresses of the things that the workload makes. They all follow from those of the accounts. */
export interface Places {
  /** Metadata of the fungible asset `BEAN`. */
  readonly bean: Address;
  /** Metadata of the fungible asset that vouchers are paired with. */
  readonly voucher: Address;
  /** The multisig account of the co-operative. */
  readonly cooperative: Address;
  /** The object that holds the package of badges. */
  readonly badges: Address;
  /** The cup of a name, while it exists. */
  cup(name: string): Address;
}

/** The type of vouchers as a coin. */
export const voucherCoin = "0xcafe::voucher::Voucher";

const encoder = new TextEncoder();
const cupCollection = "Cups of the house";

/** Sequence numbers of the transactions with which mia sets up what is hers: the addresses follow from them. */
export const miaOpensCooperative = 0n;
export const miaDeploysBadges = 1n;

export function findPlaces({ cafe, mia }: Cast): Places {
  const kiln = namedObjectAddress(cafe.address, encoder.encode("kiln"));
  return {
    bean: namedObjectAddress(cafe.address, encoder.encode("BEAN")),
    voucher: pairedMetadataAddress(parseStructTag(voucherCoin)),
    cooperative: multisigAccountAddress(mia.address, miaOpensCooperative),
    badges: codeObjectAddress(mia.address, miaDeploysBadges),
    cup: (name) => tokenAddress(kiln, cupCollection, name),
  };
}

/** The facts that a person decides by. */
export interface Scene {
  readonly cast: Cast;
  readonly places: Places;
  readonly view: WorkloadView;
  /** Time, in seconds since the Unix epoch. */
  readonly second: number;
  readonly draw: Draw;
}

/** The wish of a person; nothing where the state gives no occasion. */
export type Wish = TransactionRequest | undefined;

/**
 * Address of the object that a package is deployed to.
 *
 * @param sequenceNumber - of the transaction that deploys it
 */
function codeObjectAddress(publisher: Address, sequenceNumber: bigint): Address {
  const domain = encoder.encode("aptos_framework::object_code_deployment");
  return namedObjectAddress(publisher, concatBytes(bytes.encode(domain), u64.encode(sequenceNumber + 1n)));
}

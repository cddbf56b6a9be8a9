import type { Address } from "@ledger/types";
import { deriveBytes } from "./random.ts";
import {
  ed25519Key,
  ed25519Signer,
  multiEd25519Signer,
  multiKeySigner,
  type Signer,
  secp256k1Key,
  singleKeySigner,
} from "./signers.ts";

/** Everybody who acts in a workload. All keys but the shop's follow from the seed. */
export interface Cast {
  /** The shop at 0xcafe. */
  readonly cafe: Signer;
  /** Those who buy and send; each signs in another way. */
  readonly customers: readonly Signer[];
  /** Sends orderless transactions. */
  readonly ada: Signer;
  /** Signs with a Secp256k1 key. */
  readonly ben: Signer;
  /** Signs with two of three keys of two kinds. */
  readonly cleo: Signer;
  /** Signs with two of three Ed25519 keys. */
  readonly dee: Signer;
  /** Signs with one Ed25519 key, like most. */
  readonly eve: Signer;
  /** Pays the gas of guests. */
  readonly host: Signer;
  /** Owns a package of her own, and opened the multisig account of the co-operative. */
  readonly mia: Signer;
  /** Accounts that begin with nothing: their gas is paid for. They come again and again. */
  guest(number: number): Signer;
}

const guests = 16;

/** Makes the accounts of a workload. */
export function createCast(seed: string, cafe: { readonly address: Address; readonly privateKey: Uint8Array }): Cast {
  const key = (name: string): Uint8Array => deriveBytes(seed, "key", name);
  const ada = singleKeySigner(ed25519Key(key("ada")));
  const ben = singleKeySigner(secp256k1Key(key("ben")));
  const cleo = multiKeySigner([ed25519Key(key("cleo/1")), secp256k1Key(key("cleo/2")), ed25519Key(key("cleo/3"))], 2);
  const dee = multiEd25519Signer([key("dee/1"), key("dee/2"), key("dee/3")], 2);
  const eve = ed25519Signer(key("eve"));
  return {
    cafe: ed25519Signer(cafe.privateKey, cafe.address),
    customers: [ada, ben, cleo, dee, eve],
    ada,
    ben,
    cleo,
    dee,
    eve,
    host: ed25519Signer(key("host")),
    mia: ed25519Signer(key("mia")),
    guest: (number) => ed25519Signer(key(`guest/${number % guests}`)),
  };
}

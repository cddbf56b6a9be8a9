import { type Address, ed25519AuthenticationKey, parseAddress, singleKeyAuthenticationKey } from "@ledger/types";
import { ed25519 } from "@noble/curves/ed25519.js";
import { deriveBytes } from "./random.ts";

/** How an account signs: an Ed25519 key of its own scheme, or the same kind of key as a single key of any scheme. */
export type KeyScheme = "Ed25519" | "SingleKey";

/** An account that exists since genesis. */
export interface DevnetAccount {
  readonly name: string;
  readonly address: Address;
  readonly scheme: KeyScheme;
  /** What is special about it, for people. */
  readonly about: string;
}

/** The account that owns the shop's modules, and runs the shop. */
export const SHOP_ADDRESS: Address = parseAddress("0xcafe");

function account(name: string, address: string, scheme: KeyScheme, about: string): DevnetAccount {
  return { name, address: parseAddress(address), scheme, about };
}

/**
 * The accounts that exist since genesis. Their addresses are easy to type; each has a key that is derived from its name, so an
 * account's authentication key is not its address here.
 */
export const DEVNET_ACCOUNTS = {
  alice: account("alice", "0xa11ce", "Ed25519", "holds APT and vouchers as coins"),
  bob: account("bob", "0xb0b", "Ed25519", "holds APT as coins until block 30, then as a fungible asset"),
  ada: account("ada", "0xada", "SingleKey", "holds APT as a fungible asset only"),
  dee: account("dee", "0xdee", "Ed25519", "holds APT both as coins and as a fungible asset"),
  abe: account("abe", "0xabe", "SingleKey", "holds APT in a concurrent balance; sends orderless transactions"),
  fee: account("fee", "0xfee", "Ed25519", "pays the gas of guests"),
  cafe: account("cafe", "0xcafe", "Ed25519", "the coffee shop: owns the application's modules and tables"),
} as const satisfies Record<string, DevnetAccount>;

/** The single validator, and its stake pool. */
export const VALIDATOR_ADDRESS: Address = parseAddress("0xda1");

/** Somebody who can sign. */
export interface Signer {
  readonly address: Address;
  readonly scheme: KeyScheme;
  readonly publicKey: Uint8Array;
  sign(message: Uint8Array): Uint8Array;
}

const signers = new Map<string, Signer>();

/** The signer of an account that exists since genesis. */
export function accountSigner({ name, address, scheme }: DevnetAccount): Signer {
  return signer(name, scheme, address);
}

/** How many guests may come; they are made one after another, then some again, which fails. */
const GUESTS = 16;

/** The signer of a guest: an account that a transaction makes, at the address that follows from its key. */
export function guestSigner(number: number): Signer {
  return signer(`guest-${number % GUESTS}`, "Ed25519");
}

/** Authentication key of a signer's key; a new account's address. */
export function signerAuthenticationKey({ scheme, publicKey }: Pick<Signer, "scheme" | "publicKey">): Address {
  if (scheme === "Ed25519") return ed25519AuthenticationKey(publicKey);
  return singleKeyAuthenticationKey({ kind: "Ed25519", value: publicKey });
}

function signer(name: string, scheme: KeyScheme, address?: Address): Signer {
  const known = signers.get(name);
  if (known !== undefined) return known;
  const privateKey = deriveBytes("key", name);
  const publicKey = ed25519.getPublicKey(privateKey);
  const made: Signer = {
    address: address ?? signerAuthenticationKey({ scheme, publicKey }),
    scheme,
    publicKey,
    sign: (message) => ed25519.sign(message, privateKey),
  };
  signers.set(name, made);
  return made;
}

import {
  type Address,
  bytesToHex,
  ed25519AuthenticationKey,
  formatAddress,
  parseAddress,
  sha3_256,
} from "@ledger/types";
import { ed25519 } from "@noble/curves/ed25519.js";

/** An account that a local network begins with. Everybody knows its key, unless its user brought it: it is for development only. */
export interface LocalAccount {
  readonly name: string;
  readonly address: Address;
  /** Ed25519, 32 bytes. */
  readonly privateKey: Uint8Array;
  /** Ed25519, 32 bytes. */
  readonly publicKey: Uint8Array;
  /** The balance at the beginning of the network, in octas. */
  readonly balance: bigint;
  /** True if the user of the network brought the key: only callers who may use the verbs see it. */
  readonly isOwn?: boolean | undefined;
}

const octasPerCoin = 100_000_000n;

/** The balance of a person's account: a million coins. */
const funds = 1_000_000n * octasPerCoin;

/** A copy of an address that prints as the API writes it, in texts, in JSON and in the console of Node. */
export function printedAddress(address: Address): Address {
  const value = (): string => formatAddress(address);
  const members = ["toString", "toJSON", Symbol.for("nodejs.util.inspect.custom")] as const;
  return Object.defineProperties(
    address.slice() as Address,
    Object.fromEntries(members.map((name) => [name, { value }])),
  );
}

/** The key of a name, the same on every local network. */
function localAccount(name: string, balance: bigint, address?: string): LocalAccount {
  const privateKey: Uint8Array = sha3_256(new TextEncoder().encode(`local network account: ${name}`));
  const publicKey = ed25519.getPublicKey(privateKey);
  const own = address === undefined ? ed25519AuthenticationKey(publicKey) : parseAddress(address);
  return { name, address: printedAddress(own), privateKey, publicKey, balance };
}

/** Holds nearly all coins and may mint more: the account `0xa550c18`, which a test network calls core resources. */
export const coreAccount: LocalAccount = localAccount("core", 0n, "0xa550c18");

/** Owns the demonstration's modules. */
export const shopAccount: LocalAccount = localAccount("shop", funds, "0xcafe");

/** Accounts for people and their tests, by name. */
export const localAccounts: readonly LocalAccount[] = [
  "alice",
  "bob",
  "carol",
  "dave",
  "erin",
  "frank",
  "grace",
  "heidi",
  "ivan",
  "judy",
].map((name) => localAccount(name, funds));

/**
 * Accounts with keys that everybody knows: those of {@link localAccounts}, then others that are the same on every network.
 *
 * @param balance - what each of the others is to be given, in octas
 */
export function developmentAccounts(count: number, balance: bigint = funds): readonly LocalAccount[] {
  return Array.from(
    { length: count },
    (_, index) => localAccounts[index] ?? seededAccount("account", index + 1, balance),
  );
}

/**
 * An account that is made up: the same for the same seed and number.
 *
 * @param balance - what it is to be given, in octas
 */
export function seededAccount(seed: string, number: number, balance: bigint): LocalAccount {
  return localAccount(`${seed}#${number}`, balance);
}

/**
 * An account whose key the user of a network brings.
 *
 * @param privateKey - Ed25519, 32 bytes
 * @param balance - what it is to be given, in octas; a million coins when absent
 */
export function ownAccount(name: string, privateKey: Uint8Array, balance: bigint = funds): LocalAccount {
  const publicKey = ed25519.getPublicKey(privateKey);
  return { name, address: ed25519AuthenticationKey(publicKey), privateKey, publicKey, balance, isOwn: true };
}

/**
 * The private key of an account as wallets and clients take it: `ed25519-priv-0x` and 64 digits.
 *
 * @see https://github.com/aptos-foundation/AIPs/blob/main/aips/aip-80.md
 */
export function formatPrivateKey({ privateKey }: Pick<LocalAccount, "privateKey">): string {
  return `ed25519-priv-0x${bytesToHex(privateKey)}`;
}

import {
  AccountAuthenticator,
  type Address,
  bytesToHex,
  formatAddress,
  formatAddressLong,
  hexToBytes,
} from "@ledger/types";
import { ed25519 } from "@noble/curves/ed25519.js";
import { expectedInput, LocalNetworkError } from "../refusal/network-error.ts";
import { type AddressLike, toAddress } from "./address.ts";

/** An account with its key: one of the network's, or any with an Ed25519 key, as bytes or as hex (`ed25519-priv-0x…` too). */
export interface KeyHolder {
  /** The account that sends. */
  readonly address: AddressLike;
  /** Ed25519, 32 bytes. */
  readonly privateKey: Uint8Array | string;
}

/** An account of the official client, of any kind that it knows: it signs by itself. */
export interface ClientAccount {
  /** The account that sends. */
  readonly accountAddress: AddressLike;
  /** Gives the account authenticator of a transaction; it is handed an object with the bytes of one. */
  signTransactionWithAuthenticator(transaction: never): Signed | Promise<Signed>;
}

/** An account of the package `aptos`, the client of earlier years. */
export interface EarlierAccount {
  /** The account that sends. */
  address(): { toUint8Array(): Uint8Array };
  /** Ed25519, 32 bytes. */
  pubKey(): { toUint8Array(): Uint8Array };
  /** Gives the Ed25519 signature of a message. */
  signBuffer(message: Uint8Array): { toUint8Array(): Uint8Array };
}

/** An account authenticator as the official client has it. */
interface Signed {
  bcsToBytes(): Uint8Array;
}

/** An account whose transactions are taken without its key. */
export interface Impersonated {
  /** The account that sends. */
  readonly address: Address;
  /** Says so. */
  readonly isImpersonated: true;
}

/**
 * Who sends: an account that can sign, or the address of one whose key the network has. Another address can send where it is
 * impersonated.
 */
export type Sender = AddressLike | KeyHolder | Impersonated | ClientAccount | EarlierAccount;

/** A sender that has been looked at. */
export interface Signer {
  readonly address: Address;
  /** Ed25519 key that signs, where that is known before: simulations pay for the size of it. */
  readonly publicKey: Uint8Array | undefined;
  /** True if the caller has said how it may send: by a key, or as one that is impersonated. */
  readonly hasLeave: boolean;
  /**
   * Signs a transaction.
   *
   * @param message - what is signed: 32 bytes of a prefix, and BCS of the raw transaction
   * @throws LocalNetworkError `invalid_input` where the account gives no authenticator
   */
  sign(message: Uint8Array): Promise<AccountAuthenticator>;
}

/** Bytes of a signing message before the raw transaction. */
export const signingPrefix = 32;

/** @param keyOf - the private key of an account of the network @throws LocalNetworkError `invalid_input` */
export function toSigner(sender: Sender, keyOf: (address: Address) => Uint8Array | undefined): Signer {
  const address = toAddress(sender as AddressLike);
  const held = (typeof sender === "object" ? sender : {}) as Readonly<Record<string, unknown>>;
  if (held.isImpersonated === true) return unsigned(address, true);
  if (typeof held.signTransactionWithAuthenticator === "function")
    return clientSigner(address, sender as ClientAccount);
  if (typeof held.signBuffer === "function") return earlierSigner(address, sender as EarlierAccount);
  const privateKey = held.privateKey === undefined ? keyOf(address) : toPrivateKey(held.privateKey);
  return privateKey === undefined ? unsigned(address, false) : keySigner(address, privateKey);
}

/** The refusal of a transaction that no known key can sign. */
export function noKey(address: Address): LocalNetworkError {
  const text = formatAddress(address);
  return new LocalNetworkError(
    "no_key",
    `the network has no key of ${text}: give an account that signs, or call impersonate("${text}") first`,
  );
}

function unsigned(address: Address, hasLeave: boolean): Signer {
  return { address, publicKey: undefined, hasLeave, sign: async () => ({ kind: "NoAccountAuthenticator" }) };
}

function keySigner(address: Address, privateKey: Uint8Array): Signer {
  const publicKey = ed25519.getPublicKey(privateKey);
  return {
    address,
    publicKey,
    hasLeave: true,
    sign: async (message) => ({
      kind: "Ed25519",
      value: { publicKey, signature: ed25519.sign(message, privateKey) },
    }),
  };
}

function clientSigner(address: Address, account: ClientAccount): Signer {
  const { publicKey } = account as { readonly publicKey?: { toUint8Array?(): Uint8Array } };
  const key = publicKey?.toUint8Array?.();
  return {
    address,
    // Other kinds of keys are longer.
    publicKey: key?.length === 32 ? key : undefined,
    hasLeave: true,
    async sign(message) {
      const bytes = message.slice(signingPrefix);
      // The client asks a transaction for its bytes, by one name or the other.
      const rawTransaction = {
        bcsToBytes: () => bytes,
        serialize: (serializer: { serializeFixedBytes(bytes: Uint8Array): void }) =>
          serializer.serializeFixedBytes(bytes),
      };
      const signed = await account.signTransactionWithAuthenticator({ rawTransaction } as never);
      try {
        return AccountAuthenticator.decode(signed.bcsToBytes());
      } catch (cause) {
        throw expectedInput("an account that signs transactions", account, cause);
      }
    },
  };
}

function earlierSigner(address: Address, account: EarlierAccount): Signer {
  const publicKey = account.pubKey().toUint8Array();
  return {
    address,
    publicKey,
    hasLeave: true,
    sign: async (message) => ({
      kind: "Ed25519",
      value: { publicKey, signature: account.signBuffer(message).toUint8Array() },
    }),
  };
}

/** Reads a private key: bytes, hex, or what has the bytes of it. @throws LocalNetworkError `invalid_input` */
export function toPrivateKey(given: unknown): Uint8Array {
  const { toUint8Array } = (given ?? {}) as { readonly toUint8Array?: unknown };
  const bytes = typeof toUint8Array === "function" ? (toUint8Array.call(given) as unknown) : given;
  if (bytes instanceof Uint8Array && bytes.length === 32) return bytes;
  const [, digits] = (typeof given === "string" && /^(?:ed25519-priv-)?0x([0-9a-f]{64})$/i.exec(given)) || [];
  // Never shown: it may be a real one.
  if (digits === undefined) throw new LocalNetworkError("invalid_input", "expected an Ed25519 private key of 32 bytes");
  return hexToBytes(digits);
}

/** An argument of a call in the API's JSON forms: what people hold in its place is written as text. */
export function toArgument(value: unknown): unknown {
  if (typeof value === "bigint") return `${value}`;
  if (value instanceof Uint8Array) return `0x${bytesToHex(value)}`;
  if (Array.isArray(value)) return value.map(toArgument);
  if (typeof value !== "object" || value === null) return value;
  const { toUint8Array, accountAddress, address } = value as Readonly<Record<string, unknown>>;
  if (typeof toUint8Array === "function") return toArgument(toUint8Array.call(value));
  const isAccount = accountAddress !== undefined || typeof address === "function" || address instanceof Uint8Array;
  return isAccount ? formatAddressLong(toAddress(value as AddressLike)) : value;
}

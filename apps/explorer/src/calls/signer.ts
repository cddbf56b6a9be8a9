import {
  type AccountAuthenticator,
  type Address,
  ed25519AuthenticationKey,
  type RawTransaction,
  sha3_256,
  signingMessage,
  singleKeyAuthenticationKey,
  type TransactionAuthenticator,
} from "@ledger/types";
import { parseHex } from "../text/hex.ts";

/** An account whose key is on this page. The key stays in memory: it is never stored, sent or put into an address. */
export interface Signer {
  /** Authentication key of an account for which this key alone signs; also its address, if the key never changed. */
  readonly authenticationKey: Address;
  readonly sign: (transaction: RawTransaction) => TransactionAuthenticator;
}

const schemes = ["ed25519", "secp256k1"] as const;
export type KeyScheme = (typeof schemes)[number];

/** A private key as people write it: `0x…`, or with its scheme as in `ed25519-priv-0x…`. */
export async function readSigner(text: string): Promise<Signer> {
  const prefixed = /^(ed25519|secp256k1)-priv-(.*)$/.exec(text.trim());
  const key = parseHex(prefixed?.[2] ?? text.trim());
  if (key === undefined || key.length !== 32) throw new Error("A private key has 32 bytes: 64 hexadecimal digits.");
  return createSigner(prefixed?.[1] === "secp256k1" ? "secp256k1" : "ed25519", key);
}

/** @param privateKey - 32 bytes */
export function createSigner(scheme: KeyScheme, privateKey: Uint8Array): Promise<Signer> {
  return scheme === "secp256k1" ? secp256k1Signer(privateKey) : ed25519Signer(privateKey);
}

async function ed25519Signer(privateKey: Uint8Array): Promise<Signer> {
  const { ed25519 } = await import("@noble/curves/ed25519.js");
  const publicKey = ed25519.getPublicKey(privateKey);
  return {
    authenticationKey: ed25519AuthenticationKey(publicKey),
    sign: (transaction) => {
      const signature = ed25519.sign(signingMessage(transaction), privateKey);
      return { kind: "Ed25519", value: { publicKey, signature } };
    },
  };
}

async function secp256k1Signer(privateKey: Uint8Array): Promise<Signer> {
  const { secp256k1 } = await import("@noble/curves/secp256k1.js");
  const publicKey = { kind: "Secp256k1Ecdsa", value: secp256k1.getPublicKey(privateKey, false) } as const;
  return {
    authenticationKey: singleKeyAuthenticationKey(publicKey),
    sign: (transaction) => {
      const digest = sha3_256(signingMessage(transaction));
      const value = secp256k1.sign(digest, privateKey, { prehash: false, lowS: true });
      const sender: AccountAuthenticator = {
        kind: "SingleKey",
        value: { publicKey, signature: { kind: "Secp256k1Ecdsa", value } },
      };
      return { kind: "SingleSender", value: { sender } };
    },
  };
}

import { bytes } from "@ledger/bcs";
import type { Address } from "../address.ts";
import { FunctionInfo } from "../transaction/authenticator/abstraction.ts";
import type { AccountAuthenticator } from "../transaction/authenticator/account-authenticator.ts";
import { AnyPublicKey, MultiKey } from "../transaction/authenticator/keys.ts";
import { deriveWithScheme } from "./scheme.ts";

/**
 * Authentication key of one Ed25519 key in the legacy scheme. Like every authentication key it is the address of a new
 * account; the key of an account may be rotated later, its address stays.
 *
 * @param publicKey - 32 bytes
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#12 | Specification, chain types 12}
 */
export function ed25519AuthenticationKey(publicKey: Uint8Array): Address {
  return deriveWithScheme("ed25519", publicKey);
}

/**
 * Authentication key of a k-of-n Ed25519 account.
 *
 * @param publicKey - the keys of 32 bytes each, then the threshold as one byte
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#12 | Specification, chain types 12}
 */
export function multiEd25519AuthenticationKey(publicKey: Uint8Array): Address {
  return deriveWithScheme("multiEd25519", publicKey);
}

/** Authentication key of one key of any scheme. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#12 | Specification, chain types 12} */
export function singleKeyAuthenticationKey(publicKey: AnyPublicKey): Address {
  return deriveWithScheme("singleKey", AnyPublicKey.encode(publicKey));
}

/** Authentication key of a k-of-n account of any schemes. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#12 | Specification, chain types 12} */
export function multiKeyAuthenticationKey(publicKeys: MultiKey): Address {
  return deriveWithScheme("multiKey", MultiKey.encode(publicKeys));
}

/**
 * Address of an account that exists by a function's word: for every identity that the function recognizes there is one.
 *
 * @param identity - what the function calls a public key
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#12 | Specification, chain types 12}
 */
export function derivableAbstractionAddress(authenticator: FunctionInfo, identity: Uint8Array): Address {
  return deriveWithScheme("derivableAbstraction", FunctionInfo.encode(authenticator), bytes.encode(identity));
}

/**
 * The authentication key that an authenticator proves.
 *
 * @returns `undefined` where none follows from it: no authenticator, and abstraction without an identity
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#12 | Specification, chain types 12}
 */
export function authenticationKey(authenticator: AccountAuthenticator): Address | undefined {
  switch (authenticator.kind) {
    case "Ed25519":
      return ed25519AuthenticationKey(authenticator.value.publicKey);
    case "MultiEd25519":
      return multiEd25519AuthenticationKey(authenticator.value.publicKey);
    case "SingleKey":
      return singleKeyAuthenticationKey(authenticator.value.publicKey);
    case "MultiKey":
      return multiKeyAuthenticationKey(authenticator.value.publicKeys);
    case "Abstract": {
      const { functionInfo, authData } = authenticator.value;
      if (authData.kind === "V1") return undefined;
      return derivableAbstractionAddress(functionInfo, authData.value.abstractPublicKey);
    }
    case "NoAccountAuthenticator":
      return undefined;
  }
}

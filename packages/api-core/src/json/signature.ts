import {
  AbstractAuthenticationData,
  type AccountAuthenticator,
  AnyPublicKey,
  AnySignature,
  decodeMultiEd25519PublicKey,
  decodeMultiEd25519Signature,
  formatAddress,
  formatFunctionInfo,
  formatHex,
  type KeyAndSignature,
  type MultiAgentAuthenticator,
  setBits,
  type TransactionAuthenticator,
  TypesError,
} from "@ledger/types";
import { keySchemes, signatureSchemes } from "./signature-scheme.ts";

/**
 * The JSON form of a transaction's signature.
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#9.14 | Specification, REST API 9.14}
 */
export function authenticatorToJson(authenticator: TransactionAuthenticator): object {
  switch (authenticator.kind) {
    case "Ed25519":
    case "MultiEd25519":
      return accountToJson(authenticator);
    case "MultiAgent":
      return { type: "multi_agent_signature", ...signersToJson(authenticator.value) };
    case "FeePayer":
      return {
        type: "fee_payer_signature",
        ...signersToJson(authenticator.value),
        fee_payer_address: formatAddress(authenticator.value.feePayerAddress),
        fee_payer_signer: accountToJson(authenticator.value.feePayerSigner),
      };
    case "SingleSender":
      // Both levels differ in `type`, and the object has one: the outer value replaces the inner.
      return { ...accountToJson(authenticator.value.sender), type: "single_sender" };
  }
}

function signersToJson({ sender, secondarySignerAddresses, secondarySigners }: MultiAgentAuthenticator): object {
  return {
    sender: accountToJson(sender),
    secondary_signer_addresses: secondarySignerAddresses.map(formatAddress),
    secondary_signers: secondarySigners.map(accountToJson),
  };
}

function accountToJson(authenticator: AccountAuthenticator): object {
  switch (authenticator.kind) {
    case "Ed25519":
      return {
        type: "ed25519_signature",
        public_key: formatHex(authenticator.value.publicKey),
        signature: formatHex(authenticator.value.signature),
      };
    case "MultiEd25519":
      return multiEd25519ToJson(authenticator.value);
    case "SingleKey":
      return {
        type: "single_key_signature",
        public_key: keyToJson(authenticator.value.publicKey),
        signature: signatureToJson(authenticator.value.signature),
      };
    case "MultiKey": {
      const { publicKeys, signatures, signaturesBitmap } = authenticator.value;
      const indices = setBits(signaturesBitmap);
      return {
        type: "multi_key_signature",
        public_keys: publicKeys.publicKeys.map(keyToJson),
        signatures: signatures.map((signature, at) => ({ index: indices[at], signature: signatureToJson(signature) })),
        signatures_required: publicKeys.signaturesRequired,
      };
    }
    case "NoAccountAuthenticator":
      return { type: "no_account_signature" };
    case "Abstract": {
      const { functionInfo, authData } = authenticator.value;
      return {
        type: "abstract_signature",
        function_info: formatFunctionInfo(functionInfo),
        auth_data: formatHex(AbstractAuthenticationData.encode(authData)),
      };
    }
  }
}

function multiEd25519ToJson(bytes: KeyAndSignature): object {
  try {
    const { publicKeys, threshold } = decodeMultiEd25519PublicKey(bytes.publicKey);
    const { signatures, bitmap } = decodeMultiEd25519Signature(bytes.signature);
    return {
      type: "multi_ed25519_signature",
      public_keys: publicKeys.map(formatHex),
      signatures: signatures.map(formatHex),
      threshold,
      bitmap: formatHex(bitmap),
    };
  } catch (error) {
    if (!(error instanceof TypesError)) throw error;
    // Nothing checks the bytes before a transaction is committed elsewhere: they are shown as they are.
    return {
      type: "multi_ed25519_signature",
      public_keys: [formatHex(bytes.publicKey)],
      signatures: [formatHex(bytes.signature)],
      threshold: 1,
      bitmap: "0x00000000",
    };
  }
}

/** Byte string keys are shown as the bytes, structured ones as their BCS. */
function keyToJson(key: AnyPublicKey): object {
  const value = key.value instanceof Uint8Array ? key.value : AnyPublicKey.encode(key).subarray(1);
  return { type: keySchemes.nameOf(key.kind), value: formatHex(value) };
}

function signatureToJson(signature: AnySignature): object {
  const value = signature.value instanceof Uint8Array ? signature.value : AnySignature.encode(signature).subarray(1);
  return { type: signatureSchemes.nameOf(signature.kind), value: formatHex(value) };
}

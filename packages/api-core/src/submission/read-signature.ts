import { BcsError, bytes } from "@ledger/bcs";
import {
  AbstractAuthenticationData,
  type AccountAuthenticator,
  AnyPublicKey,
  AnySignature,
  concatBytes,
  createBitVec,
  decodeMultiEd25519PublicKey,
  decodeMultiEd25519Signature,
  encodeMultiEd25519PublicKey,
  encodeMultiEd25519Signature,
  parseEntryFunctionId,
  TransactionAuthenticator,
  TypesError,
} from "@ledger/types";
import type { StaticDecode } from "typebox";
import { ApiError } from "../contract/error.ts";
import { keySchemes, signatureSchemes } from "../json/signature-scheme.ts";
import type { AccountSignatureSchema, SubmittedSignatureSchema } from "../schemas/signature.ts";

type SubmittedSignature = StaticDecode<typeof SubmittedSignatureSchema>;
type AccountSignature = StaticDecode<typeof AccountSignatureSchema>;

/**
 * Makes the proof of a transaction from the signature of a body.
 *
 * @throws ApiError `invalid_input` for keys and signatures that do not decode
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#9.14 | Specification, REST API 9.14}
 */
export function readSignature(signature: SubmittedSignature): TransactionAuthenticator {
  try {
    const authenticator = readTransactionProof(signature);
    // Keys and signatures of a wrong length have no BCS.
    TransactionAuthenticator.encode(authenticator);
    return authenticator;
  } catch (cause) {
    if (!(cause instanceof BcsError || cause instanceof TypesError)) throw cause;
    throw new ApiError("invalid_input", `the transaction is invalid: signature: ${cause.message}`, { cause });
  }
}

function readTransactionProof(signature: SubmittedSignature): TransactionAuthenticator {
  switch (signature.type) {
    case "ed25519_signature":
    case "multi_ed25519_signature":
      return readProof(signature) as Extract<AccountAuthenticator, { kind: "Ed25519" | "MultiEd25519" }>;
    case "multi_agent_signature":
      if (signature.secondary_signers.length === 0) throw malformed("a multi-agent signature has no secondary signer");
      return { kind: "MultiAgent", value: readSigners(signature) };
    case "fee_payer_signature": {
      const { fee_payer_address: feePayerAddress, fee_payer_signer: signer } = signature;
      return {
        kind: "FeePayer",
        value: { ...readSigners(signature), feePayerAddress, feePayerSigner: readProof(signer) },
      };
    }
    case "single_sender":
      return { kind: "SingleSender", value: { sender: readSingleSender(signature) } };
    case "no_account_signature":
    case "single_key_signature":
    case "multi_key_signature":
    case "abstract_signature":
      return { kind: "SingleSender", value: { sender: readProof(signature) } };
  }
}

function readProof(signature: AccountSignature): AccountAuthenticator {
  switch (signature.type) {
    case "ed25519_signature":
      return { kind: "Ed25519", value: { publicKey: signature.public_key, signature: signature.signature } };
    case "multi_ed25519_signature":
      return { kind: "MultiEd25519", value: readMultiEd25519(signature) };
    case "single_key_signature":
      return { kind: "SingleKey", value: inPair(readKey(signature.public_key), readMade(signature.signature)) };
    case "multi_key_signature": {
      const publicKeys = signature.public_keys.map(readKey);
      const indices = signature.signatures.map(({ index }) => index);
      if (new Set(indices).size < indices.length) throw malformed("a key has signed twice");
      return {
        kind: "MultiKey",
        value: {
          publicKeys: { publicKeys, signaturesRequired: signature.signatures_required },
          signatures: signature.signatures.map((one) => {
            const made = readMade(one.signature);
            const key = publicKeys[one.index];
            return key === undefined ? made : inPair(key, made).signature;
          }),
          signaturesBitmap: createBitVec(publicKeys.length, indices),
        },
      };
    }
    case "no_account_signature":
      return { kind: "NoAccountAuthenticator" };
    case "abstract_signature": {
      const { address, module, name } = parseEntryFunctionId(signature.function_info);
      const authData = AbstractAuthenticationData.decode(signature.auth_data);
      const functionInfo = { moduleAddress: address, moduleName: module, functionName: name };
      return { kind: "Abstract", value: { functionInfo, authData } };
    }
  }
}

function readMultiEd25519({
  public_keys: publicKeys,
  signatures,
  threshold,
  bitmap,
}: Extract<AccountSignature, { type: "multi_ed25519_signature" }>) {
  const hasWrongLength =
    publicKeys.some(({ length }) => length !== 32) ||
    signatures.some(({ length }) => length !== 64) ||
    bitmap.length !== 4;
  if (hasWrongLength) throw malformed("a key, a signature or the bitmap has another length than 32, 64 and 4 bytes");
  const value = {
    publicKey: encodeMultiEd25519PublicKey({ publicKeys, threshold }),
    signature: encodeMultiEd25519Signature({ signatures, bitmap }),
  };
  // Together they are no more than bytes: their numbers, the threshold and the bitmap have to fit.
  decodeMultiEd25519PublicKey(value.publicKey);
  decodeMultiEd25519Signature(value.signature);
  return value;
}

/** The object has one `type`, that of the outer level: which account signature it is follows from its members. */
function readSingleSender(signature: Extract<SubmittedSignature, { type: "single_sender" }>): AccountAuthenticator {
  if (signature.sender !== undefined) return readProof(signature.sender);
  const { public_key, public_keys, signatures, signatures_required } = signature;
  if (public_key !== undefined && signature.signature !== undefined) {
    return readProof({ type: "single_key_signature", public_key, signature: signature.signature });
  }
  if (public_keys !== undefined && signatures !== undefined && signatures_required !== undefined) {
    return readProof({ type: "multi_key_signature", public_keys, signatures, signatures_required });
  }
  return { kind: "NoAccountAuthenticator" };
}

function readSigners(
  signature: Extract<SubmittedSignature, { type: "multi_agent_signature" | "fee_payer_signature" }>,
) {
  const { sender, secondary_signer_addresses: secondarySignerAddresses, secondary_signers } = signature;
  if (secondarySignerAddresses.length !== secondary_signers.length) {
    throw malformed("there are not as many secondary signers as addresses of them");
  }
  return { sender: readProof(sender), secondarySignerAddresses, secondarySigners: secondary_signers.map(readProof) };
}

/** Bytes of a key or signature, and the name of its scheme. */
interface OfScheme {
  readonly type: string;
  readonly value: Uint8Array;
}

function readKey({ type, value }: OfScheme): AnyPublicKey {
  const scheme = keySchemes.find(type);
  if (scheme === undefined) throw unknownScheme(type);
  return AnyPublicKey.decode(schemeBytes(scheme, value));
}

function readMade({ type, value }: OfScheme): AnySignature {
  const scheme = signatureSchemes.find(type);
  if (scheme === undefined) throw unknownScheme(type);
  return AnySignature.decode(schemeBytes(scheme, value));
}

/** BCS of a key or signature: byte strings have their length before them, structures are their own BCS. */
function schemeBytes(
  { index, isStructured }: { readonly index: number; readonly isStructured: boolean },
  value: Uint8Array,
): Uint8Array {
  return concatBytes(Uint8Array.of(index), isStructured ? value : bytes.encode(value));
}

/** Which signatures a key makes. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#9.14 | Specification, REST API 9.14} */
const signaturesOf: Readonly<Record<AnyPublicKey["kind"], AnySignature["kind"]>> = {
  Ed25519: "Ed25519",
  Secp256k1Ecdsa: "Secp256k1Ecdsa",
  Secp256r1Ecdsa: "WebAuthn",
  Keyless: "Keyless",
  FederatedKeyless: "Keyless",
  SlhDsa_Sha2_128s: "SlhDsa_Sha2_128s",
};

/** A key with a signature that it can have made. */
function inPair(
  publicKey: AnyPublicKey,
  signature: AnySignature,
): { publicKey: AnyPublicKey; signature: AnySignature } {
  if (signaturesOf[publicKey.kind] === signature.kind) return { publicKey, signature };
  const [key, made] = [keySchemes.nameOf(publicKey.kind), signatureSchemes.nameOf(signature.kind)];
  throw malformed(`a key of ${key} makes no signature of ${made}`);
}

function unknownScheme(type: string): ApiError {
  return malformed(`unknown scheme ${type}`);
}

function malformed(fault: string): ApiError {
  return new ApiError("invalid_input", `the transaction is invalid: signature: ${fault}`);
}

import { BcsError, bytes } from "@ledger/bcs";
import {
  AbstractAuthenticationData,
  type AccountAuthenticator,
  type Address,
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
import type { Static } from "typebox";
import type { TextReader } from "../contract/body.ts";
import { ApiError } from "../contract/error.ts";
import { keySchemes, signatureSchemes } from "../json/signature-scheme.ts";
import { addressText, hexText } from "../schemas/scalar.ts";
import type { AccountSignatureSchema, SubmittedSignatureSchema } from "../schemas/signature.ts";

type SubmittedSignature = Static<typeof SubmittedSignatureSchema>;
type AccountSignature = Static<typeof AccountSignatureSchema>;
type Path = readonly (string | number)[];

/**
 * Gives the texts of a signature their meaning.
 *
 * @throws ApiError `web_framework_error` for texts, `invalid_input` for keys and signatures that do not decode
 * @see Ledger specification, REST API §9.14
 */
export function readSignature(signature: SubmittedSignature, text: TextReader): TransactionAuthenticator {
  const reader = new SignatureReader(text);
  try {
    const authenticator = reader.transaction(signature);
    // Keys and signatures of a wrong length have no BCS.
    TransactionAuthenticator.encode(authenticator);
    return authenticator;
  } catch (cause) {
    if (!(cause instanceof BcsError || cause instanceof TypesError)) throw cause;
    throw new ApiError("invalid_input", `the transaction is invalid: signature: ${cause.message}`, { cause });
  }
}

class SignatureReader {
  readonly #text: TextReader;

  constructor(text: TextReader) {
    this.#text = text;
  }

  transaction(signature: SubmittedSignature): TransactionAuthenticator {
    switch (signature.type) {
      case "ed25519_signature":
      case "multi_ed25519_signature": {
        const account = this.account(signature, ["signature"]);
        return account as Extract<AccountAuthenticator, { kind: "Ed25519" | "MultiEd25519" }>;
      }
      case "multi_agent_signature": {
        if (signature.secondary_signers.length === 0)
          throw malformed("a multi-agent signature has no secondary signer");
        return { kind: "MultiAgent", value: this.#signers(signature) };
      }
      case "fee_payer_signature": {
        const { fee_payer_address, fee_payer_signer } = signature;
        return {
          kind: "FeePayer",
          value: {
            ...this.#signers(signature),
            feePayerAddress: this.#address(fee_payer_address, ["signature", "fee_payer_address"]),
            feePayerSigner: this.account(fee_payer_signer, ["signature", "fee_payer_signer"]),
          },
        };
      }
      case "single_sender":
        return { kind: "SingleSender", value: { sender: this.#singleSender(signature) } };
      case "no_account_signature":
      case "single_key_signature":
      case "multi_key_signature":
      case "abstract_signature":
        return { kind: "SingleSender", value: { sender: this.account(signature, ["signature"]) } };
    }
  }

  account(signature: AccountSignature, path: Path): AccountAuthenticator {
    switch (signature.type) {
      case "ed25519_signature": {
        const publicKey = this.#hex(signature.public_key, [...path, "public_key"]);
        return {
          kind: "Ed25519",
          value: { publicKey, signature: this.#hex(signature.signature, [...path, "signature"]) },
        };
      }
      case "multi_ed25519_signature": {
        const publicKeys = signature.public_keys.map((key, i) => this.#hex(key, [...path, "public_keys", i]));
        const signatures = signature.signatures.map((one, i) => this.#hex(one, [...path, "signatures", i]));
        const bitmap = this.#hex(signature.bitmap, [...path, "bitmap"]);
        const hasWrongLength =
          publicKeys.some(({ length }) => length !== 32) ||
          signatures.some(({ length }) => length !== 64) ||
          bitmap.length !== 4;
        if (hasWrongLength)
          throw malformed("a key, a signature or the bitmap has another length than 32, 64 and 4 bytes");
        const value = {
          publicKey: encodeMultiEd25519PublicKey({ publicKeys, threshold: signature.threshold }),
          signature: encodeMultiEd25519Signature({ signatures, bitmap }),
        };
        // Together they are no more than bytes: their numbers, the threshold and the bitmap have to fit.
        decodeMultiEd25519PublicKey(value.publicKey);
        decodeMultiEd25519Signature(value.signature);
        return { kind: "MultiEd25519", value };
      }
      case "single_key_signature":
        return {
          kind: "SingleKey",
          value: inPair(
            this.#key(signature.public_key, [...path, "public_key"]),
            this.#signature(signature.signature, [...path, "signature"]),
          ),
        };
      case "multi_key_signature": {
        const publicKeys = signature.public_keys.map((key, i) => this.#key(key, [...path, "public_keys", i]));
        const indices = signature.signatures.map(({ index }) => index);
        if (new Set(indices).size < indices.length) throw malformed("a key has signed twice");
        return {
          kind: "MultiKey",
          value: {
            publicKeys: { publicKeys, signaturesRequired: signature.signatures_required },
            signatures: signature.signatures.map((one, i) => {
              const made = this.#signature(one.signature, [...path, "signatures", i, "signature"]);
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
        const authData = AbstractAuthenticationData.decode(this.#hex(signature.auth_data, [...path, "auth_data"]));
        const functionInfo = { moduleAddress: address, moduleName: module, functionName: name };
        return { kind: "Abstract", value: { functionInfo, authData } };
      }
    }
  }

  /** The object has one `type`, that of the outer level: which account signature it is follows from its members. */
  #singleSender(signature: Extract<SubmittedSignature, { type: "single_sender" }>): AccountAuthenticator {
    const path = ["signature"];
    if (signature.sender !== undefined) return this.account(signature.sender, [...path, "sender"]);
    const { public_key, public_keys, signatures, signatures_required } = signature;
    if (public_key !== undefined && signature.signature !== undefined) {
      return this.account({ type: "single_key_signature", public_key, signature: signature.signature }, path);
    }
    if (public_keys !== undefined && signatures !== undefined && signatures_required !== undefined) {
      return this.account({ type: "multi_key_signature", public_keys, signatures, signatures_required }, path);
    }
    return { kind: "NoAccountAuthenticator" };
  }

  #signers(signature: Extract<SubmittedSignature, { type: "multi_agent_signature" | "fee_payer_signature" }>) {
    const { sender, secondary_signer_addresses, secondary_signers } = signature;
    if (secondary_signer_addresses.length !== secondary_signers.length) {
      throw malformed("there are not as many secondary signers as addresses of them");
    }
    return {
      sender: this.account(sender, ["signature", "sender"]),
      secondarySignerAddresses: secondary_signer_addresses.map((address, i) =>
        this.#address(address, ["signature", "secondary_signer_addresses", i]),
      ),
      secondarySigners: secondary_signers.map((signer, i) =>
        this.account(signer, ["signature", "secondary_signers", i]),
      ),
    };
  }

  #key({ type, value }: { readonly type: string; readonly value: string }, path: Path): AnyPublicKey {
    const scheme = keySchemes.find(type);
    if (scheme === undefined) throw unknownScheme(type);
    return AnyPublicKey.decode(schemeBytes(scheme, this.#hex(value, [...path, "value"])));
  }

  #signature({ type, value }: { readonly type: string; readonly value: string }, path: Path): AnySignature {
    const scheme = signatureSchemes.find(type);
    if (scheme === undefined) throw unknownScheme(type);
    return AnySignature.decode(schemeBytes(scheme, this.#hex(value, [...path, "value"])));
  }

  #hex(value: string, path: Path): Uint8Array {
    return this.#text(hexText, value, ...path);
  }

  #address(value: string, path: Path): Address {
    return this.#text(addressText, value, ...path);
  }
}

/** BCS of a key or signature: byte strings have their length before them, structures are their own BCS. */
function schemeBytes(
  { index, isStructured }: { readonly index: number; readonly isStructured: boolean },
  value: Uint8Array,
): Uint8Array {
  return concatBytes(Uint8Array.of(index), isStructured ? value : bytes.encode(value));
}

/** Which signatures a key makes. @see Ledger specification, REST API §9.14 */
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

import {
  type AccountAuthenticator,
  type AnyPublicKey,
  type AnySignature,
  decodeMultiEd25519PublicKey,
  decodeMultiEd25519Signature,
  formatFunctionInfo,
  formatHex,
  type KeyAndSignature,
  type MultiAgentAuthenticator,
  type SignedTransaction,
  setBits,
} from "@ledger/types";
import type { RecordView } from "../record/record-view.ts";
import type { Row } from "../row.ts";
import { keyBytes, keyTypes, signatureBytes, signatureSchemes } from "./key-names.ts";

/** One signature of an account that signed. */
interface Signature {
  readonly type: string;
  readonly publicKey: string;
  readonly signature: string;
  /** Signatures that the account needs. */
  readonly threshold: number;
  /** Positions of the keys that signed, of an account with several. */
  readonly indices: readonly number[];
  readonly signatureType: string | null;
  readonly keyType: string | null;
  /** The function that authenticated, of an account that has one for that. */
  readonly functionInfo: string | null;
}

/** An account that signed a transaction. */
interface Signer {
  /** `0x` and 64 digits. */
  readonly address: string;
  readonly authenticator: AccountAuthenticator;
}

/** Rows of `signatures`: one for each signature of each account that signed a transaction. */
export function signatures({ request, version, blockHeight }: RecordView): Row[] {
  if (request === undefined) return [];
  return signersOf(request.signed).flatMap(({ address, authenticator }, agent) =>
    listSignatures(authenticator).map((each, place) => ({
      transaction_version: version,
      transaction_block_height: blockHeight,
      // The sender is counted for itself; the others begin with 0 again.
      multi_agent_index: BigInt(Math.max(0, agent - 1)),
      multi_sig_index: BigInt(place),
      signer: address,
      is_sender_primary: agent === 0,
      type: each.type,
      public_key: each.publicKey,
      signature: each.signature,
      threshold: BigInt(each.threshold),
      public_key_indices: each.indices,
      any_signature_type: each.signatureType,
      public_key_type: each.keyType,
      function_info: each.functionInfo,
    })),
  );
}

/** The accounts that signed: the sender, others, the one that pays. */
function signersOf({ rawTxn, authenticator }: SignedTransaction): Signer[] {
  const address = formatHex(rawTxn.sender);
  switch (authenticator.kind) {
    case "Ed25519":
    case "MultiEd25519":
      return [{ address, authenticator: { kind: authenticator.kind, value: authenticator.value } }];
    case "SingleSender":
      return [{ address, authenticator: authenticator.value.sender }];
    case "MultiAgent":
      return [{ address, authenticator: authenticator.value.sender }, ...othersOf(authenticator.value)];
    case "FeePayer": {
      const { sender, feePayerAddress, feePayerSigner } = authenticator.value;
      const payer = { address: formatHex(feePayerAddress), authenticator: feePayerSigner };
      return [{ address, authenticator: sender }, ...othersOf(authenticator.value), payer];
    }
  }
}

function othersOf({ secondarySignerAddresses, secondarySigners }: MultiAgentAuthenticator): Signer[] {
  return secondarySigners.flatMap((authenticator, place) => {
    const address = secondarySignerAddresses[place];
    return address === undefined ? [] : [{ address: formatHex(address), authenticator }];
  });
}

function listSignatures(authenticator: AccountAuthenticator): readonly Signature[] {
  switch (authenticator.kind) {
    case "Ed25519": {
      const { publicKey, signature } = authenticator.value;
      return [{ ...plain("ed25519_signature", publicKey, signature), threshold: 1, indices: [] }];
    }
    case "MultiEd25519":
      return listEd25519(authenticator.value);
    case "SingleKey": {
      const { publicKey, signature } = authenticator.value;
      return [{ ...ofScheme("single_key_signature", publicKey, signature), threshold: 1, indices: [] }];
    }
    case "MultiKey": {
      const { publicKeys, signatures: made, signaturesBitmap } = authenticator.value;
      const indices = setBits(signaturesBitmap);
      return made.flatMap((signature, place) => {
        const key = publicKeys.publicKeys[indices[place] ?? -1];
        if (key === undefined) return [];
        const threshold = publicKeys.signaturesRequired;
        return [{ ...ofScheme("multi_key_signature", key, signature), threshold, indices }];
      });
    }
    case "Abstract": {
      const { authData } = authenticator.value;
      const functionInfo = formatFunctionInfo(authenticator.value.functionInfo);
      const signed = plain("abstraction_signature", new Uint8Array(), authData.value.abstractSignature);
      return [{ ...signed, publicKey: "Not applicable", threshold: 1, indices: [], functionInfo }];
    }
    default:
      return [];
  }
}

function listEd25519({ publicKey, signature }: KeyAndSignature): readonly Signature[] {
  const { publicKeys, threshold } = decodeMultiEd25519PublicKey(publicKey);
  const { signatures: made, bitmap } = decodeMultiEd25519Signature(signature);
  const indices = setBits(bitmap);
  return made.flatMap((each, place) => {
    const key = publicKeys[indices[place] ?? -1];
    return key === undefined ? [] : [{ ...plain("multi_ed25519_signature", key, each), threshold, indices }];
  });
}

type Signed = Omit<Signature, "threshold" | "indices">;

function plain(type: string, publicKey: Uint8Array, signature: Uint8Array): Signed {
  const none = { signatureType: null, keyType: null, functionInfo: null };
  return { type, publicKey: formatHex(publicKey), signature: formatHex(signature), ...none };
}

function ofScheme(type: string, key: AnyPublicKey, signature: AnySignature): Signed {
  return {
    ...plain(type, keyBytes(key), signatureBytes(signature)),
    signatureType: signatureSchemes[signature.kind],
    keyType: keyTypes[key.kind],
  };
}

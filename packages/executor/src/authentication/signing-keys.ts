import { type AccountAuthenticator, type AnyPublicKey, type AnySignature, setBits } from "@ledger/types";
import type { TransactionParts } from "../context/transaction-parts.ts";

/** A key of the unified schemes that signed, with its signature. */
export interface SigningKey {
  readonly key: AnyPublicKey;
  readonly signature: AnySignature;
}

/** Everything that accounts prove for a transaction: the sender, the secondary signers, the fee payer. */
export function allProofs({ sender, secondaryProofs, feePayer }: TransactionParts): AccountAuthenticator[] {
  return [sender.authenticator, ...secondaryProofs, ...(feePayer ? [feePayer.authenticator] : [])];
}

/** The keys of single-key and multi-key accounts that signed a transaction. */
export function signingKeys(parts: TransactionParts): SigningKey[] {
  return allProofs(parts).flatMap((authenticator) => {
    switch (authenticator.kind) {
      case "SingleKey": {
        const { publicKey: key, signature } = authenticator.value;
        return [{ key, signature }];
      }
      case "MultiKey": {
        const { publicKeys, signatures, signaturesBitmap } = authenticator.value;
        return setBits(signaturesBitmap).flatMap((signer, index) => {
          const key = publicKeys.publicKeys[signer];
          const signature = signatures[index];
          return key && signature ? [{ key, signature }] : [];
        });
      }
      default:
        return [];
    }
  });
}

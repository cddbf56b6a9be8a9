import { type AccountAuthenticator, type AnyPublicKey, type AnySignature, setBits } from "@ledger/types";

/** A key of the unified schemes that signed, with its signature. */
export interface SigningKey {
  readonly key: AnyPublicKey;
  readonly signature: AnySignature;
}

/** The keys of single-key and multi-key accounts among some proofs. */
export function signingKeysOf(proofs: readonly AccountAuthenticator[]): SigningKey[] {
  return proofs.flatMap((authenticator) => {
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

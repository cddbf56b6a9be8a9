import { createPublicKey, verify } from "node:crypto";
import { promisify } from "node:util";
import { isSpecialEncoding, keepPublicKeys, verifyEd25519 } from "@ledger/vm/ed25519";
import type { Ed25519Verifier } from "../authentication/verify-proof.ts";

const verifyInPool = promisify(verify);

/**
 * An Ed25519 verifier that says what `verifyEd25519` says, in the threads that Node keeps for such work, several signatures at a time.
 * The calling thread spends a tenth of the time.
 */
export function createPooledEd25519Verifier(): Ed25519Verifier {
  const keyObject = keepPublicKeys((spki) => createPublicKey({ key: Buffer.from(spki), format: "der", type: "spki" }));
  return (publicKey, message, signature) => {
    const isUsual = publicKey.length === 32 && signature.length === 64;
    // Implementations disagree about these.
    if (!isUsual || isSpecialEncoding(publicKey) || isSpecialEncoding(signature.subarray(0, 32))) {
      return verifyEd25519(publicKey, message, signature);
    }
    return verifyInPool(null, message, keyObject(publicKey), signature);
  };
}

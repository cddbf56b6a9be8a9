import {
  type AccountAuthenticator,
  decodeMultiEd25519Signature,
  type SignedTransaction,
  TypesError,
} from "@ledger/types";
import type { TestingRules } from "../context/testing-rules.ts";
import { Discard } from "../status/discard.ts";
import { accountProofs } from "./account-proof.ts";
import { isImpersonated } from "./impersonation.ts";
import { type Ed25519Verifier, verifyProof } from "./verify-proof.ts";

/** Most signatures of the sender and the secondary signers together. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#3.4 | Specification, chain types 3.4} */
const maxSignatures = 32;

/** @param takesOldDigest - see {@link verifyProof} @throws {@link Discard} `INVALID_SIGNATURE` */
export async function verifySignatures(
  transaction: SignedTransaction,
  ed25519: Ed25519Verifier,
  testing: TestingRules | undefined,
  takesOldDigest = false,
): Promise<void> {
  const proofs = accountProofs(transaction);
  const signers = transaction.authenticator.kind === "FeePayer" ? proofs.slice(0, -1) : proofs;
  const count = signers.reduce((sum, { authenticator }) => sum + signatureCount(authenticator), 0);
  if (count > maxSignatures) throw new Discard("INVALID_SIGNATURE", `more than ${maxSignatures} signatures`);
  for (const proof of proofs) {
    if (isImpersonated(testing, proof.account, proof.authenticator)) continue;
    if (!(await verifyProof(proof, ed25519, takesOldDigest))) throw new Discard("INVALID_SIGNATURE");
  }
}

function signatureCount(authenticator: AccountAuthenticator): number {
  switch (authenticator.kind) {
    case "Ed25519":
    case "SingleKey":
      return 1;
    case "MultiEd25519":
      return multiEd25519Count(authenticator.value.signature);
    case "MultiKey":
      return authenticator.value.signatures.length;
    default:
      return 0;
  }
}

/** Of bytes that are no signatures there are none: they are refused when they are verified. */
function multiEd25519Count(signature: Uint8Array): number {
  try {
    return decodeMultiEd25519Signature(signature).signatures.length;
  } catch (error) {
    if (error instanceof TypesError) return 0;
    throw error;
  }
}

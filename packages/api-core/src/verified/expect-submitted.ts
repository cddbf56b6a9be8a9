import { formatHash, hashSignedTransaction } from "@ledger/types";
import { type NodeAnswer, VerificationError } from "@ledger/verifier";
import type { ProviderRequest } from "../client/provider.ts";
import { utf8Decoder } from "../contract/utf8.ts";

/**
 * Checks that a node which says it took a signed transaction names that transaction, and not an earlier one that succeeded: by this hash its
 * fate is looked up. In JSON the bytes that are signed are known to the node alone, so the hash of such a submission is not checked.
 *
 * @throws VerificationError `value`
 */
export function expectSubmitted({ headers = {}, body: sent }: Partial<ProviderRequest>, answer: NodeAnswer): void {
  if (answer.status < 200 || answer.status > 299) return;
  if (sent === undefined || typeof sent === "string" || headers["content-type"]?.includes("json") === true) return;
  // Who asks for BCS gets no body: nothing is said of a hash.
  if (answer.body.length === 0 && headers.accept?.includes("bcs") === true) return;
  const expected = formatHash(hashSignedTransaction(sent));
  const actual = readHash(answer.body);
  if (actual === expected) return;
  throw new VerificationError("value", `the node names transaction ${actual}, sent was ${expected}`);
}

function readHash(body: Uint8Array): string {
  try {
    const { hash } = JSON.parse(utf8Decoder.decode(body)) as { readonly hash?: unknown };
    return typeof hash === "string" ? hash.slice(0, 66) : "without a hash";
  } catch {
    return "without a hash";
  }
}

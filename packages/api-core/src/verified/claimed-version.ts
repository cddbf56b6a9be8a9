import { formatHash, parseHash } from "@ledger/types";
import { type NodeReader, VerificationError } from "@ledger/verifier";
import type { MatchedRequest } from "./matched-request.ts";

/**
 * The version that a node claims for a transaction that was asked for by its hash.
 *
 * @returns `undefined` where the node says that the transaction waits, or that it knows none
 * @throws VerificationError `value` for every other answer
 */
export function claimedVersion(
  node: NodeReader,
  { params }: MatchedRequest,
  { status, json }: Awaited<ReturnType<NodeReader["askJson"]>>,
): bigint | undefined {
  const { version, type, hash, error_code: code } = (json ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof version === "string" && /^[0-9]{1,20}$/.test(version)) return BigInt(version);
  if (status === 404 && code === "transaction_not_found") return undefined;
  const asked = formatHash(parseHash(params.txn_hash!));
  if (status === 200 && type === "pending_transaction" && hash === asked) return undefined;
  throw new VerificationError(
    "value",
    `${node.url} answers with ${status}, and with nothing about transaction ${asked}`,
  );
}

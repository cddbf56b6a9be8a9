import type { JsonWriter, MoveView } from "@ledger/move";
import { formatHash } from "@ledger/types";
import { writeRequest } from "../json/transaction.ts";
import type { PendingTransaction } from "./submit.ts";

/**
 * Appends a transaction that waits to be executed: what was asked for, with its hash.
 *
 * @param type - whether the object tells its kind: where it may be of several
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#9.13 | Specification, REST API 9.13}
 */
export async function writePending(
  output: JsonWriter,
  view: MoveView,
  { hash, transaction }: PendingTransaction,
  type: "typed" | "untyped",
): Promise<void> {
  output.beginObject().members({ type: type === "typed" ? "pending_transaction" : undefined, hash: formatHash(hash) });
  await writeRequest(output, view, transaction);
  output.endObject();
}

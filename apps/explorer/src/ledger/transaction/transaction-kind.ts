import type { Transaction } from "../../api/answers.ts";

/** `block_metadata_transaction` as `block metadata`. */
export function transactionKind({ type }: Pick<Transaction, "type">): string {
  return type.replace(/_transaction$/, "").replaceAll("_", " ");
}

/** The function that a transaction calls, also through a multisig account. */
export function calledFunction({ payload }: Transaction): string | undefined {
  const call = payload?.type === "multisig_payload" ? payload.transaction_payload : payload;
  return call?.type === "entry_function_payload" ? call.function : undefined;
}

import type { Transaction } from "../../api/answers.ts";

/** How each kind of transaction is called: a kind without a name does not compile. */
const kindNames = {
  user_transaction: "user",
  genesis_transaction: "genesis",
  block_metadata_transaction: "block metadata",
  state_checkpoint_transaction: "state checkpoint",
  block_epilogue_transaction: "block epilogue",
  validator_transaction: "validator",
  opaque_transaction: "opaque",
} as const satisfies Record<Transaction["type"], string>;

/** `block_metadata_transaction` as `block metadata`; a kind that only a later node knows, by its own name. */
export function transactionKind({ type }: Pick<Transaction, "type">): string {
  return kindNames[type] ?? type;
}

/** The function that a transaction calls, also through a multisig account. */
export function calledFunction({ payload }: Transaction): string | undefined {
  const call = payload?.type === "multisig_payload" ? payload.transaction_payload : payload;
  return call?.type === "entry_function_payload" ? call.function : undefined;
}

/** Whether the system wrote a transaction, not somebody who sent it. Genesis and what cannot be decoded stand for themselves. */
export function isSystem({ type }: Pick<Transaction, "type">): boolean {
  return type !== "user_transaction" && type !== "genesis_transaction" && type !== "opaque_transaction";
}

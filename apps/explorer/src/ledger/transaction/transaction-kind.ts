import type { Transaction, TransactionPayload } from "../../api/answers.ts";

/** Facts of each kind of transaction: a kind that is left out does not compile. */
const kinds: Readonly<Record<Transaction["type"], { readonly name: string; readonly isSystem: boolean }>> = {
  user_transaction: { name: "user", isSystem: false },
  genesis_transaction: { name: "genesis", isSystem: false },
  block_metadata_transaction: { name: "block metadata", isSystem: true },
  state_checkpoint_transaction: { name: "state checkpoint", isSystem: true },
  block_epilogue_transaction: { name: "block epilogue", isSystem: true },
  validator_transaction: { name: "validator", isSystem: true },
  opaque_transaction: { name: "opaque", isSystem: false },
};

/** `block_metadata_transaction` as `block metadata`; a kind that only a later node knows, by its own name. */
export function transactionKind({ type }: Pick<Transaction, "type">): string {
  return kinds[type]?.name ?? type;
}

/** Facts of each kind of payload: its heading, what its sender did, and its name where it calls no function that a list could show. */
const payloads: Readonly<
  Record<TransactionPayload["type"], { readonly title: string; readonly deed: string; readonly name?: string }>
> = {
  entry_function_payload: { title: "Call", deed: "called a function" },
  script_payload: { title: "Script", deed: "ran a script", name: "script" },
  module_bundle_payload: { title: "Modules", deed: "published modules" },
  multisig_payload: { title: "Call by a multisig account", deed: "made a multisig account act" },
  encrypted_transaction_payload: { title: "Encrypted call", deed: "acted" },
  empty_payload: { title: "Call", deed: "acted" },
  write_set_payload: { title: "Writes", deed: "wrote state" },
};

/** Facts of a payload; those of a kind that only a later node knows say little. */
export function payloadFacts({ type }: TransactionPayload) {
  return payloads[type] ?? { title: "Call", deed: "acted", name: undefined };
}

/** The function that a transaction calls, also through a multisig account. */
export function calledFunction({ payload }: Transaction): string | undefined {
  const call = payload?.type === "multisig_payload" ? payload.transaction_payload : payload;
  return call?.type === "entry_function_payload" ? call.function : undefined;
}

/**
 * Returns true for a transaction that the system adds to blocks: lists fold them. Genesis and what cannot be decoded are
 * always shown; a kind that only a later node knows is the system's, because what users send has one kind.
 */
export function isSystem({ type }: Pick<Transaction, "type">): boolean {
  return kinds[type]?.isSystem ?? true;
}

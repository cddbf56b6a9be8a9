import type { BodyOf, ReplyOf } from "@ledger/api-core/client";

/*
 * The answers that the views read, as the API's own declarations give them. Numbers of 64 bits and more are decimal text.
 */

type NameOf<U> = U extends unknown ? keyof U : never;
type MemberOf<U, Name> = U extends unknown ? (Name extends keyof U ? U[Name] : never) : never;

/** A union of objects seen as one: a member that only some of them have may be absent. */
type Merged<U> = Readonly<Pick<U, keyof U>> & { readonly [Name in Exclude<NameOf<U>, keyof U>]?: MemberOf<U, Name> };

export type LedgerInfo = ReplyOf<"get_ledger_info">;

export type MoveResource = ReplyOf<"get_account_resource">;

/** A module with its bytecode; `abi` is absent when that cannot be read. */
export type ModuleItem = ReplyOf<"get_account_module">;
export type ModuleAbi = NonNullable<ModuleItem["abi"]>;
export type FunctionAbi = ModuleAbi["exposed_functions"][number];
export type TypeParameter = FunctionAbi["generic_type_params"][number];
export type StructAbi = ModuleAbi["structs"][number];
export type FieldAbi = StructAbi["fields"][number];

type AnyTransaction = ReplyOf<"get_transaction_by_version">;

/** A committed transaction. Which members it has besides those of all depends on its `type`. */
export type Transaction = Merged<AnyTransaction>;
export type TransactionPayload = Merged<NonNullable<Transaction["payload"]>>;
/** A user transaction that was only tried. */
export type SimulatedTransaction = ReplyOf<"simulate_transaction">[number];
export type WriteSetChange = AnyTransaction["changes"][number];
export type LedgerEvent = NonNullable<Transaction["events"]>[number];

export type ExecutionStatus = ReplyOf<"get_execution_status">;
export type ExecutionOutcome = ReplyOf<"get_execution_by_version">;
export type ExecutionDifference = NonNullable<ExecutionOutcome["differences"]>[number];
export type Block = ReplyOf<"get_block_by_height">;

export type TableItemRequest = BodyOf<"get_table_item">;
export type SigningRequest = BodyOf<"encode_submission">;

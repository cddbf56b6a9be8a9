import { invalidText } from "@ledger/local-chain";
import { statusCodes } from "@ledger/vm";

/** An event as the API writes it. */
export interface ResultEvent {
  readonly type: string;
  readonly data: unknown;
}

/** An abort of Move code, with what its module says of it. */
export interface ResultAbort {
  /** The module that aborted, e.g. `0x1::coin`; `script` in a script. */
  readonly module: string;
  readonly code: bigint;
  /** The error's name, where the module tells, e.g. `EINSUFFICIENT_BALANCE`. */
  readonly name: string | undefined;
  /** The error's text, where the module tells. */
  readonly description: string | undefined;
}

/** The change of one store's balance by a transaction, the fee included. */
export interface ResultBalanceChange {
  readonly owner: string;
  /** Address of the asset's metadata, or the type of a coin that is kept the old way. */
  readonly asset: string;
  /** In the smallest unit. */
  readonly before: bigint;
  readonly after: bigint;
}

/** A text that Move code printed with `0x1::debug::print`. */
export interface ResultPrint {
  readonly text: string;
  /** The function that printed, e.g. `0xcafe::shop::buy`. */
  readonly function?: string | undefined;
}

/** A failure of code, with the lines that it came from where the package was deployed with its source maps. */
export interface ResultFailure {
  /** `abort`, `arithmetic`, `vector`, `resource`, `variant`, `out_of_gas`, `limit` or `other`. */
  readonly kind: string;
  /** The fault, with the values behind it: `Subtraction overflow: 5 - 7 is not a u64`. */
  readonly message: string;
  /** The innermost line that is known. */
  readonly place: ResultPlace | undefined;
  /** The calls that were open, innermost first. */
  readonly calls: readonly ResultCall[];
}

/** A line of a source file. */
export interface ResultPlace {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** The line itself. */
  readonly text: string;
}

/** A call that was open when code failed. */
export interface ResultCall {
  /** E.g. `0xcafe::shop::buy`; `script` for a script. */
  readonly function: string;
  /** Index of the instruction in the function's code. */
  readonly codeOffset: number;
  readonly place: ResultPlace | undefined;
}

/** Forms of a trace: for people, for flame graph tools, for https://www.speedscope.app. */
export type TraceFormat = "text" | "folded" | "speedscope";

/**
 * What has become of a transaction.
 *
 * - `pending`: it waits for a block.
 * - `executed`: it ran, well or not.
 * - `rejected`: it was refused, or dropped before it ran.
 */
export type ExecutionState = "pending" | "executed" | "rejected";

/** The result of a transaction. A failure is a value, never thrown. */
export interface ExecutionResult {
  readonly state: ExecutionState;
  /** `undefined` while it is not known yet, because the transaction waits. */
  readonly success: boolean | undefined;
  /** In words, e.g. `Executed successfully`; never empty. */
  readonly status: string;
  /** `undefined` for a call that was refused before there was a transaction. */
  readonly hash: string | undefined;
  /** Version in the ledger; absent for a transaction that was refused, waits, or was only simulated. */
  readonly version: bigint | undefined;
  /** Present where Move code aborted. */
  readonly abort: ResultAbort | undefined;
  /** Present where code failed in any way. */
  readonly failure: ResultFailure | undefined;
  /** Status of the machine where it refused the transaction before it ran, e.g. 3 for a sequence number that is too old. */
  readonly vmErrorCode: number | undefined;
  readonly gasUsed: bigint;
  /** The fee that was paid, in octas. */
  readonly fee: bigint;
  readonly events: readonly ResultEvent[];
  /** Changes of the state, as the API writes them. */
  readonly changes: readonly unknown[];
  readonly balanceChanges: readonly ResultBalanceChange[];
  readonly prints: readonly ResultPrint[];
  /**
   * Executes the transaction again and says what it called, read, wrote and paid for; empty for one that did not run.
   *
   * @param format - `text` when absent
   */
  trace(format?: TraceFormat): Promise<string>;
}

/** A transaction in the API's JSON, as far as results need it. */
interface TransactionJson {
  readonly hash: string;
  readonly version?: string;
  readonly success?: boolean;
  readonly vm_status?: string;
  readonly gas_used?: string;
  readonly gas_unit_price?: string;
  readonly events?: readonly ResultEvent[];
  readonly changes?: readonly unknown[];
}

/** The result of a transaction, as it travels. */
export interface Report {
  /** Absent where the transaction was refused. */
  readonly transaction?: TransactionJson;
  readonly refusal?: { readonly message: string; readonly vm_error_code?: number | null };
  /** Of a transaction that was refused; absent where it did not come as bytes. */
  readonly hash?: string | undefined;
  readonly balance_changes?: readonly {
    readonly owner: string;
    readonly asset: string;
    readonly before: string;
    readonly after: string;
  }[];
  readonly prints?: readonly ResultPrint[];
  readonly failure?: ReportedFailure | undefined;
}

/** A failure of code, as it travels. */
export interface ReportedFailure extends Omit<ResultFailure, "calls" | "place"> {
  readonly place?: ResultPlace | undefined;
  readonly calls: readonly (Omit<ResultCall, "codeOffset" | "place"> & {
    readonly code_offset: number;
    readonly place?: ResultPlace | undefined;
  })[];
}

/** @param trace - tells the trace of a transaction that ran */
export function resultOf(
  { transaction, refusal, hash: refused, balance_changes: balances = [], prints = [], failure }: Report,
  isCommitted: boolean,
  trace: (transaction: TransactionJson, format: TraceFormat) => Promise<string>,
): ExecutionResult {
  const { hash = refused, version, success, vm_status: outcome } = transaction ?? {};
  const { events = [], changes = [], gas_used: gas = 0, gas_unit_price: price = 0 } = transaction ?? {};
  const gasUsed = BigInt(gas);
  const state = stateOf(transaction, isCommitted);
  const said = outcome ?? refusal?.message ?? "waits for a block";
  const code = state === "rejected" ? statusNameOf(said) : undefined;
  // A simulation names the bare status; a submission says what it means.
  const status = code === undefined ? said : invalidText(code);
  return {
    state,
    success: state === "pending" ? undefined : success === true,
    status,
    hash,
    version: isCommitted && version !== undefined ? BigInt(version) : undefined,
    abort: parseAbort(status),
    failure: failure && failureOf(failure),
    vmErrorCode: refusal?.vm_error_code ?? (code && statusCodes[code]),
    gasUsed,
    fee: gasUsed * BigInt(price) - refundOf(events),
    events,
    changes,
    balanceChanges: balances.map(({ owner, asset, before, after }) => ({
      owner,
      asset,
      before: BigInt(before),
      after: BigInt(after),
    })),
    prints,
    trace: async (format = "text") => (state === "executed" ? trace(transaction!, format) : ""),
  };
}

function failureOf({ kind, message, place, calls }: ReportedFailure): ResultFailure {
  return {
    kind,
    message,
    place,
    calls: calls.map(({ function: name, code_offset: codeOffset, place: at }) => ({
      function: name,
      codeOffset,
      place: at,
    })),
  };
}

function stateOf(transaction: TransactionJson | undefined, isCommitted: boolean): ExecutionState {
  if (transaction === undefined) return "rejected";
  if (transaction.vm_status === undefined) return "pending";
  // What runs costs gas: a simulation shows by it what the ledger would not take.
  return isCommitted || transaction.gas_used !== "0" ? "executed" : "rejected";
}

/** A status of the machine that stands for itself. */
function statusNameOf(status: string): keyof typeof statusCodes | undefined {
  return Object.hasOwn(statusCodes, status) ? (status as keyof typeof statusCodes) : undefined;
}

function refundOf(events: readonly ResultEvent[]): bigint {
  const statement = events.findLast(({ type }) => type === "0x1::transaction_fee::FeeStatement");
  const data = statement?.data as { readonly storage_fee_refund_octas?: string } | undefined;
  return BigInt(data?.storage_fee_refund_octas ?? 0);
}

/** @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/virtual-machine.md#6.5 | Specification, virtual machine 6.5} */
const moveAbort =
  /^Move abort(?: in ([^:]+::\w+))?: (?:(\w+)\((0x[0-9a-f]+)\)(?:: ([\s\S]*))?|(?:code )?(0x[0-9a-f]+))/;

function parseAbort(status: string): ResultAbort | undefined {
  const match = moveAbort.exec(status);
  if (match === null) return undefined;
  const [, module = "script", name, named, description, bare] = match;
  return { module, name, description, code: BigInt((named ?? bare)!) };
}

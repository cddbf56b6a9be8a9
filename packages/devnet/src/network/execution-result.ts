/** An event as the API writes it. */
export interface ResultEvent {
  readonly type: string;
  readonly data: unknown;
}

/** An abort of Move code, with what its module says of it. */
export interface ResultAbort {
  /** Where the code aborted, e.g. `0x1::coin`; `script` in a script. */
  readonly module: string;
  readonly code: bigint;
  /** The error's name, where the module tells, e.g. `EINSUFFICIENT_BALANCE`. */
  readonly name: string | undefined;
  /** The error's text, where the module tells. */
  readonly description: string | undefined;
}

/** What became of a transaction. A failure is a value, never thrown. */
export interface ExecutionResult {
  readonly success: boolean;
  /** In words, e.g. `Executed successfully`. */
  readonly status: string;
  readonly hash: string;
  /** Version in the ledger; absent for a transaction that was refused, waits, or was only simulated. */
  readonly version: bigint | undefined;
  /** Present where Move code aborted. */
  readonly abort: ResultAbort | undefined;
  /** Status of the machine where it refused the transaction before it ran, e.g. 3 for a sequence number that is too old. */
  readonly vmErrorCode: number | undefined;
  readonly gasUsed: bigint;
  /** What was paid, in octas. */
  readonly fee: bigint;
  readonly events: readonly ResultEvent[];
  /** Changes of the state, as the API writes them. */
  readonly changes: readonly unknown[];
}

/** A transaction in the API's JSON, as far as results need it. */
export interface TransactionJson {
  readonly hash: string;
  readonly version?: string;
  readonly success?: boolean;
  readonly vm_status?: string;
  readonly gas_used?: string;
  readonly gas_unit_price?: string;
  readonly events?: readonly ResultEvent[];
  readonly changes?: readonly unknown[];
}

/** @param isCommitted - whether it has a version of its own */
export function resultOf(transaction: TransactionJson, isCommitted: boolean): ExecutionResult {
  const { hash, version, success = false, vm_status: status = "", events = [], changes = [] } = transaction;
  const gasUsed = BigInt(transaction.gas_used ?? 0);
  return {
    success,
    status,
    hash,
    version: isCommitted && version !== undefined ? BigInt(version) : undefined,
    abort: parseAbort(status),
    vmErrorCode: undefined,
    gasUsed,
    fee: gasUsed * BigInt(transaction.gas_unit_price ?? 0) - refundOf(events),
    events,
    changes,
  };
}

/** The result of a transaction that was not taken. */
export function refusedResult(hash: string, status: string, vmErrorCode: number | undefined): ExecutionResult {
  const nothing = { version: undefined, abort: undefined, gasUsed: 0n, fee: 0n, events: [], changes: [] };
  return { ...nothing, success: false, status, hash, vmErrorCode };
}

function refundOf(events: readonly ResultEvent[]): bigint {
  const statement = events.findLast(({ type }) => type === "0x1::transaction_fee::FeeStatement");
  const data = statement?.data as { readonly storage_fee_refund_octas?: string } | undefined;
  return BigInt(data?.storage_fee_refund_octas ?? 0);
}

/** @see Ledger specification, execution §6.4 */
const moveAbort =
  /^Move abort(?: in ([^:]+::\w+))?: (?:(\w+)\((0x[0-9a-f]+)\)(?:: ([\s\S]*))?|(?:code )?(0x[0-9a-f]+))/;

function parseAbort(status: string): ResultAbort | undefined {
  const match = moveAbort.exec(status);
  if (match === null) return undefined;
  const [, module = "script", name, named, description, bare] = match;
  return { module, name, description, code: BigInt((named ?? bare)!) };
}

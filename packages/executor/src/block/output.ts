import { uleb128 } from "@ledger/bcs";
import { ContractEvent, concatBytes, type ExecutionStatus, WriteSet } from "@ledger/types";
import type { Change } from "../state/change.ts";
import type { ChangeSet } from "../state/change-set.ts";
import { encodeWriteSet, writeSetOf } from "../state/write-set.ts";

/** The effects of a committed transaction, as the ledger records them. */
export interface Output {
  readonly writeSet: WriteSet;
  readonly events: readonly ContractEvent[];
  readonly gasUsed: bigint;
  readonly status: ExecutionStatus;
}

/** An output that is made of changes. Their keys are taken apart when that is first asked for. */
class OutputOfChanges implements Output {
  readonly changes: readonly Change[];
  readonly events: readonly ContractEvent[];
  readonly gasUsed: bigint;
  readonly status: ExecutionStatus;
  #writeSet: WriteSet | undefined;

  constructor({ changes, events }: ChangeSet, gasUsed: bigint, status: ExecutionStatus) {
    this.changes = [...changes];
    this.events = events;
    this.gasUsed = gasUsed;
    this.status = status;
  }

  get writeSet(): WriteSet {
    this.#writeSet ??= writeSetOf(this.changes);
    return this.#writeSet;
  }
}

/** An output in BCS. */
export interface EncodedOutput {
  readonly writeSet: Uint8Array;
  /** The list of events. */
  readonly events: Uint8Array;
  /** The events one by one. */
  readonly eachEvent: readonly Uint8Array[];
}

/** Encodes an output: its size counts for the block, and its record hashes it. */
export function encodeOutput(output: Output): EncodedOutput {
  const { events } = output;
  const eachEvent = events.map((event) => ContractEvent.encode(event));
  const list = concatBytes(uleb128.encode(events.length), ...eachEvent);
  const writeSet =
    output instanceof OutputOfChanges ? encodeWriteSet(output.changes) : WriteSet.encode(output.writeSet);
  return { writeSet, events: list, eachEvent };
}

/** The output of changes. A transaction of the system uses no gas. */
export function outputOf(
  changeSet: ChangeSet,
  { gasUsed, status }: Pick<Output, "gasUsed" | "status"> = { gasUsed: 0n, status: { kind: "Success" } },
): Output {
  return new OutputOfChanges(changeSet, gasUsed, status);
}

import { uleb128 } from "@ledger/bcs";
import { ContractEvent, concatBytes, type ExecutionStatus, WriteSet } from "@ledger/types";
import type { ChangeSet } from "../state/change-set.ts";
import { writeSetOf } from "../state/write-set.ts";

/** The effects of a committed transaction, as the ledger records them. */
export interface Output {
  readonly writeSet: WriteSet;
  readonly events: readonly ContractEvent[];
  readonly gasUsed: bigint;
  readonly status: ExecutionStatus;
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
export function encodeOutput({ writeSet, events }: Output): EncodedOutput {
  const eachEvent = events.map((event) => ContractEvent.encode(event));
  const list = concatBytes(uleb128.encode(events.length), ...eachEvent);
  return { writeSet: WriteSet.encode(writeSet), events: list, eachEvent };
}

/** The output of changes. A transaction of the system uses no gas. */
export function outputOf(
  changeSet: ChangeSet,
  { gasUsed, status }: Pick<Output, "gasUsed" | "status"> = { gasUsed: 0n, status: { kind: "Success" } },
): Output {
  return { writeSet: writeSetOf(changeSet.changes), events: changeSet.events, gasUsed, status };
}

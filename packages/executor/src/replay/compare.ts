import { BcsError } from "@ledger/bcs";
import {
  accumulatorRoot,
  bytesEqual,
  ContractEvent,
  ContractEvents,
  compareStateItems,
  ExecutionStatus,
  encodeStateKey,
  formatTypeTag,
  hashEvent,
  hashWriteSet,
  type LedgerRecord,
  mapKey,
  type TransactionInfo,
  WriteOp,
  WriteSet,
  writesOf,
} from "@ledger/types";
import { encodeOutput, type Output } from "../block/output.ts";
import { FeeStatement } from "../transaction/epilogue.ts";
import type { Difference, ReplayOutcome } from "./difference.ts";

/** The parts of a record that execution makes. */
export type RecordedOutput = Pick<LedgerRecord, "events" | "writeSet"> & { readonly info: TransactionInfo };

/** Writes that a report lists. */
const listedWrites = 100;
const feeStatementType = "0x1::transaction_fee::FeeStatement";

/**
 * Compares what execution made of a transaction with its record: the status, the gas, the events by their root and the writes by their hash.
 *
 * @param found - differences that were found already: they come before those of events and writes
 * @throws BcsError when a part of the record that differs does not decode
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/re-execution.md#2.3 | Specification, re-execution 2.3}
 */
export function compareOutput(recorded: RecordedOutput, output: Output, found: readonly Difference[]): ReplayOutcome {
  const encoded = encodeOutput(output);
  const { gasUsed, status, eventRootHash, stateChangeHash } = recorded.info.value;
  const differences: Difference[] = [];
  if (!bytesEqual(ExecutionStatus.encode(status), ExecutionStatus.encode(output.status))) {
    differences.push({ part: "status", recorded: status, executed: output.status });
  }
  if (gasUsed !== output.gasUsed) differences.push(gasDifference(recorded, output));
  differences.push(...found);
  const hasSameEvents =
    bytesEqual(recorded.events, encoded.events) ||
    bytesEqual(eventRootHash, accumulatorRoot("EventAccumulator", encoded.eachEvent.map(hashEvent)));
  if (!hasSameEvents) {
    const events = ContractEvents.decode(recorded.events);
    const parts = gasDifference(recorded, output);
    if (gasUsed === output.gasUsed && !sameParts(parts)) differences.push(parts);
    differences.push(eventDifference(events, output.events));
  }
  const hasSameWrites =
    bytesEqual(recorded.writeSet, encoded.writeSet) || bytesEqual(stateChangeHash, hashWriteSet(encoded.writeSet));
  const writes = hasSameWrites ? [] : writeDifferences(WriteSet.decode(recorded.writeSet), output.writeSet);
  const unlisted = Math.max(0, writes.length - listedWrites);
  differences.push(...writes.slice(0, listedWrites));
  return differences.length === 0 ? { kind: "equal" } : { kind: "different", differences, unlisted };
}

type GasDifference = Extract<Difference, { readonly part: "gas" }>;

function gasDifference({ info, events }: RecordedOutput, output: Output): GasDifference {
  return {
    part: "gas",
    recorded: { gasUsed: info.value.gasUsed, parts: feeStatementOf(ContractEvents.decode(events)) },
    executed: { gasUsed: output.gasUsed, parts: feeStatementOf(output.events) },
  };
}

function sameParts({ recorded, executed }: GasDifference): boolean {
  if (recorded.parts === undefined || executed.parts === undefined) return recorded.parts === executed.parts;
  return bytesEqual(FeeStatement.encode(recorded.parts), FeeStatement.encode(executed.parts));
}

/** The statement of fees among the events of a transaction; `undefined` where it emits none that can be read. */
export function feeStatementOf(events: readonly ContractEvent[]): FeeStatement | undefined {
  // It is the last event of its transaction.
  const event = events.findLast(({ value: { typeTag } }) => formatTypeTag(typeTag) === feeStatementType);
  if (event === undefined) return undefined;
  try {
    return FeeStatement.decode(event.value.data);
  } catch (error) {
    if (error instanceof BcsError) return undefined;
    throw error;
  }
}

function eventDifference(recorded: readonly ContractEvent[], executed: readonly ContractEvent[]): Difference {
  const length = Math.max(recorded.length, executed.length);
  for (let index = 0; index < length; index++) {
    const sides = { recorded: recorded[index], executed: executed[index] };
    if (!equal(ContractEvent, sides.recorded, sides.executed)) return { part: "event", index, ...sides };
  }
  // The events of the record are none that its info names.
  return { part: "event", index: length, recorded: undefined, executed: undefined };
}

/** The writes of one side only, then those of both that differ, each in the order of what they change. */
function writeDifferences(recorded: WriteSet, executed: WriteSet): Difference[] {
  const sides = new Map<string, { key: Uint8Array; recorded: WriteOp | undefined; executed: WriteOp | undefined }>();
  for (const [stateKey, op] of writesOf(recorded)) {
    const key = encodeStateKey(stateKey);
    sides.set(mapKey(key), { key, recorded: op, executed: undefined });
  }
  for (const [stateKey, op] of writesOf(executed)) {
    const key = encodeStateKey(stateKey);
    const other = sides.get(mapKey(key))?.recorded;
    sides.set(mapKey(key), { key, recorded: other, executed: op });
  }
  const differing = [...sides.values()]
    .filter((side) => !equal(WriteOp, side.recorded, side.executed))
    .sort((a, b) => compareStateItems(a.key, b.key));
  const isAlone = (side: (typeof differing)[number]): boolean =>
    side.recorded === undefined || side.executed === undefined;
  const ordered = [...differing.filter(isAlone), ...differing.filter((side) => !isAlone(side))];
  return ordered.map((side) => ({ part: "write", ...side }));
}

function equal<T>(codec: { encode(value: T): Uint8Array }, a: T | undefined, b: T | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return bytesEqual(codec.encode(a), codec.encode(b));
}

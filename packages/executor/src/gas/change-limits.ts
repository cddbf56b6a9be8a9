import { stateItemSize } from "@ledger/types";
import { type GasSchedule, VmError } from "@ledger/vm";
import type { ChangeSet } from "../state/change-set.ts";

/** Bounds of what one transaction changes. Bytes, but for the number of writes. */
interface ChangeLimits {
  readonly write: number;
  readonly writes: number;
  readonly event: number;
  readonly events: number;
  readonly writeCount: number;
}

const mebibyte = 1024 * 1024;

/** The limits before the schedule said any. */
const firstLimits: ChangeLimits = {
  write: mebibyte,
  writes: Infinity,
  event: mebibyte,
  events: 10 * mebibyte,
  writeCount: Infinity,
};

/**
 * Checks that a transaction does not write more than the schedule allows.
 *
 * @throws VmError `STORAGE_WRITE_LIMIT_REACHED`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#4.2 | Specification, execution 4.2}
 */
export function checkChangeLimits(gas: GasSchedule, { changes, events }: ChangeSet): void {
  const limits = limitsOf(gas);
  if (limits === undefined) return;
  let total = 0;
  let count = 0;
  for (const { key, value, kind } of changes) {
    count += 1;
    if (kind === "deletion") continue;
    const size = stateItemSize(key, value);
    total += size;
    if (size > limits.write) throw tooLarge("the size of a write");
  }
  if (count > limits.writeCount) throw tooLarge("the number of writes");
  if (total > limits.writes) throw tooLarge("the size of all writes");
  let eventBytes = 0;
  for (const { value } of events) {
    eventBytes += value.data.length;
    if (value.data.length > limits.event) throw tooLarge("the size of an event");
  }
  if (eventBytes > limits.events) throw tooLarge("the size of all events");
}

function limitsOf(gas: GasSchedule): ChangeLimits | undefined {
  const { rules } = gas;
  if (!rules.changeLimits) return undefined;
  if (!rules.scheduledChangeLimits) return firstLimits;
  return {
    write: gas.parameter("txn.max_bytes_per_write_op"),
    writes: gas.parameter("txn.max_bytes_all_write_ops_per_transaction"),
    event: gas.parameter("txn.max_bytes_per_event"),
    events: gas.parameter("txn.max_bytes_all_events_per_transaction"),
    // A schedule that says 0 has no limit.
    writeCount: (rules.writeCountLimit && gas.parameter("txn.max_write_ops_per_transaction")) || Infinity,
  };
}

function tooLarge(noun: string): VmError {
  return new VmError("STORAGE_WRITE_LIMIT_REACHED", `${noun} of the transaction exceeds the limit`);
}

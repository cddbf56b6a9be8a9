import type { JsonValue } from "@ledger/move";
import type { WorkBound } from "@ledger/vm";
import type { ReplayOutcome } from "./difference.ts";

/** One part of a record that execution does not confirm, as JSON. What one of the sides does not have is `null`. */
export interface DifferenceReport {
  readonly part: "refused" | "status" | "gas" | "fees" | "auxiliary_info" | "event" | "write";
  /** Position of an event among those of its transaction. */
  readonly index?: number;
  /** Encoded state key of a write, hex with `0x`. */
  readonly key?: string;
  /** The item that a write changes, for people. */
  readonly item?: string;
  readonly recorded: JsonValue;
  readonly executed: JsonValue;
}

/** The result of executing a version again, as JSON. */
export interface ReplayReport {
  /** Decimal. */
  readonly version: string;
  readonly outcome: ReplayOutcome["kind"];
  /** Of a version that was not executed. */
  readonly reason?: string;
  /** The bound of the host that ended its execution. */
  readonly bound?: WorkBound;
  readonly differences?: readonly DifferenceReport[];
  /** Writes that differ and are not listed. */
  readonly unlisted_writes?: number;
}

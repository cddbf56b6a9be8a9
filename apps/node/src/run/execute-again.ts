import { readDivergences } from "../config/replay-options.ts";
import type { StartOptions } from "../config/start-options.ts";
import type { NodeHealth } from "../health/node-health.ts";
import type { Logger } from "../logger.ts";
import { type ExecutionEvent, ExecutionFollower } from "../replay/execution-follower.ts";
import type { StoreLocation } from "../store/location.ts";
import { reportExecution } from "../wiring/report-execution.ts";

/** The effects of execution besides its own results. */
export interface ExecutionEffects {
  readonly setHealth: (change: Partial<NodeHealth>) => void;
  /** Stops the thread that keeps the ledger. */
  readonly stopIngest: () => void;
  readonly note: (event: ExecutionEvent) => void;
}

/**
 * Begins to execute what a node keeps, where its options say so.
 *
 * @returns `undefined` where they do not
 */
export function executeAgain(
  location: StoreLocation,
  { execute, executeThreads, executeExcept, onMismatch }: StartOptions,
  log: Logger,
  { setHealth, stopIngest, note }: ExecutionEffects,
): ExecutionFollower | undefined {
  if (execute === "off") return undefined;
  const report = reportExecution(log);
  const sample = execute === "all" ? undefined : execute;
  const divergences = readDivergences(executeExcept, "--execute-except");
  let hasStopped = false;
  return new ExecutionFollower({ location, threads: executeThreads, sample, divergences }, (event) => {
    report(event);
    note(event);
    if (event.kind === "stalled") {
      setHealth({ degraded: event.reason && `records are not executed again: ${event.reason}` });
    }
    if (event.kind !== "mismatch" || onMismatch !== "stop" || hasStopped) return;
    hasStopped = true;
    setHealth({
      fault: `version ${event.version} ${event.reason === undefined ? "is not what execution makes of it" : `was not executed: ${event.reason}`}; the ledger is not followed any further (--on-mismatch stop)`,
    });
    stopIngest();
  });
}

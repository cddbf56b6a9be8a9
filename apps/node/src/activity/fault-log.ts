import type { Logger } from "../logger.ts";
import { countingBudget } from "./line-budget.ts";

/** Reasons that are remembered, and the length of one: what fails may name what a client has sent. */
const mostReasons = 100;
const longestReason = 500;

/**
 * Makes what logs the failures of a service. A reason has its stack once: a disk that is full fails every request in the same way, and each client
 * would fill the log, which may be on that disk. Each other failure is one line, up to twenty in a second, and the rest of the second one more.
 */
export function createFaultLog(log: Pick<Logger, "error">, service: string): (error: unknown) => void {
  const known = new Set<string>();
  const lines = countingBudget((times) => log.error({ service, times }, "service failed again"));
  return (err) => {
    const reason = (err instanceof Error ? err.message : String(err)).slice(0, longestReason);
    if (known.has(reason)) {
      if (lines.take(() => 1)) log.error({ service, reason }, "service failed");
      return;
    }
    if (known.size >= mostReasons) known.clear();
    known.add(reason);
    log.error({ err, service }, "service failed");
  };
}

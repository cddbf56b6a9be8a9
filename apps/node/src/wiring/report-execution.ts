import type { Logger } from "../logger.ts";
import { say } from "../logger.ts";
import type { ExecutionEvent } from "../replay/execution-follower.ts";
import { subjectOf } from "../replay/finding-text.ts";

/** Milliseconds between two lines about progress. */
const progressInterval = 10_000;
/** Versions behind the head from which progress is news. */
const notableLag = 1_000n;

/** Makes the log lines about records that are executed again. */
export function reportExecution(log: Logger): (event: ExecutionEvent) => void {
  let last = { time: performance.now(), version: undefined as bigint | undefined };
  return (event) => {
    switch (event.kind) {
      case "began":
        say(log, "info", {
          message: "executing again",
          fields: { version: event.next },
          text: `execute   what is kept is executed again, from version ${event.next} on`,
        });
        return;
      case "progress": {
        const { version, head } = event;
        const time = performance.now();
        const lag = head - version;
        log.debug({ version, lag }, "executed again");
        if (lag < notableLag || time - last.time < progressInterval) return;
        const done = version - (last.version ?? version);
        const rate = Math.round((Number(done) * 1_000) / (time - last.time));
        say(log, "info", {
          message: "execution progress",
          fields: { version, lag, versionsPerSecond: rate },
          text: `execute   version ${version}, ${lag} behind, ${rate} a second`,
        });
        last = { time, version };
        return;
      }
      case "finding": {
        const { version, outcome, reason, bound, differences = [] } = event.report;
        if (outcome === "not_executed") {
          say(log, "warn", {
            message: "execution ended by a bound",
            fields: { version, bound, reason },
            text: `execute   version ${version} was not executed: ${reason ?? "it went beyond a bound of this node"}`,
          });
          return;
        }
        if (outcome !== "different") {
          log.debug({ version, outcome, reason }, "not executed");
          return;
        }
        const parts = differences.map(subjectOf);
        say(log, "error", {
          message: "execution differs",
          fields: { version, parts },
          text: `execute   version ${version} is not what its record says: ${parts.slice(0, 5).join(", ")}`,
        });
        return;
      }
      case "stalled":
        if (event.reason === undefined) {
          say(log, "info", { message: "execution resumed", text: "execute   resumed" });
        } else {
          say(log, "warn", {
            message: "execution stalled",
            fields: { reason: event.reason },
            text: `execute   stalled: ${event.reason}`,
          });
        }
        return;
      case "mismatch":
        return;
    }
  };
}

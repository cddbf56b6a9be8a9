import type { IndexEvent } from "../indexing/index-follower.ts";
import { soonIndexed } from "../indexing/protocol.ts";
import { type Logger, say } from "../logger.ts";

/** Milliseconds between two lines about progress. */
const progressInterval = 10_000;

/** Makes the log lines about the index of tables. @param isQuiet - true if the index is kept by default: nothing is logged while it is near the head */
export function reportIndex(log: Logger, isQuiet: boolean): (event: IndexEvent) => void {
  let isTold = !isQuiet;
  let last = { time: performance.now(), next: undefined as bigint | undefined };
  let isReady: boolean | undefined;
  let isPartial = false;
  return (event) => {
    if (event.kind === "stalled") {
      const { reason } = event;
      if (reason === undefined) say(log, "info", { message: "index resumed", text: "index     resumed" });
      else {
        say(log, "warn", { message: "index stalled", fields: { reason }, text: `index     stalled: ${reason}` });
      }
      return;
    }
    const { next, head, phase, since } = event;
    const time = performance.now();
    log.debug({ version: next - 1n, phase }, "indexed");
    isTold ||= head - next >= soonIndexed;
    if (!isTold) return;
    if (since !== undefined) isPartial = true;
    if (event.isReady && isReady !== true) {
      isReady = true;
      const place = isPartial ? `; history before version ${since} follows` : `, from version ${next - 1n}`;
      const text = `index     answers GraphQL at /v1/graphql${place}`;
      say(log, "info", { message: "index ready", fields: { version: next - 1n, since }, text });
      return;
    }
    if (isPartial && since === undefined) {
      isPartial = false;
      const text = "index     tells of all history that is kept";
      say(log, "info", { message: "index complete", fields: { version: next - 1n }, text });
    }
    if (isReady === undefined) {
      isReady = false;
      const text =
        phase === "state" ? "is built: the state is read first" : `is built, from version ${next} to ${head}`;
      say(log, "info", { message: "index begun", fields: { version: next, head }, text: `index     ${text}` });
    } else if (phase === "done" || time - last.time < progressInterval) return;
    else if (phase === "state") {
      say(log, "info", { message: "index progress", fields: { phase }, text: "index     reads the state" });
    } else {
      const done = next - (last.next ?? next);
      const rate = Math.round((Number(done) * 1_000) / (time - last.time));
      const fields = { version: next - 1n, lag: head - next + 1n, versionsPerSecond: rate };
      const text = `index     version ${next - 1n}, ${fields.lag} behind, ${rate} a second`;
      say(log, "info", { message: "index progress", fields, text });
    }
    last = { time, next };
  };
}

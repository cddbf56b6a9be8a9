import { createRunLog } from "../activity/run-log.ts";
import type { IngestMessage, ProgressFacts, VerifiedFacts } from "../ingest/protocol.ts";
import { type Logger, say } from "../logger.ts";

/** Milliseconds between two progress lines while a ledger grows. */
const progressInterval = 10_000;

/** Shortest and longest pause between two lines about one stall, milliseconds. */
const shortestStallPause = 10_000;
const longestStallPause = 300_000;

/** Turns the reports of the ingest worker into log lines: milestones always, steady progress now and then. */
export function reportIngest(log: Logger): (message: IngestMessage) => void {
  const logRun = createRunLog(log);
  const progress = createProgressReport(log);
  const following = createFollowReport(log);
  const stalled = createStallReport(log);
  let pruningKeepsUp = true;
  let isLocal = false;
  return (message) => {
    switch (message.type) {
      case "verified":
        say(log, "info", {
          message: "genesis verified",
          fields: { ...message.facts },
          text: verifiedLines(message.facts),
        });
        return;
      case "continued": {
        const { ledger, version, oldestVersion } = message;
        say(log, "info", {
          message: "ledger continued",
          fields: { ledger, version, oldestVersion },
          text: `continue  ${ledger}, versions ${oldestVersion} to ${version}`,
        });
        return;
      }
      case "progress":
        // A local network has a line for each transaction.
        progress(message, isLocal ? "debug" : "info");
        return;
      case "following":
        following(message);
        return;
      case "check_crashed":
        say(log, "warn", {
          message: "check thread crashed",
          fields: { reason: message.reason },
          text: `a check thread has ended and will be replaced: ${message.reason}`,
        });
        return;
      case "chain_crashed":
        say(log, "warn", {
          message: "chain thread crashed",
          fields: { reason: message.reason },
          text: `the thread that makes blocks has ended and will be replaced: ${message.reason}`,
        });
        return;
      case "warning":
        say(log, "warn", { message: "ledger warning", fields: { reason: message.text }, text: message.text });
        return;
      case "pruned": {
        const { oldestVersion, deletedRows, lag, keepsUp } = message;
        log.debug({ oldestVersion, deletedRows, lag }, "pruned");
        if (pruningKeepsUp && !keepsUp) log.warn({ lag }, "pruning does not keep up with the ledger");
        pruningKeepsUp = keepsUp;
        return;
      }
      case "mode":
        say(log, "info", {
          message: "ledger started above genesis",
          fields: { mode: message.text },
          text: `start     ${message.text}`,
        });
        return;
      case "loading": {
        const { version, items, totalItems } = message;
        log.debug({ version, items, totalItems }, "loading a snapshot");
        return;
      }
      case "failed":
        reportFailure(log, message);
        return;
      case "stalled":
        stalled(message.reason);
        return;
      case "clock":
        reportClock(log, message);
        return;
      case "recovered":
        say(log, "info", { message: "ledger resumed", text: "ledger    resumed" });
        return;
      case "waypoint":
        reportWaypoint(log, message);
        return;
      case "ran":
        logRun(message.hash, message.run);
        return;
      case "tallies":
      case "pool":
      case "left":
        return;
      case "ready":
        isLocal = message.isLocal;
        return;
      default:
        message satisfies never;
    }
  };
}

function reportFailure(log: Logger, failure: Extract<IngestMessage, { type: "failed" }>): void {
  const { code, message: reason, retryMs } = failure;
  const again = retryMs === undefined ? "" : `; trying again in ${retryMs / 1_000} s`;
  say(log, "error", {
    message: "ledger failed",
    fields: { code, reason, retryMs },
    text: `${code}: ${reason}${again}`,
  });
}

function reportClock(log: Logger, { fault, leadUsecs }: Extract<IngestMessage, { type: "clock" }>): void {
  if (fault === undefined) return;
  const fields = { reason: fault, leadSeconds: Number(leadUsecs) / 1e6 };
  say(log, "warn", { message: "clock is behind", fields, text: `clock     ${fault}` });
}

/** Texts about a waypoint, by its status. */
const waypointTexts = {
  ahead: (version: bigint) => `will be compared at version ${version}`,
  matched: (version: bigint) => `of version ${version} equals the trusted one`,
  not_kept: (version: bigint) => `version ${version} is not kept any more; it cannot be compared`,
} as const;

function reportWaypoint(log: Logger, { status, version }: Extract<IngestMessage, { type: "waypoint" }>): void {
  if (status === "none") return;
  say(log, status === "not_kept" ? "warn" : "info", {
    message: "waypoint",
    fields: { status, version },
    text: `waypoint  ${waypointTexts[status](version)}`,
  });
}

function verifiedLines(facts: VerifiedFacts): string[] {
  const trusted = facts.waypointTrusted
    ? "equals the trusted one"
    : "(computed; pass --waypoint to compare it with one you trust)";
  return [
    `verified  ${facts.source} (${facts.bytes} bytes, chain id ${facts.chainId})`,
    `          transaction  ${facts.transactionHash}`,
    `          state root   ${facts.stateRoot}, ${facts.stateKeys} keys`,
    `          waypoint     ${facts.waypoint} ${trusted}`,
  ];
}

/** Each reason of a stall has another count of seconds, so it is logged at the start and then at doubling intervals. */
function createStallReport(log: Logger): (reason: string | undefined) => void {
  let pause = 0;
  let nextAt = 0;
  return (reason) => {
    if (reason === undefined) {
      if (pause > 0) say(log, "info", { message: "ledger no longer stalled", text: "follow    resumed" });
      pause = 0;
      return;
    }
    const now = performance.now();
    if (pause > 0 && now < nextAt) return;
    pause = Math.min(pause === 0 ? shortestStallPause : 2 * pause, longestStallPause);
    nextAt = now + pause;
    say(log, "warn", { message: "ledger stalled", fields: { reason }, text: `follow    stalled: ${reason}` });
  };
}

/** At the head a follower goes back and forth between waiting and fetching: only what is news is said. */
function createFollowReport(log: Logger): (message: Extract<IngestMessage, { type: "following" }>) => void {
  let last: string | undefined;
  return ({ phase, head }) => {
    log.debug({ phase, upstreamVersion: head }, "follow phase");
    if (phase === last || (phase === "catching_up" && last === "at_head")) return;
    last = phase;
    const upstream = head === undefined ? "" : `, the upstream is at version ${head}`;
    // What it is stalled by is said with the reason.
    if (phase === "stalled") return;
    say(log, "info", {
      message: "following",
      fields: { phase, upstreamVersion: head },
      text: `follow    ${phase.replaceAll("_", " ")}${upstream}`,
    });
  };
}

/** Says how far the ledger is, how fast it goes, and how long the rest of it will take. */
function createProgressReport(log: Logger): (facts: ProgressFacts, level: "debug" | "info") => void {
  let last = { time: performance.now(), records: 0 };
  let first = true;
  return ({ version, head, records }, level) => {
    const time = performance.now();
    if (!first && time - last.time < progressInterval) return;
    // Counted from zero again by each new try to follow.
    const done = records < last.records ? records : records - last.records;
    const rate = (done * 1000) / Math.max(1, time - last.time);
    const left = head === undefined ? 0n : head - version;
    const rest = left > 0n && rate > 0 ? `, ${left} to go, about ${formatSeconds(Number(left) / rate)}` : "";
    const speed = first ? "" : `, ${rate.toFixed(rate < 10 ? 1 : 0)} a second`;
    say(log, level, {
      message: "ledger progress",
      fields: { version, upstreamVersion: head, recordsPerSecond: first ? undefined : Math.round(rate * 10) / 10 },
      text: `ledger    version ${version}${speed}${rest}`,
    });
    last = { time, records };
    first = false;
  };
}

function formatSeconds(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  if (seconds < 5_400) return `${Math.ceil(seconds / 60)} min`;
  return `${Math.ceil(seconds / 3_600)} h`;
}

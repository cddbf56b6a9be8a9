import type { IngestMessage, ProgressFacts, VerifiedFacts } from "../ingest/protocol.ts";
import type { Logger } from "../logger.ts";

/** Milliseconds between two progress lines while a ledger grows. */
const PROGRESS_INTERVAL = 10_000;

/** Turns the reports of the ingest worker into log lines: milestones always, steady progress now and then. */
export function reportIngest(log: Logger): (message: IngestMessage) => void {
  const progress = createProgressReport(log);
  const following = createFollowReport(log);
  let pruningKeepsUp = true;
  return (message) => {
    switch (message.type) {
      case "verified":
        for (const line of verifiedLines(message.facts)) log.info(line);
        return;
      case "continued":
        log.info(`continue  ${message.ledger}, versions ${message.oldestVersion} to ${message.version}`);
        return;
      case "progress":
        progress(message);
        return;
      case "following":
        following(message);
        return;
      case "warning":
        log.warn(message.text);
        return;
      case "pruned":
        log.debug({ oldestVersion: message.oldestVersion.toString(), deletedRows: message.deletedRows }, "pruned");
        if (pruningKeepsUp && !message.keepsUp) log.warn("pruning does not keep up with the ledger");
        pruningKeepsUp = message.keepsUp;
        return;
      case "mode":
        log.info(`start     ${message.text}`);
        return;
      case "loading":
        log.debug({ items: `${message.items} of ${message.totalItems}` }, "loading a snapshot");
        return;
      case "failed": {
        const again = message.retryMs === undefined ? "" : `; trying again in ${message.retryMs / 1_000} s`;
        log.error(`${message.code}: ${message.message}${again}`);
        return;
      }
      case "stalled":
        if (message.reason !== undefined) log.warn(`follow    stalled: ${message.reason}`);
        else log.info("follow    resumed");
        return;
      case "recovered":
        log.info("ledger    resumed");
        return;
      case "waypoint":
        reportWaypoint(log, message);
        return;
      case "completed":
      case "ready":
        return;
    }
  };
}

function reportWaypoint(log: Logger, { status, version }: Extract<IngestMessage, { type: "waypoint" }>): void {
  if (status === "ahead") log.info(`waypoint  will be compared at version ${version}`);
  if (status === "matched") log.info(`waypoint  of version ${version} equals the trusted one`);
  if (status === "not_kept") log.warn(`waypoint  version ${version} is not kept any more; it cannot be compared`);
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

/** At the head a follower goes back and forth between waiting and fetching: only what is news is said. */
function createFollowReport(log: Logger): (message: Extract<IngestMessage, { type: "following" }>) => void {
  let last: string | undefined;
  return ({ phase, head }) => {
    log.debug({ phase, head: head?.toString() }, "following");
    if (phase === last || (phase === "catching_up" && last === "at_head")) return;
    last = phase;
    const upstream = head === undefined ? "" : `, the upstream is at version ${head}`;
    // What it is stalled by is said with the reason.
    if (phase !== "stalled") log.info(`follow    ${phase.replaceAll("_", " ")}${upstream}`);
  };
}

/** Says how far the ledger is, how fast it goes, and how long the rest of it will take. */
function createProgressReport(log: Logger): (facts: ProgressFacts) => void {
  let last = { time: performance.now(), records: 0 };
  let first = true;
  return ({ version, head, records }) => {
    const time = performance.now();
    if (!first && time - last.time < PROGRESS_INTERVAL) return;
    const rate = ((records - last.records) * 1000) / Math.max(1, time - last.time);
    const left = head === undefined ? 0n : head - version;
    const rest = left > 0n && rate > 0 ? `, ${left} to go, about ${formatSeconds(Number(left) / rate)}` : "";
    log.info(`ledger    version ${version}${first ? "" : `, ${rate.toFixed(rate < 10 ? 1 : 0)} a second`}${rest}`);
    last = { time, records };
    first = false;
  };
}

function formatSeconds(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  if (seconds < 5_400) return `${Math.ceil(seconds / 60)} min`;
  return `${Math.ceil(seconds / 3_600)} h`;
}

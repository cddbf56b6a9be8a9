import { setTimeout as delay } from "node:timers/promises";
import type { LocalAccount } from "@ledger/local-chain";
import type { Activity } from "../activity/open-activity.ts";
import { KeptTransactions } from "../calls/kept-transactions.ts";
import type { CallLedger } from "../calls/ledger-calls.ts";
import { indexedGroups } from "../config/index-options.ts";
import { mayBeLocal } from "../config/needs.ts";
import type { StartOptions } from "../config/start-options.ts";
import type { StorePlaces } from "../config/store-options.ts";
import { farewell, NodeFailure } from "../health/node-failure.ts";
import { type NodeHealth, unknownHealth } from "../health/node-health.ts";
import type { IndexFollower } from "../indexing/index-follower.ts";
import type { IngestMessage } from "../ingest/protocol.ts";
import { startIngestThread } from "../ingest/start-thread.ts";
import { SupervisedIngest } from "../ingest/supervise-ingest.ts";
import { type Logger, say } from "../logger.ts";
import { mainProcess } from "../metrics/declare.ts";
import type { TreeThread } from "../proving/tree-thread.ts";
import type { ExecutionFollower } from "../replay/execution-follower.ts";
import type { StoreLocation } from "../store/location.ts";
import { watchStore } from "../store/watch-store.ts";
import { chooseLocalListen } from "../wiring/local-listen.ts";
import { reportIngest } from "../wiring/report-ingest.ts";
import type { ApiServer } from "../wiring/serve-api.ts";
import { executeAgain } from "./execute-again.ts";
import { followWithIndex } from "./follow-with-index.ts";
import { followWithTree } from "./follow-with-tree.ts";
import { announceApi, announceLocal, loadServing, type Observed, show } from "./serving.ts";
import { waitForReplica } from "./wait-for-replica.ts";

/**
 * Keeps the ledger, and serves it once there is something verified to serve, until the node is stopped.
 *
 * @throws NodeStartError, NodeFailure as `runNode` does
 */
export async function keepLedger(
  options: StartOptions,
  { kept: location, read }: StorePlaces,
  log: Logger,
  stopped: Promise<void>,
  { live, observer, onOtherLedger }: Observed,
): Promise<void> {
  const people = await peopleOf(options);
  const report = reportIngest(log);
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => undefined);
  let health = unknownHealth;
  let server: ApiServer | undefined;
  let activity: Activity | undefined;
  let [execution, index, tree]: [ExecutionFollower?, IndexFollower?, TreeThread?] = [];
  const setHealth = (change: Partial<NodeHealth>): void => {
    health = { ...health, ...change };
    server?.passHealth?.(health);
    if (observer !== undefined) observer.status.health = health;
  };
  const replica = waitForReplica(options, { kept: location, read });
  const kept = new KeptTransactions((kind, input) => ingest.call(kind, input), { untilRead: replica?.untilRead });
  const ingest = new SupervisedIngest(
    (onMessage) => startIngestThread({ ...options, location }, onMessage),
    (message: IngestMessage) => {
      const change = healthChange(message);
      if (change !== undefined) setHealth(change);
      if (message.type === "pool") void kept.offerAgain();
      if (message.type === "left") kept.forget(message.hashes);
      if (message.type === "progress") {
        for (const follower of [execution, index, tree]) follower?.wake();
        server?.noteCommit?.();
        activity?.note();
      }
      observer?.status.note(message);
      report(message);
    },
  );
  let endWatch: (() => void) | undefined;
  let deadline: Promise<void> | undefined;
  // The HTTP side loads while the worker opens and verifies the ledger.
  const serving = loadServing(options.workers);
  try {
    // An upstream that does not answer can keep the ledger from beginning for any time; a stop must not wait for it.
    const ready = await Promise.race([ingest.ready, stopped]);
    if (ready === undefined) return;
    if (!ready.isLocal) onOtherLedger();
    endWatch = watchStore(location, "write", (fault) => {
      setHealth({ fault });
      failed.reject(new NodeFailure("data_lost", fault));
    });
    const groups = indexedGroups(options, ready.isLocal);
    // Of another network's ledger so much is committed at first that one index alone is there sooner.
    const indexing = { groups, newestFirst: ready.isLocal };
    index = await followWithIndex(location, indexing, log, { setHealth, status: observer?.status });
    const serve = await serving;
    server = await serve({
      options: { ...options, index: groups, accounts: people[0]?.isOwn === true ? 0 : options.accounts },
      location: read,
      log,
      health: () => health,
      callLedger: kept.call,
      isLocalNetwork: ready.isLocal,
      local: ready.isLocal ? await chooseLocalListen(options, log) : undefined,
      processName: mainProcess,
      onProcesses: (change) => observer?.status.noteProcess(change),
    });
    show(server, { live, observer });
    const effects = { setHealth, stopIngest: () => void ingest.stop() };
    execution = executeAgain(location, options, log, {
      ...effects,
      note: (event) => observer?.status.noteExecution(event),
    });
    tree = await followWithTree(location, options, log, {
      ...effects,
      note: (event) => observer?.status.noteTree(event),
    });
    if (ready.isLocal) activity = await tellActivity(options, read, log, kept.call, people);
    if (ready.isLocal) await fund(people, options, location, kept.call, log);
    announceApi(log, options, server.port, location);
    if (ready.isLocal) await announceLocal(log, options, server, people);
    await Promise.race([stopped, ingest.lost, failed.promise]);
  } catch (error) {
    // Slow clients must not keep the supervisor from seeing it.
    if (error instanceof NodeFailure) deadline = delay(farewell);
    throw error;
  } finally {
    endWatch?.();
    const closed = Promise.all([
      server?.close(),
      execution?.close(),
      replica?.close(),
      index?.close(),
      tree?.close(),
      ingest.stop(),
      activity?.[Symbol.asyncDispose](),
    ]);
    await (deadline === undefined ? closed : Promise.race([closed, deadline]));
  }
}

/** The accounts of a local network, where there may be one. Asked for before anything is written: keys may be wrong. @throws NodeStartError */
async function peopleOf(options: StartOptions): Promise<readonly LocalAccount[]> {
  return mayBeLocal(options) ? (await import("../network/local-people.ts")).localPeople(options) : [];
}

/** Gives the accounts of a local network that is no fork their coins. One that cannot is a network all the same. */
async function fund(
  people: readonly LocalAccount[],
  { fork }: StartOptions,
  location: StoreLocation,
  callLedger: CallLedger,
  log: Logger,
): Promise<void> {
  if (fork !== undefined) return;
  const { fundPeople } = await import("../network/local-people.ts");
  try {
    await fundPeople(people, location, callLedger);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    say(log, "warn", { message: "accounts not funded", fields: { reason }, text: `accounts without coins: ${reason}` });
  }
}

/** The change of the node's health that a message of the thread that keeps the ledger brings. */
function healthChange(message: IngestMessage): Partial<NodeHealth> | undefined {
  switch (message.type) {
    case "failed":
      return { fault: message.message, ...(message.code === "untrusted" && { withheld: message.message }) };
    case "recovered":
      return { fault: undefined, withheld: undefined };
    case "stalled":
      return { stall: message.reason };
    case "clock":
      return { leadUsecs: message.leadUsecs, degraded: message.fault };
    case "waypoint":
      return { waypoint: message.status };
    default:
      return undefined;
  }
}

/** Begins to tell what happens. A log that cannot be written must not end a node that serves. */
async function tellActivity(
  options: StartOptions,
  location: StoreLocation,
  log: Logger,
  callLedger: CallLedger,
  people: readonly LocalAccount[],
): Promise<Activity | undefined> {
  const { openActivity } = await import("../activity/open-activity.ts");
  return openActivity(options, location, log, callLedger, people).catch((err: unknown) => {
    log.warn({ err }, "transactions will not be logged");
    return undefined;
  });
}

import type { Command } from "commander";
import { accountConflicts } from "./account-options.ts";
import { refuseIdle } from "./dependence.ts";
import { featureConflicts } from "./feature-options.ts";
import { forkConflicts } from "./fork-options.ts";
import { hasCredentials } from "./parse-values.ts";
import { bringsBeginning, hasRecordSource, listBeginnings, listRecordSources, sourceUrls } from "./record-sources.ts";
import { refuseSetting } from "./settings.ts";
import type { StartOptions } from "./start-options.ts";
import { refusePasswords } from "./store-options.ts";

/** A setting that cannot be used together with the others. */
interface Conflict {
  /** Attribute name of the option. */
  readonly name: keyof StartOptions;
  readonly reason: string;
}

/** Finds what a node cannot be started with. */
function* findConflicts(options: StartOptions): Iterable<Conflict> {
  const {
    startVersion,
    backup,
    fork,
    follow,
    proofs,
    agreement,
    forward,
    role,
    store,
    readStore,
    waypoint,
    listen,
    adminListen,
    rateLimit,
    trustProxy,
    tlsCert,
    tlsKey,
  } = options;
  const urls = [...sourceUrls(options), ["forward", forward === undefined ? [] : [forward]] as const];
  for (const [name, values] of urls) {
    if (values.some(hasCredentials)) yield { name, reason: "the URL must not contain a user name or password." };
  }
  const hasSource = hasRecordSource(options);
  if (role === "api" && (hasSource || waypoint !== undefined)) {
    const others = listRecordSources("--waypoint");
    yield {
      name: "role",
      reason: `'api' cannot be combined with ${others}: another node keeps and checks the ledger.`,
    };
  }
  if (role !== "api" && readStore !== undefined && store === undefined) {
    yield { name: "readStore", reason: "needs --store: what is kept in a folder is read there." };
  }
  if (fork !== undefined && (role === "api" || hasSource || startVersion !== undefined)) {
    const others = listRecordSources("--start-version", "--role api");
    yield { name: "fork", reason: `cannot be combined with ${others}.` };
  }
  if (proofs === "on" && (fork !== undefined || (startVersion !== undefined && backup === undefined))) {
    const reason =
      "cannot be combined with --fork, or with --start-version without --backup: not all of the state is known.";
    yield { name: "proofs", reason };
  }
  yield* forkConflicts(options);
  yield* featureConflicts(options);
  yield* accountConflicts(options);
  if (agreement !== "all" && agreement > (follow?.length ?? 0)) {
    yield { name: "agreement", reason: `${agreement} needs at least as many upstreams in --follow.` };
  }
  if (tlsCert !== undefined && tlsKey === undefined) yield { name: "tlsCert", reason: "needs --tls-key." };
  if (tlsKey !== undefined && tlsCert === undefined) yield { name: "tlsKey", reason: "needs --tls-cert." };
  if (rateLimit !== undefined && trustProxy?.some((network) => network.endsWith("/0")) === true) {
    yield {
      name: "trustProxy",
      reason: "all addresses cannot be proxies: with --rate-limit, clients could choose their own address.",
    };
  }
  if (adminListen !== undefined && adminListen.port !== 0 && adminListen.port === listen.port) {
    yield { name: "adminListen", reason: `port ${listen.port} is already used by the API.` };
  }
  if (startVersion !== undefined && !bringsBeginning(options)) {
    yield { name: "startVersion", reason: `needs ${listBeginnings()}.` };
  }
}

/**
 * Refuses settings of a command that cannot be used, or not together, and names where one of them was set. Called when all are read.
 *
 * @param starts - true for a command with the options of `start`
 * @returns the settings that have no effect, see {@link refuseIdle}
 */
export function checkSettings(action: Command, starts: boolean): readonly string[] {
  refusePasswords(action);
  if (!starts) return [];
  for (const { name, reason } of findConflicts(action.opts<StartOptions>())) refuseSetting(action, name, reason);
  return refuseIdle(action);
}

import type { Command, Option } from "commander";
import { dependences, mayBeLocal } from "./dependence.ts";
import { forkConflicts } from "./fork-options.ts";
import { addGroups } from "./option-group.ts";
import { hasCredentials } from "./parse-values.ts";
import { hasRecordSource, listRecordSources } from "./record-sources.ts";
import { describePlace, originOf, refuseSetting, settingsOf } from "./settings.ts";
import { type StartOptions, startGroups } from "./start-options.ts";

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
    fork,
    follow,
    backup,
    agreement,
    genesis,
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
  const urls = { genesis: [genesis], follow: follow ?? [], backup: [backup], forward: [forward] };
  for (const [name, values] of Object.entries(urls)) {
    if (!values.some((value) => value !== undefined && hasCredentials(value))) continue;
    yield { name: name as keyof typeof urls, reason: "the URL must not contain a user name or password." };
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
  yield* forkConflicts(options);
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
  if (startVersion !== undefined && follow === undefined && backup === undefined) {
    yield { name: "startVersion", reason: "needs --follow or --backup." };
  }
}

/** Adds the options of `start` to a command, and ends it when they contradict each other, naming where one of them was set. */
export function addStartOptions(command: Command): Command {
  return addGroups(command, startGroups).hook("preAction", (_, action) => {
    for (const { name, reason } of findConflicts(action.opts<StartOptions>())) refuseSetting(action, name, reason);
    for (const { option, reason, isHarmless } of findIdle(action, action.opts())) {
      const name = option.attributeName();
      if (!isHarmless && action.getOptionValueSource(name) === "cli") refuseSetting(action, name, `${reason}.`);
    }
  });
}

/** Lists the settings that have no effect with the other ones: for people, with the places where they are set. */
export function describeIdle(command: Command): readonly string[] {
  return describe(command, findIdle(command, command.opts()));
}

/** Lists the settings that would have no effect if the store held another network's ledger: for people, with the places where they are set. */
export function describeIdleOnOtherLedger(command: Command): readonly string[] {
  const options = command.opts<StartOptions>();
  if (!mayBeLocal(options)) return [];
  const reason = "has no effect: the store holds another network's ledger";
  const idleAnyway = new Set(findIdle(command, options).map(({ option }) => option));
  // Nothing in the options says so: only what the store holds.
  const idle = findIdle(command, { ...options, follow: [] }).filter(({ option }) => !idleAnyway.has(option));
  return describe(
    command,
    idle.map(({ option }) => ({ option, reason })),
  );
}

interface IdleSetting {
  readonly option: Option;
  readonly reason: string;
  readonly isHarmless: boolean;
}

function describe(command: Command, idle: readonly Pick<IdleSetting, "option" | "reason">[]): readonly string[] {
  return idle.map(({ option, reason }) => `${describePlace(command, option)}: ${reason}`);
}

/** The settings of a command that have no effect with some options, see {@link dependences}. */
function findIdle(command: Command, options: StartOptions): readonly IdleSetting[] {
  return settingsOf(command).flatMap((option) => {
    const dependence = dependences[option.attributeName() as keyof StartOptions];
    if (dependence === undefined || dependence.isMet(options)) return [];
    const { reason, isHarmless = false } = dependence;
    const { kind } = originOf(command, option);
    return kind === "default" || (isHarmless && kind !== "flag") ? [] : { option, reason, isHarmless };
  });
}

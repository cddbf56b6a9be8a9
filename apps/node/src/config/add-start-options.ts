import type { Command } from "commander";
import { forkConflicts } from "./fork-options.ts";
import { hasCredentials } from "./parse-values.ts";
import { refuseSetting } from "./settings.ts";
import { type StartOptions, startOptions } from "./start-options.ts";

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
  if (role === "api" && (follow ?? backup ?? genesis ?? waypoint) !== undefined) {
    const reason =
      "'api' cannot be combined with --follow, --backup, --genesis or --waypoint: another node keeps and checks the ledger.";
    yield { name: "role", reason };
  }
  if (role !== "api" && readStore !== undefined && store === undefined) {
    yield { name: "readStore", reason: "needs --store: what is kept in a folder is read there." };
  }
  if (fork !== undefined && (role === "api" || (follow ?? genesis ?? backup ?? startVersion) !== undefined)) {
    yield {
      name: "fork",
      reason: "cannot be combined with --genesis, --follow, --backup, --start-version or --role api.",
    };
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
  for (const option of startOptions) command.addOption(option);
  return command.hook("preAction", (_, action) => {
    for (const { name, reason } of findConflicts(action.opts<StartOptions>())) refuseSetting(action, name, reason);
  });
}

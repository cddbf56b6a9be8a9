import { type Command, InvalidArgumentError, Option } from "commander";
import { allowOriginOption, parseNetwork } from "./access-options.ts";
import { type AccountOptions, accountConflicts, accountOptions } from "./account-options.ts";
import { type FeatureOptions, featureConflicts, featureOptions } from "./feature-options.ts";
import { type ForkOptions, forkConflicts, forkOptions } from "./fork-options.ts";
import { listOption } from "./list-option.ts";
import { isLoopback, type ListenAddress, parseListenAddress } from "./listen-address.ts";
import { localOptions, type ServiceAddress } from "./local-options.ts";
import { type LogOptions, logOptions } from "./log-options.ts";
import { parseInterval, parseTimeSpan } from "./parse-values.ts";
import { refuseSetting } from "./settings.ts";

/** When the blocks of a network for tests are made. */
export type MiningMode = "auto" | "manual" | "interval";

/** Options of `ledger-node devnet`. */
export interface DevnetOptions extends AccountOptions, FeatureOptions, ForkOptions, LogOptions {
  readonly listen: ListenAddress;
  /** The port of the API on this machine, in place of `listen`. */
  readonly port?: number | undefined;
  /** Addresses and networks of other machines that may use the verbs, with the key. */
  readonly allowVerbsFrom?: readonly string[] | undefined;
  /** Origins whose pages may use the network; every origin may read when absent, and loopback ones may change it. */
  readonly allowOrigin?: readonly string[] | undefined;
  /** Key that every request of a verb has to carry. */
  readonly verbsKey?: string | undefined;
  readonly faucetListen?: ServiceAddress | undefined;
  readonly indexerListen?: ServiceAddress | undefined;
  /** Balance of each of them, in octas. */
  readonly balance: bigint;
  readonly mining: MiningMode;
  /** Milliseconds from one block to the next, whether transactions wait or not; 0: no such blocks. */
  readonly blockInterval: number;
  /** Gives the network a time of its own, which only blocks and its users move. */
  readonly startTime?: Date | undefined;
  /** File of a state to go on from. */
  readonly loadState?: string | undefined;
  /** File that the state is written to at the end. */
  readonly dumpState?: string | undefined;
  /** Milliseconds after which the state is written again while the network runs. */
  readonly dumpInterval?: number | undefined;
  /** Takes the transactions of every account without its key. */
  readonly autoImpersonate?: boolean | undefined;
  /** Versions of history that are kept. */
  readonly history: number | "all";
  /** Prints errors only. */
  readonly silent?: boolean | undefined;
}

const octasPerCoin = 100_000_000n;

/** Most coins of one account: what fits into 64 bits of octas, and leaves room for all the others. */
const mostCoins = 1_000_000_000n;

function parseCoins(text: string): bigint {
  const [, whole = "", part = ""] = /^(\d{1,10})(?:\.(\d{1,8}))?$/.exec(text) ?? [];
  if (whole === "") throw new InvalidArgumentError("expected an amount of coins, such as 1000 or 0.5.");
  const octas = BigInt(whole) * octasPerCoin + BigInt(part.padEnd(8, "0"));
  if (octas > mostCoins * octasPerCoin) throw new InvalidArgumentError(`expected at most ${mostCoins} coins.`);
  return octas;
}

function parsePort(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new InvalidArgumentError("expected a port, 0 to 65535; 0 takes a free one.");
  return Number(text);
}

/** The moments between which a network can begin. */
const [earliest, latest] = [new Date(0), new Date(Date.UTC(9999, 0))];

function parseTime(text: string): Date {
  const [day] = /^\d{4}-\d{2}-\d{2}/.exec(text) ?? [];
  const time = new Date(day === undefined ? Number.NaN : text);
  // A day that its month does not have is otherwise taken for one of the next month.
  const isReal = !Number.isNaN(time.getTime()) && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day!);
  if (!isReal || time < earliest || time >= latest)
    throw new InvalidArgumentError("expected a date from 1970 to 9998, such as 2026-01-01 or 2026-01-01T12:00:00Z.");
  return time;
}

function parseHistory(text: string): number | "all" {
  if (text === "all") return text;
  const versions = /^\d{1,12}$/.test(text) ? Number(text) : 0;
  if (versions < 1) throw new InvalidArgumentError("expected a number of versions from 1 on, or all.");
  return versions;
}

/** Longest time between two dumps, milliseconds: a day. */
const longestDumpInterval = 86_400_000;

function parseDumpInterval(text: string): number {
  const interval = Number(parseTimeSpan(text) / 1_000n);
  if (interval === 0 || interval > longestDumpInterval)
    throw new InvalidArgumentError("expected a time span from 1s to 1d.");
  return interval;
}

/** The options of `devnet`, in the order of its help. */
function devnetOptions(): readonly Option[] {
  const shared = localOptions().filter(({ long }) => long === "--faucet-listen" || long === "--indexer-listen");
  return [
    new Option("--listen <host:port>", "address of the API, the explorer and the verbs")
      .env("LEDGER_LISTEN")
      .argParser(parseListenAddress)
      .default({ host: "127.0.0.1", port: 8080 }, "127.0.0.1:8080"),
    new Option("-p, --port <port>", "the same, on this machine alone; 0 takes a free one").argParser(parsePort),
    listOption(
      "--allow-verbs-from <address>",
      "address or network of other machines that may use the verbs, with the key of --verbs-key, or one that is printed",
      parseNetwork,
    ).env("LEDGER_ALLOW_VERBS_FROM"),
    new Option("--verbs-key <key>", "key that every request of a verb must carry, as Authorization: Bearer").env(
      "LEDGER_VERBS_KEY",
    ),
    allowOriginOption(),
    ...shared,
    ...accountOptions(),
    new Option("--balance <coins>", "coins that each of them holds")
      .argParser(parseCoins)
      .default(1_000_000n * octasPerCoin, "1000000"),
    new Option(
      "--mining <mode>",
      "auto: a block for every transaction; manual: when the verb mine says so; interval: by the clock",
    )
      .choices(["auto", "manual", "interval"])
      .default("auto"),
    new Option("--block-interval <ms>", "time between blocks that are made by the clock, also without transactions")
      .env("LEDGER_BLOCK_INTERVAL")
      .argParser(parseInterval)
      .default(0, "0: no such blocks"),
    new Option("--start-time <date>", "begin at a time that only blocks move, so that every run is the same").argParser(
      parseTime,
    ),
    new Option("--load-state <file>", "go on from a state that --dump-state or the verb dump_state has written"),
    new Option("--dump-state <file>", "write the state to a file at the end"),
    new Option("--dump-interval <span>", "write it again and again, too, such as every 30s").argParser(
      parseDumpInterval,
    ),
    new Option("--auto-impersonate", "take transactions of every account, whoever has signed them"),
    new Option("--history <versions|all>", "versions kept before the latest; what a snapshot needs is kept too")
      .env("LEDGER_HISTORY")
      .argParser(parseHistory)
      .default(100_000, "100000, with --dump-state all"),
    ...featureOptions(),
    ...forkOptions(),
    new Option("--silent", "print nothing but errors"),
    ...logOptions(),
  ];
}

/** Finds options that exclude each other, by the attribute name of the option to name. */
function* findConflicts(
  options: DevnetOptions,
): Iterable<{ readonly name: keyof DevnetOptions; readonly reason: string }> {
  const { mining, blockInterval, fork, port, listen, startTime, dumpState, dumpInterval } = options;
  yield* forkConflicts(options);
  yield* featureConflicts(options);
  if (mining === "interval" && blockInterval === 0)
    yield { name: "mining", reason: "interval needs --block-interval." };
  if (mining === "manual" && blockInterval > 0)
    yield { name: "mining", reason: "manual cannot be combined with --block-interval." };
  yield* accountConflicts(options);
  yield* verbConflicts(options);
  if (dumpInterval !== undefined && dumpState === undefined)
    yield { name: "dumpInterval", reason: "needs --dump-state." };
  if (port !== undefined && (listen.host !== "127.0.0.1" || listen.port !== 8080))
    yield { name: "port", reason: "cannot be combined with --listen." };
  if (fork !== undefined && startTime !== undefined)
    yield { name: "startTime", reason: "cannot be combined with --fork: a fork has the time of its ledger." };
}

/** Finds what contradicts itself about the access to the verbs. The key is never shown. */
function* verbConflicts({
  allowVerbsFrom,
  verbsKey,
  port,
  listen,
  silent,
  logFormat,
  logLevel,
}: DevnetOptions): Iterable<{ readonly name: keyof DevnetOptions; readonly reason: string }> {
  if (verbsKey !== undefined && !/^[\x21-\x7e]{16,200}$/.test(verbsKey))
    yield { name: "verbsKey", reason: "expected 16 to 200 letters, digits and signs, without spaces." };
  if (allowVerbsFrom === undefined) return;
  if (port !== undefined || isLoopback(listen.host))
    yield { name: "allowVerbsFrom", reason: "needs --listen with an address that others reach, such as 0.0.0.0:8080." };
  const printsKey = silent !== true && logFormat !== "json" && (logLevel === "info" || logLevel === "debug");
  if (verbsKey === undefined && !printsKey)
    yield { name: "allowVerbsFrom", reason: "needs --verbs-key: the log is told not to print the one that is made." };
}

/** Adds the options of `devnet` to a command, and ends it when they contradict each other. */
export function addDevnetOptions(command: Command): Command {
  for (const option of devnetOptions()) command.addOption(option);
  return command.hook("preAction", (_, action) => {
    for (const { name, reason } of findConflicts(action.opts<DevnetOptions>())) refuseSetting(action, name, reason);
  });
}

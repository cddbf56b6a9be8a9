import { InvalidArgumentError } from "commander";
import * as Type from "typebox";
import { machines, originOption } from "./access-options.ts";
import { accountOptions } from "./account-options.ts";
import { listenOption } from "./api-options.ts";
import { featureOptions } from "./feature-options.ts";
import { forkOptions } from "./fork-options.ts";
import { isLoopback, type ListenAddress, port } from "./listen-address.ts";
import { localOptions, serviceOptions } from "./local-options.ts";
import { type LogOptions, logOptions } from "./log-options.ts";
import { commandOption, type OptionsOf, option, type Value } from "./option.ts";
import { form, isSet, list, oneOf, orWord, text, timeSpan, whole } from "./values.ts";

const octasPerCoin = 100_000_000n;

/** Most coins of one account: what fits into 64 bits of octas, and leaves room for all the others. */
const mostCoins = 1_000_000_000n;

/** An amount of coins; octas. */
const coins: Value<bigint> = form(
  /^(\d{1,10})(?:\.(\d{1,8}))?$/,
  "an amount of coins, such as 1000 or 0.5",
  (_, units = "", part = "") => {
    const octas = BigInt(units) * octasPerCoin + BigInt(part.padEnd(8, "0"));
    if (octas > mostCoins * octasPerCoin) throw new InvalidArgumentError(`expected at most ${mostCoins} coins.`);
    return octas;
  },
);

/** The moments between which a network can begin. */
const [earliest, latest] = [new Date(0), new Date(Date.UTC(9999, 0))];

const time: Value<Date> = {
  schema: Type.String({ format: "date-time" }),
  parse(given) {
    const [day] = /^\d{4}-\d{2}-\d{2}/.exec(given) ?? [];
    const moment = new Date(day === undefined ? Number.NaN : given);
    // A day that its month does not have is otherwise taken for one of the next month.
    const isReal = !Number.isNaN(moment.getTime()) && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day!);
    if (!isReal || moment < earliest || moment >= latest)
      throw new InvalidArgumentError("expected a date from 1970 to 9998, such as 2026-01-01 or 2026-01-01T12:00:00Z.");
    return moment;
  },
};

/** Longest time between two dumps, milliseconds: a day. */
const longestDumpInterval = 86_400_000;

/** Milliseconds. */
const dumpInterval: Value<number> = {
  schema: timeSpan.schema,
  parse(given) {
    const milliseconds = Number(timeSpan.parse(given) / 1_000n);
    if (milliseconds === 0 || milliseconds > longestDumpInterval)
      throw new InvalidArgumentError("expected a time span from 1s to 1d.");
    return milliseconds;
  },
};

/** A key that must not be shown, also where it cannot be used. */
const verbsKey: Value<string> = {
  ...text,
  check: (given) =>
    /^[\x21-\x7e]{16,200}$/.test(given) ? undefined : "expected 16 to 200 letters, digits and signs, without spaces.",
};

/** The options of `devnet`, in the order of its help. */
export const devnetOptions = {
  listen: { ...listenOption, help: "address of the API, the explorer and the verbs" },
  port: commandOption("-p, --port <port>", port, {
    help: "the same, on this machine alone; 0 takes a free one",
    more: "At 8080 the faucet is at 8081 and GraphQL at 8090 too",
    appliesTo: ["server"],
    refuse: ({ listen: { host, port } }: { readonly listen: ListenAddress }) =>
      host === "127.0.0.1" && port === 8080 ? undefined : "cannot be combined with --listen.",
  }),
  allowVerbsFrom: option("--allow-verbs-from <address>", list(machines), {
    help: "address or network of other machines that may use the verbs, with the key of `--verbs-key`, or one that is printed",
    appliesTo: ["verbs"],
    refuse: refuseVerbAccess,
  }),
  verbsKey: option("--verbs-key <key>", verbsKey, {
    help: "key that every request of a verb must carry, as `Authorization: Bearer`",
    more: "Made up and printed where only other machines need one",
    appliesTo: ["verbs"],
    isSecret: true,
  }),
  ...originOption,
  ...serviceOptions,
  ...accountOptions,
  balance: commandOption("--balance <coins>", coins, {
    default: 1_000_000n * octasPerCoin,
    defaultText: "1000000",
    help: "coins that each of them holds",
  }),
  mining: commandOption("--mining <mode>", oneOf("auto", "manual", "interval"), {
    default: "auto",
    help: "auto: a block for every transaction; manual: when the verb mine says so; interval: by the clock",
    refuse({ mining, blockInterval }: { readonly mining: string; readonly blockInterval: number }) {
      if (mining === "interval" && blockInterval === 0) return "interval needs --block-interval.";
      if (mining === "manual" && blockInterval > 0) return "manual cannot be combined with --block-interval.";
      return undefined;
    },
  }),
  blockInterval: {
    ...localOptions.blockInterval,
    default: 0,
    defaultText: "0: no such blocks",
    help: "time between blocks that are made by the clock, also without transactions",
  },
  startTime: commandOption("--start-time <date>", time, {
    help: "begin at a time that only blocks move, so that every run is the same",
    refuse: ({ fork }: { readonly fork?: string | undefined }) =>
      fork === undefined ? undefined : "cannot be combined with --fork: a fork has the time of its ledger.",
  }),
  loadState: commandOption("--load-state <file>", text, {
    help: "go on from a state that `--dump-state` or the verb dump_state has written",
  }),
  dumpState: commandOption("--dump-state <file>", text, {
    help: "write the state to a file at the end",
  }),
  dumpInterval: commandOption("--dump-interval <span>", dumpInterval, {
    help: "write it again and again, too, such as every `30s`",
    refuse: ({ dumpState }: { readonly dumpState?: string | undefined }) =>
      dumpState === undefined ? "needs --dump-state." : undefined,
  }),
  autoImpersonate: commandOption("--auto-impersonate", isSet, {
    help: "take transactions of every account, whoever has signed them",
  }),
  history: option(
    "--history <versions|all>",
    orWord("all", whole(1, 999_999_999_999, "a number of versions from 1 on, or all")),
    {
      default: 100_000,
      defaultText: "100000, with --dump-state all",
      help: "versions kept before the latest; what a snapshot needs is kept too",
    },
  ),
  ...featureOptions,
  ...forkOptions,
  silent: commandOption("--silent", isSet, {
    help: "print nothing but errors",
    more: "`--log-level warn` leaves out the lines about transactions, `debug` adds requests",
    appliesTo: ["log"],
  }),
  ...logOptions,
};

/** Options of `ledger-node devnet`. */
export interface DevnetOptions extends OptionsOf<typeof devnetOptions> {}

/** The options by which others may use the verbs, for the rule about them. */
interface VerbAccess extends LogOptions {
  readonly listen: ListenAddress;
  readonly port?: number | undefined;
  readonly verbsKey?: string | undefined;
  readonly silent?: boolean | undefined;
}

/** Others need an address that they reach, and a key that somebody knows. The key is never shown. */
function refuseVerbAccess({ verbsKey, port, listen, silent, logFormat, logLevel }: VerbAccess): string | undefined {
  if (port !== undefined || isLoopback(listen.host))
    return "needs --listen with an address that others reach, such as 0.0.0.0:8080.";
  const printsKey = silent !== true && logFormat !== "json" && (logLevel === "info" || logLevel === "debug");
  if (verbsKey !== undefined || printsKey) return undefined;
  return "needs --verbs-key: the log is told not to print the one that is made.";
}

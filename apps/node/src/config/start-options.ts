import { accessOptions } from "./access-options.ts";
import { apiOptions } from "./api-options.ts";
import { executeOptions } from "./execute-options.ts";
import { forkOptions } from "./fork-options.ts";
import { indexOptions } from "./index-options.ts";
import { localOptions } from "./local-options.ts";
import { logOptions } from "./log-options.ts";
import { type AppliedTo, appliedTo, type OptionsOf, type OptionTable, type Part } from "./option.ts";
import { proofOptions, retentionOptions } from "./retention-options.ts";
import { sourceOptions } from "./source-options.ts";
import { keepingOptions } from "./store-options.ts";
import { configOption } from "./table-option.ts";

/** The options of `start` by their groups, in the order of its help. A new option is a record in a table of one of these. */
export const startGroups = [
  {
    title: "Configuration file",
    example: "ledger-node start --config ledger.yaml",
    options: { config: configOption },
  },
  {
    title: "Where the ledger comes from",
    example: "ledger-node start --follow https://node.example/v1 --start-version latest",
    options: sourceOptions,
  },
  {
    title: "Where it is kept",
    example: "ledger-node start --data-dir ./mainnet",
    options: keepingOptions,
  },
  {
    title: "How much of it is kept",
    example: "ledger-node start --time-window 7d --disk-budget 20GiB",
    options: { ...retentionOptions, ...proofOptions, ...indexOptions },
  },
  {
    title: "Executing it again",
    example: "ledger-node start --follow https://node.example/v1 --execute all --on-mismatch stop",
    options: executeOptions,
  },
  {
    title: "Local network",
    example: "ledger-node start --workload off --block-interval 0",
    options: localOptions,
  },
  {
    title: "Fork of another network",
    example: "ledger-node start --fork https://node.example/v1@1000000 --fork-cache ./fork-cache",
    options: forkOptions,
  },
  {
    title: "API",
    example: "ledger-node start --listen 0.0.0.0:8080 --admin-listen 9101",
    options: apiOptions,
  },
  {
    title: "Who may use it",
    example: "ledger-node start --allow-host ledger.example --trust-proxy 127.0.0.1 --rate-limit 600/m",
    options: accessOptions,
  },
  {
    title: "Log",
    example: "ledger-node start --log-format json --log-level warn",
    options: logOptions,
  },
] as const;

type Union<T> = (T extends unknown ? (table: T) => void : never) extends (table: infer All) => void ? All : never;
type StartTable = Union<(typeof startGroups)[number]["options"]>;

const table = Object.assign({}, ...startGroups.map(({ options }) => options)) as StartTable;

/** Options of `ledger-node start`. */
export interface StartOptions extends OptionsOf<StartTable> {}

/** The options of `start`. A rule that reads an option which is not there does not compile. */
export const startTable = table satisfies OptionTable<StartOptions>;

/** The options for the side of the node that answers requests. Plain data: it crosses to processes. */
export type ServingOptions = Pick<StartOptions, AppliedTo<StartTable, Part>>;

/** Takes from the options what {@link ServingOptions} has. */
export function servingOptions(options: ServingOptions): ServingOptions {
  return takeOptions(options, appliedTo(table));
}

/** Options of a node that shape its answers. Plain data: they cross to threads and processes. */
export type AnswerOptions = Pick<StartOptions, AppliedTo<StartTable, "answers">>;

/** Takes from the options what {@link AnswerOptions} has. */
export function answerOptions(options: AnswerOptions): AnswerOptions {
  return takeOptions(options, appliedTo(table, "answers"));
}

/** The options of some names, and no others: what crosses to a thread or process is no more than it needs. */
export function takeOptions<Name extends keyof StartOptions>(
  options: Pick<StartOptions, Name>,
  names: readonly Name[],
): Pick<StartOptions, Name> {
  return Object.fromEntries(names.map((name) => [name, options[name]])) as Pick<StartOptions, Name>;
}

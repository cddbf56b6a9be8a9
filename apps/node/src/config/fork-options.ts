import { ofOnlineFork } from "./needs.ts";
import { type OptionsOf, option, type Value } from "./option.ts";
import { hasRecordSource, listRecordSources, type RecordSources } from "./record-sources.ts";
import { list, onOff, text, url, whole } from "./values.ts";

/** The API root of a node, and a version after an `@`. */
const forked: Value<string> = { ...url, parse: (given) => url.parse(given.replace(/@\d{1,20}$/, "")) && given };

const header: Value<string> = {
  ...text,
  check: (given) =>
    /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}: *\S.*$/.test(given)
      ? undefined
      : "expected headers, such as 'X-Project: demo'.",
};

/** The options that say which ledger is forked, for the rules of the others. */
interface Forked extends RecordSources {
  readonly fork?: string | undefined;
  readonly forkCache?: string | undefined;
  readonly forkOffline?: "on" | "off" | undefined;
  readonly role?: "full" | "api" | undefined;
  readonly startVersion?: bigint | "latest" | undefined;
}

/** The options of a fork. */
export const forkOptions = {
  fork: option("--fork <url[@version]>", forked, {
    help: "start a local network from another network's ledger, at that version or its latest; state is fetched on demand",
    more: "See [the guide](docs/guides/fork.md)",
    appliesTo: ["info"],
    refuse: (options: Forked) =>
      options.role === "api" || hasRecordSource(options) || options.startVersion !== undefined
        ? `cannot be combined with ${listRecordSources("--start-version", "--role api")}.`
        : undefined,
  }),
  forkCache: option("--fork-cache <folder>", text, {
    help: "folder for the state that a fork has fetched, by chain and version",
    more: "It may be committed",
    refuse: ({ fork }: Forked) => (fork === undefined ? "needs --fork." : undefined),
  }),
  forkOffline: option("--fork-offline [on|off]", onOff, {
    preset: "on",
    otherwise: "`off`",
    held: () => "off",
    help: "use only the cache of the fork, without a connection",
    refuse({ fork, forkCache, forkOffline }: Forked) {
      if (forkOffline !== "on") return undefined;
      if (fork === undefined) return "needs --fork.";
      const isKnown = forkCache !== undefined && /@\d+$/.test(fork);
      return isKnown ? undefined : "needs --fork-cache, and --fork with a version.";
    },
  }),
  forkApiKey: option("--fork-api-key <key>", text, {
    help: "key sent to the forked node as `Authorization: Bearer`",
    more: "Better in the variable than on the command line",
    isSecret: true,
    needs: ofOnlineFork,
  }),
  forkHeader: option("--fork-header <header>", list(header), {
    help: "header sent to the forked node, such as `'X-Project: demo'`",
    isSecret: true,
    needs: ofOnlineFork,
  }),
  forkConcurrency: option("--fork-concurrency <count>", whole(1, 256), {
    default: 8,
    help: "maximum concurrent requests to the forked node",
    needs: ofOnlineFork,
  }),
  forkTimeout: option("--fork-timeout <ms>", whole(100, 600_000), {
    default: 30_000,
    help: "maximum wait for an answer of the forked node",
    more: "Pauses that it asks for are included",
    needs: ofOnlineFork,
  }),
};

/** Settings of a fork. */
export interface ForkOptions extends OptionsOf<typeof forkOptions> {}

/** Headers that were given as text, by their names. */
export function forkHeaders({ forkHeader = [] }: ForkOptions): Readonly<Record<string, string>> {
  const headers = forkHeader.map((given): [string, string] => {
    const colon = given.indexOf(":");
    return [given.slice(0, colon), given.slice(colon + 1).trim()];
  });
  return Object.fromEntries(headers);
}

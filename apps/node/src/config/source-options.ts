import { join } from "node:path";
import * as Type from "typebox";
import { isPartial, type TreeOptions } from "./keeps-tree.ts";
import { isLocal, type KindOptions, ofKeeper, ofRecords } from "./needs.ts";
import { option, type Value } from "./option.ts";
import { type NetworkName, networkNames, publicNetworks } from "./public-networks.ts";
import { bringsBeginning, listBeginnings } from "./record-sources.ts";
import { form, list, oneOf, orWord, place, text, url } from "./values.ts";

/** A version above 0. */
const version: Value<bigint> = {
  ...form(/^\d{1,16}$/, "a version, or latest", BigInt),
  schema: Type.Integer({ minimum: 0 }),
};

const agreement: Value<number> = {
  ...form(/^[1-9]\d?$/, "all, or a number of nodes from 1 on", Number),
  schema: Type.Integer({ minimum: 1, maximum: 99 }),
};

/** The options that say which ledger is trusted, of every command that checks one. */
export const trustOptions = {
  waypoint: option("--waypoint <V:HASH|file>", text, {
    held: (options: TreeOptions & { readonly network?: NetworkName | undefined; readonly dataDir: string }) => {
      const { network, dataDir } = options;
      if (network === undefined || isPartial({ ...options, fork: undefined })) return "none";
      return publicNetworks[network].waypoint ?? join(dataDir, "waypoint.txt");
    },
    help: "trusted waypoint that the ledger must match",
    isFile: /^\d+:(0x)?[0-9a-f]{64}$/i,
  }),
  network: option("--network <name>", oneOf(...networkNames), {
    help: "public network that the ledger must belong to; where it begins, its `genesis.blob` is looked for in the data folder, and nothing is downloaded",
    more: "`mainnet`, `testnet` or `devnet`, see [Public networks](apps/node/README.md#public-networks)",
  }),
  eventRoots: option("--event-roots <mode>", oneOf("strict", "warn"), {
    default: "strict",
    help: "events that do not match their hash: refuse them, or keep them and warn",
    more: "Some upstreams rewrite events",
    appliesTo: ["answers", "info"],
    needs: ofRecords,
    idleAs: "strict",
  }),
};

/** The options for the source of the ledger, and for the trust in it. */
export const sourceOptions = {
  network: trustOptions.network,
  genesis: option("--genesis <file|url>", place, {
    otherwise: "local network",
    held: (options: KindOptions & { readonly dataDir: string }) => {
      if (options.network !== undefined && !bringsBeginning(options)) return join(options.dataDir, "genesis.blob");
      return isLocal(options) ? "of the local network" : "none";
    },
    help: "genesis of a real network; without it, the node runs a local network of its own",
    isFile: /^(https?|file):\/\//i,
  }),
  waypoint: trustOptions.waypoint,
  follow: option("--follow <url>", list(url), {
    help: "API of a node to follow, such as `https://node.example/v1`",
    more: "In order of preference",
  }),
  agreement: option("--agreement <all|count>", orWord("all", agreement), {
    default: "all",
    help: "followed nodes that must have a record before it is accepted: all that answer (at least two), or a number",
    refuse: (options: { readonly agreement: "all" | number; readonly follow?: readonly string[] | undefined }) =>
      options.agreement === "all" || options.agreement <= (options.follow?.length ?? 0)
        ? undefined
        : `${options.agreement} needs at least as many upstreams in --follow.`,
  }),
  backup: option("--backup <folder|url>", place, {
    help: "backup to restore the ledger from, or a copy that the backup command wrote; with a `--waypoint` above 0, from its snapshot",
    more: "A folder or URL in the reference format, or a file that `backup` wrote, see [Backups](apps/node/README.md#backups)",
    appliesTo: ["answers"],
    isFile: /^[a-z]+:\/\//i,
  }),
  startVersion: option("--start-version <version|latest>", orWord("latest", version), {
    otherwise: "genesis",
    held: ({ role, backup, waypoint, genesis }: Readonly<Partial<Record<"waypoint", unknown>>> & KindOptions) => {
      if (role === "api") return "none";
      return backup !== undefined && waypoint !== undefined && genesis === undefined ? "of the waypoint" : "0";
    },
    help: "start above version 0: from the snapshot of that version in `--backup`, or lazily from the node of `--follow`",
    // A fork that has one is refused by its own rule.
    refuse: (options: KindOptions) =>
      bringsBeginning(options) || options.fork !== undefined ? undefined : `needs ${listBeginnings()}.`,
  }),
  forward: option("--forward <url>", url, {
    help: "API of the node to which transactions are passed on, and views and simulations that need what this ledger does not have",
    more: "[Which these are](docs/decisions/0047-what-is-forwarded.md); such answers have the header `X-SVC-ANSWERED-BY`",
    appliesTo: ["answers"],
    needs: {
      reason: "has no effect with --fork: a local network takes transactions and knows its state",
      isMet: ({ fork }: KindOptions) => fork === undefined,
    },
  }),
  eventRoots: trustOptions.eventRoots,
  stateRoots: option("--state-roots <mode>", oneOf("off", "every_block"), {
    otherwise: "`every_block` on the local network, else `off`",
    held: (options: KindOptions) => (isLocal(options) ? "every_block" : "off"),
    help: "compare the root of the whole state after every block (default on the local network); needs 300 bytes of memory per state item",
    appliesTo: ["info"],
    needs: ofKeeper,
  }),
};

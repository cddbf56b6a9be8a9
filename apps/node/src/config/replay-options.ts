import { readFileSync } from "node:fs";
import type { KnownDivergence } from "@ledger/executor/replay";
import { InvalidArgumentError } from "commander";
import * as Type from "typebox";
import { ConfigError } from "./config-error.ts";
import { commandOption, type OptionsOf, type Value } from "./option.ts";
import { storeOptions } from "./store-options.ts";
import { isSet, share, text, workers } from "./values.ts";

/** First and last version: a range such as `100-200`, or one version. */
const versions: Value<readonly [from: bigint, to: bigint]> = {
  schema: Type.String(),
  parse(given) {
    const [, from = "", to = from] = /^(\d{1,18})(?:-(\d{1,18}))?$/.exec(given) ?? [];
    if (from === "" || BigInt(from) > BigInt(to)) {
      throw new InvalidArgumentError("expected a range of versions, such as 100-200, or one version.");
    }
    return [BigInt(from), BigInt(to)];
  },
};

/** The options of `replay`. */
export const replayOptions = {
  ...storeOptions,
  versions: commandOption("--versions <A-B>", versions, {
    help: "versions to execute again (default: all whose state before them is kept)",
  }),
  threads: commandOption("--threads <count>", workers("threads"), {
    default: 1,
    help: "threads that execute",
  }),
  sample: commandOption("--sample <1/N>", share, { help: "execute one of N versions, drawn by chance" }),
  except: commandOption("--except <file>", text, {
    help: "JSON list of versions that are known to come out differently: from, to, reason",
  }),
  resume: commandOption("--resume <file>", text, {
    help: "keep the progress in a file, and continue with what it holds",
  }),
  json: commandOption("--json", isSet, { help: "print JSON" }),
  file: commandOption("--file <file>", text, {
    help: "execute what 'record' wrote to a file, in place of a stored ledger",
    excludes: ["versions", "threads", "sample", "resume"],
  }),
};

/** The options of `record`. */
export const recordOptions = {
  ...storeOptions,
  versions: commandOption("--versions <A-B>", versions, {
    isMandatory: true,
    help: "versions to record",
  }),
};

/** Options of `ledger-node replay`. */
export interface ReplayOptions extends OptionsOf<typeof replayOptions> {}

/** Options of `ledger-node record`. */
export interface RecordOptions extends OptionsOf<typeof recordOptions> {}

/**
 * Reads a list of versions that are known to come out differently.
 *
 * @throws ConfigError when it is no such list
 */
export function readDivergences(file: string | undefined, option = "--except"): readonly KnownDivergence[] {
  if (file === undefined) return [];
  let list: unknown;
  try {
    list = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new ConfigError(`${option}: cannot read ${file}: ${(error as Error).message}`);
  }
  if (!Array.isArray(list)) throw new ConfigError(`${option}: ${file} holds no list`);
  return list.map((entry: Readonly<Record<string, unknown>> | null, index) => {
    const [from, to] = [entry?.from, entry?.to ?? entry?.from].map((version) => String(version));
    const reason = entry?.reason;
    if (!/^\d{1,20}$/.test(from!) || !/^\d{1,20}$/.test(to!) || typeof reason !== "string" || reason === "") {
      throw new ConfigError(`${option}: entry ${index} of ${file} needs from (and to), decimal, and a reason`);
    }
    return { from: BigInt(from!), to: BigInt(to!), reason };
  });
}

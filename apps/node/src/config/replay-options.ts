import { readFileSync } from "node:fs";
import type { KnownDivergence } from "@ledger/executor/replay";
import { InvalidArgumentError, Option } from "commander";
import { ConfigError } from "./config-error.ts";
import type { StoreOptions } from "./store-options.ts";

/** Options of `ledger-node replay`. */
export interface ReplayOptions extends StoreOptions {
  /** First and last version. */
  readonly versions?: readonly [from: bigint, to: bigint] | undefined;
  readonly threads: number;
  readonly sample?: number | undefined;
  readonly except?: string | undefined;
  readonly resume?: string | undefined;
  readonly json?: boolean | undefined;
  /** A case to execute in place of a stored ledger. */
  readonly file?: string | undefined;
}

/** Options of `ledger-node record`. */
export interface RecordOptions extends StoreOptions {
  /** First and last version. */
  readonly versions: readonly [from: bigint, to: bigint];
}

/** The options of `replay` besides those of the store. */
export function replayOptions(): readonly Option[] {
  return [
    new Option(
      "--versions <A-B>",
      "versions to execute again (default: all whose state before them is kept)",
    ).argParser(parseVersions),
    new Option("--threads <count>", "threads that execute").argParser(parseThreads).default(1),
    new Option("--sample <1/N>", "execute one of N versions, drawn by chance").argParser(parseSample),
    new Option("--except <file>", "JSON list of versions that are known to come out differently: from, to, reason"),
    new Option("--resume <file>", "keep the progress in a file, and continue with what it holds"),
    new Option("--json", "print JSON"),
    new Option("--file <file>", "execute what 'record' wrote to a file, in place of a stored ledger").conflicts([
      "versions",
      "threads",
      "sample",
      "resume",
    ]),
  ];
}

/** The options of `record` besides those of the store. */
export function recordOptions(): readonly Option[] {
  return [new Option("--versions <A-B>", "versions to record").argParser(parseVersions).makeOptionMandatory()];
}

/** Parses a range of versions, such as `100-200`, or one version. @throws InvalidArgumentError */
function parseVersions(text: string): readonly [bigint, bigint] {
  const [, from = "", to = from] = /^(\d{1,18})(?:-(\d{1,18}))?$/.exec(text) ?? [];
  if (from === "" || BigInt(from) > BigInt(to)) {
    throw new InvalidArgumentError("expected a range of versions, such as 100-200, or one version.");
  }
  return [BigInt(from), BigInt(to)];
}

/** Parses a share, such as `1/100`. @returns the lower number @throws InvalidArgumentError */
export function parseSample(text: string): number {
  const [, count] = /^1\/([1-9]\d{0,8})$/.exec(text) ?? [];
  if (count === undefined) throw new InvalidArgumentError("expected a share, such as 1/100.");
  return Number(count);
}

/** Parses a number of threads, 1 to 64. @throws InvalidArgumentError */
export function parseThreads(text: string): number {
  const count = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > 64) throw new InvalidArgumentError("expected a number of threads, 1 to 64.");
  return count;
}

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

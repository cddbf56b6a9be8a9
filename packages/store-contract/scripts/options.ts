import { parseArgs } from "node:util";
import { type StoreKind, storeKinds } from "./store-places.ts";

/** Options that every long check takes. */
export interface CheckOptions {
  /** Operations, kills or reads, by the check. */
  readonly count: number;
  /** Ends the check early, seconds. */
  readonly seconds: number;
  /** Repeats a run. */
  readonly seed: number;
  /** Which driver is checked, and how it is read. */
  readonly store: StoreKind;
  /** Whether all files are on a disk, where the check has the choice. */
  readonly disk: boolean;
  /** Servers that the state is spread over, where the check has that; absent without. */
  readonly shards: number | undefined;
}

/** Reads `[--count N] [--seconds S] [--seed X] [--store K] [--disk] [--shards N]` and prints the seed, by which the run can be repeated. */
export function readCheckOptions(defaultCount: number): CheckOptions {
  const { values } = parseArgs({
    options: {
      count: { type: "string" },
      seconds: { type: "string" },
      seed: { type: "string" },
      store: { type: "string" },
      disk: { type: "boolean", default: false },
      shards: { type: "string" },
    },
  });
  const options = {
    count: Number(values.count ?? defaultCount),
    seconds: Number(values.seconds ?? Number.POSITIVE_INFINITY),
    seed: Number(values.seed ?? Date.now() % 1_000_000),
    store: storeKinds.find((kind) => kind === values.store) ?? "sqlite",
    disk: values.disk,
    shards: values.shards === undefined ? undefined : Number(values.shards),
  };
  print(`seed ${options.seed}, count ${options.count}`);
  return options;
}

/** Prints a line. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Ends a check with its closing line and exit code. */
export function finish(passed: number, failures: readonly unknown[]): void {
  for (const failure of failures) process.stderr.write(`${describe(failure)}\n`);
  print(`${passed} passed, ${failures.length} failed`);
  process.exitCode = failures.length === 0 ? 0 : 1;
}

function describe(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure);
  return failure.cause === undefined ? String(failure.stack) : `${failure.message}\n${describe(failure.cause)}`;
}

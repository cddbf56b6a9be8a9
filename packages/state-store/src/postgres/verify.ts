import type { VerifyOptions } from "../operation-port.ts";
import type { VerifyProblem, VerifyReport } from "../port.ts";
import type { Parameter } from "./connection/session.ts";
import { isTimeout } from "./connection/translate-error.ts";
import type { Reads } from "./reading/reads.ts";
import { newestHead } from "./rows/head-row.ts";
import { keyRules, keysInRange, type Rule, versionRules, wholeRules } from "./verify-rules.ts";

/** Most examples reported of one broken rule. */
const examples = 5;

/** Rows of a range at first, at least and at most. It is chosen by the time that the range before took. */
const rangeRows = { first: 2_000, least: 100, most: 200_000 } as const;
/** The time that a range should take, milliseconds: far from the time after which a statement is ended. */
const rangeMs = 400;

/** Below and above the hashes of all keys. */
const allKeys = {
  before: "00000000-0000-0000-0000-000000000000",
  last: "ffffffff-ffff-ffff-ffff-ffffffffffff",
} as const;
/** The first 32 bits of a hash say how far a listing of all keys is. */
const keySpace = 2 ** 32;

/**
 * Checks every rule between the tables, range by range, each as of one moment. A range that fails with its connection is read again, and one
 * that takes longer than a statement may is read in smaller ones, so a check of days survives restarts, failovers and busy hours of the
 * server. The store must have been committed to.
 *
 * @throws StoreError what a range fails with for longer than a read is tried, or the reason of the signal
 */
export async function verifyTables(reads: Reads, options: VerifyOptions = {}): Promise<VerifyReport> {
  const walk = new TableWalk(reads, options);
  await walk.check(wholeRules, []);
  const records = await walk.checkVersions();
  const stateRows = await walk.checkKeys();
  return { problems: walk.problems, records, stateRows };
}

class TableWalk {
  readonly problems: VerifyProblem[] = [];
  readonly #reads: Reads;
  readonly #options: VerifyOptions;
  readonly #found = new Map<string, number>();
  #rows: number = rangeRows.first;

  constructor(reads: Reads, options: VerifyOptions) {
    this.#reads = reads;
    this.#options = options;
  }

  /** @returns how many records there are */
  async checkVersions(): Promise<number> {
    const [bounds] = await this.#run<{ low: number; high: number }>(
      "versions",
      `select swept_ledger_version as low, version as high from ${newestHead} h`,
    );
    const { low, high } = bounds!;
    let records = 0;
    // What lies outside of the window is looked for with the first and the last range.
    for (let from = low; from <= high; ) {
      const to = Math.min(from + this.#rows, high + 1);
      const range = [from === low ? -1 : from, to > high ? Number.MAX_SAFE_INTEGER : to];
      const count = await this.#inTime(() =>
        this.#checkRange(versionRules, "@.records", "version >= $1 and version < $2", range),
      );
      if (count === undefined) continue;
      records += count;
      from = to;
      this.#tell("records", (to - low) / (high + 1 - low));
    }
    return records;
  }

  /** @returns how many values there are */
  async checkKeys(): Promise<number> {
    let values = 0;
    for (let before: string | undefined = allKeys.before; before !== undefined; ) {
      const after: string = before;
      const checked = await this.#inTime(async () => {
        const last = await this.#lastKey(after);
        const range = [after, last ?? allKeys.last];
        return { last, count: await this.#checkRange(keyRules, "@.state_values", keysInRange, range) };
      });
      if (checked === undefined) continue;
      values += checked.count;
      before = checked.last;
      this.#tell("state", before === undefined ? 1 : Number.parseInt(before.slice(0, 8), 16) / keySpace);
    }
    return values;
  }

  /** Looks for what breaks rules. */
  async check(rules: readonly Rule[], range: readonly Parameter[]): Promise<void> {
    this.#note(await this.#find(rules, range));
  }

  async #find(rules: readonly Rule[], range: readonly Parameter[]): Promise<readonly VerifyProblem[]> {
    this.#options.signal?.throwIfAborted();
    const found = await Promise.all(
      rules.map(async ([rule, query]) => {
        const details = await this.#run<{ detail: string }>(
          rule,
          `select x.* from (${query} limit ${examples}) x (detail)`,
          range,
        );
        return details.map(({ detail }) => ({ rule, detail }));
      }),
    );
    return found.flat();
  }

  #note(found: readonly VerifyProblem[]): void {
    for (const problem of found) {
      const count = (this.#found.get(problem.rule) ?? 0) + 1;
      this.#found.set(problem.rule, count);
      if (count <= examples) this.problems.push(problem);
    }
  }

  /** @returns how many rows of a table are in the range */
  async #checkRange(
    rules: readonly Rule[],
    table: string,
    condition: string,
    range: readonly Parameter[],
  ): Promise<number> {
    const [[counted], found] = await Promise.all([
      this.#run<{ count: number }>(
        `count_${table.slice(2)}`,
        `select count(*) from ${table} where ${condition}`,
        range,
      ),
      this.#find(rules, range),
    ]);
    this.#note(found);
    return counted!.count;
  }

  /** The hash that ends the next range; `undefined` where it is the last one. */
  async #lastKey(before: string): Promise<string | undefined> {
    const [row] = await this.#run<{ key_hash: string }>(
      "next_key",
      "select key_hash from @.state_values where key_hash > $1 order by key_hash offset $2 limit 1",
      [before, this.#rows],
    );
    return row?.key_hash;
  }

  /**
   * Measures a range, and chooses the size of the next one.
   *
   * @returns `undefined` where a statement took too long: a smaller range is to be tried
   */
  async #inTime<T>(work: () => Promise<T>): Promise<T | undefined> {
    const started = performance.now();
    try {
      const result = await work();
      this.#choose(Math.min(2, Math.max(0.5, rangeMs / (performance.now() - started))));
      return result;
    } catch (error) {
      if (!isTimeout(error) || this.#rows === rangeRows.least) throw error;
      this.#choose(1 / 4);
      return undefined;
    }
  }

  #choose(factor: number): void {
    this.#rows = Math.round(Math.min(rangeRows.most, Math.max(rangeRows.least, this.#rows * factor)));
  }

  #run<Row extends object>(name: string, text: string, values: readonly Parameter[] = []): Promise<readonly Row[]> {
    return this.#reads.run<Row>(this.#reads.statement(`verify_${name}`, text), values);
  }

  #tell(part: "records" | "state", share: number): void {
    this.#options.onProgress?.({ part, share });
  }
}

import { giveWay } from "../ledger/give-way.ts";
import type { Row } from "../row.ts";

/** Orders two rows. */
export type Compare = (a: Row, b: Row) => number;

/** Rows that are sorted in one step. */
const run = 256;

/** Sorts rows as `toSorted` does, and lets other questions have their turn meanwhile. */
export async function sortRows(rows: readonly Row[], compare: Compare, question: AbortSignal): Promise<readonly Row[]> {
  let runs: (readonly Row[])[] = [];
  for (let start = 0; start < rows.length; start += run) {
    runs.push(rows.slice(start, start + run).sort(compare));
    const turn = giveWay(question);
    if (turn !== undefined) await turn;
  }
  while (runs.length > 1) {
    const merged: (readonly Row[])[] = [];
    for (let at = 0; at < runs.length; at += 2) {
      merged.push(at + 1 < runs.length ? await merge(runs[at]!, runs[at + 1]!, compare, question) : runs[at]!);
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

async function merge(a: readonly Row[], b: readonly Row[], compare: Compare, question: AbortSignal): Promise<Row[]> {
  const merged: Row[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    merged.push(compare(a[i]!, b[j]!) <= 0 ? a[i++]! : b[j++]!);
    if (merged.length % run !== 0) continue;
    const turn = giveWay(question);
    if (turn !== undefined) await turn;
  }
  for (; i < a.length; i++) merged.push(a[i]!);
  for (; j < b.length; j++) merged.push(b[j]!);
  return merged;
}

/** Keeps the first rows of an order, of any number that come. */
export class FirstRows {
  readonly #most: number;
  readonly #compare: Compare;
  readonly #question: AbortSignal;
  #kept: Row[] = [];

  /** @param most - rows to keep */
  constructor(most: number, compare: Compare, question: AbortSignal) {
    this.#most = most;
    this.#compare = compare;
    this.#question = question;
  }

  /** Adds a row. @returns a promise where many have come, which are sorted now */
  add(row: Row): Promise<void> | undefined {
    if (this.#kept.push(row) < 2 * this.#most + run) return undefined;
    return this.#sort();
  }

  /** The first rows, in their order. */
  async rows(): Promise<readonly Row[]> {
    await this.#sort();
    return this.#kept;
  }

  async #sort(): Promise<void> {
    const sorted = await sortRows(this.#kept, this.#compare, this.#question);
    this.#kept = sorted.slice(0, this.#most);
  }
}

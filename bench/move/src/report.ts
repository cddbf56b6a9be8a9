import { compare, type Row } from "@ledger/bench-report";

/** Two ways to do the same work. Each call does it once and returns something of the result. */
export interface Pair {
  readonly work: string;
  readonly unit: string;
  /** Units that one call gets through. */
  readonly amount: number;
  readonly subject: () => unknown;
  readonly peer: string;
  readonly run: () => unknown;
}

/** A place for results, so that no engine can leave the work out. */
export let sink: unknown;

/** Measures both sides in turn, round by round, each for the given time. */
export function measure(pair: Pair, rounds: number, milliseconds: number): Row {
  const own: number[] = [];
  const theirs: number[] = [];
  rate(pair.subject, pair.amount, milliseconds);
  rate(pair.run, pair.amount, milliseconds);
  for (let round = 0; round < rounds; round++) {
    own.push(rate(pair.subject, pair.amount, milliseconds));
    theirs.push(rate(pair.run, pair.amount, milliseconds));
  }
  const { work, peer, unit } = pair;
  return compare({ work, subject: "@ledger/move", peer, unit }, own, theirs);
}

function rate(run: () => unknown, amount: number, milliseconds: number): number {
  const start = performance.now();
  let calls = 0;
  do {
    sink = run();
    calls++;
  } while (performance.now() - start < milliseconds);
  return (calls * amount * 1_000) / (performance.now() - start);
}

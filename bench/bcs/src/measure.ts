import type { Codec } from "./library.ts";

/** Operations per second of both directions. */
export interface Rates {
  readonly encode: number;
  readonly decode: number;
}

let sink = 0;

function rate(operation: () => unknown, milliseconds: number): number {
  const start = performance.now();
  let operations = 0;
  let elapsed = 0;
  do {
    // The clock is looked at every fourth time, and the result is used, so that no call is optimised away.
    for (let i = 0; i < 4; i++) sink += operation() === undefined ? 0 : 1;
    operations += 4;
    elapsed = performance.now() - start;
  } while (elapsed < milliseconds);
  return (operations / elapsed) * 1000;
}

// To let the engine compile what is measured; some of it needs more than one of its tiers.
const warmUpMilliseconds = 250;

/** Measures one library at one work, when the engine has compiled it. */
export function measure(codec: Codec, milliseconds: number): Rates {
  const run = (operation: () => unknown): number => {
    rate(operation, warmUpMilliseconds);
    return rate(operation, milliseconds);
  };
  const rates = { encode: run(codec.encode), decode: run(codec.decode) };
  if (sink === 0) throw new Error("nothing was measured");
  return rates;
}

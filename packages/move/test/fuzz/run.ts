import { Random } from "@ledger/random";
import { bytesToHex } from "@ledger/types";
import type { AnyFuzzTarget, FuzzTarget } from "./targets.ts";

/** Longest processor time that one input of up to 64 KiB may take. */
const maxMillisecondsOfWork = 50;
const maxPool = 600;

/** What a run is asked for. */
export interface FuzzOptions {
  readonly seed: string;
  /** Inputs in all, shared among the targets. */
  readonly count: number;
  /** Longest processor time for one input; 50 ms by default. */
  readonly maxMilliseconds?: number;
}

/** An input that broke a promise. */
export interface FuzzFinding {
  readonly target: string;
  readonly input: string;
  readonly fault: string;
}

/** What a run found. */
export interface FuzzReport {
  readonly done: number;
  readonly findings: readonly FuzzFinding[];
  readonly slowest: { readonly target: string; readonly milliseconds: number };
}

/** Attacks every target in turn with inputs made from its seeds and from earlier inputs that led somewhere new. */
export async function runFuzz(targets: readonly AnyFuzzTarget[], options: FuzzOptions): Promise<FuzzReport> {
  const findings: FuzzFinding[] = [];
  const slowest = { target: "", milliseconds: 0 };
  const share = Math.ceil(options.count / targets.length);
  let done = 0;
  for (const target of targets) {
    const random = new Random(`${options.seed}/${target.name}`);
    const attack = new Attack(
      target as unknown as FuzzTarget<never>,
      random,
      options.maxMilliseconds ?? maxMillisecondsOfWork,
    );
    for (let n = 0; n < share; n++) {
      const { milliseconds, finding } = await attack.next();
      done++;
      if (finding !== undefined) findings.push(finding);
      if (milliseconds > slowest.milliseconds) Object.assign(slowest, { target: target.name, milliseconds });
      if (findings.length >= 20) return { done, findings, slowest };
    }
  }
  return { done, findings, slowest };
}

class Attack<Input> {
  readonly #target: FuzzTarget<Input>;
  readonly #random: Random;
  readonly #pool: Input[];
  readonly #seen = new Set<string>();
  readonly #maxMilliseconds: number;
  #unused: number;

  constructor(target: FuzzTarget<Input>, random: Random, maxMilliseconds: number) {
    this.#maxMilliseconds = maxMilliseconds;
    this.#target = target;
    this.#random = random;
    this.#pool = [...target.seeds];
    this.#unused = target.seeds.length;
  }

  async next(): Promise<{ milliseconds: number; finding: FuzzFinding | undefined }> {
    const input = this.#make();
    try {
      let milliseconds = await this.#measure(input, wallTime);
      // Again, by the time that this thread itself worked: other programs, the first compilation and a garbage collection
      // are none of the input's doing.
      for (let again = 0; again < 3 && milliseconds > this.#maxMilliseconds; again++) {
        milliseconds = Math.min(milliseconds, await this.#measure(input, threadTime));
      }
      if (milliseconds <= this.#maxMilliseconds) return { milliseconds, finding: undefined };
      return { milliseconds, finding: this.#finding(input, `took ${Math.round(milliseconds)} ms`) };
    } catch (error) {
      return { milliseconds: 0, finding: this.#finding(input, `${error instanceof Error ? error.stack : error}`) };
    }
  }

  #make(): Input {
    if (this.#unused > 0) return this.#pool[--this.#unused]!;
    const random = this.#random;
    return this.#target.mutate(random, random.pick(this.#pool), random.pick(this.#pool));
  }

  async #measure(input: Input, clock: () => number): Promise<number> {
    const start = clock();
    const outcome = await this.#target.run(input);
    const milliseconds = clock() - start;
    if (!this.#seen.has(outcome) && this.#seen.size < 10_000) {
      this.#seen.add(outcome);
      if (this.#pool.length < maxPool) this.#pool.push(input);
      else this.#pool[this.#random.below(maxPool)] = input;
    }
    return milliseconds;
  }

  #finding(input: Input, fault: string): FuzzFinding {
    const text = input instanceof Uint8Array ? bytesToHex(input) : JSON.stringify(input);
    return { target: this.#target.name, input: text, fault };
  }
}

/** Milliseconds that have passed. */
function wallTime(): number {
  return performance.now();
}

/** Milliseconds that this thread has worked. */
function threadTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

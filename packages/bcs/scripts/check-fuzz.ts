// The long checks of canonical decoding: all inputs of up to three bytes, then random edits of valid encodings.
// node scripts/check-fuzz.ts [--count N] [--seconds S] [--seed X] [--threads N]
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import fc from "fast-check";
import { smallCodecs, tryAllInputs } from "../test/exhaustive.ts";
import { checkEdits, samples } from "../test/samples.ts";

interface Settings {
  readonly seed: number;
  readonly count: number;
  /** When no further check is begun, in milliseconds since the epoch. */
  readonly deadline: number;
  /** Number of the next check, which whichever thread is free takes. */
  readonly next: Int32Array<SharedArrayBuffer>;
}

interface Check {
  readonly name: string;
  readonly run: (settings: Settings) => string;
}

/** What became of a check; one that is left out has no `text`. */
interface Outcome {
  readonly name: string;
  readonly failed: boolean;
  readonly text?: string;
}

const checks: readonly Check[] = [
  ...smallCodecs
    .filter((codec) => (codec.fixedSize ?? 0) <= 3) // no input of three bytes is long enough for the others
    .map(
      (codec): Check => ({
        name: `all inputs of up to 3 bytes as ${codec.name}`,
        run: () => {
          const tallies = [0, 1, 2, 3].map((length) => tryAllInputs(codec, length));
          const accepted = tallies.reduce((sum, tally) => sum + tally.accepted, 0);
          const refused = tallies.reduce((sum, tally) => sum + tally.refused, 0);
          return `${accepted} accepted, ${refused} refused`;
        },
      }),
    ),
  ...samples.map(
    (sample): Check => ({
      name: `edited encodings of ${sample.name}`,
      run: ({ seed, count }) => {
        fc.assert(checkEdits(sample), { seed, numRuns: count });
        return `${count} tried`;
      },
    }),
  ),
];

function runCheck({ name, run }: Check, settings: Settings): Outcome {
  if (Date.now() > settings.deadline) return { name, failed: false };
  try {
    return { name, failed: false, text: run(settings) };
  } catch (error) {
    return { name, failed: true, text: error instanceof Error ? error.message : String(error) };
  }
}

/** Runs all checks on some threads, and prints each outcome when it is there. */
async function runAll(settings: Settings, threads: number): Promise<void> {
  let passed = 0;
  let failed = 0;
  const work = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const worker = new Worker(new URL(import.meta.url), { workerData: settings });
      worker.on("message", (outcome: Outcome) => {
        if (outcome.text === undefined) return;
        if (outcome.failed) failed++;
        else passed++;
        process.stdout.write(`${outcome.failed ? "FAIL " : "ok   "} ${outcome.name}: ${outcome.text}\n`);
      });
      worker.once("error", reject);
      worker.once("exit", () => resolve());
    });
  await Promise.all(Array.from({ length: threads }, work));
  const left = checks.length - passed - failed;
  if (left > 0) process.stdout.write(`${left} checks left out: the time was up\n`);
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  if (failed > 0) process.exitCode = 1;
}

if (isMainThread) {
  const { values: options } = parseArgs({
    options: {
      count: { type: "string", default: "20000" },
      seconds: { type: "string", default: "1800" },
      seed: { type: "string", default: String(Date.now() % 0x7fff_ffff) },
      threads: { type: "string", default: String(availableParallelism()) },
    },
  });
  const settings: Settings = {
    seed: Number(options.seed),
    count: Number(options.count),
    deadline: Date.now() + Number(options.seconds) * 1000,
    next: new Int32Array(new SharedArrayBuffer(4)),
  };
  const { seed, count, seconds, threads } = options;
  process.stdout.write(`seed ${seed}, ${count} edits per codec, at most ${seconds} s, ${threads} threads\n`);
  await runAll(settings, Number(threads));
} else {
  const settings = workerData as Settings;
  for (let i = Atomics.add(settings.next, 0, 1); i < checks.length; i = Atomics.add(settings.next, 0, 1)) {
    parentPort?.postMessage(runCheck(checks[i]!, settings));
  }
}

// The long checks of canonical decoding: all inputs of up to three bytes, then random edits of valid encodings.
// node scripts/check-fuzz.ts [--count N] [--seconds S] [--seed X]
import { parseArgs } from "node:util";
import fc from "fast-check";
import { smallCodecs, tryAllInputs } from "../test/exhaustive.ts";
import { checkEdits, samples } from "../test/samples.ts";

const { values: options } = parseArgs({
  options: {
    count: { type: "string", default: "20000" },
    seconds: { type: "string", default: "1800" },
    seed: { type: "string", default: String(Date.now() % 0x7fff_ffff) },
  },
});
const seed = Number(options.seed);
const deadline = performance.now() + Number(options.seconds) * 1000;
const print = (line: string): void => void process.stdout.write(`${line}\n`);

let passed = 0;
let failed = 0;
let left = 0;

function run(name: string, check: () => string): void {
  if (performance.now() > deadline) {
    left++;
    return;
  }
  try {
    print(`ok    ${name}: ${check()}`);
    passed++;
  } catch (error) {
    print(`FAIL  ${name}: ${error instanceof Error ? error.message : String(error)}`);
    failed++;
  }
}

print(`seed ${seed}, ${options.count} edits per codec, at most ${options.seconds} s`);
for (const codec of smallCodecs) {
  if ((codec.fixedSize ?? 0) > 3) continue; // no input of three bytes is long enough
  run(`all inputs of up to 3 bytes as ${codec.name}`, () => {
    const tallies = [0, 1, 2, 3].map((length) => tryAllInputs(codec, length));
    const accepted = tallies.reduce((sum, tally) => sum + tally.accepted, 0);
    const refused = tallies.reduce((sum, tally) => sum + tally.refused, 0);
    return `${accepted} accepted, ${refused} refused`;
  });
}
for (const sample of samples) {
  run(`edited encodings of ${sample.name}`, () => {
    fc.assert(checkEdits(sample), { seed, numRuns: Number(options.count) });
    return `${options.count} tried`;
  });
}
if (left > 0) print(`${left} checks left out: the time was up`);
print(`${passed} passed, ${failed} failed`);
if (failed > 0) process.exitCode = 1;

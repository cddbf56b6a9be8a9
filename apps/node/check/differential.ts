// Are our signing messages those of the official client, whatever is asked for? The long form of test/sdk/differential.whole.test.ts.
import { parseArgs } from "node:util";
import fc from "fast-check";
import { createCallables } from "../test/sdk/differential/callable.ts";
import { startDifferentialNode } from "../test/sdk/differential/node.ts";
import { createSubmissions } from "../test/sdk/differential/submission.ts";

const { values } = parseArgs({
  options: { count: { type: "string", default: "2000" }, seed: { type: "string" }, seconds: { type: "string" } },
});
const count = Number(values.count);
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
const seconds = values.seconds === undefined ? Number.POSITIVE_INFINITY : Number(values.seconds);
const shownFailures = 3;

const callables = createCallables(seed, 300);
const kinds = Object.entries(createSubmissions(callables));
await using node = await startDifferentialNode(callables);
let passed = 0;
let failed = 0;

process.stdout.write(`seed ${seed}, ${count} requests of each kind\n`);
for (const [index, [kind, submissions]] of kinds.entries()) {
  const started = performance.now();
  const deadline = started + (seconds / kinds.length) * 1000;
  let right = 0;
  let wrong = 0;
  for (const { request, buildMessage } of fc.sample(submissions, { seed: seed + index, numRuns: count })) {
    if (performance.now() > deadline) break;
    const expected = await buildMessage();
    const actual = await node.encode(request);
    if (actual === expected) {
      right++;
      continue;
    }
    wrong++;
    if (wrong > shownFailures) continue;
    process.stdout.write(`${kind}: ${JSON.stringify(request)}\n  expected ${expected}\n  got      ${actual}\n`);
  }
  passed += right;
  failed += wrong;
  const taken = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`  ${kind}: ${right} passed, ${wrong} failed, ${taken} s\n`);
}
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;

// Does a node answer whatever can be asked as its own description says? The long form of test/spec.whole.test.ts.
import { parseArgs } from "node:util";
import { runSpec } from "../test/spec/run-spec.ts";

const { values } = parseArgs({
  options: { count: { type: "string", default: "20000" }, seed: { type: "string" }, seconds: { type: "string" } },
});
const count = Number(values.count);
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
const shownFailures = 5;

process.stdout.write(`seed ${seed}, ${count} requests\n`);
const started = performance.now();
let shown = 0;
const { passed, failures, statuses } = await runSpec({
  seed,
  count,
  ...(values.seconds !== undefined && { seconds: Number(values.seconds) }),
  onProgress: ({ passed, failures }) => {
    for (; shown < Math.min(failures.length, shownFailures); shown++) {
      const { request, faults } = failures[shown]!;
      process.stdout.write(`${JSON.stringify(request)}\n  ${faults.join("\n  ")}\n`);
    }
    const done = passed + failures.length;
    if (done % 5000 === 0) process.stdout.write(`  ${done} done, ${failures.length} failed\n`);
  },
});
const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`);
process.stdout.write(`  ${counts.join(", ")}; ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
process.stdout.write(`${passed} passed, ${failures.length} failed\n`);
process.exitCode = failures.length === 0 ? 0 : 1;

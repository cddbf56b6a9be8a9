// Does a flipped bit in a stopped database ever change an answer without being noticed? `pnpm check:flips --count N --seed S`
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runFlips } from "../test/support/flips.ts";

const { values } = parseArgs({
  options: { count: { type: "string", default: "2000" }, seed: { type: "string" }, seconds: { type: "string" } },
});
const count = Number(values.count);
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
const deadline = values.seconds === undefined ? undefined : performance.now() + Number(values.seconds) * 1_000;
const folder = mkdtempSync(join(tmpdir(), "ledger-flips-"));
process.stdout.write(`seed ${seed}, ${count} flips\n`);
let shown = 0;
const report = await runFlips({
  folder,
  count,
  seed,
  deadline,
  onProgress(done, { reported, refused, harmless, silent }) {
    if (silent.length > shown) process.stdout.write(`${silent[shown++]}\n`);
    if (done % 100 !== 0) return;
    process.stdout.write(
      `${done} flips: ${reported} reported by verify, ${refused} by a read, ${harmless} harmless, ${silent.length} silent\n`,
    );
  },
});
rmSync(folder, { recursive: true, force: true });
const passed = report.reported + report.refused + report.harmless;
process.stdout.write(
  `${report.reported} reported by verify, ${report.refused} by a read, ${report.harmless} changed no answer\n`,
);
process.stdout.write(`${passed} passed, ${report.silent.length} failed\n`);
process.exitCode = report.silent.length === 0 ? 0 : 1;

// Does the index of a ledger's tables answer as a plain look at all records does? The long form of test/index-agreement.whole.test.ts.
// `pnpm check:index [--ledgers N] [--questions N] [--blocks N] [--seed S] [--postgres]`
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startPostgres } from "@ledger/postgres-server";
import { agree } from "../test/support/agreement/agree.ts";
import { placeInFile, placeOnServer } from "../test/support/agreement/places.ts";

const { values } = parseArgs({
  options: {
    ledgers: { type: "string", default: "20" },
    questions: { type: "string", default: "5000" },
    blocks: { type: "string", default: "40" },
    seed: { type: "string", default: `${Math.floor(Math.random() * 2 ** 31)}` },
    postgres: { type: "boolean", default: false },
  },
});
const print = (text: string): void => void process.stdout.write(`${text}\n`);
print(`seed ${values.seed}, ${values.ledgers} ledgers, ${values.questions} questions to each`);
const folder = mkdtempSync(join(tmpdir(), "ledger-index-agreement-"));
const server = values.postgres ? await startPostgres({ settings: { fsync: "off" } }) : undefined;
let [passed, failed] = [0, 0];
try {
  for (let ledger = 0; ledger < Number(values.ledgers); ledger++) {
    const began = performance.now();
    const places = [
      placeInFile(join(folder, `${ledger}`)),
      ...(server === undefined ? [] : [placeOnServer((parameters) => server.url(parameters), `agreement_${ledger}`)]),
    ];
    const report = await agree({
      seed: `${values.seed} ${ledger}`,
      blocks: Number(values.blocks),
      questions: Number(values.questions),
      places,
    });
    passed += report.passed;
    failed += report.failures.length;
    const seconds = ((performance.now() - began) / 1_000).toFixed(0);
    print(
      `ledger ${ledger}: ${report.versions} versions, ${report.rows} rows, ${report.passed} questions agree, ${report.failures.length} differ, ${seconds} s`,
    );
    for (const failure of report.failures.slice(0, 10)) print(`FAILED ${failure}`);
  }
} finally {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
}
print(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildModule } from "@ledger/move";
import { expect, onTestFinished, test } from "vitest";
import { CodeReport, startLocalNetwork } from "../../src/index.ts";
import { writeCodeReport } from "../../src/node/index.ts";

const module = buildModule({
  address: "0xcafe",
  name: "half",
  functions: [
    { name: "run", visibility: "public", entry: true, params: [], code: [["ret"]] },
    { name: "rest", visibility: "public", entry: true, params: [], code: [["ld_u64", 7n], ["abort"]] },
    { name: "see", view: true, visibility: "public", returns: ["u8"], code: [["ld_u8", 1], ["ret"]] },
  ],
});

test("a report counts what ran on several networks, and the gas of every call", async () => {
  const report = new CodeReport();
  report.addPackage({ modules: [module] });
  const gas: bigint[] = [];
  for (let i = 0; i < 2; i++) {
    await using net = await startLocalNetwork({ report });
    await net.setModule("0xcafe", "half", module);
    const fresh = await net.snapshot();
    const [sender] = net.accounts;
    for (let round = 0; round < 2; round++) {
      gas.push((await net.send({ sender: sender!, function: "0xcafe::half::run" })).gasUsed);
      await fresh.restore();
    }
    await net.send({ sender: sender!, function: "0xcafe::half::rest" });
    await net.view({ function: "0xcafe::half::see" });
  }
  const half = report.coverage.modules.find(({ module }) => module === "0xcafe::half");
  expect(half?.functions.map(({ name, calls }) => [name, calls])).toEqual([
    ["run", 4],
    ["rest", 2],
    ["see", 2],
  ]);
  expect(half?.share).toBe(1);
  expect(report.gas.rows).toMatchObject([
    { function: "0xcafe::half::rest", calls: 2, failed: 2 },
    { function: "0xcafe::half::run", calls: 4, failed: 0, total: gas.reduce((sum, one) => sum + one, 0n) },
  ]);
  const folder = await mkdtemp(join(tmpdir(), "report-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeCodeReport(report, folder);
  expect(await readFile(join(folder, "gas.txt"), "utf8")).toContain("0xcafe::half::run");
  expect(await readFile(join(folder, "coverage.txt"), "utf8")).toContain("100.0 %");
});

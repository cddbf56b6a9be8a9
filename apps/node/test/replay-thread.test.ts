import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createDataDir } from "@ledger/node-process";
import { expect, test } from "vitest";
import { noCounts, type ReplaySettings } from "../src/replay/protocol.ts";
import { ReplayThread } from "../src/replay/replay-thread.ts";

const settings: ReplaySettings = {
  source: { kind: "case", file: "none" },
  divergences: [],
  sample: undefined,
  isBackground: false,
  // All of the grace but two seconds.
  bounds: { instructions: 1, memory: 1, time: -8_000 },
};

/** A thread that stands at a version of each task, says what it does not execute, and else does something. */
const program = (what: string) => `
  import { parentPort, workerData } from "node:worker_threads";
  const cells = new BigInt64Array(workerData.pulse);
  const beat = () => Atomics.add(cells, 0, 1n);
  setInterval(beat, 20).unref();
  const run = ({ id, input: { from, to } }) => {
    for (let version = from; version <= to; version++) {
      Atomics.store(cells, 1, version + 1n);
      beat();
      if (version === 7n && !workerData.ended.has(version)) { ${what} }
    }
    Atomics.store(cells, 1, 0n);
    const findings = [...workerData.ended].map(([version, bound]) => ({ version: String(version), reason: bound }));
    parentPort.postMessage([{ kind: "returned", id, result: { counts: ${JSON.stringify(noCounts)}, findings } }]);
  };
  parentPort.on("message", (calls) => calls.forEach(run));
`;

test.each([
  ["that never comes back", "for (;;);", "time"],
  ["that takes all memory", "const held = []; for (;;) held.push(new Array(100_000).fill(held.length));", "memory"],
])("code %s is ended from outside, its version is left out, and the tasks are done", async (_, what, bound) => {
  using folder = createDataDir();
  const file = join(folder.path, "thread.mjs");
  writeFileSync(file, program(what));
  const thread = new ReplayThread(settings, pathToFileURL(file), { maxOldGenerationSizeMb: 16 });
  const tasks = [
    thread.run({ from: 1n, to: 3n }),
    thread.run({ from: 4n, to: 9n }),
    thread.run({ from: 10n, to: 11n }),
  ];
  const found = (await Promise.all(tasks)).map(({ findings }) => findings.map(({ reason }) => reason));
  await thread.close();
  expect(found).toEqual([[], [bound], [bound]]);
});

test("a thread that fails at no version, or at one again, ends its tasks", async () => {
  using folder = createDataDir();
  const file = join(folder.path, "thread.mjs");
  writeFileSync(file, program("throw new Error('a fault of this program')"));
  const thread = new ReplayThread(settings, pathToFileURL(file));
  await expect(thread.run({ from: 4n, to: 9n })).rejects.toMatchObject({ code: "worker_crashed" });
  await expect(thread.run({ from: 4n, to: 9n })).rejects.toMatchObject({ code: "worker_crashed" });
  await thread.close();
});

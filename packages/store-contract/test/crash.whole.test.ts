import { join } from "node:path";
import { Random } from "@ledger/random";
import { randomTest } from "@ledger/test-run";
import { afterAll, expect, test } from "vitest";
import { crashOnce, type KillPlan, killPoints } from "../scripts/crash-run.ts";
import { buildIoLayer } from "../scripts/io-faults.ts";
import { makeScratchFolder, removeScratchFolder } from "../scripts/scratch-folder.ts";

const folder = makeScratchFolder("crash-test");
/** A disk keeps what a killed process wrote as well, and takes its time. */
const diskFolder = makeScratchFolder("crash-test", "disk");
afterAll(() => {
  removeScratchFolder(folder);
  removeScratchFolder(diskFolder);
});

// More of them, from another seed: pnpm check crash.
test.each(killPoints)("a process killed at %o leaves a whole store", async (plan) => {
  await crashOnce(join(folder, `${JSON.stringify(plan).replace(/\W+/g, "-")}.db`), plan);
});

const moments = { seed: 32, count: 8 };
randomTest("a process killed at random moments loses nothing it acknowledged", moments, async ({ seed, count }) => {
  const random = new Random(seed);
  const layer = buildIoLayer(folder);
  for (let i = 0; i < count; i++) {
    // Half of them die between two system calls, where that can be arranged.
    const plan: KillPlan =
      layer !== undefined && random.once(2)
        ? { beforeCall: 1 + random.below(3_000), layer }
        : { afterMs: random.below(150) };
    // Each goes on with what the last one left, for some generations; every fourth series is on a disk.
    const series = i >> 3;
    await crashOnce(join(series % 4 === 3 ? diskFolder : folder, `random-${series}.db`), plan);
  }
  // A busy machine may have killed each of them before its first commit.
  const version = await crashOnce(join(folder, "random-0.db"), { step: "commit", moment: "after", nth: 4 });
  expect(version).toBeGreaterThan(0n);
});

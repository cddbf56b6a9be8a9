import { join } from "node:path";
import { Random } from "@ledger/random";
import { randomTest } from "@ledger/test-run";
import { afterAll, expect, test } from "vitest";
import { crashOnce, killPoints } from "../scripts/crash-run.ts";
import { makeScratchFolder, removeScratchFolder } from "../scripts/scratch-folder.ts";

const folder = makeScratchFolder("crash-test");
afterAll(() => removeScratchFolder(folder));

// The long version: pnpm check:crash.
test.each(killPoints)("a process killed at %o leaves a whole store", async (plan) => {
  await crashOnce(join(folder, `${JSON.stringify(plan).replace(/\W+/g, "-")}.db`), plan);
});

const moments = { seed: 32, count: 32 };
randomTest("a process killed at random moments loses nothing it acknowledged", moments, async ({ seed, count }) => {
  const random = new Random(seed);
  for (let i = 0; i < count; i++) {
    await crashOnce(join(folder, `random-${i >> 3}.db`), { afterMs: random.below(100) });
  }
  // A busy machine may have killed each of them before its first commit.
  const version = await crashOnce(join(folder, "random-0.db"), { step: "commit", moment: "after", nth: 4 });
  expect(version).toBeGreaterThan(0n);
});

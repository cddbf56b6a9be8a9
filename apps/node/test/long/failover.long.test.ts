import { needsPostgres } from "@ledger/postgres-server";
import { Random } from "@ledger/random";
import { cases, testSeed } from "@ledger/test-run/effort";
import { needs } from "@ledger/test-run/needs";
import { afterAll, describe, expect, test } from "vitest";
import { bounds, drawFaults, faults } from "./failover/faults.ts";
import { FailoverWorld, mountSmall } from "./failover/world.ts";

const seed = testSeed(20_261_128);
const random = new Random(seed);

/** Whether a disk can be filled here. */
function canMount(): boolean {
  using mount = mountSmall(1);
  return mount !== undefined;
}

describe(`nodes on PostgreSQL go on after what happens to its servers, TEST_SEED=${seed}`, needsPostgres, () => {
  let world: FailoverWorld | undefined;
  /** The servers and nodes of all faults, or new ones after a fault that failed. */
  const settle = async (): Promise<FailoverWorld> => {
    world ??= await FailoverWorld.open(random);
    await world.settle();
    return world;
  };
  const close = async (): Promise<void> => {
    const closed = world;
    world = undefined;
    await closed?.[Symbol.asyncDispose]();
  };
  afterAll(close);

  // Each of them first, in some order.
  for (const [index, name] of drawFaults(random, cases(Object.keys(faults).length)).entries()) {
    const options = name === "full disk" ? needs("root, for a small file system", canMount()) : {};
    test(`${index + 1}: ${name}`, options, async () => {
      const { run } = faults[name]!;
      try {
        const measured = await run(await settle());
        for (const [what, seconds] of Object.entries(measured)) {
          expect(seconds, `seconds: ${what}`).toBeLessThanOrEqual(bounds[what as keyof typeof bounds]);
        }
      } catch (error) {
        await close();
        throw error;
      }
    });
  }

  test("what they have written is whole", async () => {
    const { code, output } = await (await settle()).verify();
    await close();
    expect(code, output).toBe(0);
  });
});

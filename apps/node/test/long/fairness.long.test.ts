import { setTimeout as delay } from "node:timers/promises";
import { cases, testSeed } from "@ledger/test-run/effort";
import { hasVector, vectorPath } from "@ledger/vectors/files";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Attacked, AttackedNodes } from "./fairness/nodes.ts";
import { hoard, memoryOf, observe, runAttack } from "./fairness/observe.ts";
import { pointReads } from "./fairness/probe.ts";
import { scenarios } from "./fairness/scenarios.ts";
import { measureSlowness } from "./slowness.ts";

const seed = testSeed(20_261_128);

/** Milliseconds of each attack. */
const duration = cases(1_200);

/** Limits of the node's heap, in MB, and of its resident memory during attacks, in MiB. */
const heap = "512";
const maxMemory = 600;
/** Resident memory half a minute after the last attack, in MiB: the node, its threads, a 32 MiB cache of answers and uncollected garbage. */
const maxMemoryLeft = 500;
const longestAftermath = 30_000;
const hoarded = 10_000;

const genesis = "genesis/mainnet.genesis.blob";
const nodes = new AttackedNodes(heap, hasVector(genesis) ? vectorPath(genesis) : undefined);

describe.each([...new Set(scenarios.map(({ node }) => node))])(
  `clients do not wait for those who ask a %s node for the costliest things, TEST_SEED=${seed}`,
  (kind) => {
    let attacked: Attacked;
    let slowness = 1;
    beforeAll(async () => {
      slowness = measureSlowness();
      attacked = await nodes.start(kind);
      // What is asked for the first time takes longer, attack or not.
      const asked = scenarios.filter(({ node }) => node === kind).flatMap(({ others }) => others);
      await observe(attacked, () => delay(1_500), asked);
    });
    afterAll(() => attacked?.[Symbol.asyncDispose]());

    for (const [index, { name, node, attack, others, p99, longest }] of scenarios.entries()) {
      if (node !== kind) continue;
      test(name, async () => {
        const task = { ...attack, url: attacked.node.url, seed: seed + index, duration };
        const { waits, memory, result } = await observe(attacked, () => runAttack(task), others);
        expect(waits).toMatchObject({ failed: 0, failure: "none" });
        expect(waits.p99, `p99, ms, ${waits.slowest}`).toBeLessThanOrEqual(p99 * slowness);
        expect(waits.longest, `longest, ms, ${waits.slowest}`).toBeLessThanOrEqual(longest * slowness);
        expect(memory, "MiB").toBeLessThanOrEqual(maxMemory);
        expect(result.undocumented, "refusals that are not as documented").toBe(0);
      });
    }

    if (kind === "real") {
      test(`${hoarded} connections of one address leave another one its turn`, async () => {
        const { url } = attacked.node;
        const { waits } = await observe(attacked, () => hoard(url, hoarded, duration), pointReads, "127.0.0.2");
        expect(waits).toMatchObject({ failed: 0, failure: "none" });
        expect(waits.p99, "p99, ms").toBeLessThanOrEqual(100 * slowness);
      });
    }

    test("and afterwards the node is there, small, and reports no fault", async () => {
      const end = performance.now() + longestAftermath;
      while (memoryOf(attacked.node) > maxMemoryLeft && performance.now() < end) await delay(200);
      const { memory } = await observe(attacked, () => delay(1_500));
      expect(memory, "MiB").toBeLessThanOrEqual(maxMemoryLeft);
      const { child, output } = attacked.node;
      expect(child.exitCode).toBeNull();
      expect(output()).not.toMatch(/ERROR|FATAL/);
    });
  },
);

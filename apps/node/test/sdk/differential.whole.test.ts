import { cases, testSeed } from "@ledger/test-run/effort";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createCallables } from "./differential/callable.ts";
import { type DifferentialNode, startDifferentialNode } from "./differential/node.ts";
import { createSubmissions } from "./differential/submission.ts";

// The official client builds the same transactions from values and an ABI, where our endpoint has JSON and bytecode. More of them,
// from another seed: pnpm check differential.

const seed = testSeed(20_261_121);
const casesPerKind = cases(40);

describe(`signing messages are those of the official client, TEST_SEED=${seed}`, () => {
  const callables = createCallables(seed, Math.min(300, cases(120)));
  let node: DifferentialNode;

  beforeAll(async () => {
    node = await startDifferentialNode(callables);
  });
  afterAll(() => node?.[Symbol.asyncDispose]());

  test.each(Object.entries(createSubmissions(callables)))("%s", async (_kind, submissions) => {
    await fc.assert(
      fc.asyncProperty(submissions, async ({ request, buildMessage }) => {
        expect(await node.encode(request)).toBe(await buildMessage());
      }),
      { seed, numRuns: casesPerKind },
    );
  });
});

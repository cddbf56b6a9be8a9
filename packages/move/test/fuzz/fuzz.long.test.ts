import { randomTest } from "@ledger/test-run";
import { parseHex } from "@ledger/types";
import { describeVectors } from "@ledger/vectors";
import { readVectorJson } from "@ledger/vectors/files";
import { expect } from "vitest";
import { runFuzz } from "./run.ts";
import { fuzzTargets } from "./targets.ts";

function readBytecode(name: string): Uint8Array[] {
  const { cases } = readVectorJson<{ cases: { bytecode: string }[] }>(`abi/${name}.json`);
  return cases.map(({ bytecode }) => parseHex(bytecode));
}

describeVectors("published bytecode", () => {
  const mutations = { seed: "published", count: 12_000 };
  randomTest("gives an answer or a typed error in time when it is mutated", mutations, async ({ seed, count }) => {
    const targets = fuzzTargets(readBytecode("module_pairs"), readBytecode("script_pairs"));
    const { done, findings } = await runFuzz(targets, { seed, count });
    expect(findings).toEqual([]);
    expect(done).toBeGreaterThanOrEqual(count);
  });
});

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { decodeModule } from "@ledger/move";
import { hexToBytes, parseAddress } from "@ledger/types";
import { createEnvironment, type FeatureName, Features, feature, type Rules } from "@ledger/vm";
import { describe, expect, test } from "vitest";
import { checkUpgrade } from "../../src/publish/check-compatibility.ts";
import { type CompatibilityCase, compatibilityCases, compatibilityText } from "./compatibility-cases.ts";
import { statusOf } from "./crafted.ts";

/** The cases as bytes, one a line. */
const path = fileURLToPath(new URL("vectors/compatibility.jsonl", import.meta.url));

type Line = Omit<CompatibilityCase, "older" | "newer"> & { readonly older: string; readonly newer: string };

const lines = readFileSync(path, "utf8")
  .trimEnd()
  .split("\n")
  .map((line): Line => JSON.parse(line));

function rulesOf(features: readonly FeatureName[], day: string | undefined): Rules {
  const flags = Features.of(features.map((name) => feature[name]));
  if (day === undefined) return createEnvironment({ features: flags }).rules;
  const lastReconfigurationTime = BigInt(Date.parse(`${day}T00:00:00Z`)) * 1000n;
  return createEnvironment({ features: flags, chainId: 1, lastReconfigurationTime }).rules;
}

/** The status of replacing a module by another. */
async function verdictOn({ older, newer, features, day }: Line): Promise<string> {
  const [before, after] = [older, newer].map(hexToBytes).map((bytes) => ({ bytes, module: decodeModule(bytes) }));
  const { addresses, identifiers, moduleHandles, self } = after!.module;
  const { address, name } = moduleHandles[self]!;
  const owner = parseAddress(`0x${Buffer.from(addresses[address]!).toString("hex")}`);
  const bundled = { ...after!, address: owner, name: identifiers[name]!, older: before };
  return (await statusOf(() => checkUpgrade(bundled, rulesOf(features, day)))) ?? "accepted";
}

describe("a module may replace another", () => {
  test("by the cases that the assembler makes: vitest -u writes them again", async () => {
    await expect(compatibilityText(compatibilityCases)).toMatchFileSnapshot(path);
  });

  test.each([...Map.groupBy(lines, ({ rule }) => rule)])("%s", async (_rule, all) => {
    const verdicts: string[] = [];
    for (const one of all) verdicts.push(`${one.what}: ${await verdictOn(one)}`);
    expect(verdicts).toEqual(all.map(({ what, status }) => `${what}: ${status}`));
    // Each rule lets something pass and refuses something.
    expect(new Set(all.map(({ status }) => status)).size).toBe(2);
  });
});

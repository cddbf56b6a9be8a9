import type { StoredValue } from "@ledger/state-store";
import { bytesEqual, FeaturesResource } from "@ledger/types";
import { environmentKeys, Features, feature } from "@ledger/vm";
import { expect, test } from "vitest";
import { type ExecutionPlace, LedgerMachine } from "./ledger-machine.ts";

/** A place of a ledger whose flags were written at version 5. */
function placeOf(flags: readonly number[], incarnation: number): ExecutionPlace {
  const bytes = FeaturesResource.encode({ features: Features.of(flags).bytes });
  const item = { version: 5n, bytes, metadata: undefined } as StoredValue;
  const readState = (_: bigint, key: Uint8Array) => (bytesEqual(key, environmentKeys.features) ? item : undefined);
  return { store: { readState }, version: 9n, incarnation, codeEra: undefined };
}

test("rules of a ledger that was begun again are its own, though they were written at the same version", async () => {
  const machine = new LedgerMachine();
  const [first, second] = [placeOf([feature.lazyLoading], 1), placeOf([feature.enumTypes], 2)];
  const rules = (await machine.environment(first)).rules;
  expect([rules.lazyLoading, rules.enumTypes]).toEqual([true, false]);
  const later = (await machine.environment(second)).rules;
  expect([later.lazyLoading, later.enumTypes]).toEqual([false, true]);
  expect(await machine.environment({ ...second })).toBe(await machine.environment(second));
});

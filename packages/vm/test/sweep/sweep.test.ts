import { describeNetworks } from "@ledger/vectors";
import { expect, test } from "vitest";
import { sweepViews } from "./run-sweep.ts";

// A small part of `pnpm check views`: every view function of a network, with a few arguments each.
describeNetworks(["devnet-2025-11", "randomnet"], (network) => {
  test("every view function runs, and says what the state says", async () => {
    const { functions, compared, faults } = await sweepViews(network, 6);
    expect(faults).toEqual([]);
    expect([...functions].filter(([, { calls }]) => calls === 0).map(([name]) => name)).toEqual([]);
    expect(functions.size).toBe(network === "randomnet" ? 146 : 205);
    expect(compared).toBeGreaterThan(20);
  });
});

import type { ExecutionNote, ExecutionReader, ExecutionStore } from "@ledger/state-store";
import type { HashValue } from "@ledger/types";
import { expect, test } from "vitest";

/** The results of a driver. */
export interface ExecutionDriver {
  /** Opens the same results at each call. */
  open(): Promise<ExecutionStore>;
  openReader(): Promise<ExecutionReader | undefined>;
}

/** A note about a range of versions, one of which may differ. */
function note(from: bigint, to: bigint, different?: bigint, sample = 1): ExecutionNote {
  const versions = Number(to - from) + 1;
  const findings =
    different === undefined
      ? []
      : [{ version: different, outcome: "different" as const, report: `{"at":"${different}"}` }];
  return {
    range: { from, to, sample },
    counts: { equal: versions - findings.length, different: findings.length, stateUnknown: 0, notReproducible: 0 },
    findings,
    accumulatorRoot: new Uint8Array(32).fill(Number(to)) as HashValue,
  };
}

/** The tests that every driver of execution results passes. */
export function testExecution(driver: ExecutionDriver): void {
  test("results are kept, ranges grow together, and a reader sees them", async () => {
    const store = await driver.open();
    expect(await store.summary()).toEqual({
      counts: { equal: 0, different: 0, stateUnknown: 0, notReproducible: 0 },
      ranges: [],
      last: undefined,
      firstDifferent: undefined,
    });
    await store.note(note(5n, 9n, 7n));
    await store.note(note(10n, 12n));
    await store.note(note(13n, 20n, 19n, 4));
    await store.note(note(30n, 31n));
    await store.close();
    await store.close();

    const again = await driver.open();
    const reader = await driver.openReader();
    expect(await reader?.summary()).toEqual({
      counts: { equal: 16, different: 2, stateUnknown: 0, notReproducible: 0 },
      ranges: [
        { from: 5n, to: 12n, sample: 1 },
        { from: 13n, to: 20n, sample: 4 },
        { from: 30n, to: 31n, sample: 1 },
      ],
      last: { version: 31n, accumulatorRoot: new Uint8Array(32).fill(31) },
      firstDifferent: 7n,
    });
    expect(await reader?.find(7n)).toEqual({ version: 7n, outcome: "different", report: '{"at":"7"}' });
    expect(await reader?.find(8n)).toBeUndefined();
    const versions = async (from: bigint, limit: number) =>
      ((await reader?.list("different", from, limit)) ?? []).map(({ version }) => version);
    expect(await versions(0n, 10)).toEqual([7n, 19n]);
    expect(await versions(0n, 1)).toEqual([7n]);
    expect(await versions(8n, 10)).toEqual([19n]);
    expect(await reader?.list("state_unknown", 0n, 10)).toEqual([]);

    await again.clear();
    expect(await reader?.summary()).toMatchObject({ ranges: [], last: undefined, firstDifferent: undefined });
    await reader?.close();
    await again.close();
  });
}

import type { ExecutionNote, ExecutionReader, ExecutionStore } from "@ledger/state-store";
import type { HashValue } from "@ledger/types";
import { expect, test } from "vitest";

/** The results of a driver. */
export interface ExecutionDriver {
  /** Opens the same results at each call. */
  open(): Promise<ExecutionStore>;
  openReader(): Promise<ExecutionReader | undefined>;
}

const none = { equal: 0, different: 0, stateUnknown: 0, notReproducible: 0, notExecuted: 0 };

/** A note about a range of versions, one of which may differ. */
function note(from: bigint, to: bigint, different?: bigint, sample = 1): ExecutionNote {
  const versions = Number(to - from) + 1;
  const findings =
    different === undefined
      ? []
      : [{ version: different, outcome: "different" as const, report: `{"at":"${different}"}` }];
  return {
    range: { from, to, sample },
    counts: { ...none, equal: versions - findings.length, different: findings.length },
    findings,
    accumulatorRoot: new Uint8Array(32).fill(Number(to)) as HashValue,
  };
}

/** The tests that every driver of execution results passes. */
export function testExecution(driver: ExecutionDriver): void {
  test("results are kept, ranges grow together, and a reader sees them", async () => {
    const store = await driver.open();
    expect(await store.summary()).toEqual({
      counts: none,
      ranges: [],
      last: undefined,
      firstDifferent: undefined,
    });
    await store.note(note(5n, 9n, 7n));
    await store.note(note(10n, 12n));
    await store.note(note(13n, 20n, 19n, 4));
    await store.note(note(30n, 31n));
    const report = JSON.stringify({ version: "32", reason: "an old fault" });
    await store.note({ ...note(32n, 33n), findings: [{ version: 32n, outcome: "not_reproducible", report }] });
    const ended = JSON.stringify({ version: "34", reason: "too long" });
    const counts = { ...none, notExecuted: 1 };
    await store.note({
      ...note(34n, 34n),
      counts,
      findings: [{ version: 34n, outcome: "not_executed", report: ended }],
    });
    await store.close();
    await store.close();

    const again = await driver.open();
    const reader = await driver.openReader();
    expect(await reader?.summary()).toEqual({
      counts: { ...none, equal: 18, different: 2, notExecuted: 1 },
      ranges: [
        { from: 5n, to: 12n, sample: 1 },
        { from: 13n, to: 20n, sample: 4 },
        { from: 30n, to: 34n, sample: 1 },
      ],
      last: { version: 34n, accumulatorRoot: new Uint8Array(32).fill(34) },
      firstDifferent: 7n,
    });
    expect(await reader?.find(7n)).toEqual({ version: 7n, outcome: "different", report: '{"at":"7"}' });
    expect(await reader?.find(8n)).toBeUndefined();
    const differing = [7n, 19n].map((version) => ({ version, reason: undefined }));
    expect(await reader?.list("different", 0n, 10)).toEqual(differing);
    expect(await reader?.list("different", 0n, 1)).toEqual(differing.slice(0, 1));
    expect(await reader?.list("different", 8n, 10)).toEqual(differing.slice(1));
    expect(await reader?.list("not_reproducible", 0n, 10)).toEqual([{ version: 32n, reason: "an old fault" }]);
    expect(await reader?.list("not_executed", 0n, 10)).toEqual([{ version: 34n, reason: "too long" }]);
    expect(await reader?.list("state_unknown", 0n, 10)).toEqual([]);

    await again.clear();
    expect(await reader?.summary()).toEqual({ counts: none, ranges: [], last: undefined, firstDifferent: undefined });
    await reader?.close();
    await again.close();
  });
}

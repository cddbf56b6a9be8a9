import { pino } from "pino";
import { afterEach, expect, test, vi } from "vitest";
import { reportIngest } from "./report-ingest.ts";

afterEach(() => void vi.restoreAllMocks());

test("the rate counts on where a new try to follow counts its records from zero again", () => {
  const lines: string[] = [];
  const report = reportIngest(pino({ base: null }, { write: (line: string) => void lines.push(line) }));
  const clock = vi.spyOn(performance, "now");
  for (const [seconds, version, records] of [
    [0, 0n, 0],
    [10, 999n, 1_000],
    [20, 1_499n, 500],
  ] as const) {
    clock.mockReturnValue(seconds * 1_000);
    report({ type: "progress", version, head: 2_000n, records });
  }
  const rates = lines.map((line) => (JSON.parse(line) as { recordsPerSecond?: number }).recordsPerSecond);
  expect(rates).toEqual([undefined, 100, 50]);
});

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

test("a stall is said when it begins and after pauses that grow, though its reason counts the seconds", () => {
  const lines: string[] = [];
  const report = reportIngest(pino({ base: null }, { write: (line: string) => void lines.push(line) }));
  const clock = vi.spyOn(performance, "now");
  const stallFor = (from: number, to: number): readonly string[] => {
    lines.length = 0;
    for (let second = from; second < to; second++) {
      clock.mockReturnValue(second * 1_000);
      report({ type: "stalled", reason: `no upstream has answered for ${second} s` });
    }
    return lines.map((line) => (JSON.parse(line) as { reason: string }).reason.replace(/\D+/g, ""));
  };
  expect(stallFor(10, 100)).toEqual(["10", "20", "40", "80"]);
  expect(stallFor(100, 3_700)).toHaveLength(13);
  lines.length = 0;
  report({ type: "stalled", reason: undefined });
  report({ type: "stalled", reason: undefined });
  expect(lines).toHaveLength(1);
  expect(stallFor(4_000, 4_005)).toEqual(["4000"]);
});

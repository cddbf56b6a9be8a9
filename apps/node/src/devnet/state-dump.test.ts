import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Logger } from "../logger.ts";
import { expectDumpPlace, StateDump } from "./state-dump.ts";

let folder: string;
let state: string;
let warnings: unknown[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ledger-dump-"));
  state = "first";
  warnings = [];
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

/** Only what a dump uses. */
const net = { dumpState: async () => new TextEncoder().encode(state) };
const log = {
  debug: () => undefined,
  info: () => undefined,
  warn: (fields: unknown) => warnings.push(fields),
} as unknown as Logger;

test("a place that can be written is left as it was", async () => {
  await expectDumpPlace({ dumpState: join(folder, "state") });
  expect(readdirSync(folder)).toEqual([]);
});

test("an interval that cannot write says so once, and writes when it can; the end has the last state", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const gone = join(folder, "gone");
  const file = join(gone, "state");
  const dump = new StateDump(net, { dumpState: file, dumpInterval: 1_000 }, log);
  const pass = async (): Promise<void> => {
    vi.advanceTimersByTime(1_000);
    // Files are written outside of the timers.
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1), { interval: 1 });
  };
  await pass();
  await pass();
  expect(warnings).toEqual([{ file, reason: `cannot write the state to ${file} (its folder does not exist)` }]);
  mkdirSync(gone);
  await pass();
  expect(readFileSync(file, "utf8")).toBe("first");
  state = "last";
  await dump.end();
  expect(readFileSync(file, "utf8")).toBe("last");
  expect(vi.getTimerCount()).toBe(0);
  expect(readdirSync(gone)).toEqual(["state"]);
});

import { expect, test } from "vitest";
import { scalePosition, versionScale } from "./scale.ts";

const info = (oldest: number, latest: number) => ({
  chain_id: 4,
  epoch: "1",
  ledger_version: String(latest),
  oldest_ledger_version: String(oldest),
  ledger_timestamp: "0",
  node_role: "full_node",
  block_height: "0",
  oldest_block_height: "0",
});

test("a ledger that keeps everything is shown as a whole", () => {
  expect(versionScale(info(0, 500), undefined)).toEqual({ first: 0, oldest: 0, latest: 500 });
});

test("pruned versions are left out, but for one that is asked for", () => {
  expect(versionScale(info(999_999_000, 1_000_000_000), undefined).first).toBe(999_999_000);
});

test("a chosen version is always on the scale", () => {
  expect(versionScale(info(900, 1000), 3).first).toBe(3);
  expect(scalePosition({ first: 0, oldest: 0, latest: 0 }, 0)).toBe(1);
  expect(scalePosition({ first: 10, oldest: 10, latest: 20 }, 99)).toBe(1);
});

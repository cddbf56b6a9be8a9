import { expect, test } from "vitest";
import { formatRows } from "./format-rows.ts";
import { compare } from "./row.ts";
import { median, quantile } from "./samples.ts";

const names = { work: "w", subject: "ours", peer: "theirs", unit: "reads/s" };

test("a ratio above one means that the subject is better, for rates and for times", () => {
  expect(compare(names, [300, 100, 200], [100, 50, 400]).ratio).toBe(2);
  expect(compare(names, [2, 4, 3], [9, 8, 7], "less").ratio).toBe(2.667);
});

test("quantiles are samples, whatever their order", () => {
  const samples = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect([median(samples), quantile(samples, 0.99), quantile(samples, 1)]).toEqual([51, 100, 100]);
  expect(median([])).toBeNaN();
});

test("a table has a column of targets where a row has one", () => {
  const rows = [compare(names, [2], [1]), compare(names, [2], [1], "more", 1.7), compare(names, [2], [1], "more", 2.1)];
  const last = (table: string) => table.split("\n").map((line) => line.split("  ").at(-1)?.trim());
  expect(last(formatRows(rows.slice(0, 1)))).toEqual(["ratio", "2x"]);
  expect(last(formatRows(rows))).toEqual(["target", "2x", "1.7x met", "2.1x missed"]);
});

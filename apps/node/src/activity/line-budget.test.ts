import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LineBudget } from "./line-budget.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function countedBudget() {
  const sums: number[] = [];
  const counted = vi.fn(() => 1);
  const budget = new LineBudget<number>(
    (sum = 0, next) => sum + next,
    (sum) => sums.push(sum),
  );
  return { budget, counted, sums };
}

test("twenty lines pass in a second; the rest is one sum when the second is over", () => {
  const { budget, counted, sums } = countedBudget();
  const passed = Array.from({ length: 1_000 }, () => budget.take(counted)).filter(Boolean);
  expect([passed.length, counted.mock.calls.length, sums]).toEqual([20, 980, []]);
  vi.advanceTimersByTime(1_000);
  expect(sums).toEqual([980]);
  expect(budget.take(counted)).toBe(true);
  vi.advanceTimersByTime(1_000);
  expect(sums).toEqual([980]);
});

test("a sum is written at the end, and no timer stays", () => {
  const { budget, counted, sums } = countedBudget();
  for (let i = 0; i < 21; i++) budget.take(counted);
  budget.flush();
  expect(sums).toEqual([1]);
  expect(vi.getTimerCount()).toBe(0);
});

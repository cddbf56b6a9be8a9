import { expect, test } from "vitest";
import { hasCredentials, interval as intervals, list, orWord, whole } from "./values.ts";

test.each([
  "https://user:word@node.example/v1",
  "https://token@node.example/v1",
  "ftp://user:word@node.example",
  " https://user:word@node.example",
  // What the URL standard reads as the first one.
  "https:user:word@node.example/v1",
  "https:/user:word@node.example/v1",
  "https:\\\\user:word@node.example/v1",
])("%j carries credentials", (text) => {
  expect(hasCredentials(text)).toBe(true);
});

test.each([
  "https://node.example/v1",
  "https://node.example/v1@12345",
  "https://node.example/v1?mail=a@b",
  "./backup@home",
  "C:\\ledger\\genesis.blob",
  "0:ab",
])("%j does not", (text) => {
  expect(hasCredentials(text)).toBe(false);
});

test.each([
  ["0", 0],
  ["10", 10],
  ["0010", 10],
  ["9999999", 9_999_999],
])("%s is an interval", (text, interval) => {
  expect(intervals.parse(text)).toBe(interval);
});

test.each(["", "1", "9", "05", "10000000", "-1", "1e3", "10 "])("%j is none", (text) => {
  expect(() => intervals.parse(text)).toThrow("expected milliseconds, at least 10, or 0.");
});

test("a value with a word for itself, and several with what was before", () => {
  const value = list(orWord("all", whole(1, 9)));
  expect(value.parse("all, 3", [2])).toEqual([2, "all", 3]);
  expect(() => value.parse("3,10")).toThrow("expected a number from 1 to 9.");
});

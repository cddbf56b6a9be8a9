import { expect, test } from "vitest";
import { KnownFilters } from "./answer-stream.ts";

test("filters that clients make up do not pile up, and those of open streams are found again", () => {
  const known = new KnownFilters();
  const long = (i: number): string => `include=changes&key=0x${i.toString(16).padStart(8, "0").repeat(500)}`;
  const find = (text: string) => known.find([text]).filters[0];
  const [first, own] = [find(long(0)), find("include=blocks")];
  for (let i = 1; i < 2_000; i++) {
    find(long(i));
    expect(find("include=blocks")).toBe(own);
  }
  // Eight megabytes of text came since.
  expect(find(long(0))).not.toBe(first);
  expect(find(long(0))).toEqual(first);
});

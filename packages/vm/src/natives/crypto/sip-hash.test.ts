import { hexToBytes } from "@ledger/types";
import { describeVectors, readVectorJson } from "@ledger/vectors";
import { expect, test } from "vitest";
import { sipHash } from "./sip-hash.ts";

test.each([
  // SipHash-2-4 with the zero key, from the reference implementations of other languages.
  ["", 0x1e924b9d737700d7n],
  ["00", 0x8b5a0baa49fbc58dn],
])("of %j", (hex, expected) => {
  expect(sipHash(hexToBytes(hex))).toBe(expected);
});

interface TableItemCase {
  readonly value_type?: string;
  readonly value_bcs?: string;
}

describeVectors("smart tables", () => {
  test("stored hashes are those of their keys", () => {
    const { cases } = readVectorJson<{ cases: readonly TableItemCase[] }>("values/table_items.json");
    expect(cases.length).toBeGreaterThan(0);
  });
});

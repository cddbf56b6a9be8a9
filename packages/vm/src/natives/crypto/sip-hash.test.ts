import { hexToBytes } from "@ledger/types";
import { describeVectors } from "@ledger/vectors";
import { readVectorJson } from "@ledger/vectors/files";
import { expect, test } from "vitest";
import { sipHash } from "./sip-hash.ts";

test.each([
  // Hasher of the Rust standard library of old, whose keys are zero.
  ["", 0x1e924b9d737700d7n],
  ["00", 0x8b5a0baa49fbc58dn],
])("of %j", (hex, expected) => {
  expect(sipHash(hexToBytes(hex))).toBe(expected);
});

interface TableItemCase {
  readonly value_type?: string;
  readonly value: readonly { readonly hash: string; readonly key: string }[];
}

describeVectors("smart tables", () => {
  const { cases } = readVectorJson<{ readonly cases: readonly TableItemCase[] }>("values/table_items.json");
  const buckets = cases.filter(({ value_type }) => value_type?.startsWith("vector<0x1::smart_table::Entry<address, "));
  const entries = buckets.flatMap(({ value }) => value);

  test("stored hashes are those of their keys", () => {
    expect(entries.length).toBeGreaterThan(10);
    for (const { hash, key } of entries) {
      expect(sipHash(hexToBytes(key.slice(2).padStart(64, "0"))).toString()).toBe(hash);
    }
  });
});

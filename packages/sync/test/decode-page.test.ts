import { concatBytes, OnChainRecord } from "@ledger/types";
import { expect, test } from "vitest";
import { decodePage } from "../src/rest/decode-page.ts";
import { buildChain } from "../src/testing/index.ts";

const { records } = buildChain(40, { blocksPerEpoch: 15 });
const count = 84;
const bodies = records.slice(0, count).map((record) => OnChainRecord.encode(record));
/** A page; the number of its records is one byte. */
const page = (parts: readonly Uint8Array[]): Uint8Array => concatBytes(Uint8Array.of(parts.length), ...parts);

test("a page of records is read whole", () => {
  expect(decodePage(page(bodies), 0n, 100)).toEqual({ records: records.slice(0, count) });
});

test("a byte after the end of any record makes its page faulty, and the record is not taken", () => {
  for (const extra of [0, 1, 0x7f]) {
    for (const at of bodies.keys()) {
      const parts = bodies.map((body, i) => (i === at ? Uint8Array.of(...body, extra) : body));
      const decoded = decodePage(page(parts), 0n, 100);
      expect(decoded.fault, `byte ${extra} after record ${at}`).toMatch(/next version|after the last record/);
      expect(decoded.undecodable, `byte ${extra} after record ${at}`).toBeUndefined();
      expect(decoded.records.length).toBeLessThanOrEqual(at);
    }
  }
});

test("a page that was cut off gives the records before the cut", () => {
  const whole = page(bodies);
  const last = bodies.at(-1)!.length;
  for (const left of [1, 7, 9, last - 1]) {
    const { records: found, undecodable } = decodePage(whole.subarray(0, whole.length - last + left), 0n, 100);
    expect([found.length, undecodable]).toEqual([count - 1, BigInt(count - 1)]);
  }
});

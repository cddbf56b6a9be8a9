import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { parseTransactionManifest } from "../src/backup/manifest.ts";
import { type CatalogBounds, planRanges, readCatalog } from "../src/backup/metadata.ts";
import type { BackupStorage } from "../src/backup/storage.ts";

const bounds: CatalogBounds = { files: 10, fileBytes: 10_000, bytes: 20_000, lineBytes: 500, entries: 30 };
const { signal } = new AbortController();

/** A backup of which only the metadata is there, and a count of the files that were read. */
function storageOf(files: readonly (string | Uint8Array)[]): BackupStorage & { readonly reads: () => number } {
  let reads = 0;
  return {
    name: "test",
    listMetadata: async () => files.map((_, i) => `metadata/${i}.meta`),
    async *read(handle) {
      reads++;
      const file = files[Number(/\d+/.exec(handle)![0])]!;
      yield typeof file === "string" ? new TextEncoder().encode(file) : file;
    },
    reads: () => reads,
  };
}

const line = (first: number, last = first): string =>
  `${JSON.stringify({ TransactionBackup: { first_version: first, last_version: last, manifest: `t_${first}/m` } })}\n`;
const lines = (from: number, count: number): string => Array.from({ length: count }, (_, i) => line(from + i)).join("");

test("metadata within its bounds is read, and what is said twice counts once", async () => {
  const storage = storageOf([lines(0, 30), gzipSync(lines(0, 30)), `\n  \n${lines(7, 2)}`]);
  const { transactions } = await readCatalog(storage, signal, bounds);
  expect(transactions.map(({ first }) => first)).toEqual(Array.from({ length: 30 }, (_, i) => BigInt(i)));
});

test.each<[what: string, files: readonly (string | Uint8Array)[], reads: number]>([
  ["too many files", Array.from({ length: 11 }, () => ""), 0],
  ["too many entries", [lines(0, 20), lines(20, 11)], 2],
  ["a line that is too long", [`{"x":"${"y".repeat(500)}"}`], 1],
  ["a file that is too long", [" ".repeat(10_001)], 1],
  ["a file that is too long when it is unpacked", [gzipSync(" ".repeat(1_000_000))], 1],
  ["too much in all", Array.from({ length: 4 }, () => " \n".repeat(4_000)), 3],
])("metadata with %s is refused", async (_, files, reads) => {
  const storage = storageOf(files);
  await expect(readCatalog(storage, signal, bounds)).rejects.toMatchObject({ code: "too_large" });
  expect(storage.reads()).toBe(reads);
});

test("a manifest of too many values, and a chunk of too many transactions, are refused", () => {
  const values = `{"chunks":[${"{},".repeat(1_000_000)}{}]}`;
  expect(() => parseTransactionManifest(values)).toThrow(expect.objectContaining({ code: "too_large" }));
  const chunk = { first_version: 0, last_version: 2_000_000, transactions: "a", proof: "b" };
  const text = JSON.stringify({ first_version: 0, last_version: 2_000_000, chunks: [chunk] });
  expect(() => parseTransactionManifest(text)).toThrow(expect.objectContaining({ code: "too_large" }));
});

test("a plan of many ranges takes a look at each", () => {
  let looks = 0;
  const ranges = Array.from({ length: 50_000 }, (_, i) => {
    const first = BigInt(((i * 7_919) % 50_000) * 10);
    return {
      first,
      manifest: "m",
      get last() {
        looks++;
        return first + 9n;
      },
    };
  });
  const plan = planRanges(ranges, 0n);
  expect(plan.map(({ first }) => first)).toEqual(Array.from({ length: 50_000 }, (_, i) => BigInt(i * 10)));
  expect(looks).toBeLessThan(50_000 * 10 + 50_000);
});

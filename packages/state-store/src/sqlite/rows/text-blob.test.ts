import Database from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BlobSlab, blobAsText, longestText } from "./text-blob.ts";

const database = new Database(":memory:");
beforeAll(() => database.exec("create table blobs (length integer primary key, bytes blob)"));
afterAll(() => database.close());

/** Every byte value, beginning with another one for each length. */
function bytesOf(length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, i) => i + length);
}

test("a blob of any length arrives as it was stored, and stays so while others do", () => {
  const lengths = [...Array.from({ length: longestText + 2 }, (_, length) => length), 4_096, 100_000];
  const insert = database.prepare("insert into blobs values (?, ?)");
  for (const length of lengths) insert.run(length, bytesOf(length));
  const read = database.prepare<[number], string | Buffer>(
    `select ${blobAsText("bytes")} from blobs where length = +?`,
  );
  const slab = new BlobSlab();
  const views = lengths.map((length) => {
    slab.put(read.pluck().get(length)!);
    expect(slab.bytes.subarray(slab.start, slab.end)).toEqual(Buffer.from(bytesOf(length)));
    return slab.view(read.pluck().get(length)!);
  });
  for (const [i, length] of lengths.entries()) expect(views[i]).toEqual(bytesOf(length));
});

test("short blobs travel as text and share slabs, long ones come as they are", () => {
  const answerOf = (length: number) =>
    database
      .prepare<[Uint8Array], string | Buffer>(`select ${blobAsText("b")} from (select +? b)`)
      .pluck()
      .get(bytesOf(length))!;
  const slab = new BlobSlab();
  const first = slab.view(answerOf(longestText));
  const second = slab.view(answerOf(3));
  expect(second.buffer).toBe(first.buffer);
  expect(second.byteOffset).toBe(longestText);
  expect(answerOf(longestText + 1)).toBeInstanceOf(Buffer);
});

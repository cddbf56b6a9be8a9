import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMemoryStore } from "@ledger/state-store/memory";
import { concatBytes } from "@ledger/types";
import { describe, expect, onTestFinished, test } from "vitest";
import { readFramed } from "../src/backup/byte-stream.ts";
import { decodeChunkRecord } from "../src/backup/chunk-record.ts";
import { backupSource, readEpochChain } from "../src/backup/index.ts";
import { parseTransactionManifest } from "../src/backup/manifest.ts";
import { planRanges } from "../src/backup/metadata.ts";
import { checkHandle } from "../src/backup/storage.ts";
import { ingest } from "../src/index.ts";
import { openBackupFolder } from "../src/node/index.ts";
import { type BackupOptions, buildBackup, buildChain, chunkRecord, frame, validators } from "../src/testing/index.ts";
import { refusalOf } from "./support/refusal.ts";
import { readTestnetRecords } from "./support/testnet-records.ts";
import { writeFiles } from "./support/write-files.ts";

const chain = buildChain(40, { blocksPerEpoch: 15, validators });
const head = chain.records.at(-1)!.version;

function makeBackup({ gzip = false, ...options }: BackupOptions & { readonly gzip?: boolean } = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "ledger-backup-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFiles(folder, buildBackup(chain.records, options), { gzip });
  return folder;
}

function changeFile(path: string, change: (bytes: Uint8Array) => Uint8Array): void {
  writeFileSync(path, change(new Uint8Array(readFileSync(path))));
}

const flip = (bytes: Uint8Array, at: number): Uint8Array => bytes.with(at, bytes[at]! ^ 1) as Uint8Array;

describe("a backup folder", () => {
  test.each<[string, Parameters<typeof makeBackup>[0]]>([
    ["the first chunk format", { format: "V0" }],
    ["the second chunk format", { format: "V1" }],
    ["compressed files", { gzip: true }],
  ])("is taken in, proved by signatures from genesis on: %s", async (_, options) => {
    const storage = openBackupFolder(makeBackup(options));
    const epochs = await readEpochChain(storage, [chain.waypoint]);
    expect(epochs.latest?.epoch).toBe(3n);
    const store = createMemoryStore();
    const source = backupSource({ storage, epochs });
    expect(await ingest({ source, store, waypoint: chain.waypoint, stateRoots: "every_block" })).toMatchObject({
      version: head,
      waypoint: "matched",
    });
    expect(await store.listRecords(0n, chain.records.length)).toEqual(chain.records);
  });

  test("is continued in the middle of a chunk", async () => {
    const storage = openBackupFolder(makeBackup());
    const store = createMemoryStore();
    const stop = new AbortController();
    const source = () => backupSource({ storage, pageRecords: 7 });
    const onProgress = ({ version }: { version: bigint }) => version >= 60n && stop.abort();
    const first = await ingest({ source: source(), store, batchRecords: 10, signal: stop.signal, onProgress });
    expect(first.version).toBeLessThan(head);
    expect(await ingest({ source: source(), store })).toMatchObject({ version: head });
  });

  test("without enough signers is refused", async () => {
    const storage = openBackupFolder(makeBackup({ signers: [0, 1] }));
    const refusal = await refusalOf(readEpochChain(storage, [chain.waypoint]));
    expect(refusal).toMatchObject({ code: "invalid_signature", field: "voting_power" });
  });

  test("of another network is refused by the waypoint", async () => {
    const storage = openBackupFolder(makeBackup());
    const other = buildChain(0, { chainId: 9, validators });
    expect(await refusalOf(readEpochChain(storage, [other.waypoint]))).toMatchObject({ code: "wrong_waypoint" });
    const missing = { version: 5n, value: chain.waypoint.value };
    expect(await refusalOf(readEpochChain(storage, [missing]))).toMatchObject({
      code: "gap",
      field: "epoch",
    });
  });

  test("with a changed byte in a chunk or proof is refused, and nothing after it is taken", async () => {
    for (const [file, at] of [
      ["transaction_1-.ef01/1-.chunk", 2],
      ["transaction_1-.ef01/1-.chunk", 300],
      ["transaction_1-.ef01/1-40.proof", 5],
      ["transaction_1-.ef01/1-40.proof", 200],
    ] as const) {
      const folder = makeBackup();
      const storage = openBackupFolder(folder);
      const epochs = await readEpochChain(storage, [chain.waypoint]);
      changeFile(join(folder, file), (bytes) => flip(bytes, at));
      const store = createMemoryStore();
      const refusal = await refusalOf(ingest({ source: backupSource({ storage, epochs }), store }), `${file} ${at}`);
      expect(["invalid_backup", "hash_mismatch", "too_large", "invalid_signature"]).toContain(refusal.code);
      expect((await store.summary())?.version).toBe(0n);
    }
  });

  test("with a file cut short, damaged or missing is refused", async () => {
    for (const change of [
      (path: string) => changeFile(path, (bytes) => bytes.subarray(0, -1)),
      (path: string) => changeFile(path, () => Uint8Array.of(0x1f, 0x8b, 8, 0)),
      (path: string) => rmSync(path),
    ]) {
      const folder = makeBackup();
      change(join(folder, "transaction_1-.ef01/1-.chunk"));
      const source = backupSource({ storage: openBackupFolder(folder) });
      const refusal = await refusalOf(ingest({ source, store: createMemoryStore() }));
      expect(["invalid_backup", "unreadable"]).toContain(refusal.code);
    }
    const empty = mkdtempSync(join(tmpdir(), "ledger-backup-"));
    onTestFinished(() => rmSync(empty, { recursive: true }));
    const source = backupSource({ storage: openBackupFolder(empty) });
    expect(await refusalOf(ingest({ source, store: createMemoryStore() }))).toMatchObject({ code: "unreadable" });
  });

  test("that does not reach back far enough is a gap", async () => {
    const folder = makeBackup();
    for (const name of ["transaction_0.meta", "transaction_compacted_0-1.meta"]) rmSync(join(folder, "metadata", name));
    const source = backupSource({ storage: openBackupFolder(folder) });
    expect(await refusalOf(ingest({ source, store: createMemoryStore() }))).toMatchObject({ code: "gap", version: 0n });
  });
});

test("handles stay inside the backup", () => {
  for (const sound of ["a/b.chunk", "transaction_0-.ab12/0-.chunk", "metadata/x.meta"])
    expect(checkHandle(sound)).toBe(sound);
  for (const handle of ["", "/etc/passwd", "../x", "a/../b", "a//b", "a/.", "a\\b", "a/%2e%2e/b", "x".repeat(600)]) {
    expect(() => checkHandle(handle), handle).toThrow(expect.objectContaining({ code: "invalid_backup" }));
  }
});

test("manifests with holes, overlaps or other shapes are refused", () => {
  const chunk = (first: number, last: number) => ({
    first_version: first,
    last_version: last,
    transactions: "a/b",
    proof: "a/c",
  });
  const manifest = (chunks: unknown, first = 0, last = 9) =>
    JSON.stringify({ first_version: first, last_version: last, chunks });
  expect(parseTransactionManifest(manifest([chunk(0, 4), chunk(5, 9)])).chunks).toHaveLength(2);
  for (const text of [
    "",
    "[]",
    "null",
    manifest([]),
    manifest({}),
    manifest([1]),
    manifest([chunk(0, 4), chunk(6, 9)]),
    manifest([chunk(0, 5), chunk(5, 9)]),
    manifest([chunk(0, 8)]),
    manifest([chunk(0, 10)]),
    manifest([chunk(4, 0)], 4, 0),
    manifest([{ ...chunk(0, 9), format: "V9" }]),
    manifest([{ ...chunk(0, 9), proof: "../../x" }]),
    manifest([{ ...chunk(0, 9), last_version: "9" }]),
    manifest([{ ...chunk(0, 9), last_version: 1.5 }]),
    manifest([{ ...chunk(0, 9), first_version: -1 }]),
  ]) {
    expect(() => parseTransactionManifest(text), text).toThrow(expect.objectContaining({ code: "invalid_backup" }));
  }
});

test("of overlapping ranges those are read that reach furthest", () => {
  const range = (first: number, last: number) => ({
    first: BigInt(first),
    last: BigInt(last),
    manifest: `${first}-${last}`,
  });
  const ranges = [range(0, 0), range(1, 100), range(50, 300), range(101, 200), range(400, 500)];
  expect(planRanges(ranges, 0n).map(({ manifest }) => manifest)).toEqual(["0-0", "1-100", "50-300"]);
  expect(planRanges(ranges, 301n)).toEqual([]);
  expect(planRanges(ranges, 450n).map(({ manifest }) => manifest)).toEqual(["400-500"]);
});

test("records are cut wherever the file is cut into pieces", async () => {
  const records = [new Uint8Array(0), Uint8Array.of(1), new Uint8Array(1000).fill(2), Uint8Array.of(3, 4)];
  const file = concatBytes(...records.map(frame));
  for (const size of [1, 3, 5, 999, 5000]) {
    const pieces = (async function* () {
      for (let at = 0; at < file.length; at += size) yield file.subarray(at, at + size);
    })();
    const seen: Uint8Array[] = [];
    for await (const record of readFramed(pieces, 1000)) seen.push(record.slice());
    expect(seen, `${size}`).toEqual(records);
  }
});

describe("chunks of real records", () => {
  // Versions 1 and 2 of the test network, framed: computed from the public records by another program.
  const published = [
    ["V0", 8_605, "8c73a46c11ba9a897d3823108fe04e401d410ed3796704e5a59ab313876deb06"],
    ["V1", 8_607, "a1d26a9a97aa8bc44bc7d02e792b2f66b4794a7aff7bf154b1f6f2487e9ffcea"],
  ] as const;

  test.each(published)("have the published bytes in format %s", async (format, length, sha256) => {
    const records = readTestnetRecords().slice(0, 2);
    const file = concatBytes(...records.map((record) => frame(chunkRecord(record, format))));
    expect(file.length).toBe(length);
    expect(createHash("sha256").update(file).digest("hex")).toBe(sha256);
    let version = 1n;
    for await (const bytes of readFramed(
      (async function* () {
        yield file;
      })(),
      1 << 20,
    )) {
      const { stateRoot: _stateRoot, accumulatorRoot: _root, ...parts } = records[Number(version) - 1]!;
      expect({ version, ...decodeChunkRecord(bytes, format, version) }).toEqual(parts);
      version += 1n;
    }
    expect(version).toBe(3n);
  });
});

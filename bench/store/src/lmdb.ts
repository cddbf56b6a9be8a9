import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { open } from "lmdb";
import { plainRows } from "./build.ts";
import { keys, makeValue } from "./dataset.ts";

/** The keys of a read, in the forms that the subjects take. */
export interface ReadRequest {
  /** Number of the key: the id where keys are integers. */
  key: number;
  version: number;
  /** The key as the store and lmdb have it. */
  readonly encoded: Uint8Array;
  at: bigint;
}

/** A read to compare the store's with. */
export type PeerRead = (request: ReadRequest) => Uint8Array | undefined;

/**
 * The dataset in lmdb, keyed by state key and inverted version, so that the value at a version is the first of a range.
 * Filled once; later runs find it.
 */
export async function openLmdb(
  folder: string,
  rows: number,
  log: (line: string) => void,
): Promise<{ readonly read: PeerRead; readonly close: () => Promise<void> }> {
  const path = join(folder, `lmdb-${rows}`);
  if (!existsSync(path)) await fill(path, rows, log);
  const database = open<Uint8Array, Buffer>({
    path: join(path, "data.mdb"),
    keyEncoding: "binary",
    encoding: "binary",
    readOnly: true,
  });
  return {
    read({ encoded, version }) {
      const [start, end] = [lmdbKey(encoded, version), lmdbKey(encoded, -1)];
      for (const { value } of database.getRange({ start, end, limit: 1 })) return value;
      return undefined;
    },
    close: () => database.close(),
  };
}

async function fill(path: string, rows: number, log: (line: string) => void): Promise<void> {
  const started = performance.now();
  const draft = `${path}-draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  const database = open<Uint8Array, Buffer>({
    path: join(draft, "data.mdb"),
    keyEncoding: "binary",
    encoding: "binary",
    compression: false,
    noSync: true,
    mapSize: 8e9,
  });
  let count = 0;
  for (let batch: Place[] = [], rest = inOrder(rows); ; batch = []) {
    for (let next = rest.next(); !next.done; next = rest.next()) if (batch.push(next.value) === 100_000) break;
    if (batch.length === 0) break;
    count += batch.length;
    database.transactionSync(() => {
      for (const [key, version] of batch)
        database.putSync(lmdbKey(keys[key]!, version), makeValue(key, version), { append: true });
    });
  }
  await database.close();
  renameSync(draft, path);
  log(`lmdb: ${count} rows in ${((performance.now() - started) / 1_000).toFixed(1)} s`);
}

type Place = readonly [key: number, version: number];

/** The rows in the order of their keys in lmdb. */
function* inOrder(rows: number): Generator<Place> {
  const versions: number[][] = keys.map(() => []);
  for (const [key, version] of plainRows(rows)) versions[key]!.push(version);
  const order = keys.map((_, key) => key).sort((a, b) => Buffer.compare(keys[a]!, keys[b]!));
  for (const key of order) for (const version of versions[key]!.reverse()) yield [key, version];
}

/** Newer versions come first; version -1 comes after all of a key's. */
function lmdbKey(encoded: Uint8Array, version: number): Buffer {
  const bytes = Buffer.allocUnsafe(encoded.length + 8);
  bytes.set(encoded, 0);
  bytes.writeUInt32BE(version < 0 ? 0xffff_ffff : 0, encoded.length);
  bytes.writeUInt32BE(0xffff_ffff - Math.max(0, version), encoded.length + 4);
  return bytes;
}

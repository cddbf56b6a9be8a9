import { median, type Row } from "@ledger/bench-report";
import { openSqliteReader } from "@ledger/state-store/sqlite";
import Database from "better-sqlite3";
import { datasetVersions } from "./build.ts";
import { createUniform, keyCount, keys, valueBytes } from "./dataset.ts";
import type { PeerRead, ReadRequest } from "./lmdb.ts";
import { pair } from "./report.ts";

/** Short turns of the subjects, so that whatever else the machine does meets all of them. */
const turnsPerRound = 4;
/** Turns before those that count: all of the file has to be mapped into the process. */
const warmUpTurns = 8;
const readsPerTurn = 50_000;
/** Reads between two turns of the event loop: what a burst of requests does. */
const readsPerBurst = 500;

/**
 * How fast is a point read at a version, with the watermark checked, compared with a bare statement on integer ids? And what does a
 * statement cost that reads nothing: the bound of every store under this driver?
 */
export async function measureReads(
  work: string,
  storePath: string,
  plainPath: string,
  rows: number,
  rounds: number,
  lmdb: PeerRead,
  log: (line: string) => void,
): Promise<Row[]> {
  const reader = openSqliteReader(storePath);
  const plain = new Database(plainPath, { readonly: true });
  // `+?`: a plain `?` is prepared again on every bind by SQLite 3.54, which would flatter the store.
  const statement = plain
    .prepare<[number, number], Buffer>(
      "select value from state_values where key_id = +? and version <= +? order by version desc limit 1",
    )
    .pluck();
  const nothing = plain.prepare<[number, number], number>("select +? + +?").pluck();
  const blob = plain.prepare<[number, number], Buffer>(`select zeroblob(${valueBytes}) where +? + +? >= 0`).pluck();
  const subjects: Record<string, PeerRead> = {
    store: ({ encoded, at }) => (reader.readState(at, encoded) as { bytes: Uint8Array } | undefined)?.bytes,
    plain: ({ key, version }) => statement.get(key, version),
    lmdb,
  };
  const floors: Record<string, (request: ReadRequest) => unknown> = {
    nothing: ({ key, version }) => nothing.get(key, version),
    blob: ({ key, version }) => blob.get(key, version),
  };
  const versions = datasetVersions(rows);
  check(subjects, versions);
  const all = { ...subjects, ...floors };
  const rates: Record<string, number[]> = Object.fromEntries(Object.keys(all).map((name) => [name, []]));
  for (let turn = -warmUpTurns; turn < rounds * turnsPerRound; turn++) {
    for (const [name, read] of Object.entries(all)) {
      const rate = await measureOnce(read, versions, 1_000 + turn);
      if (turn >= 0) rates[name]!.push(rate);
    }
  }
  reader.close();
  plain.close();
  const micros = (name: string) => (1e6 / median(rates[name]!)).toFixed(2);
  log(
    `${work}: ${micros("store")} us; bare statement ${micros("plain")} us, lmdb range ${micros("lmdb")} us; a statement that reads nothing ${micros("nothing")} us, one that answers with ${valueBytes} bytes of nothing ${micros("blob")} us`,
  );
  return [
    pair(work, "better-sqlite3, default statement on integer ids", "reads/s", rates.store!, rates.plain!, {
      target: 1.7,
    }),
    pair(work, "lmdb range", "reads/s", rates.store!, rates.lmdb!, { target: 1.8 }),
  ];
}

/** All subjects must give the same answers, or the comparison means nothing. */
function check(subjects: Record<string, PeerRead>, versions: number): void {
  const uniform = createUniform(3);
  const request = makeRequests(1)[0]!;
  for (let i = 0; i < 2_000; i++) {
    choose(request, uniform, versions);
    const answers = Object.values(subjects).map((read) => {
      const value = read(request);
      return value === undefined ? "none" : Buffer.from(value).toString("hex");
    });
    if (new Set(answers).size !== 1) throw new Error(`key ${request.key} at ${request.at}: the subjects differ`);
  }
}

async function measureOnce(read: (request: ReadRequest) => unknown, versions: number, seed: number): Promise<number> {
  const uniform = createUniform(seed);
  const requests = makeRequests(readsPerBurst);
  let found = 0;
  let elapsed = 0;
  for (let done = 0; done < readsPerTurn; done += readsPerBurst) {
    for (const request of requests) choose(request, uniform, versions);
    const started = performance.now();
    for (const request of requests) if (read(request) !== undefined) found++;
    elapsed += performance.now() - started;
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (found < readsPerTurn / 2) throw new Error("most reads found nothing");
  return (readsPerTurn / elapsed) * 1_000;
}

/** Requests that bring their key along, as from a client that has just sent it: not from where all keys lie. */
function makeRequests(count: number): ReadRequest[] {
  return Array.from({ length: count }, () => ({
    key: 0,
    version: 0,
    encoded: new Uint8Array(keys[0]!.length),
    at: 0n,
  }));
}

/** Asks for a random key at a random version. */
function choose(request: ReadRequest, uniform: () => number, versions: number): void {
  request.key = Math.floor(uniform() * keyCount);
  request.version = Math.floor(uniform() * versions);
  request.encoded.set(keys[request.key]!);
  request.at = BigInt(request.version);
}

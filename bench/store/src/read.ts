import type { Row } from "@ledger/bench-report";
import { openSqliteReader } from "@ledger/state-store/sqlite";
import Database from "better-sqlite3";
import { datasetVersions } from "./build.ts";
import { createUniform, keyCount, keys } from "./dataset.ts";
import type { PeerRead } from "./lmdb.ts";
import { pair } from "./report.ts";

const readsPerRound = 200_000;
/** Reads between two turns of the event loop: what a burst of requests does. */
const readsPerTurn = 2_000;

/**
 * How fast is a point read at a version, with the watermark checked, beside a bare statement on integer ids?
 */
export async function measureReads(
  work: string,
  storePath: string,
  plainPath: string,
  rows: number,
  rounds: number,
  lmdb: PeerRead,
): Promise<Row[]> {
  const reader = openSqliteReader(storePath);
  const plain = new Database(plainPath, { readonly: true });
  // `+?`: a plain `?` is prepared anew on every bind by SQLite 3.54, which would flatter the store.
  const statement = plain
    .prepare<[number, number], Buffer>(
      "select value from state_values where key_id = +? and version <= +? order by version desc limit 1",
    )
    .pluck();
  const subjects: Record<string, PeerRead> = {
    store: (key, version) =>
      (reader.readState(BigInt(version), keys[key]!) as { bytes: Uint8Array } | undefined)?.bytes,
    plain: (key, version) => statement.get(key, version),
    lmdb,
  };
  const versions = datasetVersions(rows);
  check(subjects, versions);
  const rates: Record<string, number[]> = Object.fromEntries(Object.keys(subjects).map((name) => [name, []]));
  for (let round = -1; round < rounds; round++) {
    for (const [name, read] of Object.entries(subjects)) {
      const rate = await measureOnce(read, versions, 1_000 + round);
      if (round >= 0) rates[name]!.push(rate);
    }
  }
  reader.close();
  plain.close();
  return [
    pair(work, "better-sqlite3, default statement on integer ids", "reads/s", rates.store!, rates.plain!),
    pair(work, "lmdb range", "reads/s", rates.store!, rates.lmdb!),
  ];
}

/** All subjects must give the same answers, or the comparison means nothing. */
function check(subjects: Record<string, PeerRead>, versions: number): void {
  const uniform = createUniform(3);
  for (let i = 0; i < 2_000; i++) {
    const key = Math.floor(uniform() * keyCount);
    const version = Math.floor(uniform() * versions);
    const answers = Object.values(subjects).map((read) => {
      const value = read(key, version);
      return value === undefined ? "none" : Buffer.from(value).toString("hex");
    });
    if (new Set(answers).size !== 1) throw new Error(`key ${key} at ${version}: the subjects differ`);
  }
}

async function measureOnce(read: PeerRead, versions: number, seed: number): Promise<number> {
  const uniform = createUniform(seed);
  let found = 0;
  let elapsed = 0;
  for (let done = 0; done < readsPerRound; done += readsPerTurn) {
    const started = performance.now();
    for (let i = 0; i < readsPerTurn; i++) {
      if (read(Math.floor(uniform() * keyCount), Math.floor(uniform() * versions)) !== undefined) found++;
    }
    elapsed += performance.now() - started;
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (found < readsPerRound / 2) throw new Error("most reads found nothing");
  return (readsPerRound / elapsed) * 1_000;
}

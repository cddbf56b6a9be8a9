import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { Random } from "@ledger/random";
import type { LedgerReader } from "@ledger/state-store";
import {
  expectWholePages,
  openSqliteReader,
  openSqliteStore,
  openSqliteTree,
  type SqliteStore,
} from "@ledger/state-store/sqlite";
import { randomTest } from "@ledger/test-run";
import Database from "better-sqlite3";
import { afterAll, describe, expect, test } from "vitest";
import { makeScratchFolder, removeScratchFolder } from "../scripts/scratch-folder.ts";
import {
  buildLedger,
  type LedgerBuilder,
  testAccountKey,
  testAddress,
  testBytes,
  testHash,
} from "../src/build-ledger.ts";

const folder = makeScratchFolder("damage");
afterAll(() => removeScratchFolder(folder));

const keyOf = (i: number) => testAccountKey(testAddress(i), 1, Uint8Array.of(1));
const stream = testBytes(1, 1n, 1, 40);
const topic = Uint8Array.of(0, 1);

function commitBlock(store: SqliteStore, ledger: LedgerBuilder, block: number): void {
  const writes = Array.from({ length: 12 }, (_, i) => ({
    key: keyOf((block * 7 + i) % 60),
    value: (block + i) % 9 === 0 ? undefined : testBytes(block, BigInt(i), 1, 90),
  }));
  const user = {
    sender: testAddress(block % 3),
    replayProtector: { kind: "SequenceNumber", value: BigInt(block) },
  } as const;
  const handleEvents = [{ key: stream, sequenceNumber: BigInt(block), index: 0 }];
  store.commit(ledger.batch([[{ writes, user, handleEvents, topics: [{ key: topic, positions: [0] }] }]]));
}

function fillStore(path: string, blocks: number, logRows = 100): void {
  const store = openSqliteStore(path, { logRows });
  const ledger = buildLedger();
  for (let i = 0; i < blocks; i++) commitBlock(store, ledger, i);
  store.close();
}

describe("a row that is not as it was written is refused, with its table", async () => {
  const path = join(folder, "rows.db");
  fillStore(path, 30);
  const swap = (table: string) => `update ${table} set id = id + 1`;
  const flip = (table: string, column: string) =>
    `update ${table} set ${column} = cast(substr(${column}, 1, 5) || x'ff' || substr(${column}, 7) as blob)`;
  const record = (reader: LedgerReader) => reader.readRecord(7n);
  const value = (reader: LedgerReader) => reader.readState(29n, keyOf(4));
  const listed = (reader: LedgerReader) => reader.listState({ version: 29n, prefix: new Uint8Array(), limit: 50 });
  const summaries = (reader: LedgerReader) => reader.listSummaries({ sender: testAddress(1), limit: 5 });
  const bySequence = (reader: LedgerReader) => reader.findVersionBySequenceNumber(testAddress(1), 7n);
  const events = (reader: LedgerReader) => reader.listEvents(stream, 3n, 5);
  const nextEvent = (reader: LedgerReader) => reader.nextEventSequence(stream);
  const byTopic = (reader: LedgerReader) =>
    reader.listEventsByTopic({ topics: [topic], order: "oldest_first", limit: 5 });
  const block = (reader: LedgerReader) => reader.readBlockByVersion(7n);

  test.each<[string, string, (reader: LedgerReader) => unknown, RegExp]>([
    ["transaction", flip("records", "body"), record, /table records, version 7/],
    ["events", flip("records", "events"), record, /table records, version 7/],
    ["write set", flip("records", "write_set"), record, /table records, version 7/],
    ["info", flip("records", "info"), record, /table records, version 7/],
    ["root", flip("records", "accumulator_root"), record, /table records, version 7/],
    ["bounds of columns", "update records set body = write_set || body, write_set = x''", record, /table records/],
    ["record of another version", "update records set version = version + 1000 where version > 6", record, /version 7/],
    ["record that is gone", "delete from records where version = 7", record, /table records, version 7 is missing/],
    ["hash in an index", flip("records", "hash"), summaries, /table records/],
    ["block", "update blocks set epoch = epoch + 1", block, /table blocks, height 7/],
    [
      "block that is gone",
      "delete from blocks where height = 7",
      (r) => r.findBlockByHeight(7n),
      /height 7 is missing/,
    ],
    ["bounds of a block", "delete from blocks where height = 7", block, /version 7 is missing/],
    ["accumulator", flip("frontiers", "roots"), (reader) => reader.frontier(), /table frontiers, leaf_count 30/],
    ["id of a key", swap("state_keys"), value, /table state_keys, id/],
    ["id of a key in a listing", swap("state_keys"), listed, /table state_keys, id/],
    [
      "value",
      "update state_values set packed = zeroblob(length(packed)); update log_chunks set entries = zeroblob(length(entries))",
      listed,
      /state value of key/,
    ],
    ["places of the log", flip("log_batches", "places"), value, /table log_batches, last_version/],
    ["id of a sender", swap("senders"), summaries, /table senders, id/],
    [
      "transaction of another sender",
      "update sender_records set version = version + 1",
      summaries,
      /sender_records, v/,
    ],
    [
      "number of another",
      "update sender_sequences set version = version + 3",
      bySequence,
      /sender_sequences, version 10/,
    ],
    ["id of a stream", swap("streams"), events, /table streams, id/],
    ["place of an event", "update stream_events set position = 1", events, /stream_events, version 3/],
    ["number of the last event", "update stream_events set sequence = x'ffffffffffffffff'", nextEvent, /stream_events/],
    ["id of a topic", swap("topics"), byTopic, /table topics, id/],
    ["positions of a topic", "update topic_events set positions = x'01'", byTopic, /table topic_events, topic_id 1/],
  ])("%s", async (name, damage, ask, place) => {
    const damaged = join(folder, `${name}.db`);
    copyFileSync(path, damaged);
    const database = new Database(damaged);
    database.exec(damage);
    database.close();
    const reader = openSqliteReader(damaged);
    await expect(async () => ask(reader)).rejects.toMatchObject({
      code: "corrupt",
      message: expect.stringMatching(new RegExp(`${place.source}.*'ledger-node verify'.*'restore --replace'`)),
    });
    expect((await reader.verify()).problems).not.toEqual([]);
    await reader.close();
  });
});

test("a page that is not as it was written is found before the file is opened, with its table", async () => {
  await expectWholePages(join(folder, "no folder", "pages.db"));
  const path = join(folder, "pages.db");
  fillStore(path, 60);
  await expectWholePages(path);
  const whole = readFileSync(path);
  for (let page = 2; page <= whole.length / 4_096; page += 5) {
    const flipped = Buffer.from(whole);
    flipped[page * 4_096 - 2_000]! ^= 1;
    writeFileSync(path, flipped);
    await expect(expectWholePages(path)).rejects.toThrow(
      new RegExp(`pages.db is damaged: page ${page}( \\(of \\w+\\))? is not as`),
    );
    writeFileSync(path, whole.subarray(0, (page - 1) * 4_096));
    await expect(expectWholePages(path)).rejects.toThrow(/is not as it was written.*restore --replace/);
  }
  writeFileSync(path, whole);
  rmSync(`${path}-sums`);
  await expectWholePages(path);
  writeFileSync(path, Buffer.from(whole).fill(0xff, 9_000, 9_001));
  await expect(expectWholePages(path), "sums that were made then").rejects.toThrow(/page 3/);
  writeFileSync(path, whole);
  const store = openSqliteStore(path);
  rmSync(`${path}-sums`);
  await expectWholePages(path);
  expect(existsSync(`${path}-sums`), "a file that is being written is left alone").toBe(false);
  store.close();
});

test("blocks that a log has lost are missed, by writers and readers", () => {
  const path = join(folder, "cut.db");
  const store = openSqliteStore(path, { checkpointPages: 1_000_000 });
  const ledger = buildLedger();
  for (let i = 0; i < 20; i++) commitBlock(store, ledger, i);
  const killed = copyAll(path, "cut-copy.db");
  store.close();
  openSqliteReader(killed).close();
  truncateSync(`${killed}-wal`, statSync(`${killed}-wal`).size / 2);
  for (const open of [openSqliteReader, openSqliteStore]) {
    expect(() => open(killed)).toThrow(
      /has lost its newest blocks: version 19 was committed, and it ends with version \d;/,
    );
  }
  rmSync(`${killed}-sums`);
  const reader = openSqliteReader(killed);
  expect(Number((reader.summary() as { version: bigint }).version)).toBeLessThan(19);
  reader.close();
});

/** Copies a store's files in the state that a killed process would leave them in. */
function copyAll(path: string, name: string): string {
  const copy = join(folder, name);
  for (const file of readdirSync(dirname(path))) {
    if (!file.startsWith(`${basename(path)}-`) && file !== basename(path)) continue;
    const suffix = file.slice(basename(path).length);
    if (suffix === "" || suffix === "-wal" || suffix === "-sums")
      copyFileSync(join(dirname(path), file), `${copy}${suffix}`);
  }
  return copy;
}

function removeAll(path: string): void {
  for (const suffix of ["", "-wal", "-shm", "-sums", "-lock"]) rmSync(`${path}${suffix}`, { force: true });
}

const model = { seed: 5, count: 25 };
randomTest(
  "whatever a writer does and wherever it is killed, its pages are as the sums say",
  model,
  async ({ seed, count }) => {
    const random = new Random(seed);
    for (let round = 0; round < count; round++) {
      let path = join(folder, `model-${round}.db`);
      const options = { logRows: 60, checkpointPages: 1 + random.below(80), maxWalBytes: 2 ** (15 + random.below(6)) };
      let store = openSqliteStore(path, options);
      const ledger = buildLedger();
      let block = 0;
      for (let step = 0; step < 25; step++) {
        const kind = random.below(10);
        if (kind < 6) commitBlock(store, ledger, block++);
        else if (block > 4 && kind === 6)
          store.prune({ stateVersion: BigInt(block - 3), ledgerVersion: BigInt(block - 4) }, 200);
        else if (kind === 7) store.compact(40_960);
        else if (kind === 8) {
          store.close();
          await expectWholePages(path);
          store = openSqliteStore(path, options);
        } else {
          const killed = copyAll(path, `model-${round}-${step}.db`);
          store.close();
          removeAll(path);
          path = killed;
          await expectWholePages(path);
          store = openSqliteStore(path, options);
          expect((store.summary() as { version: bigint } | undefined)?.version).toBe(
            block === 0 ? undefined : BigInt(block - 1),
          );
        }
      }
      store.close();
      await expectWholePages(path);
      removeAll(path);
    }
  },
);

test("the file with a state tree has sums, too", async () => {
  const path = join(folder, "tree.db");
  const tree = openSqliteTree(path);
  const change = (i: number) => ({
    key: testHash(1, BigInt(i), 1),
    value: testBytes(1, BigInt(i), 2, 100),
    version: BigInt(i),
    keepsPast: i > 0,
  });
  for (let i = 0; i < 40; i++) void tree.write([change(i), { ...change(0), version: BigInt(i), keepsPast: i > 0 }]);
  await expectWholePages(copyAll(path, "tree-killed.db"));
  void tree.close();
  await expectWholePages(path);
  const bytes = readFileSync(path);
  bytes[bytes.length - 100]! ^= 8;
  writeFileSync(path, bytes);
  await expect(expectWholePages(path, { cure: "delete it" })).rejects.toThrow(/tree.db is damaged: page .*; delete it/);
  rmSync(path);
  void openSqliteTree(path).close();
  await expectWholePages(path);
});

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { eventTypeTopic, parseTypeTag } from "@ledger/types";
import Database from "better-sqlite3";
import { afterAll, expect, test } from "vitest";
import { crashOnce } from "../scripts/crash-run.ts";
import { makeScratchFolder, removeScratchFolder } from "../scripts/scratch-folder.ts";
import { readAnswers } from "../scripts/store-file.ts";
import { openSqliteReader, openSqliteStore } from "../src/sqlite/index.ts";
import { migrations, schemaVersion } from "../src/sqlite/schema.ts";
import { buildLedger, testAccountKey, testAddress, testBytes } from "../src/testing/index.ts";
import { listTopics, manyEvents } from "./support/topics.ts";

const folder = makeScratchFolder("migration");
afterAll(() => removeScratchFolder(folder));
const keyOf = (i: number) => testAccountKey(testAddress(i), 1, Uint8Array.of(1));

/** A file as a build of an earlier schema has left it: the rows of this build's file in the tables of its steps. */
function makeOldStore(path: string, source: string, schema = 1): void {
  const database = new Database(path);
  database.pragma("auto_vacuum = incremental");
  for (const step of migrations.slice(0, schema)) database.exec(step);
  database.pragma(`application_id = ${0x4c444752}`);
  database.pragma(`user_version = ${schema}`);
  database.exec(`attach '${source}' as newer`);
  const tables = database.prepare<[], string>("select name from main.sqlite_schema where type = 'table'").pluck().all();
  for (const table of tables) {
    const columns = database.prepare<[string], string>("select name from pragma_table_info(?)").pluck().all(table);
    database.exec(`insert into main.${table} (${columns}) select ${columns} from newer.${table}`);
  }
  database.close();
}

function fillStore(path: string): void {
  const store = openSqliteStore(path, { logRows: 100 });
  const ledger = buildLedger();
  for (let i = 0; i < 12; i++) {
    const writes = Array.from({ length: 20 }, (_, key) => ({
      key: keyOf(key),
      value: testBytes(i, BigInt(key), 1, 50),
    }));
    store.commit(ledger.batch([[{ writes }]]));
  }
  store.close();
}

test("a file of the first schema is migrated by a writer, with all that it holds", async () => {
  const [newer, old] = [join(folder, "newer.db"), join(folder, "old.db")];
  fillStore(newer);
  makeOldStore(old, newer);
  // A reader cannot migrate, and says so.
  expect(() => openSqliteReader(old)).toThrow(expect.objectContaining({ code: "schema_unsupported" }));
  const store = openSqliteStore(old);
  expect((await store.verify()).problems).toEqual([]);
  expect((await store.readState(7n, keyOf(3)))?.bytes).toEqual(testBytes(7, 3n, 1, 50));
  store.close();
  const reader = openSqliteReader(old);
  expect((await reader.summary())?.version).toBe(11n);
  await reader.close();
  const database = new Database(old, { readonly: true });
  expect(database.pragma("user_version", { simple: true })).toBe(schemaVersion);
  database.close();
});

test("events that were stored before there was an index of them are in it, and are pruned with it", async () => {
  const [newer, old] = [join(folder, "topics.db"), join(folder, "topics-old.db")];
  const specs = manyEvents(2_500);
  const store = openSqliteStore(newer);
  const ledger = buildLedger();
  store.commit(ledger.batch([specs]));
  const lists = await listTopics(store, specs);
  expect(lists.flat().length).toBeGreaterThan(2_500);
  store.close();
  makeOldStore(old, newer, 4);
  const migrated = openSqliteStore(old);
  expect(await listTopics(migrated, specs)).toEqual(lists);
  expect((await migrated.verify()).problems).toEqual([]);
  // New topics get ids of their own, and what is pruned leaves nothing.
  const more = [{ topics: [{ key: Uint8Array.of(9), positions: [0] }] }];
  migrated.commit(ledger.batch([more, [{}]]));
  expect(await listTopics(migrated, more)).toEqual([["2500.0"]]);
  while (!(await migrated.prune({ stateVersion: 2_501n, ledgerVersion: 2_501n }, 1_000)).done);
  expect((await listTopics(migrated, [...specs, ...more])).flat()).toEqual([]);
  expect((await migrated.verify()).problems).toEqual([]);
  migrated.close();
});

test.each(
  Array.from({ length: schemaVersion }, (_, step) => step + 1).flatMap((nth) => [
    { step: "migrate", moment: "before", nth } as const,
    { step: "migrate", moment: "after", nth } as const,
  ]),
)("a process killed at %o of a new file leaves one that the next writer completes", async (plan) => {
  await crashOnce(join(folder, `new-${plan.moment}-${plan.nth}.db`), plan);
});

test.each(["before", "after"] as const)(
  "a process killed %s the migration of an old file loses nothing",
  async (moment) => {
    // The ledger of the crash tests, so that its checks know every byte.
    const [newer, old] = [join(folder, `crash-${moment}.db`), join(folder, `crash-old-${moment}.db`)];
    const version = await crashOnce(newer, { step: "commit", moment: "after", nth: 30 });
    makeOldStore(old, newer);
    expect(await crashOnce(old, { step: "migrate", moment, nth: 1 })).toBe(version);
  },
);

test("what a partial base was told of table items by the wrong question is forgotten, and nothing else", async () => {
  const path = join(folder, "wrong-question.db");
  const [item, other] = [0xb0, 0xb1].map((byte) => Uint8Array.of(1, ...new Uint8Array(32).fill(byte), 2, 0x61, 0x62));
  const [account, gone] = [keyOf(1), keyOf(2)];
  const origin = "node.example";
  const store = openSqliteStore(path);
  await store.begin({ version: 100n, blockHeight: 9n, frontier: undefined, state: "partial" });
  const ledger = buildLedger({ version: 100n, height: 9n, isChained: false });
  await store.commit(ledger.batch([[{}], [{ writes: [{ key: other!, value: Uint8Array.of(8) }] }]]));
  await store.addBaseValues([
    { key: item!, kind: "absent", origin },
    { key: other!, kind: "value", value: Uint8Array.of(1), metadata: undefined, origin },
    { key: account, kind: "value", value: Uint8Array.of(2), metadata: undefined, origin },
    { key: gone, kind: "absent", origin },
  ]);
  await store.close();
  const old = join(folder, "wrong-question-old.db");
  makeOldStore(old, path, 2);

  const migrated = openSqliteStore(old);
  const readOf = async (key: Uint8Array, version: bigint) => migrated.readState(version, key);
  await expect(async () => readOf(item!, 101n)).rejects.toMatchObject({ code: "state_unknown" });
  await expect(async () => readOf(other!, 100n)).rejects.toMatchObject({
    details: { code: "state_unknown", firstWrite: 101n },
  });
  expect((await readOf(other!, 101n))?.bytes).toEqual(Uint8Array.of(8));
  expect((await readOf(account, 100n))?.bytes).toEqual(Uint8Array.of(2));
  expect(await readOf(gone, 101n)).toBeUndefined();
  expect((await migrated.verify()).problems).toEqual([]);
  await migrated.addBaseValues([{ key: item!, kind: "value", value: Uint8Array.of(3), metadata: undefined, origin }]);
  expect((await readOf(item!, 100n))?.bytes).toEqual(Uint8Array.of(3));
  await migrated.close();
});

const files = join(import.meta.dirname, "files");
const schemas = Array.from({ length: schemaVersion }, (_, i) => i + 1);

/** A file of a schema as a build of its time wrote it, see `scripts/write-store-file.ts`. */
function unpackFile(schema: number): string {
  const path = join(folder, `schema-${schema}.db`);
  writeFileSync(path, gunzipSync(readFileSync(join(files, `schema-${schema}.db.gz`))));
  return path;
}

test.each(schemas)("a file that a build of schema %i wrote answers as it did then", async (schema) => {
  const path = unpackFile(schema);
  const before = new Database(path, { readonly: true });
  expect(before.pragma("user_version", { simple: true })).toBe(schema);
  before.close();
  const store = openSqliteStore(path);
  expect(await readAnswers(store)).toBe(gunzipSync(readFileSync(join(files, "answers.gz"))).toString());
  expect((await store.verify()).problems).toEqual([]);
  await store.close();
});

test.each(schemas.filter((schema) => schema < 5))(
  "events of a file of schema %i are found by their type",
  async (schema) => {
    const store = openSqliteStore(unpackFile(schema));
    const { version, oldestLedgerVersion } = (await store.summary())!;
    const topic = eventTypeTopic(parseTypeTag("0x1::a::E1"));
    const { places } = await store.listEventsByTopic({ topics: [topic], order: "oldest_first", limit: 100 });
    // The event of version n is of type `E<n modulo 4>`.
    const expected: bigint[] = [];
    for (let at = oldestLedgerVersion; at <= version; at++) if (at % 4n === 1n) expected.push(at);
    expect(places.map((place) => place.version)).toEqual(expected);
    await store.close();
  },
);

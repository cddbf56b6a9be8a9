import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { needsPostgres, startPostgres } from "@ledger/postgres-server";
import { Random } from "@ledger/random";
import { type LedgerReader, StoreError } from "@ledger/state-store";
import { openPostgresReader, openPostgresStore } from "@ledger/state-store/postgres";
import { randomTest } from "@ledger/test-run";
import { describe, expect } from "vitest";
import { buildLedger, testAccountKey, testAddress, testBytes } from "../../src/build-ledger.ts";

const keyOf = (i: number) => testAccountKey(testAddress(i), 1, Uint8Array.of(1));
const stream = testBytes(1, 1n, 1, 40);
const blocks = 120;

async function fill(url: string): Promise<void> {
  const store = await openPostgresStore({ url });
  const ledger = buildLedger();
  for (let i = 0; i < blocks; i++) {
    const writes = Array.from({ length: 10 }, (_, n) => ({
      key: keyOf((i * 7 + n) % 60),
      value: testBytes(i, BigInt(n), 1, 90),
    }));
    const replayProtector = { kind: "SequenceNumber", value: BigInt(i) } as const;
    const user = { sender: testAddress(i % 3), replayProtector };
    const handleEvents = [{ key: stream, sequenceNumber: BigInt(i), index: 0 }];
    await store.commit(ledger.batch([[{ writes, user, handleEvents, topics: [{ key: stream, positions: [0] }] }]]));
  }
  await store.close();
}

/** Every answer, as text, or `corrupt`. */
async function askAll(url: string): Promise<readonly string[]> {
  const answers: string[] = [];
  const ask = async (question: (reader: LedgerReader) => unknown): Promise<void> => {
    try {
      const answer = await question(reader);
      answers.push(JSON.stringify(answer, (_, value) => (typeof value === "bigint" ? `${value}` : value)) ?? "nothing");
    } catch (error) {
      expect(error).toBeInstanceOf(StoreError);
      answers.push((error as StoreError).code);
    }
  };
  let reader: LedgerReader;
  try {
    reader = await openPostgresReader({ url });
  } catch (error) {
    return [(error as StoreError).code];
  }
  await ask((from) => from.summary());
  await ask((from) => from.frontier());
  for (let version = 0n; version < blocks; version++) {
    await ask((from) => from.readRecord(version));
    await ask((from) => from.readBlockByVersion(version));
    await ask((from) => from.findVersionBySequenceNumber(testAddress(Number(version % 3n)), version));
    await ask((from) => from.readState(version, keyOf(Number(version % 60n))));
  }
  for (let i = 0; i < 60; i++) await ask((from) => from.readState(BigInt(blocks - 1), keyOf(i)));
  await ask((from) => from.listState({ version: BigInt(blocks - 1), prefix: new Uint8Array(), limit: 100 }));
  for (let i = 0; i < 3; i++) await ask((from) => from.listSummaries({ sender: testAddress(i), limit: 100 }));
  await ask((from) => from.listEvents(stream, 0n, 100));
  await ask((from) => from.listEventsByTopic({ topics: [stream], order: "newest_first", limit: 100 }));
  await reader.close();
  return answers;
}

describe("a server with checksums of pages", needsPostgres, () => {
  const given = { seed: 3, count: 2 };
  randomTest("refuses what a flipped bit of its files changed", given, async ({ seed, count }) => {
    const random = new Random(seed);
    await using server = Object.assign(await startPostgres(), {
      async [Symbol.asyncDispose]() {
        await server.close();
      },
    });
    const url = server.url();
    await fill(url);
    const answers = await askAll(url);
    const found = server.sql(
      `select pg_relation_filepath(c.oid) from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname not like 'pg%' and n.nspname <> 'information_schema' and c.relkind in ('r', 'i', 't')
       union all select pg_relation_filepath(c.reltoastrelid) from pg_class c where c.reltoastrelid <> 0 and c.relname = 'records'`,
    );
    server.sql("checkpoint");
    await server.kill();
    const files = found
      .split("\n")
      .map((name) => join(server.folder, "data", name.trim()))
      .filter((file) => existsSync(file));
    let refused = 0;
    for (let round = 0; round < count; round++) {
      const before = new Map(files.map((file) => [file, readFileSync(file)]));
      const sizes = [...before].filter(([, { length }]) => length > 0);
      for (let i = 0; i < 12; i++) {
        const [file, bytes] = sizes[random.below(sizes.length)]!;
        const flipped = Buffer.from(readFileSync(file));
        flipped[random.below(bytes.length)]! ^= 1 << random.below(8);
        writeFileSync(file, flipped);
      }
      await server.start();
      const now = await askAll(url);
      if (now.length > 1) {
        for (const [i, answer] of now.entries()) if (answer !== "corrupt") expect(answer).toBe(answers[i]);
      }
      refused += now.filter((answer) => answer === "corrupt").length;
      await server.kill();
      for (const [file, bytes] of before) writeFileSync(file, bytes);
    }
    expect(refused).toBeGreaterThan(0);
  });
});

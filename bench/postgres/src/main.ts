// How fast is the PostgreSQL driver beside the bare client library, on a server with full durability?
// node --conditions=@ledger/source src/main.ts [--rounds N] [--blocks N] [--json FILE]
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { compare, formatRows, type Row } from "@ledger/bench-report";
import { startPostgres } from "@ledger/postgres-server";
import { formatSchema, openPostgresReader, openPostgresStore } from "@ledger/state-store/postgres";
import { connectBare, copyIn, copyOut } from "./bare.ts";
import { blockRecords, createBlocks, hotKey, keys, recordWrites } from "./dataset.ts";
import { measureNodes } from "./nodes.ts";
import { measureRate } from "./rate.ts";

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "7" },
    blocks: { type: "string", default: "30" },
    json: { type: "string" },
  },
});
const rounds = Number(options.rounds);
const blocks = Number(options.blocks);
const log = (line: string) => process.stderr.write(`${line}\n`);
const rows: Row[] = [];
const add = (...measured: Row[]) => {
  rows.push(...measured);
  log(formatRows(measured));
};

const settings = { shared_buffers: "512MB", max_wal_size: "4GB", max_locks_per_transaction: "128" };
const server = await startPostgres({ onDisk: true, settings });
const bare = await connectBare(server.url());
try {
  // Commits, in turns with the same rows by bare COPY into tables of the same kind.
  const store = await openPostgresStore({ url: server.url() });
  await bare.query(formatSchema("bare", undefined, { partitionVersions: 0 }));
  const next = createBlocks();
  await store.commit(next());
  const own: number[] = [];
  const theirs: number[] = [];
  const unsynced: number[] = [];
  for (let i = 0; i < blocks; i++) {
    const batch = next();
    const isUnsynced = i % 3 === 2;
    // Of every third commit the server does not wait for the disk: what the others take longer is the disk's.
    await bare.query(`alter role postgres set synchronous_commit = ${isUnsynced ? "off" : "on"}`);
    const started = performance.now();
    await store.commit(batch);
    const time = performance.now() - started;
    const { firstVersion, lastVersion } = batch.blocks[0]!;
    const copied = await copyOut(bare, "ledger", Number(firstVersion), Number(lastVersion));
    const begun = performance.now();
    await copyIn(bare, "bare", copied);
    if (isUnsynced) unsynced.push(time);
    else {
      own.push(time);
      theirs.push(performance.now() - begun);
    }
  }
  const unit = `ms a block of ${blockRecords}`;
  add(
    compare(
      { work: "durable commit", subject: "store", peer: "bare COPY of the same rows", unit },
      own,
      theirs,
      "less",
      0.7,
    ),
  );

  // Reads of the state, 32 at a time, over two connections on each side.
  await bare.query("vacuum analyze");
  const head = (await store.summary())!.version;
  const reader = await openPostgresReader({ url: server.url() }, { connections: 2 });
  const clients = [await connectBare(server.url(), true), await connectBare(server.url(), true)];
  const statement = `select h.version as head, h.oldest_version as oldest, h.oldest_ledger_version as oldest_ledger,
    h.base_is_partial as is_partial, v.version, v.value, v.metadata
    from ledger.head h left join lateral (select version, value, metadata from ledger.state_values
      where key_hash = $1::uuid and version <= $2::bigint order by version desc limit 1) v on true where h.id = 0`;
  const hashes = (await bare.query<{ key_hash: string }>("select key_hash from ledger.state_keys")).rows;
  const readOwn = (i: number) => reader.readState(head - BigInt(i % 500), keys[(i * 7_919) % keys.length]!);
  const readBare = (i: number) =>
    clients[i % 2]!.query({
      name: "find",
      text: statement,
      values: [hashes[(i * 7_919) % hashes.length]!.key_hash, Number(head) - (i % 500)],
    });
  const readHot = () => reader.readState(head - 3n, hotKey);
  const perSecond = { own: [] as number[], bare: [] as number[], hot: [] as number[] };
  // Short turns, many of them: whatever else the machine does falls on all sides.
  for (let i = 0; i < rounds * 8; i++) {
    perSecond.own.push(await measureRate(readOwn, 500));
    perSecond.bare.push(await measureRate(readBare, 500));
    perSecond.hot.push(await measureRate(readHot, 500));
  }
  const reads = { unit: "reads/s", subject: "store" };
  add(
    compare(
      { ...reads, work: "point read at a version", peer: "the prepared statement" },
      perSecond.own,
      perSecond.bare,
      "more",
      0.8,
    ),
    compare(
      { ...reads, work: `point read of a key with ${head} versions`, peer: "keys with a hundredth of that" },
      perSecond.hot,
      perSecond.own,
      "more",
      0.8,
    ),
  );
  await Promise.all([reader.close(), ...clients.map((client) => client.end())]);
  log(
    `${server.sql("select pg_size_pretty(sum(pg_total_relation_size(oid))) from pg_class where relnamespace = 'ledger'::regnamespace and relkind = 'r'")} for ${head} versions`,
  );
  log(
    server.sql(
      "select string_agg(relname || ' ' || pg_total_relation_size(oid), ', ' order by relname) from pg_class where relnamespace = 'ledger'::regnamespace and relkind = 'r'",
    ),
  );

  // Pruning of half of the history.
  await bare.query("alter role postgres set synchronous_commit = on");
  const target = { stateVersion: head / 2n, ledgerVersion: head / 2n };
  let deleted = 0;
  const started = performance.now();
  for (let done = false; !done; ) {
    const step = await store.prune(target, 5_000);
    deleted += step.deletedRows;
    done = step.done;
  }
  const pruned = (deleted / (performance.now() - started)) * 1_000;
  const committed = own.map((time) => ((blockRecords * (recordWrites + 1)) / time) * 1_000);
  add(
    compare(
      { work: "prune", subject: "rows deleted", peer: "rows committed", unit: "rows/s" },
      [pruned],
      committed,
      "more",
      1,
    ),
    compare(
      { work: "commit without waiting for the disk", subject: "store", peer: "durable commit", unit },
      unsynced,
      own,
      "less",
    ),
  );
  await store.close();
} finally {
  await bare.end();
  await server.close();
}
add(...(await measureNodes(rounds)));
process.stdout.write(`${formatRows(rows)}\n`);
if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(rows, undefined, 2)}\n`);

// How fast is the PostgreSQL driver, compared with the bare client library, on a server with full durability?
// node --conditions=@ledger/source src/main.ts [--rounds N] [--blocks N] [--json FILE]
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { compare, formatRows, type Row } from "@ledger/bench-report";
import { startPostgres } from "@ledger/postgres-server";
import { openPostgresReader, openPostgresStore } from "@ledger/state-store/postgres";
import { connectBare, copyIn, copyOut, makeBareTables } from "./bare.ts";
import { blockRecords, createBlocks, hotKey, keys, recordWrites } from "./dataset.ts";
import { measureHeldSnapshot } from "./held-snapshot.ts";
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
  const next = createBlocks();
  await store.commit(next());
  await makeBareTables(bare);
  /** Makes commits of all connections wait for the disk, or not. */
  const setDurable = async (isDurable: boolean) => {
    const wanted = isDurable ? "on" : "off";
    await bare.query(`alter system set synchronous_commit = ${wanted}`);
    await bare.query("select pg_reload_conf()");
    for (let seen = ""; seen !== wanted; ) {
      seen = (await bare.query<{ synchronous_commit: string }>("show synchronous_commit")).rows[0]!.synchronous_commit;
    }
  };
  const logPosition = async () =>
    Number((await bare.query<{ at: string }>("select pg_current_wal_insert_lsn() - '0/0' as at")).rows[0]!.at);
  const own: number[] = [];
  const theirs: number[] = [];
  const unsynced: number[] = [];
  const logged = { own: [] as number[], theirs: [] as number[] };
  for (let i = 0; i < blocks; i++) {
    const batch = next();
    const isDurable = i % 3 !== 2;
    // Of every third commit the server does not wait for the disk: what the others take longer is the disk's.
    await setDurable(isDurable);
    const before = await logPosition();
    const started = performance.now();
    await store.commit(batch);
    const time = performance.now() - started;
    const between = await logPosition();
    await setDurable(true);
    const { firstVersion, lastVersion } = batch.blocks[0]!;
    const copied = await copyOut(bare, Number(firstVersion), Number(lastVersion));
    const copying = await logPosition();
    const begun = performance.now();
    await copyIn(bare, copied);
    const bareTime = performance.now() - begun;
    if (isDurable) {
      own.push(time);
      theirs.push(bareTime);
      logged.own.push(between - before);
      logged.theirs.push((await logPosition()) - copying);
    } else unsynced.push(time);
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
    compare(
      { work: "commit without waiting for the disk", subject: "store", peer: "durable commit", unit },
      unsynced,
      own,
      "less",
    ),
    compare(
      { work: "log that a commit writes", subject: "store", peer: "bare COPY", unit: "bytes a block" },
      logged.own,
      logged.theirs,
      "less",
    ),
  );

  // Reads of the state, 32 at a time, over two connections on each side.
  await bare.query("vacuum analyze");
  const head = (await store.summary())!.version;
  const reader = await openPostgresReader({ url: server.url() }, { connections: 2 });
  const clients = [await connectBare(server.url(), true), await connectBare(server.url(), true)];
  const statement = `select h.version as head, h.oldest_version as oldest, h.oldest_ledger_version as oldest_ledger,
    h.base_is_partial as is_partial, v.version, v.value, v.metadata
    from (select * from ledger.head order by step desc limit 1) h left join lateral (select version, value, metadata from ledger.state_values
      where key_hash = $1::uuid and version <= $2::bigint order by version desc limit 1) v on true`;
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
  add(await measureHeldSnapshot(store, reader, bare));
  await Promise.all([reader.close(), ...clients.map((client) => client.end())]);
  log(
    `${server.sql("select pg_size_pretty(sum(pg_total_relation_size(oid))) from pg_class where relnamespace = 'ledger'::regnamespace and relkind = 'r'")} for ${head} versions`,
  );
  log(
    server.sql(
      "select string_agg(relname || ' ' || pg_total_relation_size(oid), ', ' order by relname) from pg_class where relnamespace = 'ledger'::regnamespace and relkind = 'r'",
    ),
  );

  // Pruning: of half of the history at once, then of a block after each commit, as a node does that keeps up.
  const commit = async () => {
    const batch = next();
    const started = performance.now();
    await store.commit(batch);
    return ((blockRecords * (recordWrites + 1)) / (performance.now() - started)) * 1_000;
  };
  const prune = async (version: bigint) => {
    let deleted = 0;
    const started = performance.now();
    for (let done = false; !done; ) {
      const step = await store.prune({ stateVersion: version, ledgerVersion: version }, 5_000);
      deleted += step.deletedRows;
      done = step.done;
    }
    return (deleted / (performance.now() - started)) * 1_000;
  };
  const before = [await commit(), await commit(), await commit()];
  const bulk = [await prune(head / 2n)];
  const steady: number[] = [];
  const written: number[] = [];
  for (let i = 1n; i <= 10n; i++) {
    written.push(await commit());
    steady.push(await prune(head / 2n + i * BigInt(blockRecords)));
  }
  const pruning = { subject: "rows deleted", peer: "rows committed", unit: "rows/s" };
  add(
    compare({ ...pruning, work: "prune of half of the history" }, bulk, before, "more", 1),
    compare({ ...pruning, work: "prune of a block after each commit" }, steady, written, "more", 1),
  );
  await store.close();
} finally {
  await bare.end();
  await server.close();
}
add(...(await measureNodes(rounds, log)));
process.stdout.write(`${formatRows(rows)}\n`);
if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(rows, undefined, 2)}\n`);

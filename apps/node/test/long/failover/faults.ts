import { spawnSync } from "node:child_process";
import { chownSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type PostgresServer, startPostgres } from "@ledger/postgres-server";
import type { Random } from "@ledger/random";
import pg from "pg";
import { startObserved } from "../../support/observed.ts";
import { ask, type FailoverWorld, headOn, mountSmall, until } from "./world.ts";

/** What a fault may take, seconds. */
export const bounds = {
  /** From a promotion to the first write. */
  standstill: 15,
  /** From a fault to the health that tells of it. */
  health: 10,
  /** From the first write after a fault to the health that tells of no fault. */
  recovery: 10,
  /** A request while a server hangs. */
  request: 10,
  /** A probe while a server hangs. */
  probe: 5,
  /** Between two writes while somebody reads for long: a lock that is waited for takes half a minute. */
  pause: 10,
} as const;

/** What was measured of a fault, seconds. */
export type Measured = Readonly<Partial<Record<keyof typeof bounds, number>>>;

/** A fault: has it happen, and checks what the nodes make of it. @throws Error when something is wrong, or does not happen at all */
type Fault = (world: FailoverWorld) => Promise<Measured>;

/** Faults by name, each with how often it is drawn. */
export const faults: Readonly<Record<string, { readonly often: number; readonly run: Fault }>> = {
  "primary stalls": { often: 3, run: stallPrimary },
  "primary is killed": { often: 3, run: (world) => killPrimary(world, false) },
  "primary is killed, and blocks are lost": { often: 3, run: (world) => killPrimary(world, true) },
  "replica stalls": { often: 3, run: stallReplica },
  "long reader": { often: 2, run: readLong },
  "held snapshot": { often: 2, run: holdSnapshot },
  "full disk": { often: 1, run: fillDisk },
};

/** Names of faults: each once, in some order, and then as often as they are drawn. */
export function drawFaults(random: Random, count: number): readonly string[] {
  const first = Object.keys(faults).map((name) => ({ name, at: random.fraction() }));
  const pool = Object.entries(faults).flatMap(([name, { often }]) => Array.from({ length: often }, () => name));
  const more = Array.from({ length: Math.max(0, count - first.length) }, () => random.pick(pool));
  return [...first.sort((a, b) => a.at - b.at).map(({ name }) => name), ...more].slice(0, count);
}

async function stallPrimary(world: FailoverWorld): Promise<Measured> {
  world.primary.stall();
  const health = await untilUnhealthy(world.writer.admin);
  await delay(world.random.below(5_000));
  return { health, ...(await promote(world)) };
}

async function killPrimary(world: FailoverWorld, losesBlocks: boolean): Promise<Measured> {
  const { primary, replica } = world;
  if (losesBlocks) {
    replica.sql("alter system set primary_conninfo = ''");
    replica.sql("select pg_reload_conf()");
    await until(() => replica.sql("select count(*) from pg_stat_wal_receiver") === "0", 30, "the replica is cut off");
    const head = headOn(primary);
    await until(() => headOn(primary) > head + 20 + world.random.below(200), 60, "blocks are written that get lost");
  }
  const lost = losesBlocks ? headOn(primary) : undefined;
  await primary.kill();
  await delay(world.random.below(3_000));
  const measured = await promote(world);
  if (lost !== undefined) {
    world.primary.sql("alter system reset primary_conninfo");
    await until(() => headOn(world.primary) > lost, 60, "what was lost is written again");
    await compareWithUpstream(world, lost);
  }
  return measured;
}

/** Promotes the replica, and measures how long nothing is written there. */
async function promote(world: FailoverWorld): Promise<Measured> {
  const began = performance.now();
  await world.promote();
  const head = headOn(world.primary);
  await until(() => headOn(world.primary) > head, bounds.standstill, "the writer goes on after a promotion");
  const standstill = (performance.now() - began) / 1_000;
  const healthy = async () => (await ask(`${world.writer.admin}/-/healthy`)).status === 200;
  const recovery = await until(healthy, bounds.recovery, "the writer is healthy again");
  await world.rebuild();
  return { standstill, recovery };
}

/** The records around a version are those of the network that is followed. */
async function compareWithUpstream({ writer, upstream }: FailoverWorld, version: number): Promise<void> {
  const path = `/v1/transactions?start=${version - 20}&limit=20`;
  const read = async ({ url }: { readonly url: string }): Promise<string> =>
    (await fetch(url + path, { signal: AbortSignal.timeout(60_000) })).text();
  const [own, theirs] = await Promise.all([writer, upstream].map(read));
  if (own !== theirs) throw new Error(`${path} differs from the upstream's: ${own}`);
}

/** The node that serves turns to the other server, or was there already; its probes and requests take seconds, not minutes. */
async function stallReplica(world: FailoverWorld): Promise<Measured> {
  const { api, replica } = world;
  const measured = { request: 0, probe: 0 };
  replica.stall();
  try {
    const end = performance.now() + 12_000;
    while (performance.now() < end) {
      const [request, probe] = await Promise.all([
        ask(`${api.url}/v1/accounts/0x1/resource/0x1::chain_id::ChainId`),
        ask(`${api.admin}/-/ready`),
      ]);
      measured.request = Math.max(measured.request, request.seconds);
      measured.probe = Math.max(measured.probe, probe.seconds);
      if (![200, 503].includes(request.status)) throw new Error(`a request was answered with ${request.status}`);
      await delay(100);
    }
    const { status } = await ask(`${api.url}/v1`);
    if (status !== 200) throw new Error("the API node did not turn to the other server");
  } finally {
    replica.resume();
  }
  return measured;
}

/** Reads everything in a transaction that stays open, as pg_dump does, until the writer has begun two more partitions. */
async function readLong(world: FailoverWorld): Promise<Measured> {
  const { primary } = world;
  await using dump = await openDump(
    primary,
    // A table's partitions are locked with it; one that is named by itself may be gone by then.
    `select oid::regclass::text as name from pg_class
     where relnamespace = 'ledger'::regnamespace and relkind in ('r', 'p') and relname !~ '_p[0-9]+$'`,
  );
  const end = headOn(primary) + 300;
  const pause = await longestPause(primary, () => headOn(primary) > end);
  await dump.close();
  return { pause };
}

/** A snapshot that stays open while the head moves: a read looks at no more pages than before. */
async function holdSnapshot(world: FailoverWorld): Promise<Measured> {
  const { primary } = world;
  const pages = () => {
    const plan = primary.sql(
      "explain (analyze, buffers, format json) select * from (select * from ledger.head order by step desc limit 1) h",
    );
    return Number(/"Shared Hit Blocks": (\d+)/.exec(plan)![1]) + Number(/"Shared Read Blocks": (\d+)/.exec(plan)![1]);
  };
  await using holder = await openDump(primary, "select 'ledger.store' as name");
  const before = pages();
  const end = headOn(primary) + 500;
  const pause = await longestPause(primary, () => headOn(primary) > end);
  const after = pages();
  await holder.close();
  if (after > before + 8) throw new Error(`a read of the head takes ${after} pages, and ${before} before`);
  return { pause };
}

/** A server whose disk gets full: its writer says so, and goes on when there is room. */
async function fillDisk({ upstream }: FailoverWorld): Promise<Measured> {
  using mount = mountSmall(300);
  if (mount === undefined) throw new Error("a small file system cannot be mounted here");
  const folder = join(mount.folder, "server");
  mkdirSync(folder, { mode: 0o700 });
  if (process.getuid?.() === 0) chownSync(folder, 65_534, 65_534);
  const settings = { fsync: "off", max_wal_size: "64MB", min_wal_size: "32MB", shared_buffers: "16MB" };
  const server = await startPostgres({ folder, settings });
  try {
    await using writer = await startObserved("--store", server.url(), "--follow", `${upstream.url}/v1`);
    await until(() => headOn(server) > 20, 60, "the writer writes");
    const filler = join(mount.folder, "filler");
    // Until nothing fits any more.
    spawnSync("dd", ["if=/dev/zero", `of=${filler}`, "bs=64k"]);
    const health = await untilUnhealthy(writer.admin);
    rmSync(filler);
    // Where the log could not be written, the server has given up, and its operator starts it again.
    await server.kill();
    await server.start();
    const head = headOn(server);
    const standstill = await until(() => headOn(server) > head, bounds.standstill, "the writer goes on with room");
    return { health, standstill };
  } finally {
    await server.close();
  }
}

/** A transaction with a snapshot, which has read some tables. @param tables - a query for their names */
async function openDump(server: PostgresServer, tables: string): Promise<AsyncDisposable & { close(): Promise<void> }> {
  const client = new pg.Client({
    connectionString: server.url(),
    query_timeout: 60_000,
    connectionTimeoutMillis: 10_000,
  });
  client.on("error", () => undefined);
  await client.connect();
  await client.query("begin isolation level repeatable read");
  const { rows } = await client.query<{ name: string }>(tables);
  for (const { name } of rows) await client.query(`select from ${name} limit 1`);
  const close = () => client.end();
  return { close, [Symbol.asyncDispose]: close };
}

/** The longest time without a write until something is so, seconds. */
async function longestPause(server: PostgresServer, isOver: () => boolean): Promise<number> {
  let [head, since, longest] = [headOn(server), performance.now(), 0];
  while (!isOver()) {
    const now = headOn(server);
    longest = Math.max(longest, (performance.now() - since) / 1_000);
    if (longest > bounds.standstill) throw new Error(`nothing was written for ${bounds.standstill} s`);
    if (now !== head) [head, since] = [now, performance.now()];
    await delay(50);
  }
  return longest;
}

/** @returns the seconds until the health of a node tells that something is wrong */
function untilUnhealthy(admin: string): Promise<number> {
  return until(
    async () => (await ask(`${admin}/-/healthy`)).status === 503,
    bounds.health,
    "health tells of the fault",
  );
}

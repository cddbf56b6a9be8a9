// What a state costs that lies on two or three servers, compared with one.
// node --conditions=@ledger/source src/shards.ts [--blocks N] [--rounds N] [--json FILE]
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { compare, formatRows, type Row } from "@ledger/bench-report";
import { type PostgresServer, startPostgres } from "@ledger/postgres-server";
import type { LedgerReader, LedgerStore } from "@ledger/state-store";
import { openPostgresReader, openPostgresStore } from "@ledger/state-store/postgres";
import { layShards } from "@ledger/store-contract/lay-shards";
import { blockRecords, createBlocks, keys } from "./dataset.ts";
import { processorMs } from "./processor.ts";
import { measureRate } from "./rate.ts";

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    blocks: { type: "string", default: "12" },
    json: { type: "string" },
  },
});
const rounds = Number(options.rounds);
const blocks = Number(options.blocks);
const log = (line: string) => process.stderr.write(`${line}\n`);

/** Reads of a turn, and pages of a turn with the keys of a page. */
const turnReads = 300;
const turnPages = 3;
const pageKeys = 100;

/** One store, and what was measured of it. */
interface Side {
  readonly servers: readonly PostgresServer[];
  readonly store: LedgerStore;
  readonly reader: LedgerReader;
  readonly next: ReturnType<typeof createBlocks>;
  readonly commits: number[];
  readonly reads: number[];
  readonly pages: number[];
  readonly prunes: number[];
  /** Processor time of all servers, milliseconds, by work. */
  readonly spent: Record<"commit" | "read" | "page" | "prune", number>;
}

async function openSide(count: number): Promise<Side> {
  const servers: PostgresServer[] = [];
  for (let i = 0; i < count; i++) {
    servers.push(await startPostgres({ onDisk: true, settings: { shared_buffers: "256MB", max_wal_size: "4GB" } }));
  }
  const [first, ...shards] = servers;
  const url = first!.url();
  if (count > 1) layShards({ url, shardUrls: shards.map((server) => server.url()), partitionVersions: 4_194_304 });
  const store = await openPostgresStore({ url });
  const reader = await openPostgresReader({ url }, { connections: 2 });
  const next = createBlocks();
  await store.commit(next());
  const measured = { commits: [], reads: [], pages: [], prunes: [] };
  return { servers, store, reader, next, ...measured, spent: { commit: 0, read: 0, page: 0, prune: 0 } };
}

/** Does work, and notes what the servers spent on it. @returns milliseconds */
async function timed(side: Side, work: keyof Side["spent"], run: () => unknown): Promise<number> {
  const spent = () =>
    processorMs(
      side.servers.map(({ folder }) =>
        Number(readFileSync(join(folder, "data", "postmaster.pid"), "utf8").split("\n")[0]),
      ),
    );
  const before = spent();
  const started = performance.now();
  await run();
  const time = performance.now() - started;
  side.spent[work] += spent() - before;
  return time;
}

const sides: Side[] = [];
try {
  for (const count of [1, 2, 3]) sides.push(await openSide(count));
  for (let i = 0; i < blocks; i++) {
    for (const side of sides) {
      const batch = side.next();
      side.commits.push(await timed(side, "commit", () => side.store.commit(batch)));
    }
  }
  for (const { servers } of sides) for (const server of servers) server.sql("vacuum analyze");
  sizes();
  const head = (await sides[0]!.store.summary())!.version;
  for (let round = 0; round < rounds; round++) {
    for (const side of sides) {
      const read = (i: number) => side.reader.readState(head - BigInt(i % 500), keys[(i * 7_919) % keys.length]!);
      const first = (i: number) => keys[((i + round) * 104_729) % keys.length]!;
      const page = (i: number) =>
        side.reader.listState({ version: head, prefix: new Uint8Array(0), start: first(i), limit: pageKeys });
      await timed(side, "read", async () => side.reads.push(await measureRate(read, turnReads)));
      for (let i = 0; i < turnPages; i++) side.pages.push(await timed(side, "page", () => page(i)));
    }
  }
  for (const side of sides) {
    const target = { stateVersion: head / 2n, ledgerVersion: head / 2n };
    let rows = 0;
    const time = await timed(side, "prune", async () => {
      for (let done = false; !done; ) {
        const step = await side.store.prune(target, 5_000);
        rows += step.deletedRows;
        done = step.done;
      }
    });
    side.prunes.push((rows / time) * 1_000);
  }
  const rows = sides.slice(1).flatMap((side) => compareWithOne(sides[0]!, side));
  process.stdout.write(`${formatRows(rows)}\n`);
  log("processor time of all servers: ms a commit, µs a read, ms a page, ms a prune");
  for (const { servers, spent, commits, pages } of sides) {
    const each = [
      spent.commit / commits.length,
      (spent.read / (rounds * turnReads)) * 1_000,
      spent.page / pages.length,
      spent.prune,
    ];
    log(`${servers.length} servers: ${each.map((one) => one.toFixed(1)).join(", ")}`);
  }
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(rows, undefined, 2)}\n`);
} finally {
  for (const { store, reader, servers } of sides) {
    await reader.close();
    await store.close();
    for (const server of servers) await server.close();
  }
}

/** Prints the rows of the state, and the bytes, of each server. */
function sizes(): void {
  for (const { servers } of sides) {
    const each = servers.map((server, i) => {
      const table = (name: string) => `ledger.${name}${i === 0 && servers.length > 1 ? "_s0" : ""}`;
      const count = (name: string) => server.sql(`select count(*) from ${table(name)}`);
      const bytes = server.sql(
        "select sum(pg_total_relation_size(oid)) from pg_class where relnamespace = 'ledger'::regnamespace and relkind = 'r'",
      );
      return `${count("state_values")} values, ${count("state_keys")} keys, ${(Number(bytes) / 1e6).toFixed(1)} MB`;
    });
    log(`${servers.length} servers: ${each.join(" | ")}`);
  }
}

function compareWithOne(one: Side, side: Side): Row[] {
  const names = { subject: `${side.servers.length} servers`, peer: "one server" };
  return [
    compare(
      { ...names, work: "durable commit", unit: `ms a block of ${blockRecords}` },
      side.commits,
      one.commits,
      "less",
    ),
    compare({ ...names, work: "point read, 32 at a time", unit: "reads/s" }, side.reads, one.reads, "more"),
    compare({ ...names, work: `page of ${pageKeys} keys`, unit: "ms" }, side.pages, one.pages, "less"),
    compare({ ...names, work: "prune of half of the history", unit: "rows/s" }, side.prunes, one.prunes, "more"),
  ];
}

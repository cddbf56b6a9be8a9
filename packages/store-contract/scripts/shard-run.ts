import assert from "node:assert/strict";
import {
  type CuttingProxy,
  type MessageWatcher,
  type PostgresServer,
  startCuttingProxy,
  startPostgres,
} from "@ledger/postgres-server";
import { Random } from "@ledger/random";
import type { LedgerStore, LedgerSummary } from "@ledger/state-store";
import { StoreError } from "@ledger/state-store";
import { openPostgresStore } from "@ledger/state-store/postgres";
import { knownSchemas } from "../../state-store/src/postgres/schema.ts";
import { openStoreOf } from "../../state-store/src/postgres/store.ts";
import { continueCrashLedger, crashKeys, valueAsOf, versionsPerBatch } from "./crash-ledger.ts";
import { layShards } from "./lay-shards.ts";

/** Work that a server is killed in. */
export const shardedWork = ["commit", "prune", "migration"] as const;
export type ShardedWork = (typeof shardedWork)[number];

/** What a run did. */
export interface ShardReport {
  readonly kills: number;
  /** By work and server. */
  readonly byPlace: ReadonlyMap<string, number>;
  /** Kills after which rows of the killed write lay above the head, because the node had given up. */
  readonly unfinished: number;
}

/** How many servers there are, and what is tried. */
export interface ShardRunOptions {
  readonly seed: number;
  /** Servers: one with the head, and shards. */
  readonly servers: number;
  /** Most kills, spread over all places of all works; with more, each place. */
  readonly count: number;
  readonly works?: readonly ShardedWork[] | undefined;
}

/** One kill: of which server, at which message of the work that goes to any server, and on which side of it. */
interface Kill {
  readonly victim: number;
  readonly message: number;
  readonly when: "before" | "after";
}

/**
 * Kills each server of a store whose state is spread, at each message that goes to any of them during a commit, a prune and a migration.
 * The store, or the next one that is opened, must go on: what was acknowledged is there, what was not is there whole or not at all.
 *
 * @throws AssertionError when anything is lost, doubled or wrong
 */
export async function runShards(options: ShardRunOptions): Promise<ShardReport> {
  const { seed, servers, works = shardedWork, count } = options;
  const run = await ShardRun.open(new Random(seed), servers);
  let at = "start";
  try {
    for (const work of works) {
      // The first time has more to do than all others: what the kills before have left is pruned.
      await run.countMessages(work);
      const messages = await run.countMessages(work);
      const kills = everyKill(messages, servers);
      // With fewer kills than places, those are spread over all of them.
      const step = Math.max(1, kills.length / (count / works.length));
      for (let i = 0; Math.floor(i) < kills.length; i += step) {
        const kill = kills[Math.floor(i)]!;
        at = `${work}: server ${kill.victim} killed ${kill.when} message ${kill.message} of ${messages}`;
        await run.suffer(work, kill);
      }
    }
    return run.report();
  } catch (error) {
    throw new Error(`seed ${seed}, ${at}`, { cause: error });
  } finally {
    await run.close();
  }
}

function everyKill(messages: number, servers: number): readonly Kill[] {
  const kills: Kill[] = [];
  for (let message = 0; message < messages; message++) {
    for (let victim = 0; victim < servers; victim++) {
      for (const when of ["before", "after"] as const) kills.push({ victim, message, when });
    }
  }
  return kills;
}

class ShardRun {
  readonly #random: Random;
  readonly #servers: readonly PostgresServer[];
  /** The ways to the servers: from this process to the first, and from there to the others. */
  readonly #proxies: readonly CuttingProxy[];
  #store: LedgerStore;
  #acknowledged = 0n;
  /** Steps to another schema so far: each has a mark of its own. */
  #steps = 0;
  readonly #byPlace = new Map<string, number>();
  #kills = 0;
  #unfinished = 0;

  private constructor(
    random: Random,
    servers: readonly PostgresServer[],
    proxies: readonly CuttingProxy[],
    store: LedgerStore,
  ) {
    this.#random = random;
    this.#servers = servers;
    this.#proxies = proxies;
    this.#store = store;
  }

  static async open(random: Random, count: number): Promise<ShardRun> {
    const servers: PostgresServer[] = [];
    for (let i = 0; i < count; i++) servers.push(await startPostgres({ settings: { fsync: "off" } }));
    const proxies: CuttingProxy[] = [];
    for (const { port } of servers) proxies.push(await startCuttingProxy(port));
    const [first, ...shards] = servers;
    layShards(
      { url: first!.url(), shardUrls: shards.map((server) => server.url()), partitionVersions: 64 },
      proxies.slice(1).map((proxy) => proxy.url()),
    );
    const store = await openPostgresStore(settingsOf(proxies[0]!), storeOptions);
    await store.commit(continueCrashLedger(undefined)());
    return new ShardRun(random, servers, proxies, store);
  }

  report(): ShardReport {
    return { kills: this.#kills, byPlace: this.#byPlace, unfinished: this.#unfinished };
  }

  /** How many messages go to the servers during the work. */
  async countMessages(work: ShardedWork): Promise<number> {
    let messages = 0;
    await this.#prepare(work);
    this.#watch(async (_data, when) => {
      if (when === "before") messages++;
    });
    assert.equal(await this.#do(work), true);
    this.#watch(undefined);
    if (work === "migration") {
      await this.#endMigration();
      await this.#reopen();
    }
    return messages;
  }

  /** Does the work while a server is killed; then the same store, or another one, must go on. */
  async suffer(work: ShardedWork, { victim, message, when }: Kill): Promise<void> {
    // A node that tries again cleans up by itself; of one that gives up at once the next one has to.
    const givesUp = this.#random.once(2);
    if (givesUp) await this.#reopen(1);
    await this.#prepare(work);
    let seen = 0;
    let isOver = false;
    let target: Buffer | undefined;
    let restarted: Promise<void> | undefined;
    this.#watch(async (data, at) => {
      if (at === "before" && seen++ === message) target = data;
      if (target !== data || at !== when || restarted !== undefined || isOver) return;
      const server = this.#servers[victim]!;
      const killed = server.kill();
      restarted = killed.then(() => server.start());
      await killed;
    });
    const isDone = await this.#do(work, givesUp ? 1 : undefined);
    isOver = true;
    this.#watch(undefined);
    await restarted;
    if (restarted !== undefined) {
      this.#kills++;
      const place = `${work}, ${victim === 0 ? "server with the head" : `shard ${victim}`}`;
      this.#byPlace.set(place, (this.#byPlace.get(place) ?? 0) + 1);
    }
    if (this.#countAboveHead() > 0) this.#unfinished++;
    if (work === "migration") await this.#endMigration();
    if (work === "migration" || !isDone || givesUp) await this.#reopen();
    await this.#inspect();
    assert.equal(await this.#commit(), true, "the store did not go on");
  }

  async close(): Promise<void> {
    await this.#store.close();
    for (const proxy of this.#proxies) await proxy.close();
    for (const server of this.#servers) await server.close();
  }

  #watch(watcher: MessageWatcher | undefined): void {
    for (const proxy of this.#proxies) proxy.watch(watcher);
  }

  async #prepare(work: ShardedWork): Promise<void> {
    if (work === "migration") {
      await this.#store.close();
      this.#steps++;
    } else if (work === "prune") {
      for (let i = 0; i < 3; i++) assert.equal(await this.#commit(), true);
    }
  }

  /** @returns whether it was acknowledged */
  async #do(work: ShardedWork, writeRetryMs?: number): Promise<boolean> {
    if (work === "commit") return this.#commit();
    try {
      await (work === "prune" ? this.#prune() : this.#migrate(writeRetryMs));
      return true;
    } catch (error) {
      expectUnavailable(error);
      return false;
    }
  }

  async #prune(): Promise<void> {
    const { version } = (await this.#store.summary())!;
    const target = { stateVersion: version - 9n, ledgerVersion: version - 40n > 0n ? version - 40n : 0n };
    while (!(await this.#store.prune(target, 40)).done);
  }

  /** Opens the store with a release after this one, whose step changes a table of the first server and rows on all of them. */
  async #migrate(writeRetryMs = storeOptions.writeRetryMs): Promise<void> {
    const steps = [
      "alter table @.blocks add column if not exists proposer bytea",
      `update @.state_values set origin = 'step ${this.#steps}' where version >= 0`,
    ];
    const { written } = knownSchemas;
    const next = { written: written + 1, steps: { [written]: steps } };
    await (await openStoreOf(next, settingsOf(this.#proxies[0]!), { ...storeOptions, writeRetryMs })).close();
  }

  /** The step is taken by now or by the next who tries, on all servers. The release of this check goes on with its own schema. */
  async #endMigration(): Promise<void> {
    do this.#freeLease();
    while (!(await this.#do("migration")));
    for (const [i, server] of this.#servers.entries()) {
      const table = i === 0 ? "ledger.state_values_s0" : "ledger.state_values";
      const left = server.sql(`select count(*) from ${table} where origin is distinct from 'step ${this.#steps}'`);
      assert.equal(left, "0", "rows that the step has not changed");
    }
    this.#servers[0]!.sql(`update ledger.store set schema_version = ${knownSchemas.written}`);
  }

  #freeLease(): void {
    this.#servers[0]!.sql("update ledger.head set lease_until = '-infinity'");
  }

  async #commit(): Promise<boolean> {
    const head = await this.#head();
    this.#expectAcknowledged(head);
    try {
      await this.#store.commit(continueCrashLedger(head)());
      this.#acknowledged += versionsPerBatch;
      return true;
    } catch (error) {
      expectUnavailable(error);
      return false;
    }
  }

  /** A refused commit may have been made all the same, whole. */
  #expectAcknowledged({ version }: LedgerSummary): void {
    const expected = [this.#acknowledged, this.#acknowledged + versionsPerBatch];
    assert.ok(expected.includes(version), `acknowledged ${this.#acknowledged}, stored ${version}`);
    this.#acknowledged = version;
  }

  async #head(): Promise<LedgerSummary> {
    for (;;) {
      try {
        return (await this.#store.summary())!;
      } catch (error) {
        expectUnavailable(error);
      }
    }
  }

  /** The node is gone without a word, and another one takes its lease. */
  async #reopen(writeRetryMs = storeOptions.writeRetryMs): Promise<void> {
    const proxy = this.#proxies[0]!;
    proxy.block(true);
    await this.#store.close();
    proxy.block(false);
    for (;;) {
      this.#freeLease();
      try {
        this.#store = await openPostgresStore(settingsOf(proxy), { ...storeOptions, writeRetryMs });
        return;
      } catch (error) {
        expectUnavailable(error);
      }
    }
  }

  /** Values on the shards that lie above the head. */
  #countAboveHead(): number {
    const head = this.#servers[0]!.sql("select version from ledger.head order by step desc limit 1");
    const counts = this.#servers
      .slice(1)
      .map((server) => Number(server.sql(`select count(*) from ledger.state_values where version > ${head}`)));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** Compares what is stored with what it must be. */
  async #inspect(): Promise<void> {
    const before = await this.#head();
    this.#expectAcknowledged(before);
    // What a prune has begun is ended first: its leftovers are no fault. Its first write removes what is above the head, too.
    const target = { stateVersion: before.oldestVersion, ledgerVersion: before.oldestLedgerVersion };
    while (!(await this.#store.prune(target, 500)).done);
    assert.equal(this.#countAboveHead(), 0, "values above the head");
    const report = await this.#store.verify();
    assert.deepEqual(report.problems, []);
    assert.equal(report.records, Number(before.version - before.oldestLedgerVersion) + 1);
    const span = Number(before.version - before.oldestVersion) + 1;
    for (const [index, key] of crashKeys.entries()) {
      const version = before.oldestVersion + BigInt(this.#random.below(span));
      const found = await this.#store.readState(version, key);
      assert.deepEqual(found?.bytes, valueAsOf(Number(version), index), `key ${index} at ${version}`);
    }
    const listed = await this.#store.listState({ version: before.version, prefix: new Uint8Array(0), limit: 100 });
    const expected = crashKeys.filter((_, index) => valueAsOf(Number(before.version), index) !== undefined);
    assert.equal(listed.entries.length, expected.length);
  }
}

function expectUnavailable(error: unknown): void {
  if (!(error instanceof StoreError)) throw error;
  assert.ok(["unavailable", "lease_lost", "store_locked"].includes(error.code), `${error.code}: ${error.message}`);
}

// Partitions of a few batches, so that they are made and dropped among the kills. A busy machine is no fault: reads may take long.
const storeOptions = { partitionVersions: 64, writeRetryMs: 60_000, readRetryMs: 60_000 };

function settingsOf(proxy: CuttingProxy): { readonly url: string } {
  return { url: proxy.url("connect_timeout=5&read_timeout=60&write_timeout=10") };
}

import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { type CuttingProxy, type PostgresServer, startCuttingProxy, startPostgres } from "@ledger/postgres-server";
import { Random } from "@ledger/random";
import type { LedgerReader, LedgerStore, LedgerSummary } from "@ledger/state-store";
import { StoreError } from "@ledger/state-store";
import { openPostgresReader, openPostgresStore } from "@ledger/state-store/postgres";
import { continueCrashLedger, crashKeys, valueAsOf, versionsPerBatch } from "./crash-ledger.ts";

/** What can go wrong between a writer and its server. */
export const faultKinds = [
  "cut before a statement",
  "cut after a statement",
  "network gone for a moment",
  "connections ended by the server",
  "server killed and started again",
  "second writer refused",
  "writer replaced by another one",
  "replica promoted",
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** Kinds, as often as they are drawn: what takes seconds is drawn less. */
const drawn: readonly FaultKind[] = [
  ...Array.from({ length: 14 }, () => "cut before a statement" as const),
  ...Array.from({ length: 14 }, () => "cut after a statement" as const),
  ...Array.from({ length: 5 }, () => "network gone for a moment" as const),
  ...Array.from({ length: 6 }, () => "connections ended by the server" as const),
  ...Array.from({ length: 3 }, () => "server killed and started again" as const),
  ...Array.from({ length: 2 }, () => "writer replaced by another one" as const),
  "second writer refused",
  "replica promoted",
];

/** Texts of statements that a commit sends, in their order. */
const statements = ["begin;", "state_keys", "copy ", "PGCOPY", "written_keys", "step = step + 1", "commit"];

/** What a run of faults did. */
export interface FaultReport {
  readonly faults: number;
  readonly byKind: ReadonlyMap<FaultKind, number>;
  readonly commits: number;
  /** Commits that the store gave up, with an error of its own. */
  readonly refusals: number;
  readonly reads: number;
}

/** How many faults, and of which kinds; all of them when absent. */
export interface FaultRunOptions {
  readonly seed: number;
  readonly count: number;
  readonly kinds?: readonly FaultKind[] | undefined;
}

/**
 * Commits to a PostgreSQL store, and reads from it, while its connections are cut, its server is killed, its network goes, its
 * replica takes over and other writers come. After each fault the same store must go on by itself: what it acknowledged is there,
 * what it did not acknowledge is there whole or not at all, once.
 *
 * @throws AssertionError when anything is lost, doubled or wrong
 */
export async function runFaults({ seed, count, kinds }: FaultRunOptions): Promise<FaultReport> {
  const run = await FaultRun.open(new Random(seed));
  const pool = drawn.filter((kind) => kinds?.includes(kind) ?? true);
  try {
    for (let done = 0; done < count; done++) {
      await run.suffer(run.random.pick(pool));
      if (done % 25 === 24) await run.inspect();
    }
    await run.inspect();
    return run.report();
  } catch (error) {
    throw new Error(`seed ${seed}, fault ${run.report().faults}, ${run.last}`, { cause: error });
  } finally {
    await run.close();
  }
}

class FaultRun {
  readonly random: Random;
  last: FaultKind | "start" = "start";
  #primary: PostgresServer;
  readonly #proxy: CuttingProxy;
  #store: LedgerStore;
  readonly #reader: LedgerReader;
  /** Head that was acknowledged. */
  #acknowledged = -1n;
  readonly #byKind = new Map<FaultKind, number>();
  #commits = 0;
  #refusals = 0;
  #reads = 0;

  private constructor(
    random: Random,
    primary: PostgresServer,
    proxy: CuttingProxy,
    store: LedgerStore,
    reader: LedgerReader,
  ) {
    this.random = random;
    this.#primary = primary;
    this.#proxy = proxy;
    this.#store = store;
    this.#reader = reader;
  }

  static async open(random: Random): Promise<FaultRun> {
    // Everything that is acknowledged is in the log of the server, which lies in memory and survives the processes.
    const primary = await startPostgres({ settings: { fsync: "off" } });
    const proxy = await startCuttingProxy(primary.port);
    const store = await openWriter(proxy);
    await store.commit(continueCrashLedger(undefined)());
    const reader = await openPostgresReader({ url: proxy.url("connect_timeout=2") }, { readRetryMs: 200 });
    const run = new FaultRun(random, primary, proxy, store, reader);
    run.#acknowledged = 0n;
    return run;
  }

  report(): FaultReport {
    const faults = [...this.#byKind.values()].reduce((sum, times) => sum + times, 0);
    const [commits, refusals, reads] = [this.#commits, this.#refusals, this.#reads];
    return { faults, byKind: this.#byKind, commits, refusals, reads };
  }

  /** Has one fault happen, while a commit and some reads are under way; then the store must go on. */
  async suffer(kind: FaultKind): Promise<void> {
    this.last = kind;
    const reading = this.#readAround();
    if (kind === "second writer refused") await this.#refuseSecond();
    else if (kind === "writer replaced by another one") await this.#replaceWriter();
    else if (kind === "replica promoted") await this.#promote();
    else await Promise.all([this.#commit(), this.#disturb(kind)]);
    await reading;
    // Without another fault the next commit has to succeed, and it follows the last.
    this.#proxy.cutAt("", "never");
    assert.equal(await this.#commit(), true, "the store did not recover");
    if (this.random.once(4)) await this.#prune();
    this.#byKind.set(kind, (this.#byKind.get(kind) ?? 0) + 1);
  }

  /** Compares what is stored with what it must be. */
  async inspect(): Promise<void> {
    // What a prune has begun is ended first: its leftovers are no fault.
    const { oldestVersion, oldestLedgerVersion } = await this.#head();
    const target = { stateVersion: oldestVersion, ledgerVersion: oldestLedgerVersion };
    while (!(await this.#store.prune(target, 500)).done);
    const report = await this.#store.verify();
    assert.deepEqual(report.problems, []);
    const summary = (await this.#store.summary())!;
    assert.equal(report.records, Number(summary.version - summary.oldestLedgerVersion) + 1);
    const span = Number(summary.version - summary.oldestVersion) + 1;
    for (const [index, key] of crashKeys.entries()) {
      const version = summary.oldestVersion + BigInt(this.random.below(span));
      const found = await this.#store.readState(version, key);
      assert.deepEqual(found?.bytes, valueAsOf(Number(version), index), `key ${index} at ${version}`);
    }
  }

  async close(): Promise<void> {
    await this.#reader.close();
    await this.#store.close();
    await this.#proxy.close();
    await this.#primary.close();
  }

  async #disturb(kind: FaultKind): Promise<void> {
    if (kind === "cut before a statement" || kind === "cut after a statement") {
      this.#proxy.cutAt(this.random.pick(statements), kind === "cut before a statement" ? "before" : "after");
      return;
    }
    await delay(this.random.below(25));
    if (kind === "network gone for a moment") {
      this.#proxy.block(true);
      await delay(this.random.below(200));
      this.#proxy.block(false);
    } else if (kind === "connections ended by the server") {
      this.#primary.sql(
        "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname is not null",
      );
    } else {
      await this.#primary.kill();
      await this.#primary.start();
    }
  }

  /** Commits the next batch. @returns whether that was acknowledged */
  async #commit(): Promise<boolean> {
    const head = await this.#head();
    // A refused commit may have been made all the same, whole.
    assert.ok(
      head.version === this.#acknowledged || head.version === this.#acknowledged + versionsPerBatch,
      `acknowledged ${this.#acknowledged}, stored ${head.version}`,
    );
    this.#acknowledged = head.version;
    try {
      await this.#store.commit(continueCrashLedger(head)());
      this.#acknowledged += versionsPerBatch;
      this.#commits++;
      return true;
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      assert.ok(["unavailable", "lease_lost"].includes(error.code), `${error.code}: ${error.message}`);
      this.#refusals++;
      return false;
    }
  }

  /** The head, as soon as the store can say. */
  async #head(): Promise<LedgerSummary> {
    for (;;) {
      try {
        return (await this.#store.summary())!;
      } catch (error) {
        if (!(error instanceof StoreError) || error.code !== "unavailable") throw error;
      }
    }
  }

  async #prune(): Promise<void> {
    const { version } = await this.#head();
    const target = { stateVersion: version - 60n, ledgerVersion: version - 90n };
    await this.#store.prune(target, 40);
  }

  /** Every answer is exact, or says that there is none now. */
  async #readAround(): Promise<void> {
    for (let i = 0; i < 6; i++) {
      const index = this.random.below(crashKeys.length);
      try {
        const summary = await this.#reader.summary();
        const version = summary!.version - BigInt(this.random.below(8));
        const found = await this.#reader.readState(version < 0n ? 0n : version, crashKeys[index]!);
        assert.deepEqual(found?.bytes, valueAsOf(Math.max(0, Number(version)), index));
        this.#reads++;
      } catch (error) {
        const { code } = error as { code?: string };
        if (!["unavailable", "version_pruned", "version_not_found"].includes(code ?? "")) throw error;
      }
      await delay(this.random.below(20));
    }
  }

  async #refuseSecond(): Promise<void> {
    const second = openWriter(this.#proxy).then(
      () => "opened",
      (error: unknown) => (error as { code?: string }).code,
    );
    let outcome: string | undefined;
    const watch = second.then((found) => {
      outcome = found;
    });
    while (outcome === undefined) {
      await this.#commit();
      await Promise.race([watch, delay(100)]);
    }
    assert.equal(outcome, "store_locked");
  }

  /** The lease runs out, as for a writer that hangs; another one takes it, and the first stops at its next word. */
  async #replaceWriter(): Promise<void> {
    let next: LedgerStore | undefined;
    while (next === undefined) {
      this.#primary.sql("update ledger.head set lease_until = '-infinity'");
      // The first one may renew its lease before the other comes.
      next = await openWriter(this.#proxy).catch((error: unknown) => {
        if ((error as { code?: string }).code !== "store_locked") throw error;
        return undefined;
      });
    }
    const old = this.#store;
    this.#store = next;
    await assert.rejects(async () => old.commit(continueCrashLedger(await this.#head())()), { code: "lease_lost" });
    await assert.rejects(async () => old.prune({ stateVersion: 1n, ledgerVersion: 1n }, 1), { code: "lease_lost" });
    await old.close();
  }

  /** With synchronous replication what is acknowledged is on the replica, which takes over. */
  async #promote(): Promise<void> {
    const replica = await this.#primary.startReplica();
    this.#primary.sql("alter system set synchronous_standby_names = '*'");
    this.#primary.sql("select pg_reload_conf()");
    await delay(200);
    assert.equal(await this.#commit(), true);
    const committing = this.#commit();
    await delay(this.random.below(30));
    await this.#primary.kill();
    await replica.promote();
    replica.sql("alter system set synchronous_standby_names = ''");
    replica.sql("select pg_reload_conf()");
    this.#proxy.redirect(replica.port);
    await committing;
    const old = this.#primary;
    this.#primary = replica;
    await old.close();
  }
}

function openWriter(proxy: CuttingProxy): Promise<LedgerStore> {
  // Partitions of a few batches, so that they are made and dropped among the faults.
  return openPostgresStore(
    { url: proxy.url("connect_timeout=2") },
    { partitionVersions: 64, writeRetryMs: 20_000, readRetryMs: 4_000 },
  );
}

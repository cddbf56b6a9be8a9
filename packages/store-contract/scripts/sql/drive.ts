import { setTimeout as delay } from "node:timers/promises";
import {
  openPostgresExecution,
  openPostgresExecutionReader,
  openPostgresReader,
  openPostgresStore,
  openPostgresTableIndex,
  openPostgresTableIndexReader,
  openPostgresTree,
  removePostgresTableIndex,
  renamePostgresStore,
} from "@ledger/state-store/postgres";
import type { HashValue } from "@ledger/types";
import pg from "pg";
import { buildLedger, testAccountKey, testAddress } from "../../src/build-ledger.ts";
import { runModel } from "../model-run.ts";
import { openStorePlaces } from "../store-places.ts";
import { testedStore } from "../tested-store.ts";

/** Runs what sends every statement of the driver, on a server of its own. @returns the texts that went to it */
export async function recordStatements(): Promise<ReadonlySet<string>> {
  const sent = new Set<string>();
  const places = await openStorePlaces("postgres");
  const spread = await openStorePlaces("shards");
  const stop = listen(sent);
  try {
    for (let seed = 101; seed < 107; seed++) await runModel(seed, 400, testedStore(places.next()));
    const place = places.next();
    if (place.kind !== "postgres") throw new Error("the place is on no server");
    const { url } = place;
    await driveStore(url);
    await driveTree(url);
    await driveIndex(url);
    await driveExecution(url);
    await renamePostgresStore({ url }, "check_postgres_renamed");
    // Without COPY, and through a pooler.
    await driveStore(`${url}_plain&copy=off&pooler=transaction`);
    // Over several databases.
    const shards = spread.next();
    if (shards.kind === "postgres") await driveStore(shards.url);
    // The last begin with a partial base.
    for (const seed of [107, 102, 106]) await runModel(seed, 400, testedStore(spread.next()));
  } finally {
    stop();
    await places.close();
    await spread.close();
  }
  return sent;
}

/** Hears what the client library sends. */
function listen(sent: Set<string>): () => void {
  const { prototype } = pg.Client;
  const { query } = prototype;
  prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [what] = args as [string | { readonly text?: string; readonly cursor?: { readonly text: string } }];
    const text = typeof what === "string" ? what : what.text;
    if (text !== undefined) sent.add(text);
    return (query as (...all: unknown[]) => unknown).apply(this, args);
  } as typeof query;
  return () => {
    prototype.query = query;
  };
}

/** Commits, prunes whole partitions, plans, verifies and asks for facts. */
async function driveStore(url: string): Promise<void> {
  const store = await openPostgresStore({ url }, { partitionVersions: 4, leaseMs: 300 });
  const ledger = buildLedger();
  const block = () => [1, 2, 3].map((fill) => ({ writes: [writeOf(fill)] }));
  for (let i = 0; i < 6; i++) await store.commit(ledger.batch([block(), block()]));
  // A block with one key that is written more often than a step may delete rows.
  await store.commit(ledger.batch([Array.from({ length: 40 }, () => ({ writes: [writeOf(1)] }))]));
  const head = (await store.summary())!;
  const target = { stateVersion: head.version - 2n, ledgerVersion: head.version - 2n };
  await store.planPrune(target);
  while (!(await store.prune(target, 5)).done);
  await store.verify();
  await store.stats();
  // Long enough for the lease to be renewed without a write.
  await delay(400);
  const reader = await openPostgresReader({ url: withHosts(url) }, { isPrimaryOnly: true });
  await reader.summary();
  await reader.close();
  await store.close();
}

/** The same server by two names: with several the driver asks which is a replica. */
function withHosts(url: string): string {
  const { hostname, port } = new URL(url);
  return `${url}&host=${hostname},${hostname}&port=${port},${port}`;
}

function writeOf(fill: number): { readonly key: Uint8Array; readonly value: Uint8Array } {
  return { key: testAccountKey(testAddress(fill), 1, Uint8Array.of(fill)), value: Uint8Array.of(fill) };
}

async function driveTree(url: string): Promise<void> {
  await (await openPostgresStore({ url })).close();
  const tree = await openPostgresTree({ url });
  const key = Uint8Array.of(1);
  await tree.write([{ key, version: 1n, value: key, keepsPast: false }]);
  await tree.write([{ key, version: 2n, value: undefined, keepsPast: true }]);
  await tree.read(1n, [key]);
  await tree.list(1n, [[key, key]]);
  await tree.prune(2n, 10);
  await tree.remove([key, key], 10);
  await tree.clear();
  await tree.close();
}

async function driveIndex(url: string): Promise<void> {
  const index = await openPostgresTableIndex({ url });
  const version = { topic: "t", version: 1 };
  await index.write({
    head: "1",
    rows: [{ key: "k", row: "r", found: [{ topic: "t" }], lost: [{ topic: "u" }] }],
    versions: [version],
  });
  const reader = openPostgresTableIndexReader({ url });
  await reader.renew();
  await reader.readRow("k");
  await reader.listRows("t", 0, 1);
  await reader.listRowsOf(["t", "u"], 1);
  await reader.countRows("t", 1);
  for (const order of ["oldest_first", "newest_first"] as const) {
    await reader.listVersions({ topic: "t", from: 0, to: 1, limit: 1 }, order);
  }
  await reader.countVersions({ topic: "t", from: 0, to: 1, limit: 1 });
  await reader.sumVersions({ topic: "t", from: 0, to: 1, limit: 1 });
  const places = { topic: "t", from: "", to: "~", isDescending: true, limit: 1 };
  await reader.listPlacedRows(places);
  await reader.listPlacedVersions({ ...places, isDescending: false }, 0);
  await reader.release();
  await reader.close();
  await index.stats();
  await index.prune(1, 1);
  await index.clear();
  await index.close();
  await removePostgresTableIndex({ url }, "index");
}

async function driveExecution(url: string): Promise<void> {
  const store = await openPostgresExecution({ url });
  const counts = { equal: 1, different: 1, stateUnknown: 0, notReproducible: 0, notExecuted: 0 };
  const accumulatorRoot = new Uint8Array(32) as HashValue;
  const findings = [{ version: 2n, outcome: "different" as const, report: "{}" }];
  await store.note({ range: { from: 1n, to: 2n, sample: 1 }, counts, findings, accumulatorRoot });
  const reader = openPostgresExecutionReader({ url });
  await reader.summary();
  await reader.find(2n);
  await reader.list("different", 0n, 1);
  await reader.close();
  await store.clear();
  await store.close();
}

import { existsSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { median, quantile, type Row } from "@ledger/bench-report";
import { buildTree, type LedgerReader, type LedgerSummary, StateTree, TreeWriter } from "@ledger/state-store";
import { openSqliteTree } from "@ledger/state-store/sqlite";
import { hashStateKey } from "@ledger/types";
import { removeDatabase } from "./build.ts";
import { createUniform, rawKey, valueBytes } from "./dataset.ts";
import { pair } from "./report.ts";

/** Blocks that the tree grows by, each of some keys. */
const load = { blocks: 200, keys: 50 } as const;

/** Single proofs that are timed, of the newest block, of the oldest one, and of absent keys. */
const proofs = 2_000;

/** Bits of a key's number: with those of its hash's beginning they are an exact number. */
const numberBits = 24;

/** How large may a state be? The tree alone, of any number of keys: its build, its growth by small blocks, and proofs. */
export async function measureTree(folder: string, keys: number, log: (line: string) => void): Promise<Row[]> {
  if (keys > 2 ** numberBits) throw new RangeError(`at most ${2 ** numberBits} keys`);
  const path = join(folder, `tree-${keys}.db`);
  if (!existsSync(path)) await build(folder, path, keys, log);
  const bytes = statSync(path).size;
  const tree = openSqliteTree(path);
  const always = { summary: () => undefined };
  const stored = new StateTree(tree, always);
  const head = (await stored.head())!;
  const writer = new TreeWriter(tree, head, await stored.frontierAt(head.version + 1n));
  const uniform = createUniform(Number(head.version) + 11);
  const ends: bigint[] = [];
  const before = process.cpuUsage();
  const started = performance.now();
  for (let block = 0; block < load.blocks; block++) {
    const lastVersion = writer.head.version + 1n;
    const writes = Array.from({ length: load.keys }, () => ({
      key: rawKey(Math.floor(uniform() * keys)),
      value: madeValue(uniform),
      metadata: undefined,
    }));
    await writer.add({ lastVersion, records: [{ info: madeValue(uniform), writes }] });
    ends.push(lastVersion);
  }
  const cpu = process.cpuUsage(before);
  log(
    `tree of ${keys} keys: a block of ${load.keys} takes ${((cpu.user + cpu.system) / 1_000 / load.blocks).toFixed(1)} ms of processor time, ${((performance.now() - started) / load.blocks).toFixed(1)} ms by the clock`,
  );
  const rows: Row[] = [];
  for (const [name, version, first] of [
    ["at the newest block", ends.at(-1)!, 0],
    [`${load.blocks} blocks back`, ends[0]!, 0],
    ["that is absent, at the newest block", ends.at(-1)!, keys],
  ] as const) {
    const times: number[] = [];
    const cpuBefore = process.cpuUsage();
    for (let i = 0; i < proofs; i++) {
      const key = hashStateKey(rawKey(first + Math.floor(uniform() * keys)));
      const began = performance.now();
      await stored.prove(version, [key]);
      times.push(performance.now() - began);
    }
    const { user, system } = process.cpuUsage(cpuBefore);
    log(
      `tree of ${keys} keys: proof of a key ${name}: p50 ${median(times).toFixed(2)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms; processor ${((user + system) / 1_000 / proofs).toFixed(2)} ms`,
    );
    const work = `proof of a key ${name}, ${keys.toLocaleString("en")} keys`;
    rows.push(pair(work, "2 ms", "ms", [median(times)], [2], { better: "less", target: 1 }));
  }
  log(`tree of ${keys} keys: ${(bytes / keys).toFixed(1)} bytes a key`);
  await tree.close();
  return rows;
}

/** Builds the tree of a state whose keys are listed in the order of their hashes: so its rows are written in order. */
async function build(folder: string, path: string, keys: number, log: (line: string) => void): Promise<void> {
  const draft = join(folder, "tree-draft.db");
  removeDatabase(draft);
  const order = new Float64Array(keys);
  for (let number = 0; number < keys; number++) {
    const hash = hashStateKey(rawKey(number));
    const start = new DataView(hash.buffer, hash.byteOffset).getUint32(0) >>> (numberBits + 32 - 53);
    order[number] = start * 2 ** numberBits + number;
  }
  order.sort();
  const began = performance.now();
  const before = process.cpuUsage();
  const tree = openSqliteTree(draft);
  await buildTree({ store: stateInOrder(order), tree });
  await tree.close();
  const { user, system } = process.cpuUsage(before);
  log(
    `tree of ${keys} keys: built in ${((performance.now() - began) / 1_000).toFixed(0)} s, ${((user + system) / 1e6).toFixed(0)} s of processor time`,
  );
  renameSync(draft, path);
}

/** The part of a ledger that a build reads: one version, and its state. */
function stateInOrder(order: Float64Array): LedgerReader {
  const uniform = createUniform(3);
  const summary = { version: 0n, oldestVersion: 0n, oldestLedgerVersion: 0n } as LedgerSummary;
  const reader: Pick<LedgerReader, "summary" | "listState" | "listRecords"> = {
    summary: () => summary,
    listState({ start, limit }) {
      const from = start === undefined || start.length === 0 ? 0 : Buffer.from(start).readUInt32BE();
      const to = Math.min(order.length, from + limit);
      const entries = Array.from(order.subarray(from, to), (place) => ({
        key: rawKey(place % 2 ** numberBits),
        bytes: madeValue(uniform),
        metadata: undefined,
        version: 0n,
      }));
      const next = Buffer.alloc(4);
      next.writeUInt32BE(to);
      return { entries, next: to === order.length ? undefined : next };
    },
    listRecords: () => [{ info: madeValue(uniform) } as never],
  };
  return reader as LedgerReader;
}

function madeValue(uniform: () => number): Uint8Array {
  const value = Buffer.alloc(valueBytes);
  value.writeDoubleLE(uniform(), 0);
  return value;
}

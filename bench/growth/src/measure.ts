import { median } from "@ledger/bench-report";
import { Random } from "@ledger/random";
import type { LedgerReader, LedgerStore } from "@ledger/state-store";
import { blockRows, type Growth, keyOf } from "./dataset.ts";
import type { Place } from "./places.ts";

/** The figures of a store of some size. */
export interface Figures {
  readonly read_us: number;
  readonly page_ms: number;
  readonly commit_ms: number;
  readonly prune_rows_per_s: number | undefined;
  readonly bytes_per_row: number;
  readonly verify_rows_per_s: number;
  readonly open_ms: number;
}

/** Point reads of a turn and pages of a turn, and turns of each. */
const [turnReads, turnPages, turns] = [500, 10, 8] as const;

/** Keys of a page. */
const pageKeys = 100;

/** Blocks whose commit is timed. */
const commits = 12;

/** Share of the versions that is pruned. */
const prunedShare = 0.02;

/** Rows of a step of pruning, as a node takes them. */
const pruneRows = 2_000;

/**
 * Measures a store that a ledger was committed to. It has some blocks more afterwards, and the oldest of its versions are pruned.
 *
 * @returns the figures, and the store, which was opened again
 */
export async function measure(place: Place, store: LedgerStore, growth: Growth) {
  const commitTimes: number[] = [];
  for (let i = 0; i < commits; i++) {
    const batch = growth.next();
    commitTimes.push(await timeOf(() => store.commit(batch)));
  }
  const bytes = place.bytes() / growth.rows;
  await store.close();
  const openTimes: number[] = [];
  for (let i = 0; i < 3; i++) openTimes.push(await timeOf(() => openAndRead(place)));
  const reader = await place.openReader();
  const { reads, pages } = await timeReads(reader, growth);
  const verifyTime = await timeOf(async () => {
    const { problems } = await reader.verify();
    if (problems.length > 0) throw new Error(`the store is damaged: ${problems[0]!.detail}`);
  });
  await reader.close();
  const again = await place.openStore();
  const figures: Figures = {
    read_us: median(reads) * 1_000,
    page_ms: median(pages),
    commit_ms: median(commitTimes),
    prune_rows_per_s: await timePrune(again),
    bytes_per_row: bytes,
    verify_rows_per_s: (growth.rows / verifyTime) * 1_000,
    open_ms: median(openTimes),
  };
  return { figures, store: again };
}

/** From nothing to the first answer. */
async function openAndRead(place: Place): Promise<void> {
  const reader = await place.openReader();
  const { version } = (await reader.summary())!;
  await reader.readState(version, keyOf(1));
  await reader.close();
}

/** Reads random keys at random versions, one after the other, and pages of neighbouring keys at the newest. */
async function timeReads(reader: LedgerReader, { keys }: Growth) {
  const random = new Random("reads");
  const { version, oldestVersion } = (await reader.summary())!;
  const kept = Number(version - oldestVersion) + 1;
  const [reads, pages]: [number[], number[]] = [[], []];
  for (let turn = -1; turn < turns; turn++) {
    const time = await timeOf(async () => {
      for (let i = 0; i < turnReads; i++)
        await reader.readState(oldestVersion + BigInt(random.below(kept)), keyOf(random.below(keys)));
    });
    const pageTime = await timeOf(async () => {
      for (let i = 0; i < turnPages; i++) {
        const start = keyOf(random.below(keys));
        await reader.listState({ version, prefix: new Uint8Array(0), start, limit: pageKeys });
      }
    });
    if (turn < 0) continue;
    reads.push(time / turnReads);
    pages.push(pageTime / turnPages);
  }
  return { reads, pages };
}

/** @returns rows a second; `undefined` where nothing goes, because every key has one value */
async function timePrune(store: LedgerStore): Promise<number | undefined> {
  const { version, oldestVersion } = (await store.summary())!;
  const target = oldestVersion + BigInt(Math.ceil(Number(version - oldestVersion) * prunedShare));
  let rows = 0;
  const time = await timeOf(async () => {
    for (let done = false; !done; ) {
      const step = await store.prune({ stateVersion: target, ledgerVersion: 0n }, pruneRows);
      rows += step.deletedRows;
      done = step.done;
    }
  });
  return rows < blockRows ? undefined : (rows / time) * 1_000;
}

/** @returns milliseconds */
async function timeOf(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

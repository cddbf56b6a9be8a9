import { allTableGroups, IndexBuilder, MemoryIndex, verifyIndex } from "@ledger/indexer/build";
import { createQueryService } from "@ledger/indexer/graphql";
import { createLedgerIndex, createTableLists } from "@ledger/indexer/lists";
import { Random } from "@ledger/random";
import type { LedgerStore, TableIndexReader, TableIndexStore } from "@ledger/state-store";
import { ingest } from "@ledger/sync";
import type { LedgerRecord } from "@ledger/types";
import { differenceOf } from "./compare-answers.ts";
import { askList, type TablesThen } from "./list-questions.ts";
import { PlainDatabase } from "./plain-query.ts";
import { PlainLedger } from "./plain-tables.ts";
import { Questions } from "./questions.ts";
import { makeRandomBlocks } from "./random-ledger.ts";
import { readRest } from "./rest-record.ts";

/** Where a ledger and its index are kept, for one ledger. */
export interface AgreementPlace {
  readonly name: string;
  openStore(): Promise<LedgerStore>;
  openIndex(): Promise<TableIndexStore>;
  openReader(): Promise<TableIndexReader | undefined>;
}

/** What is compared. */
export interface AgreementOptions {
  readonly seed: string;
  /** Blocks of the ledger. */
  readonly blocks: number;
  /** Questions to each place. */
  readonly questions: number;
  readonly places: readonly AgreementPlace[];
}

/** What came of it. */
export interface AgreementReport {
  readonly versions: number;
  /** Rows of all tables, by the look at all records. */
  readonly rows: number;
  readonly passed: number;
  /** What differs, with its question. */
  readonly failures: readonly string[];
}

/** Lists that are asked of an index which is built when the ledger has lost its first records. */
const afterPruning = 100;

/** One question in so many is for a list of the REST API. */
const listShare = 6;

/**
 * Makes a random ledger, has an index grow with it, and asks both the index and a plain look at all records the same random questions.
 * The look reads what the REST API says of the records, and makes rows and answers by a program of its own.
 */
export async function agree({ seed, blocks, questions, places }: AgreementOptions): Promise<AgreementReport> {
  const made = await makeRandomBlocks(seed, blocks);
  const failures: string[] = [];
  let [passed, rows, versions] = [0, 0, 0];
  for (const place of places) {
    const random = new Random(`${seed} ${place.name}`);
    const store = await place.openStore();
    try {
      await grow(store, place, made, random);
      const times = await readPlainly(store, made.flat(), random);
      const reader = await place.openReader();
      const found = await ask({ random, store, reader, times, questions });
      await reader?.close();
      found.push(...(await askAfterPruning({ random, store, times })));
      found.push(...(await compareAfterPruning(store, place)));
      failures.push(...found.map((failure) => `${place.name}: ${failure}`));
      passed += questions + afterPruning - found.length;
      const { tables } = times.at(-1)!;
      rows = tables.size;
      versions = made.flat().length;
    } finally {
      await store.close();
    }
  }
  return { versions, rows, passed, failures };
}

/** Stores blocks some at a time, while an index follows. */
async function grow(
  store: LedgerStore,
  place: AgreementPlace,
  blocks: readonly (readonly LedgerRecord[])[],
  random: Random,
): Promise<void> {
  const index = await place.openIndex();
  const builder = new IndexBuilder(store, index, allTableGroups, { page: 20 + random.below(200) });
  for (let height = 0; height < blocks.length; ) {
    const end = Math.min(blocks.length, height + 1 + random.below(30));
    const part = blocks.slice(0, end);
    await ingest({
      store,
      source: {
        name: "random blocks",
        async *records(from) {
          for (const block of part) if (block[0]!.version >= from) yield block;
        },
      },
    });
    height = end;
    if (random.once(2)) await builder.step();
  }
  while (!(await builder.step()).isAtHead);
  await index.close();
}

/** The tables as a look at all records has them, at two versions on the way and at the end. */
async function readPlainly(
  store: LedgerStore,
  records: readonly LedgerRecord[],
  random: Random,
): Promise<readonly TablesThen[]> {
  const { chainId } = (await store.summary())!;
  const stops = new Set([random.below(records.length), random.below(records.length)]);
  const ledger = new PlainLedger();
  const times: TablesThen[] = [];
  for (const [place, record] of (await readRest(store)).entries()) {
    ledger.apply(record, records[place]!);
    if (stops.has(place)) times.push({ version: record.version, tables: ledger.tables.copy() });
  }
  ledger.finish(chainId);
  return [...times, { version: BigInt(records.length - 1), tables: ledger.tables }];
}

/** Compares the index that has grown with the ledger with one that is built late, from the state. */
async function compareAfterPruning(store: LedgerStore, place: AgreementPlace): Promise<readonly string[]> {
  const grown = (await place.openReader())!;
  try {
    const { problems } = (await verifyIndex(store, grown, new MemoryIndex()))!;
    return problems.map((problem) => `built from the state: ${problem}`);
  } finally {
    await grown.close();
  }
}

interface Asking {
  readonly random: Random;
  readonly store: LedgerStore;
  readonly reader: TableIndexReader | undefined;
  readonly times: readonly TablesThen[];
  readonly questions: number;
}

/** Asks an index that is built late, from the state, for lists of the versions whose state is still kept. */
async function askAfterPruning({ random, store, times }: Omit<Asking, "reader" | "questions">): Promise<string[]> {
  const earliest = Math.min(...times.map(({ version }) => Number(version)));
  const stateVersion = BigInt(random.below(earliest + 1));
  const ledgerVersion = BigInt(random.below(Number(stateVersion) + 1));
  while (!(await store.prune({ stateVersion, ledgerVersion }, 10_000)).done);
  const index = new MemoryIndex();
  const builder = new IndexBuilder(store, index, allTableGroups);
  while (!(await builder.step()).isAtHead);
  const lists = createTableLists(createLedgerIndex({ store, openIndex: () => index }));
  const ledger = (await store.summary())!;
  const failures: string[] = [];
  for (let asked = 0; asked < afterPruning; asked++) {
    const difference = await askList(random, lists, ledger, times, "current");
    if (difference !== undefined) failures.push(`built from the state of ${ledger.oldestVersion}: ${difference}`);
  }
  return failures;
}

/** Asks questions. @returns those that are answered in another way, with the difference */
async function ask({ random, store, reader, times, questions }: Asking): Promise<string[]> {
  const faults: unknown[] = [];
  const index = createLedgerIndex({ store, openIndex: () => reader });
  const service = createQueryService({ store, index, onFault: (error) => faults.push(error) });
  const lists = createTableLists(index);
  const { tables } = times.at(-1)!;
  const database = new PlainDatabase(tables);
  const made = new Questions(random, tables);
  const ledger = (await store.summary())!;
  const failures: string[] = [];
  for (let asked = 0; asked < questions; asked++) {
    if (random.once(listShare)) {
      const difference = await askList(random, lists, ledger, times);
      if (difference !== undefined) failures.push(difference);
      continue;
    }
    const question = made.next();
    const body = new TextEncoder().encode(JSON.stringify({ query: question.text }));
    const answer = await service.answer(body);
    const difference = differenceOf(question, answer.body, database);
    if (difference !== undefined)
      failures.push(`${question.text}\n    ${difference} ${faults.splice(0).map(String).join()}`);
  }
  return failures;
}

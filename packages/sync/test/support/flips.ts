import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Random } from "@ledger/random";
import { type LedgerReader, type LedgerStore, StoreError } from "@ledger/state-store";
import { expectWholePages, openSqliteReader, openSqliteStore } from "@ledger/state-store/sqlite";
import { type Address, bytesToHex, type HashValue, stateWrites, WriteSet } from "@ledger/types";
import { checkRecord } from "../../src/checks/record.ts";
import { ingest, SyncError, verifyLedger } from "../../src/index.ts";
import { buildChain, type TestChain } from "../../src/testing/index.ts";
import { arraySource } from "./array-source.ts";

/** What became of flipped bits, by what noticed them. */
export interface FlipReport {
  /** Opening the store or a read said so, and so does `verify`. */
  readonly refused: number;
  /** Every answer is the same, but `verify` finds it. */
  readonly reported: number;
  /** Every answer is the same. */
  readonly harmless: number;
  /** Where an answer is another one, and nothing said so: store, byte and bit, and the question. */
  readonly silent: readonly string[];
}

/** A stopped store to flip bits of. */
interface FlipStore {
  readonly name: string;
  /** Content of its files, by what their names add to that of the ledger. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly questions: readonly Question[];
  readonly answers: readonly string[];
}

interface Question {
  readonly text: string;
  ask(reader: LedgerReader): unknown;
}

/** Refusals that are answers: they say what the store holds. */
const answerCodes = new Set([
  "version_pruned",
  "version_not_found",
  "state_unknown",
  "state_unavailable",
  "listing_unknown",
]);

/** A way to damage a file: it changes some bytes from an offset on. */
type Damage = (bytes: Uint8Array, at: number, random: Random) => string;

/** How files are damaged. */
export const damages = {
  flip(bytes, at, random) {
    const bit = random.below(8);
    bytes[at]! ^= 1 << bit;
    return `bit ${bit}`;
  },
  /** Some sectors did not reach the disk: they are empty, or what another place of the file has. */
  torn(bytes, at, random) {
    const start = at - (at % sectorBytes);
    const end = Math.min(bytes.length, start + sectorBytes * (1 + random.below(8)));
    const from = random.below(Math.ceil(bytes.length / sectorBytes)) * sectorBytes;
    if (random.below(2) === 0) bytes.fill(0, start, end);
    else bytes.copyWithin(start, from, from + end - start);
    return `${end - start} bytes`;
  },
} as const satisfies Readonly<Record<string, Damage>>;

const sectorBytes = 512;

/** Damages copies of stopped stores, once each, and looks whether a wrong answer goes unnoticed. */
export async function runFlips(options: {
  readonly folder: string;
  readonly count: number;
  readonly seed: number;
  readonly damage: keyof typeof damages;
}): Promise<FlipReport> {
  const { folder, count, seed, damage } = options;
  const stores = await buildStores(folder);
  const random = new Random(seed);
  const report = { reported: 0, refused: 0, harmless: 0, silent: [] as string[] };
  for (let done = 0; done < count; done++) {
    const store = stores[done % stores.length]!;
    const files = new Map([...store.files].map(([suffix, bytes]) => [suffix, bytes.slice()]));
    // By their size.
    const place = random.below([...files.values()].reduce((sum, { length }) => sum + length, 0));
    let end = 0;
    const [suffix, bytes] = [...files].find(([, { length }]) => {
      end += length;
      return place < end;
    })!;
    const at = place - (end - bytes.length);
    const what = damages[damage](bytes, at, random);
    const outcome = await tryFlip(join(folder, "flipped"), store, files);
    if (outcome === "reported" || outcome === "refused" || outcome === "harmless") report[outcome] += 1;
    else report.silent.push(`${store.name}, ledger.db${suffix}, byte ${at}, ${what}: ${outcome}`);
  }
  return report;
}

/** @returns what noticed the flip, or the question that has another answer */
async function tryFlip(folder: string, store: FlipStore, files: ReadonlyMap<string, Uint8Array>): Promise<string> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const path = join(folder, "ledger.db");
  for (const [suffix, bytes] of files) writeFileSync(`${path}${suffix}`, bytes);
  let reader: LedgerReader | undefined;
  let isRefused = false;
  try {
    await expectWholePages(path);
    reader = openSqliteReader(path);
    for (const [i, question] of store.questions.entries()) {
      const answer = await answerOf(reader, question);
      if (answer === undefined) isRefused = true;
      else if (answer !== store.answers[i]) return `${question.text}: ${answer} instead of ${store.answers[i]}`;
    }
    await verifyLedger(reader);
    return isRefused ? "verify finds nothing of what reads refuse" : "harmless";
  } catch (error) {
    if (!(error instanceof StoreError || error instanceof SyncError)) return `verify threw ${error}`;
    return isRefused || reader === undefined ? "refused" : "reported";
  } finally {
    await reader?.close();
  }
}

/** @returns the answer as text; `undefined` for a refusal that says that the store is damaged */
async function answerOf(reader: LedgerReader, question: Question): Promise<string | undefined> {
  try {
    return toText(await question.ask(reader));
  } catch (error) {
    if (!(error instanceof StoreError)) return `threw ${error}`;
    return answerCodes.has(error.code) ? error.code : undefined;
  }
}

function toText(answer: unknown): string {
  const text = JSON.stringify(answer, (_, value: unknown) => {
    if (typeof value === "bigint") return String(value);
    return value instanceof Uint8Array ? bytesToHex(value) : value;
  });
  return text ?? "nothing";
}

/**
 * Stores of every kind: whole, pruned with a part of the log merged, begun lazily with state that nothing proves, and one whose process
 * was killed: a part of it is in the write-ahead log.
 */
async function buildStores(folder: string): Promise<readonly FlipStore[]> {
  const chain = buildChain(24, { blocksPerEpoch: 9, transactionsPerBlock: 3, valueBytes: 40 });
  return [
    await buildStore(folder, "whole", chain, undefined, async () => undefined),
    await buildStore(folder, "pruned", chain, 40, async (store) => {
      const head = (await store.summary())!.version;
      while (!(await store.prune({ stateVersion: head - 50n, ledgerVersion: head - 60n }, 1_000)).done);
    }),
    await buildLazyStore(folder, chain),
    await buildStore(folder, "killed", chain, 40, async () => undefined, "killed"),
  ];
}

async function buildStore(
  folder: string,
  name: string,
  chain: TestChain,
  logRows: number | undefined,
  finish: (store: LedgerStore) => Promise<void>,
  end: "stopped" | "killed" = "stopped",
): Promise<FlipStore> {
  const path = join(folder, `${name}.db`);
  const store = openSqliteStore(path, { logRows, checkpointPages: end === "killed" ? 60 : undefined });
  await ingest({ source: arraySource(chain.records, 10), store, batchRecords: 12 });
  await finish(store);
  if (end === "stopped") await store.close();
  const flipStore = await openFlipStore(name, path, chain);
  if (end === "killed") await store.close();
  return flipStore;
}

/** Begins with the tenth block, and knows an account and some keys from before. */
async function buildLazyStore(folder: string, chain: TestChain): Promise<FlipStore> {
  const path = join(folder, "lazy.db");
  const store = openSqliteStore(path, { logRows: 40 });
  const starts = chain.records.map((record) => checkRecord(record, { eventRoots: "strict" }).blockStart);
  const first = starts.findIndex((start, i) => i > 30 && start !== undefined);
  const { height = 0n, epoch } = starts[first]!;
  const version = BigInt(first);
  await ingest({
    source: arraySource(chain.records.slice(first), 10),
    store,
    batchRecords: 12,
    start: async () => {
      await store.begin({ version, blockHeight: height, frontier: undefined, state: "partial" });
      const position = { nextVersion: version, frontier: undefined, chainId: 4, epoch };
      return { position: { ...position, blockHeight: height - 1n, timestampUsecs: 0n }, network: { chainId: 4 } };
    },
  });
  const before = new Map(
    chain.records
      .slice(0, first)
      .flatMap(({ writeSet }) =>
        stateWrites(WriteSet.decode(writeSet)).map((write) => [bytesToHex(write.key), write] as const),
      ),
  );
  const origin = "node.example";
  await store.addBaseValues(
    [...before.values()].map(({ key, value, metadata }) =>
      value === undefined ? { key, kind: "absent", origin } : { key, kind: "value", value, metadata, origin },
    ),
  );
  const account = [...before.values()].map(({ key }) => key).find((key) => key[0] === 0)!;
  await store.completeAccount(account.slice(0, 33), version, origin);
  await store.close();
  return openFlipStore("lazy", path, chain);
}

async function openFlipStore(name: string, path: string, chain: TestChain): Promise<FlipStore> {
  const reader = openSqliteReader(path);
  await verifyLedger(reader);
  const questions = ask(chain);
  const answers: string[] = [];
  for (const question of questions) {
    const answer = await answerOf(reader, question);
    if (answer === undefined) throw new Error(`the untouched store refuses ${question.text}`);
    answers.push(answer);
  }
  await reader.close();
  const files = ["", "-wal", "-sums"].flatMap((suffix) =>
    existsSync(`${path}${suffix}`) ? [[suffix, new Uint8Array(readFileSync(`${path}${suffix}`))] as const] : [],
  );
  return { name, files: new Map(files), questions, answers };
}

/** Everything that a reader can be asked about a ledger of these records. */
function ask({ records }: TestChain): readonly Question[] {
  const commits = records.map((record) => checkRecord(record, { eventRoots: "strict" }).commit);
  const keys = new Map(commits.flatMap(({ writes }) => writes.map(({ key }) => [bytesToHex(key), key] as const)));
  const handles = new Map(commits.flatMap(({ handleEvents }) => handleEvents.map(({ key }) => [bytesToHex(key), key])));
  const senders = new Map(
    commits.flatMap(({ user }) => (user === undefined ? [] : [[bytesToHex(user.sender), user.sender]])),
  );
  const versions = records.map(({ version }) => version);
  const accounts = new Map(
    [...keys].filter(([name]) => name.startsWith("00")).map(([name, key]) => [name.slice(0, 66), key.slice(0, 33)]),
  );
  const questions: Question[] = [];
  const add = (text: string, question: Question["ask"]): void => void questions.push({ text, ask: question });
  add("summary", (reader) => reader.summary());
  add("frontier", (reader) => reader.frontier());
  for (const version of versions) {
    add(`record ${version}`, (reader) => reader.readRecord(version));
    add(`block of ${version}`, (reader) => reader.readBlockByVersion(version));
    add(`block ${version}`, (reader) => reader.findBlockByHeight(version));
    for (const [name, key] of keys) {
      add(`state ${name} at ${version}`, (reader) => reader.readState(version, key));
    }
  }
  for (const version of versions.filter((_, i) => i % 9 === 0 || i > versions.length - 3)) {
    for (const [name, prefix] of [...accounts, ["", new Uint8Array(0)] as const]) {
      add(`listing ${name} at ${version}`, (reader) => reader.listState({ version, prefix, limit: 1_000 }));
    }
    for (const [name, key] of keys)
      add(`origin ${name} at ${version}`, (reader) => reader.findValueOrigin(version, key));
  }
  for (const [name, prefix] of accounts) {
    add(`listing origin ${name}`, (reader) => reader.findListingOrigin(versions.at(-1)!, prefix));
  }
  for (const { hash, user } of commits) {
    add(`hash ${bytesToHex(hash)}`, (reader) => reader.findVersionByHash(hash as HashValue));
    if (user?.replayProtector.kind !== "SequenceNumber") continue;
    const { value } = user.replayProtector;
    add(`number ${value}`, (reader) => reader.findVersionBySequenceNumber(user.sender, value));
  }
  const topics = new Map(commits.flatMap((commit) => commit.topics.map(({ key }) => [bytesToHex(key), key] as const)));
  for (const [name, key] of topics) {
    for (const order of ["oldest_first", "newest_first"] as const) {
      add(`topic ${name} ${order}`, (reader) => reader.listEventsByTopic({ topics: [key], order, limit: 1_000 }));
    }
  }
  for (const [name, key] of handles) {
    add(`events ${name}`, (reader) => reader.listEvents(key as Uint8Array, 0n, 1_000));
    add(`next event ${name}`, (reader) => reader.nextEventSequence(key as Uint8Array));
  }
  for (const [name, sender] of senders) {
    add(`summaries ${name}`, (reader) => reader.listSummaries({ sender: sender as Address, limit: 1_000 }));
  }
  return questions;
}

// A small store as one build leaves it, and what that build answers from it. Each schema version has such a file in `test/files`,
// written by a build of its time: a change of the schema keeps them, and adds its own. Only what all builds have is used here.
import type { LedgerReader } from "../src/index.ts";
import { openSqliteStore } from "../src/sqlite/index.ts";
import { buildLedger, testAccountKey, testAddress, testBytes } from "../src/testing/index.ts";

const records = 40;
const keys: readonly Uint8Array[] = Array.from({ length: 15 }, (_, i) =>
  testAccountKey(testAddress(i % 5), i % 3, Uint8Array.of(i)),
);
const handles: readonly Uint8Array[] = [0, 1, 2].map((i) => Uint8Array.of(i, ...new Uint8Array(7), ...testAddress(i)));

/** BCS of a module event of type `0x1::a::E<n>`. */
function eventsOf(n: number): Uint8Array {
  const type = [7, ...new Uint8Array(31), 1, 1, 0x61, 2, 0x45, 0x30 + (n % 4), 0];
  return Uint8Array.of(1, 1, ...type, 2, n, n);
}

/** Writes the file: written, overwritten and removed values, an unmerged log, a prune that is under way. */
export async function writeStoreFile(path: string): Promise<string> {
  const store = openSqliteStore(path, { logRows: 100 });
  const ledger = buildLedger();
  for (let i = 0; i < records; i++) {
    const writes = keys
      .filter((_, key) => (key + i) % 3 === 0)
      .map((key, j) => ({ key, value: (i + j) % 11 === 0 ? undefined : testBytes(i, BigInt(j), 1, 24) }));
    const user = {
      sender: testAddress(i % 4),
      replayProtector: { kind: i % 5 === 0 ? "Nonce" : "SequenceNumber", value: BigInt(i) } as const,
    };
    const handleEvents = [{ key: handles[i % 3]!, sequenceNumber: BigInt(Math.floor(i / 3)), index: 0 }];
    const batch = ledger.batch([[{ writes, user, handleEvents }]]);
    for (const record of batch.blocks.flatMap((block) => block.records)) Object.assign(record, { events: eventsOf(i) });
    await store.commit(batch);
  }
  await store.prune({ stateVersion: 15n, ledgerVersion: 9n }, 10);
  const answers = await readAnswers(store);
  await store.close();
  return answers;
}

/** What a store answers, a line for each question. */
export async function readAnswers(store: LedgerReader): Promise<string> {
  const lines: string[] = [];
  const note = (question: string, answer: unknown): void => {
    lines.push(`${question}: ${JSON.stringify(answer, toText)}`);
  };
  const summary = await store.summary();
  if (summary === undefined) throw new Error("the store is empty");
  const { chainId, genesisHash, version, oldestVersion, oldestLedgerVersion, timestampUsecs, epoch, blockHeight } =
    summary;
  note("summary", [
    chainId,
    genesisHash,
    version,
    oldestVersion,
    oldestLedgerVersion,
    timestampUsecs,
    epoch,
    blockHeight,
  ]);
  for (let at = oldestVersion; at <= version; at += 7n) {
    for (const [i, key] of keys.entries()) {
      const value = await store.readState(at, key);
      note(`value ${i} at ${at}`, value && [value.bytes, value.version]);
    }
    const page = await store.listState({ version: at, prefix: new Uint8Array(0), limit: 100 });
    note(
      `state at ${at}`,
      page.entries.map((entry) => [entry.key, entry.version]),
    );
  }
  for (const record of await store.listRecords(oldestLedgerVersion, 100)) {
    note(`record ${record.version}`, [
      record.transaction,
      record.info,
      record.events,
      record.writeSet,
      record.accumulatorRoot,
    ]);
    note(`block of ${record.version}`, await store.readBlockByVersion(record.version));
  }
  for (let i = 0; i < 4; i++) {
    note(`summaries of ${i}`, await store.listSummaries({ sender: testAddress(i), limit: 100 }));
    note(`sequence 21 of ${i}`, await store.findVersionBySequenceNumber(testAddress(i), 21n));
  }
  for (const [i, handle] of handles.entries()) note(`events of ${i}`, await store.listEvents(handle, 0n, 100));
  note("frontier", await store.frontier());
  return `${lines.join("\n")}\n`;
}

/** Hex of bytes, digits of numbers; members in the order of their names. */
function toText(_: string, value: unknown): unknown {
  if (typeof value === "bigint") return value.toString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString("hex");
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

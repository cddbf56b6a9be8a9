import {
  emptyTreeHead,
  type LedgerReader,
  type StoredValue,
  type TreeBlock,
  TreeWriter,
  type TreeWrites,
} from "@ledger/state-store";
import { createMemoryStore } from "@ledger/state-store/memory";
import { ingest } from "@ledger/sync";
import {
  AccumulatorFrontier,
  frameworkKey,
  type HashValue,
  hashTransactionInfo,
  type LedgerRecord,
  mapKey,
  type StateWrite,
  stateWrites,
  TransactionInfo,
  WriteSet,
} from "@ledger/types";

/** The sequence number that a liar gives to account 0x1. */
export const falseNumber = 777_777n;

const accountKey = frameworkKey("account", "Account");

type Blocks = readonly (readonly LedgerRecord[])[];

/** A ledger of which the newest block claims the root of a state in which one value is another, and that proves it. */
export interface FalseState {
  readonly blocks: Blocks;
  /** Serves the false records, and proofs that lead to the false root. */
  readonly store: LedgerReader;
  /** The last version of the newest block. */
  readonly version: bigint;
}

/** Keeps every record true but for the newest state root, with the hashes that follow from it. */
export async function withFalseState(blocks: Blocks): Promise<FalseState> {
  const version = blocks.flat().at(-1)!.version;
  const honest = createMemoryStore();
  await ingest({ source: sourceOf(blocks), store: honest });
  const stored = honest.readState(version, accountKey) as StoredValue;
  const value = stored.bytes.slice();
  // After the authentication key, a vector of 32 bytes.
  new DataView(value.buffer).setBigUint64(33, falseNumber, true);
  const write: StateWrite = { key: accountKey, value, metadata: stored.metadata };
  const root = await growTree(createMemoryStore().tree, blocks, write);
  const told = withRoot(blocks, version, root);
  const store = createMemoryStore();
  await ingest({ source: sourceOf(told), store });
  await growTree(store.tree, told, write);
  const lying = new Proxy(store as LedgerReader, {
    get(target, member) {
      if (member === "readState")
        return (at: bigint, key: Uint8Array) =>
          at === version && mapKey(key) === mapKey(accountKey)
            ? { ...stored, bytes: value }
            : target.readState(at, key);
      const found: unknown = Reflect.get(target, member);
      return typeof found === "function" ? found.bind(target) : found;
    },
  });
  return { blocks: told, store: lying, version };
}

const sourceOf = (blocks: Blocks) => ({
  name: "a liar",
  async *records() {
    yield* blocks;
  },
});

/** Grows a tree over blocks, the last of which has one more write. @returns the last root */
async function growTree(tree: TreeWrites, blocks: Blocks, last: StateWrite): Promise<HashValue> {
  const writer = new TreeWriter(tree, emptyTreeHead, emptyTreeHead.seed);
  let root: HashValue | undefined;
  for (const [i, records] of blocks.entries()) {
    const made = records.map(({ info, writeSet }) => ({ info, writes: stateWrites(WriteSet.decode(writeSet)) }));
    const isLast = i === blocks.length - 1;
    const all = isLast ? [...made.slice(0, -1), { ...made.at(-1)!, writes: [...made.at(-1)!.writes, last] }] : made;
    const block: TreeBlock = { lastVersion: records.at(-1)!.version, records: all };
    root = await writer.add(block);
  }
  return root!;
}

function withRoot(blocks: Blocks, version: bigint, root: HashValue): Blocks {
  const frontier = new AccumulatorFrontier("TransactionAccumulator");
  return blocks.map((records) =>
    records.map((record) => {
      const { kind, value } = TransactionInfo.decode(record.info);
      if (kind !== "V0") throw new Error("made ledgers have infos of variant 0");
      const claimed = record.version === version ? { ...value, stateCheckpointHash: root } : value;
      const info = TransactionInfo.encode({ kind, value: claimed });
      frontier.append(hashTransactionInfo(info));
      return { ...record, info, accumulatorRoot: frontier.root() };
    }),
  );
}

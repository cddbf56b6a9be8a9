import {
  AccumulatorFrontier,
  type AccumulatorFrontierState,
  type Awaitable,
  type BlockMetadata,
  bytesEqual,
  type HashValue,
  hashTransaction,
  stateKeyTags,
  Transaction,
  TransactionInfo,
} from "@ledger/types";
import { LocalChainError } from "../errors.ts";
import type { ChainHead } from "./chain-head.ts";
import { ChainState } from "./chain-state.ts";

/**
 * What a chain reads of a stored ledger to go on after its head. A ledger store has this shape. Only the latest block is read, so it
 * does not matter how much of the history has been pruned.
 */
export interface StoredChain {
  /** @returns `undefined` while nothing is stored */
  summary(): Awaitable<{ readonly version: bigint; readonly genesisHash: HashValue | undefined } | undefined>;
  /** State values whose encoded key begins with `prefix`, from `start` on, and the key of the next page. */
  listState(query: {
    readonly version: bigint;
    readonly prefix: Uint8Array;
    readonly start?: Uint8Array | undefined;
    readonly limit: number;
  }): Awaitable<{
    readonly entries: readonly {
      readonly key: Uint8Array;
      readonly bytes: Uint8Array;
      readonly metadata: Uint8Array | undefined;
    }[];
    readonly next: Uint8Array | undefined;
  }>;
  /** The record of a version. */
  readRecord(version: bigint): Awaitable<{ readonly info: Uint8Array; readonly transaction: Uint8Array }>;
  /** The block that a version belongs to. */
  readBlockByVersion(version: bigint): Awaitable<{ readonly firstVersion: bigint }>;
  /** The transaction accumulator at the head. */
  frontier(): Awaitable<AccumulatorFrontierState | undefined>;
}

/** State values that are read at a time. */
const page = 1_000;

/**
 * Reads where a stored chain ends.
 *
 * @param from - the version to go on with
 * @throws {@link LocalChainError} `cannot_resume` unless the stored ledger ends right before `from`; `foreign_ledger` when it began
 * with another genesis; `state_mismatch` when its state is not the one that its head claims
 */
export async function readStoredHead(stored: StoredChain, genesis: Uint8Array, from: bigint): Promise<ChainHead> {
  const summary = await stored.summary();
  const frontier = await stored.frontier();
  if (summary === undefined || frontier === undefined || summary.version + 1n !== from) {
    const head = summary === undefined ? "the store is empty" : `the stored ledger ends at version ${summary.version}`;
    throw new LocalChainError("cannot_resume", `cannot continue at version ${from}: ${head}`);
  }
  if (summary.genesisHash === undefined || !bytesEqual(summary.genesisHash, hashTransaction(genesis))) {
    throw new LocalChainError("foreign_ledger", "the stored ledger has another genesis than this local network");
  }
  const state = await readState(stored, summary.version);
  const { info } = await stored.readRecord(summary.version);
  const { stateCheckpointHash } = TransactionInfo.decode(info).value;
  if (stateCheckpointHash === undefined || !bytesEqual(state.root(), stateCheckpointHash)) {
    throw new LocalChainError(
      "state_mismatch",
      `the state at version ${summary.version} does not match the state root of that version`,
    );
  }
  return {
    state,
    frontier: new AccumulatorFrontier("TransactionAccumulator", frontier),
    metadata: await latestMetadata(stored, summary.version),
  };
}

/** The first transaction of the block that holds a version; `undefined` for genesis. */
export async function latestMetadata(stored: StoredChain, version: bigint): Promise<BlockMetadata | undefined> {
  const { firstVersion } = await stored.readBlockByVersion(version);
  const { transaction } = await stored.readRecord(firstVersion);
  const first = Transaction.decode(transaction);
  return first.kind === "BlockMetadata" ? first.value : undefined;
}

async function readState(stored: StoredChain, version: bigint): Promise<ChainState> {
  const state = new ChainState();
  for (const tag of [stateKeyTags.accessPath, stateKeyTags.tableItem]) {
    const prefix = Uint8Array.of(tag);
    let start: Uint8Array | undefined;
    do {
      const { entries, next } = await stored.listState({ version, prefix, start, limit: page });
      // A store's values may share their buffer with others that are not kept.
      for (const { key, bytes, metadata } of entries) state.write({ key: key.slice(), value: bytes.slice(), metadata });
      start = next;
    } while (start !== undefined);
  }
  return state;
}

import {
  AccumulatorFrontier,
  type AccumulatorFrontierState,
  type Awaitable,
  bytesEqual,
  type HashValue,
  hashTransaction,
  StateValueMetadata,
  stateKeyTags,
  TransactionInfo,
} from "@ledger/types";
import { CHAIN_ID } from "../chain-id.ts";
import { DevnetError } from "../errors.ts";
import { buildDevnetGenesis } from "../genesis/build.ts";
import { LedgerState } from "../state/ledger-state.ts";
import { DevnetChain } from "./chain.ts";

/**
 * What the development ledger reads of a stored ledger to go on behind its head. A ledger store's read side has this shape. Only
 * the head is read, so it does not matter how much of the history has been pruned.
 */
export interface DevnetLedger {
  /** @returns `undefined` while nothing is stored */
  summary(): Awaitable<
    { readonly version: bigint; readonly chainId: number; readonly genesisHash: HashValue | undefined } | undefined
  >;
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
  /** The record of a version; its info is BCS of `TransactionInfo`. */
  readRecord(version: bigint): Awaitable<{ readonly info: Uint8Array }>;
  /** The transaction accumulator at the head. */
  frontier(): Awaitable<AccumulatorFrontierState | undefined>;
}

/** What the development ledger's store would say of itself. */
export function devnetIdentity(): { chainId: number; genesisHash: HashValue } {
  return { chainId: CHAIN_ID, genesisHash: hashTransaction(buildDevnetGenesis()) };
}

const PAGE = 1_000;

/**
 * Takes up a stored ledger where it ends.
 *
 * @param from - the version to go on with
 * @throws {@link DevnetError} `cannot_resume` unless the stored ledger ends right before `from`; `foreign_ledger` when it began
 * with another genesis; `state_mismatch` when its state is not the one that its head claims
 */
export async function resumeChain(ledger: DevnetLedger | undefined, from: bigint): Promise<DevnetChain> {
  const summary = await ledger?.summary();
  const frontier = await ledger?.frontier();
  if (ledger === undefined || summary === undefined || frontier === undefined || summary.version + 1n !== from) {
    const head = summary === undefined ? "nothing is stored" : `the stored ledger ends at version ${summary.version}`;
    throw new DevnetError("cannot_resume", `cannot go on with version ${from}: ${head}`);
  }
  const own = devnetIdentity();
  const isOwn = summary.genesisHash !== undefined && bytesEqual(summary.genesisHash, own.genesisHash);
  if (summary.chainId !== own.chainId || !isOwn) {
    const text =
      "the stored ledger began with another genesis: of another network, or of another release of the development ledger";
    throw new DevnetError("foreign_ledger", text);
  }
  const state = await loadState(ledger, summary.version);
  const { info } = await ledger.readRecord(summary.version);
  const { stateCheckpointHash } = TransactionInfo.decode(info).value;
  if (stateCheckpointHash === undefined || !bytesEqual(state.root(), stateCheckpointHash)) {
    throw new DevnetError(
      "state_mismatch",
      `the state at version ${summary.version} does not have the root of that version`,
    );
  }
  return new DevnetChain(state, new AccumulatorFrontier("TransactionAccumulator", frontier));
}

/** Reads the state of a version, whole: what accounts hold and what tables hold. */
async function loadState(ledger: DevnetLedger, version: bigint): Promise<LedgerState> {
  const state = new LedgerState();
  for (const tag of [stateKeyTags.accessPath, stateKeyTags.tableItem]) {
    const prefix = Uint8Array.of(tag);
    let start: Uint8Array | undefined;
    do {
      const { entries, next } = await ledger.listState({ version, prefix, start, limit: PAGE });
      for (const { key, bytes, metadata } of entries) {
        state.put(key, { value: bytes, metadata: metadata && StateValueMetadata.decode(metadata) });
      }
      start = next;
    } while (start !== undefined);
  }
  return state;
}

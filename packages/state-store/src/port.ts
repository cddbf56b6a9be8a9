import type {
  AccumulatorFrontierState,
  Address,
  Awaitable,
  EventTopic,
  HashValue,
  LedgerRecord,
  ReplayProtector,
  StateItem,
  StateWrite,
} from "@ledger/types";
import type { BaseValue, LedgerBase } from "./base-port.ts";
import type { EventPage, TopicQuery } from "./event-port.ts";
import type { ServerLoad, ServerStats, VerifyOptions } from "./operation-port.ts";
import type { TreeReads } from "./tree-port.ts";

/** The network whose ledger a store holds. A store never takes records of another one. */
export interface LedgerIdentity {
  /** `0x1::chain_id::ChainId` of the genesis state, u8. */
  readonly chainId: number;
  /** Transaction hash of version 0; absent where a ledger that begins above it does not know it. */
  readonly genesisHash: HashValue | undefined;
}

/** One consistent picture of what a store holds. Every request takes one and answers from it. */
export interface LedgerSummary extends LedgerIdentity {
  /** Latest committed version: always the last version of a block. */
  readonly version: bigint;
  /** Oldest version whose state can be read: the state watermark, exact. */
  readonly oldestVersion: bigint;
  /** Oldest version whose ledger record (transaction, events, write set) is kept; never above `oldestVersion`. */
  readonly oldestLedgerVersion: bigint;
  /** Timestamp of the latest block, microseconds since the Unix epoch. */
  readonly timestampUsecs: bigint;
  /** Epoch of the latest block; 0 at genesis. */
  readonly epoch: bigint;
  /** Height of the latest block; 0 at genesis. */
  readonly blockHeight: bigint;
  /** Oldest block whose records are kept: ledger records go by whole blocks. */
  readonly oldestBlockHeight: bigint;
  /** Version of the newest write to any module: reads at or above it all see the same code. */
  readonly lastModuleVersion: bigint;
  /** That of the latest batch, see {@link CommitBatch.incarnation}. */
  readonly incarnation?: number | undefined;
  /** The beginning of the ledger, and how much of the state before is known; absent for one that begins with genesis. */
  readonly base?: Pick<LedgerBase, "version" | "state"> | undefined;
}

/**
 * A state value with the metadata it was written with. Its bytes may be views of a larger buffer that other values share: who
 * sends them to a thread, or keeps few of many for long, copies them.
 */
export interface StoredValue extends StateItem {
  /** BCS of `StateValueMetadata`, absent for values without metadata. */
  readonly metadata: Uint8Array | undefined;
  /** Version that wrote it; the one before the ledger's first for base values, whose writer is not known. */
  readonly version: bigint;
}

/** One entry of a listing. */
export interface StateEntry extends StoredValue {
  /** Encoded state key. */
  readonly key: Uint8Array;
}

/**
 * A page of a listing, ordered by encoded state key. It can have fewer entries than were asked for, even none, and not be the
 * last: a store looks at a bounded number of keys that do not exist at the version.
 */
export interface StatePage {
  readonly entries: readonly StateEntry[];
  /** The key to go on from; absent on the last page. */
  readonly next: Uint8Array | undefined;
}

/** A question for a listing of state. */
export interface StateQuery {
  readonly version: bigint;
  /** Only keys that start with these bytes. */
  readonly prefix: Uint8Array;
  /** First key of the page (inclusive); the prefix itself when absent. */
  readonly start?: Uint8Array | undefined;
  /** Most entries returned, at least 1. */
  readonly limit: number;
  /** Keeps only account keys of one kind: the first byte of the key's path, see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#5.1 | Specification, chain types 5.1}. */
  readonly pathKind?: PathKind | undefined;
}

/** Kinds of account state keys. */
export type PathKind = "code" | "resource" | "resource_group";

/** Index entry of one committed user transaction. */
export interface SummaryEntry {
  readonly sender: Address;
  readonly version: bigint;
  readonly hash: HashValue;
  readonly replayProtector: ReplayProtector;
}

/**
 * What a summaries read asks for: ascending from `start` (to `end`, when both are given), or the `limit` nearest at or
 * below `end`, or the newest `limit`. Output is always ascending.
 */
export interface SummaryQuery {
  readonly sender: Address;
  readonly start?: bigint | undefined;
  readonly end?: bigint | undefined;
  readonly limit: number;
}

/** A block: consecutive versions committed together. */
export interface BlockEntry {
  readonly height: bigint;
  /** Block id. */
  readonly hash: HashValue;
  readonly epoch: bigint;
  readonly round: bigint;
  readonly timestampUsecs: bigint;
  readonly firstVersion: bigint;
  readonly lastVersion: bigint;
}

/** One handle event by its place in the ledger. */
export interface EventEntry {
  readonly sequenceNumber: bigint;
  readonly version: bigint;
  /** Position in the events of its transaction. */
  readonly index: number;
}

/** A ledger record with what the indexes need, derived by the committer so that the store interprets nothing. */
export interface CommitRecord extends LedgerRecord {
  readonly hash: HashValue;
  readonly writes: readonly StateWrite[];
  /** Present for user transactions. */
  readonly user: { readonly sender: Address; readonly replayProtector: ReplayProtector } | undefined;
  /** Handle events: BCS of the event key (40 bytes), sequence number, position among the transaction's events. */
  readonly handleEvents: readonly {
    readonly key: Uint8Array;
    readonly sequenceNumber: bigint;
    readonly index: number;
  }[];
  /** Names under which the record's events are found, each once, with the positions of the events that have it. */
  readonly topics: readonly EventTopic[];
}

/** A whole block with its records, consecutive from `firstVersion`. */
export interface CommitBlock extends BlockEntry {
  readonly records: readonly CommitRecord[];
}

/** Whole blocks that become visible together, in one durable step. */
export interface CommitBatch {
  /** Checked against the store's identity; the first batch sets it. */
  readonly identity: LedgerIdentity;
  /**
   * A number that the writer has drawn, see {@link drawIncarnation}: a ledger that begins again, or continues differently after
   * blocks were lost, has another one, although network and versions are the same.
   */
  readonly incarnation?: number | undefined;
  /** Consecutive blocks; the first follows the head. */
  readonly blocks: readonly CommitBlock[];
  /** The accumulator after the last record; absent exactly for ledgers whose base has none. */
  readonly frontier: AccumulatorFrontierState | undefined;
}

/** Which versions a prune removes: everything strictly below the targets, which are clamped to the head. */
export interface PruneTarget {
  /** New oldest version with readable state. */
  readonly stateVersion: bigint;
  /** New oldest version with a ledger record; never above `stateVersion`, and moved down to the first of its block. */
  readonly ledgerVersion: bigint;
}

/** The result of one prune step. */
export interface PruneProgress {
  readonly oldestVersion: bigint;
  readonly oldestLedgerVersion: bigint;
  /** Rows deleted by this step. */
  readonly deletedRows: number;
  /** True if the targets are reached. */
  readonly done: boolean;
}

/** The rows that a prune to a target would remove, counted without removing anything. */
export interface PrunePlan {
  /** The targets after clamping. */
  readonly stateVersion: bigint;
  readonly ledgerVersion: bigint;
  /** State values that no kept version can see any more. */
  readonly stateRows: number;
  /** Ledger records. */
  readonly records: number;
  /** Bytes of the values and records that would go, without the overhead of the file format. */
  readonly bytes: number;
}

/** Sizes and counts of a store, for metrics. */
export interface StoreStats {
  /** Bytes of the main database file (or of the held data, in memory). */
  readonly fileBytes: number;
  /** Bytes of the write-ahead log. */
  readonly walBytes: number;
  /** Bytes inside the file that a vacuum could give back. */
  readonly freeBytes: number;
  /** State values committed to the block log and not merged into the state table yet. */
  readonly unmergedRows: number;
  /** Versions below the watermark whose rows still wait to be swept. */
  readonly sweepLag: bigint;
  /** Present where a database server keeps the ledger. */
  readonly server?: ServerStats | undefined;
}

/** The result of a compaction step. */
export interface CompactProgress {
  /** Bytes the file shrank by (once the write-ahead log is checkpointed). */
  readonly reclaimedBytes: number;
  /** Bytes that could still be given back. */
  readonly freeBytes: number;
}

/** One broken rule found by {@link LedgerReader.verify}. */
export interface VerifyProblem {
  /** Which rule, e.g. `blocks_contiguous`. */
  readonly rule: string;
  /** For people: where and what. */
  readonly detail: string;
}

/** The result of a verification. */
export interface VerifyReport {
  readonly problems: readonly VerifyProblem[];
  readonly records: number;
  readonly stateRows: number;
}

/**
 * Read side of a ledger store. Every method that takes a version throws `version_pruned` below the watermark and
 * `version_not_found` above the head, decided in the same snapshot of the store as the data.
 * Every method but `summary`, `frontier`, `stats` and `close` throws `store_empty` before the first commit.
 * Where the base of a ledger is partial, state that is not known is never guessed: `state_unknown` for a key without a base
 * value before its first write, `state_unavailable` where that is lost, `listing_unknown` for a listing that is not of one
 * completed account.
 * Returned bytes are the caller's own.
 */
export interface LedgerReader {
  /** The newest picture of the store. @returns `undefined` while nothing has been committed. */
  summary(): Awaitable<LedgerSummary | undefined>;
  /** @returns the value of an encoded state key as of `version`; `undefined` if the key did not exist then. */
  readState(version: bigint, key: Uint8Array): Awaitable<StoredValue | undefined>;
  /** Lists the keys that exist at a version, ordered by encoded state key. */
  listState(query: StateQuery): Awaitable<StatePage>;
  /**
   * The node that reported the answer of {@link readState} without proof.
   *
   * @returns the name given with the base value or with the account's completion; `undefined` for what a record or a
   * proved base says
   */
  findValueOrigin(version: bigint, key: Uint8Array): Awaitable<string | undefined>;
  /**
   * The node that listed the keys of an account, without proof.
   *
   * @param prefix - of the account's keys: `00` and the address
   * @returns the name given to {@link LedgerStore.completeAccount}; `undefined` where that has not been called
   */
  findListingOrigin(version: bigint, prefix: Uint8Array): Awaitable<string | undefined>;
  /** Ascending by version. A start below the ledger watermark is `version_pruned`; one above the head finds nothing. */
  listSummaries(query: SummaryQuery): Awaitable<readonly SummaryEntry[]>;
  readRecord(version: bigint): Awaitable<LedgerRecord>;
  /** Up to `limit` consecutive records, fewer at the head. */
  listRecords(start: bigint, limit: number): Awaitable<readonly LedgerRecord[]>;
  /** @returns the version of a kept transaction. */
  findVersionByHash(hash: HashValue): Awaitable<bigint | undefined>;
  /** @returns the version of the sender's kept transaction with that sequence number. */
  findVersionBySequenceNumber(sender: Address, sequenceNumber: bigint): Awaitable<bigint | undefined>;
  /** @returns `undefined` above the head and below the block that holds the oldest kept record. */
  findBlockByHeight(height: bigint): Awaitable<BlockEntry | undefined>;
  /** The block that holds `version`, which is bounded by the ledger watermark. */
  readBlockByVersion(version: bigint): Awaitable<BlockEntry>;
  /** Kept events of one handle, ascending from `start`; `key` is the BCS of the event key. */
  listEvents(key: Uint8Array, start: bigint, limit: number): Awaitable<readonly EventEntry[]>;
  /** Sequence number that the next event of the handle would get within the kept records; 0 when none is known. */
  nextEventSequence(key: Uint8Array): Awaitable<bigint>;
  /**
   * Kept events that have a topic, or two, by their places. From the oldest first, a start below the ledger watermark is
   * `version_pruned`; from the newest first it finds nothing.
   */
  listEventsByTopic(query: TopicQuery): Awaitable<EventPage>;
  /** The accumulator at the head. */
  frontier(): Awaitable<AccumulatorFrontierState | undefined>;
  /** The earliest known accumulator not older than the kept records: appending the infos from version `leafCount` on leads to the head. */
  oldestFrontier(): Awaitable<AccumulatorFrontierState | undefined>;
  stats(): Awaitable<StoreStats>;
  /** Rows of the state tree, for proofs, which may lag behind; absent where none are looked for. */
  readonly tree?: TreeReads | undefined;
  /** Present where a database server keeps the ledger. */
  load?(): ServerLoad;
  /**
   * Reads the whole store, a file as of one moment and a server's tables range by range, compares every row that has a checksum
   * with it, builds every index again and checks the rules that its parts must keep between them. What the bytes mean is not looked
   * at: `verifyLedger` of `@ledger/sync` does that, and calls this.
   */
  verify(options?: VerifyOptions): Awaitable<VerifyReport>;
  /** Releases files and memory; later calls throw `closed`. Closing twice is fine. */
  close(): Awaitable<void>;
}

/** A ledger store: one writer, any number of readers. */
export interface LedgerStore extends LedgerReader {
  /**
   * Makes an empty store begin above version 0. Base values that an earlier call led to are dropped, so an interrupted load
   * is begun again.
   *
   * @throws StoreError `invalid_argument` after the first commit, and for a base that contradicts itself
   */
  begin(base: LedgerBase): Awaitable<void>;
  /**
   * Adds what is known of the base state, durably. A key that has a base value keeps it, and one whose base value no reader can
   * see any more gets none. A whole base is added before the first commit.
   *
   * @throws StoreError `invalid_argument` without a base, for a whole base after the first commit, and for values that a whole
   * base cannot have
   */
  addBaseValues(values: readonly BaseValue[]): Awaitable<void>;
  /**
   * Notes that all keys of an account that exist at a version, the head or an earlier one, are known by now: from then on
   * the account can be listed, and none of its other keys existed before its first write after that version.
   *
   * @param prefix - of the account's keys: `00` and the address
   * @param origin - the node that listed the keys, see {@link BaseValueFound.origin}
   * @throws StoreError `invalid_argument` unless the base is partial and the version is within the ledger
   */
  completeAccount(prefix: Uint8Array, version: bigint, origin: string): Awaitable<void>;
  /**
   * Makes whole blocks durable and visible in one step.
   *
   * @throws StoreError `wrong_network`, `batch_not_contiguous` and `batch_invalid` without writing anything
   */
  commit(batch: CommitBatch): Awaitable<void>;
  /** Moves the watermarks and deletes what is below them, at most about `maxRows` rows; call again until `done`. */
  prune(target: PruneTarget, maxRows: number): Awaitable<PruneProgress>;
  /** Says what a prune to the target would remove. Reads everything that it counts. */
  planPrune(target: PruneTarget): Awaitable<PrunePlan>;
  /** Returns at most about `maxBytes` of free space to the file system. */
  compact(maxBytes: number): Awaitable<CompactProgress>;
}

import {
  BlockError,
  type Change,
  editChange,
  type PendingTransaction,
  type StateEdit,
  sequenceNumberOf,
} from "@ledger/executor";
import {
  type ChainHead,
  ChainState,
  type ChainStateMark,
  type DiscardReason,
  type ForkStart,
  LocalChain,
  type LocalChainOptions,
  localChainId,
  readForkStart,
} from "@ledger/local-chain";
import { createMemoryStore, type MemoryStore } from "@ledger/state-store/memory";
import { ForkError, type ForkSource } from "@ledger/sync/fork";
import {
  AccumulatorFrontier,
  type Address,
  addressesEqual,
  bytesEqual,
  deriveGenesis,
  formatHash,
  type HashValue,
  hashTransaction,
  type LedgerRecord,
  LruCache,
  type StateView,
  type StateWrite,
  type Submission,
} from "@ledger/types";
import { MoveVm } from "@ledger/vm";
import { frameworkNatives } from "@ledger/vm/natives";
import { LocalNetworkError } from "../refusal/network-error.ts";
import type { ClockState, NetworkClock } from "./clock.ts";
import { effectsOf } from "./effects-of.ts";
import { LedgerLog, type LogMark } from "./ledger-log.ts";
import type { NetworkRules } from "./network-rules.ts";
import { sharedGenesis } from "./shared-genesis.ts";
import { checkTime } from "./state-file.ts";
import { latestState } from "./stored-items.ts";

/** The machine that the networks of a process share, with its prepared code. */
const sharedVm = new MoveVm({ natives: frameworkNatives });

/** The latest dropped transactions that are known. */
const keptDiscarded = 10_000;

/** A place in a network's history, with everything that decides what comes next. */
export interface ChainMark {
  readonly log: LogMark;
  readonly state: ChainStateMark;
  readonly clock: ClockState;
  /** The transactions that wait. */
  readonly pending: readonly PendingTransaction[];
}

/** A chain with its ledger in memory, which goes back to any place that it has been at. */
export class NetworkChain {
  readonly store: MemoryStore;
  readonly chainId: number;
  readonly vm: MoveVm = sharedVm;
  readonly #clock: NetworkClock;
  readonly #options: LocalChainOptions;
  readonly rules: NetworkRules;
  /** Receives the records of every block. */
  onRecords: ((records: readonly LedgerRecord[]) => void) | undefined;
  readonly #state: ChainState;
  readonly #log: LedgerLog;
  #chain: LocalChain;
  /** Why the transactions that wait ended a block that could not be made. */
  #unfit: string | undefined;
  /** Receives the hash of each transaction that is dropped, and why. */
  onDiscard: ((hash: string, reason: DiscardReason) => void) | undefined;
  /** Why transactions were dropped, by their hashes. */
  readonly #discarded = new LruCache<string, DiscardReason>(keptDiscarded);

  /** First version after genesis, or after the fork point. */
  readonly #firstVersion: bigint;
  readonly #start: ForkStart | undefined;
  readonly #fork: ForkSource | undefined;

  private constructor(parts: ChainParts, options: LocalChainOptions, chain: LocalChain) {
    const { store, clock, state, log, rules, start, fork } = parts;
    this.store = store;
    this.chainId = parts.chainId;
    this.#clock = clock;
    this.#options = options;
    this.#state = state;
    this.#log = log;
    this.#chain = chain;
    this.rules = rules;
    this.#start = start;
    this.#fork = fork;
    this.#firstVersion = start?.version ?? 1n;
  }

  /**
   * Begins a chain, past the epoch of its genesis.
   *
   * @param history - the blocks after genesis that it continues
   * @param given - BCS of another genesis than that of local networks, or the chain id of one of these
   * @throws SyncError when the history is not one of this network
   */
  static async begin(
    clock: NetworkClock,
    rules: NetworkRules,
    history?: readonly LedgerRecord[],
    given: Uint8Array | number = localChainId,
  ): Promise<NetworkChain> {
    const { bytes, genesis } =
      typeof given === "number" ? await sharedGenesis(given) : { bytes: given, genesis: deriveGenesis(given) };
    const store = createMemoryStore();
    const log = new LedgerLog(store, { chainId: genesis.chainId, genesisHash: hashTransaction(bytes) });
    const state = new ChainState(latestState(store, undefined));
    await takeWrites(state, genesis.writes);
    state.root();
    await log.commit([genesis.record]);
    return NetworkChain.#open(
      {
        ...{ store, clock, state, log, rules, start: undefined, fork: undefined, chainId: genesis.chainId },
        options: optionsOf(clock, rules, bytes),
      },
      history,
    );
  }

  /**
   * Continues the ledger of another network, from a version of it. Its time is that of the fork point, and passes from there on.
   *
   * @param history - the blocks after the fork point that it continues
   * @throws ForkError, SyncError when the history is not one of this fork
   */
  static async fork(
    clock: NetworkClock,
    rules: NetworkRules,
    fork: ForkSource,
    history?: readonly LedgerRecord[],
  ): Promise<NetworkChain> {
    const start = await readForkStart(fork);
    const { version, blockHeight, frontier, chainId, timestampUsecs, epoch, usage } = start;
    // Genesis has no time.
    if (clock.isOfHost && timestampUsecs > 0n) clock.set(timestampUsecs);
    const store = createMemoryStore();
    store.begin({ version, blockHeight, frontier, state: "partial" });
    const position = { blockHeight: blockHeight - 1n, timestampUsecs, epoch, frontier };
    const log = new LedgerLog(store, { chainId, genesisHash: undefined }, position);
    const state = new ChainState(latestState(store, fork), usage);
    return NetworkChain.#open(
      { store, clock, state, log, options: optionsOf(clock, rules), rules, start, fork, chainId },
      history,
    );
  }

  static async #open(parts: ChainParts, history: readonly LedgerRecord[] | undefined): Promise<NetworkChain> {
    const { store, state, log, start } = parts;
    let made: NetworkChain | undefined;
    const options: LocalChainOptions = {
      ...parts.options,
      onDiscard: ({ hash }, reason) => {
        if (made !== undefined) made.#discard(formatHash(hash), reason);
      },
    };
    if (history !== undefined) await replay(state, log, history);
    const chain = await LocalChain.at(options, headOf(store, state, start));
    if (history !== undefined) checkTime(chain.timestampUsecs);
    made = new NetworkChain(parts, options, chain);
    parts.clock.continueFrom(chain.timestampUsecs);
    if (history === undefined) await made.makeBlock();
    return made;
  }

  /** The blocks after genesis, or after the fork point. @throws LocalNetworkError `refused` where the first of them are pruned */
  history(): readonly LedgerRecord[] {
    const { oldestLedgerVersion } = this.store.summary()!;
    if (oldestLedgerVersion > this.#firstVersion)
      throw new LocalNetworkError(
        "refused",
        `a dump has all blocks, and those before version ${oldestLedgerVersion} are pruned: start the network with all of its history`,
      );
    const count = Number(this.version - this.#firstVersion) + 1;
    return this.store.listRecords(this.#firstVersion, count);
  }

  /** Time of the latest block, microseconds since the Unix epoch. */
  get timestampUsecs(): bigint {
    return this.#chain.timestampUsecs;
  }

  /** Latest version. */
  get version(): bigint {
    return this.#chain.version;
  }

  /** The sequence number that an account's next transaction needs: the first that none of those that wait has. */
  async nextSequenceNumber(sender: Address): Promise<bigint> {
    const taken = new Set<bigint>();
    for (const { transaction, replayProtector } of this.#chain.mempool) {
      const isOwn = addressesEqual(transaction.rawTxn.sender, sender) && replayProtector.kind === "SequenceNumber";
      if (isOwn) taken.add(replayProtector.value);
    }
    let next = await sequenceNumberOf(sender, this.#state);
    // The first gap: what is beyond one waits until it is filled.
    while (taken.has(next)) next += 1n;
    return next;
  }

  submit(transaction: Uint8Array): Promise<Submission> {
    return this.#chain.submit(transaction);
  }

  findPending(hash: HashValue): Uint8Array | undefined {
    return this.#chain.findPending(hash);
  }

  /** Why a transaction that was taken has been dropped; `undefined` for one that was not, or long ago. @param hash - as the API writes it */
  findDiscarded(hash: string): DiscardReason | undefined {
    return this.#discarded.get(hash);
  }

  #discard(hash: string, reason: DiscardReason): void {
    this.#discarded.set(hash, reason);
    this.onDiscard?.(hash, reason);
  }

  hasWork(): Promise<boolean> {
    return this.#chain.hasWork();
  }

  /** Time of the block that takes what comes now, microseconds since the Unix epoch. */
  get nextBlockUsecs(): bigint {
    return this.#clock.ofNextBlock();
  }

  /** True if the chain continues the ledger of another network. */
  get isFork(): boolean {
    return this.#fork !== undefined;
  }

  /** The latest state. */
  get state(): StateView {
    return this.#state;
  }

  /** See {@link effectsOf}. */
  effectsOf(hash: string): ReturnType<typeof effectsOf> {
    return effectsOf(this.store, this.#fork, this.rules, hash);
  }

  /**
   * Makes a block, verifies and keeps it. After a failure the chain has to go back to a mark.
   *
   * @param edits - state that is set by hand, by key; `undefined` removes an item
   */
  async makeBlock(edits?: readonly StateEdit[]): Promise<readonly LedgerRecord[]> {
    const changes = edits && (await this.#changesOf(edits));
    const timestampUsecs = this.#clock.beginBlock();
    let records: readonly LedgerRecord[];
    try {
      records = await this.#chain.makeBlock({ timestampUsecs, edits: changes });
    } catch (error) {
      // What will not be readable later either must not end the next block too.
      if (edits === undefined && !isPassing(error))
        this.#unfit = error instanceof Error ? error.message : String(error);
      throw error;
    }
    await this.#log.commit(records);
    this.#chain.settle(this.#chain.version);
    this.#clock.endBlock(!(await this.#chain.hasWork()));
    this.onRecords?.(records);
    return records;
  }

  /**
   * Prunes the history before the latest versions, in runs of a sixteenth of them.
   *
   * @param history - how many versions are kept
   * @param marks - places that are gone back to: what leads there is kept
   */
  prune(history: number, marks: Iterable<ChainMark>): void {
    let oldest = this.version - BigInt(history);
    const run = BigInt(Math.ceil(history / 16));
    const due = this.store.summary()!.oldestLedgerVersion + run;
    if (oldest < due) return;
    for (const { log } of marks) {
      const shared = this.store.sharedVersion(log.mark);
      if (shared !== undefined && shared < oldest) oldest = shared;
    }
    if (oldest < due) return;
    const { firstVersion } = this.store.readBlockByVersion(oldest);
    this.store.prune({ stateVersion: firstVersion, ledgerVersion: firstVersion }, Number.MAX_SAFE_INTEGER);
  }

  /** A chain on the state as it is now, which changes nothing of it. */
  branch(): Promise<LocalChain> {
    const state = new ChainState(this.#state, this.#state.usage());
    const testing = { impersonates: () => true };
    return LocalChain.at({ ...this.#options, testing, onDiscard: undefined }, headOf(this.store, state, this.#start));
  }

  /** Marks the present place, between two blocks. */
  save(): ChainMark {
    return {
      log: this.#log.save(),
      state: this.#state.save(),
      clock: this.#clock.save(),
      pending: [...this.#chain.mempool],
    };
  }

  /**
   * Goes to a mark. Where that is because the waiting transactions ended a block that cannot be made, they are dropped: the next block has to be possible.
   */
  async restore({ log, state, clock, pending }: ChainMark): Promise<void> {
    this.#log.restore(log);
    this.#state.restore(state);
    this.#clock.restore(clock);
    this.#chain = await LocalChain.at(this.#options, headOf(this.store, this.#state, this.#start));
    const unfit = this.#unfit;
    this.#unfit = undefined;
    if (unfit === undefined) this.#chain.mempool.putBack(pending);
    else
      for (const one of pending)
        this.#options.onDiscard?.(one, { message: `no block could be made with it: ${unfit}` });
  }

  async #changesOf(edits: readonly StateEdit[]): Promise<readonly Change[]> {
    const changes = await Promise.all(edits.map((edit) => editChange(this.#state, edit)));
    return changes.filter((change) => change !== undefined);
  }
}

/** The parts that a chain is opened with. */
interface ChainParts {
  readonly chainId: number;
  readonly store: MemoryStore;
  readonly clock: NetworkClock;
  readonly options: LocalChainOptions;
  readonly state: ChainState;
  readonly log: LedgerLog;
  readonly rules: NetworkRules;
  readonly start: ForkStart | undefined;
  readonly fork: ForkSource | undefined;
}

/** @param genesis - BCS of the genesis transaction; absent for a fork, which begins after it */
function optionsOf(
  clock: NetworkClock,
  rules: NetworkRules,
  genesis: Uint8Array = new Uint8Array(),
): LocalChainOptions {
  return { genesis, clock: () => clock.ofNextBlock(), vm: sharedVm, testing: rules };
}

/** State that cannot be had now may be had later. */
function isPassing(error: unknown): boolean {
  const isOfChain = error instanceof BlockError && error.code === "prologue_failed";
  return isOfChain || (error instanceof ForkError && error.code === "unreachable");
}

/** Takes blocks into a state and a ledger that have not seen them. */
async function replay(state: ChainState, log: LedgerLog, history: readonly LedgerRecord[]): Promise<void> {
  await log.commit(history, async ({ block, stateRoot }) => {
    for (const { writes } of block.records) await takeWrites(state, writes);
    if (!bytesEqual(state.root(), stateRoot))
      throw new Error(`executing block ${block.height} did not give the state root that it claims`);
  });
}

async function takeWrites(state: ChainState, writes: readonly StateWrite[]): Promise<void> {
  for (const write of writes) {
    await state.get(write.key);
    state.write(write);
  }
}

/** The head that a chain continues from. */
function headOf(store: MemoryStore, state: ChainState, start: ForkStart | undefined): ChainHead {
  const summary = store.summary();
  if (summary === undefined && start !== undefined) {
    const frontier = new AccumulatorFrontier("TransactionAccumulator", start.frontier);
    return { state, frontier, metadata: start.metadata };
  }
  const { version } = summary!;
  const { height, epoch, round } = store.readBlockByVersion(version);
  return { state, frontier: frontierOf(store), metadata: height === 0n ? undefined : { epoch, round } };
}

function frontierOf(store: MemoryStore): AccumulatorFrontier {
  return new AccumulatorFrontier("TransactionAccumulator", store.frontier()!);
}

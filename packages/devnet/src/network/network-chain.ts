import { type Change, editChange, type StateEdit, sequenceNumberOf } from "@ledger/executor";
import {
  type ChainHead,
  ChainState,
  type ChainStateMark,
  type ForkStart,
  LocalChain,
  type LocalChainOptions,
  readForkStart,
  readLocalGenesis,
} from "@ledger/local-chain";
import { createMemoryStore, type MemoryStore } from "@ledger/state-store/memory";
import { ForkError, type ForkSource } from "@ledger/sync/fork";
import {
  AccumulatorFrontier,
  type Address,
  addressesEqual,
  bytesEqual,
  deriveGenesis,
  type Genesis,
  type HashValue,
  hashTransaction,
  type LedgerRecord,
  SignedTransaction,
  type StateView,
  type StateWrite,
  type Submission,
} from "@ledger/types";
import { MoveVm } from "@ledger/vm";
import { frameworkNatives } from "@ledger/vm/natives";
import type { ClockState, NetworkClock } from "./clock.ts";
import { effectsOf } from "./effects-of.ts";
import { LedgerLog, type LogMark } from "./ledger-log.ts";
import type { NetworkRules } from "./network-rules.ts";
import { latestState } from "./stored-items.ts";

/** The machine that the networks of a process share, with its prepared code, and their genesis. */
const sharedVm = new MoveVm({ natives: frameworkNatives });
let sharedGenesis: Promise<{ readonly bytes: Uint8Array; readonly genesis: Genesis }> | undefined;

async function loadGenesis() {
  const bytes = await readLocalGenesis();
  return { bytes, genesis: deriveGenesis(bytes) };
}

/** A place in a network's history, with everything that decides what comes next. */
export interface ChainMark {
  readonly log: LogMark;
  readonly state: ChainStateMark;
  readonly clock: ClockState;
  /** BCS of the transactions that wait. */
  readonly pending: readonly Uint8Array[];
}

/** A chain with its ledger in memory, which goes back to any place that it has been at. */
export class NetworkChain {
  readonly store: MemoryStore;
  readonly vm: MoveVm = sharedVm;
  readonly #clock: NetworkClock;
  readonly #options: LocalChainOptions;
  readonly rules: NetworkRules;
  /** Receives the records of every block. */
  onRecords: ((records: readonly LedgerRecord[]) => void) | undefined;
  readonly #state: ChainState;
  readonly #log: LedgerLog;
  #chain: LocalChain;

  /** First version after genesis, or after the fork point. */
  readonly #firstVersion: bigint;
  readonly #start: ForkStart | undefined;
  readonly #fork: ForkSource | undefined;

  private constructor({ store, clock, options, state, log, rules, start, fork }: ChainParts, chain: LocalChain) {
    this.store = store;
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
   * @param transaction - BCS of another genesis than that of local networks
   * @throws SyncError when the history is not one of this network
   */
  static async begin(
    clock: NetworkClock,
    rules: NetworkRules,
    history?: readonly LedgerRecord[],
    transaction?: Uint8Array,
  ): Promise<NetworkChain> {
    sharedGenesis ??= loadGenesis();
    const given = transaction && { bytes: transaction, genesis: deriveGenesis(transaction) };
    const { bytes, genesis } = given ?? (await sharedGenesis);
    const store = createMemoryStore();
    const log = new LedgerLog(store, { chainId: genesis.chainId, genesisHash: hashTransaction(bytes) });
    const state = new ChainState(latestState(store, undefined));
    await takeWrites(state, genesis.writes);
    state.root();
    await log.commit([genesis.record]);
    return NetworkChain.#open(
      { store, clock, state, log, options: optionsOf(clock, rules, bytes), rules, start: undefined, fork: undefined },
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
      { store, clock, state, log, options: optionsOf(clock, rules), rules, start, fork },
      history,
    );
  }

  static async #open(parts: ChainParts, history: readonly LedgerRecord[] | undefined): Promise<NetworkChain> {
    const { options, store, state, log, start } = parts;
    if (history !== undefined) await replay(state, log, history);
    const made = new NetworkChain(parts, await LocalChain.at(options, headOf(store, state, start)));
    if (history === undefined) await made.makeBlock();
    return made;
  }

  /** The blocks after genesis, or after the fork point. */
  history(): readonly LedgerRecord[] {
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

  /** The sequence number that an account's next transaction needs, after those that wait. */
  async nextSequenceNumber(sender: Address): Promise<bigint> {
    let next = await sequenceNumberOf(sender, this.#state);
    for (const { transaction, replayProtector } of this.#chain.mempool) {
      const isOwn = addressesEqual(transaction.rawTxn.sender, sender) && replayProtector.kind === "SequenceNumber";
      if (isOwn && replayProtector.value >= next) next = replayProtector.value + 1n;
    }
    return next;
  }

  submit(transaction: Uint8Array): Promise<Submission> {
    return this.#chain.submit(transaction);
  }

  findPending(hash: HashValue): Uint8Array | undefined {
    return this.#chain.findPending(hash);
  }

  hasWork(): Promise<boolean> {
    return this.#chain.hasWork();
  }

  /** The latest state. */
  get state(): StateView {
    return this.#state;
  }

  /** See {@link effectsOf}. */
  effectsOf(hash: string): ReturnType<typeof effectsOf> {
    return effectsOf(this.store, this.#fork, this.rules, hash);
  }

  /** Makes a block, verifies and keeps it. @param edits - state that is set by hand, by key; `undefined` removes an item */
  async makeBlock(edits?: readonly StateEdit[]): Promise<readonly LedgerRecord[]> {
    const before = this.#start && this.store.summary() && this.save();
    let records: readonly LedgerRecord[];
    try {
      records = await this.#chain.makeBlock({
        timestampUsecs: this.#clock.forBlock(),
        edits: edits && (await this.#changesOf(edits)),
      });
    } catch (error) {
      // State that cannot be read ends a block in the middle. What will not be readable later either must not end the next one too.
      const isPassing = error instanceof ForkError && error.code === "unreachable";
      if (before !== undefined) await this.#goBack({ ...before, pending: isPassing ? before.pending : [] });
      throw error;
    }
    await this.#log.commit(records);
    this.#chain.settle(this.#chain.version);
    this.onRecords?.(records);
    return records;
  }

  /** Marks the present place, between two blocks. */
  save(): ChainMark {
    return {
      log: this.#log.save(),
      state: this.#state.save(),
      clock: this.#clock.save(),
      pending: [...this.#chain.mempool].map(({ transaction }) => SignedTransaction.encode(transaction)),
    };
  }

  /** Goes to a mark. */
  async restore(mark: ChainMark): Promise<void> {
    await this.#goBack(mark);
  }

  async #goBack({ log, state, clock, pending }: ChainMark): Promise<void> {
    this.#log.restore(log);
    this.#state.restore(state);
    this.#clock.restore(clock);
    this.#chain = await LocalChain.at(this.#options, headOf(this.store, this.#state, this.#start));
    for (const transaction of pending) await this.#chain.submit(transaction);
  }

  async #changesOf(edits: readonly StateEdit[]): Promise<readonly Change[]> {
    const changes = await Promise.all(edits.map((edit) => editChange(this.#state, edit)));
    return changes.filter((change) => change !== undefined);
  }
}

/** The parts that a chain is opened with. */
interface ChainParts {
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

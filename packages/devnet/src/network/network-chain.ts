import {
  type Change,
  type ExpiringTransaction,
  editChange,
  type StateEdit,
  type StateView,
  sequenceNumberOf,
} from "@ledger/executor";
import { type ChainHead, LocalChain, type LocalChainOptions, readLocalGenesis } from "@ledger/local-chain";
import type { BlockEntry } from "@ledger/state-store";
import { type BranchingStore, createBranchingStore } from "@ledger/state-store/branching";
import {
  AccumulatorFrontier,
  type AccumulatorFrontierState,
  type Address,
  addressesEqual,
  bytesEqual,
  bytesToHex,
  deriveGenesis,
  type Genesis,
  type HashValue,
  hashTransaction,
  type LedgerRecord,
  SignedTransaction,
  type Submission,
} from "@ledger/types";
import { MoveVm } from "@ledger/vm";
import { frameworkNatives } from "@ledger/vm/natives";
import { BranchState } from "./branch-state.ts";
import type { ClockState, NetworkClock } from "./clock.ts";
import { LedgerLog, type LogMark } from "./ledger-log.ts";

/** What the networks of a process share: code that has been prepared, and their genesis. */
const sharedVm = new MoveVm({ natives: frameworkNatives });
let sharedGenesis: Promise<{ readonly bytes: Uint8Array; readonly genesis: Genesis }> | undefined;

async function loadGenesis() {
  const bytes = await readLocalGenesis();
  return { bytes, genesis: deriveGenesis(bytes) };
}

/** A place in a network's history, with everything that decides how it goes on. */
export interface ChainMark {
  readonly log: LogMark;
  readonly state: ReturnType<BranchState["save"]>;
  readonly clock: ClockState;
  /** BCS of the transactions that wait. */
  readonly pending: readonly Uint8Array[];
}

/** A chain with its ledger in memory, which goes back to any place that it has been at. */
export class NetworkChain {
  readonly store: BranchingStore;
  readonly vm: MoveVm = sharedVm;
  readonly #clock: NetworkClock;
  readonly #options: LocalChainOptions;
  readonly #state: BranchState;
  readonly #log: LedgerLog;
  readonly #impersonated: Set<string>;
  #chain: LocalChain;

  private constructor(
    store: BranchingStore,
    clock: NetworkClock,
    options: LocalChainOptions,
    state: BranchState,
    log: LedgerLog,
    chain: LocalChain,
    impersonated: Set<string>,
  ) {
    this.store = store;
    this.#clock = clock;
    this.#options = options;
    this.#state = state;
    this.#log = log;
    this.#chain = chain;
    this.#impersonated = impersonated;
  }

  /**
   * Begins a chain, past the epoch of its genesis.
   *
   * @param history - the blocks after genesis that it goes on from
   * @throws SyncError when the history is not one of this network
   */
  static async begin(clock: NetworkClock, history?: readonly LedgerRecord[]): Promise<NetworkChain> {
    sharedGenesis ??= loadGenesis();
    const { bytes, genesis } = await sharedGenesis;
    const store = createBranchingStore();
    const impersonated = new Set<string>();
    const options: LocalChainOptions = {
      genesis: bytes,
      clock: () => clock.now(),
      vm: sharedVm,
      testing: {
        expirationOf: (transaction) => expirationOn(clock, transaction),
        impersonates: (account) => impersonated.has(bytesToHex(account)),
      },
    };
    const log = new LedgerLog(store, { chainId: genesis.chainId, genesisHash: hashTransaction(bytes) });
    const state = new BranchState(store);
    for (const write of genesis.writes) state.write(write);
    state.root();
    log.commit([genesis.record]);
    if (history !== undefined) replay(state, log, history);
    const chain = await LocalChain.at(options, headOf(store, state));
    const made = new NetworkChain(store, clock, options, state, log, chain, impersonated);
    if (history === undefined) await made.makeBlock();
    return made;
  }

  /** The blocks after genesis. */
  history(): readonly LedgerRecord[] {
    return this.store.listRecords(1n, Number(this.version)) as readonly LedgerRecord[];
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

  /** Takes transactions of an account without proof from now on. */
  impersonate(account: Address): void {
    this.#impersonated.add(bytesToHex(account));
  }

  /** Makes a block, verifies and keeps it. @param edits - state that is set by hand, by key; `undefined` removes an item */
  async makeBlock(edits?: readonly StateEdit[]): Promise<readonly LedgerRecord[]> {
    const records = await this.#chain.makeBlock({
      timestampUsecs: this.#clock.forBlock(),
      edits: edits && (await this.#changesOf(edits)),
    });
    this.#log.commit(records);
    this.#chain.settle(this.#chain.version);
    return records;
  }

  /** The place where the chain is, between two blocks. */
  save(): ChainMark {
    return {
      log: this.#log.save(),
      state: this.#state.save(),
      clock: this.#clock.save(),
      pending: [...this.#chain.mempool].map(({ transaction }) => SignedTransaction.encode(transaction)),
    };
  }

  /** Goes to a place. */
  async restore({ log, state, clock, pending }: ChainMark): Promise<void> {
    this.#log.restore(log);
    this.#state.restore(state);
    this.#clock.restore(clock);
    this.#chain = await LocalChain.at(this.#options, headOf(this.store, this.#state));
    for (const transaction of pending) await this.#chain.submit(transaction);
  }

  async #changesOf(edits: readonly StateEdit[]): Promise<readonly Change[]> {
    const changes = await Promise.all(edits.map((edit) => editChange(this.#state, edit)));
    return changes.filter((change) => change !== undefined);
  }
}

/** Takes blocks into a state and a ledger that have not seen them. */
function replay(state: BranchState, log: LedgerLog, history: readonly LedgerRecord[]): void {
  for (const { block, stateRoot } of log.commit(history)) {
    for (const { writes } of block.records) for (const write of writes) state.write(write);
    if (!bytesEqual(state.root(), stateRoot))
      throw new Error(`block ${block.height} does not lead to the state that it claims`);
  }
}

/** Where a chain goes on. */
function headOf(store: BranchingStore, state: BranchState): ChainHead {
  const { version } = store.summary() as { readonly version: bigint };
  const { height, epoch, round } = store.readBlockByVersion(version) as BlockEntry;
  return { state, frontier: frontierOf(store), metadata: height === 0n ? undefined : { epoch, round } };
}

function frontierOf(store: BranchingStore): AccumulatorFrontier {
  return new AccumulatorFrontier("TransactionAccumulator", store.frontier() as AccumulatorFrontierState);
}

/** Longest time that an orderless transaction may wait, seconds. @see Ledger specification, execution §2.5 */
const orderlessLifetime = 100n;

/**
 * Clients stamp their transactions with the time of their host. Where a network's time is another one, an expiration that cannot be
 * of the network's time is taken as the host's.
 */
function expirationOn(
  clock: NetworkClock,
  { expirationTimestampSecs: expiration, replayProtector }: ExpiringTransaction,
): bigint {
  const now = clock.now() / 1_000_000n;
  const latest = replayProtector.kind === "Nonce" ? now + orderlessLifetime : expiration;
  const isOfNetwork = expiration > now && expiration <= latest;
  return isOfNetwork ? expiration : expiration + clock.offset / 1_000_000n;
}

import { FailureSources } from "@ledger/executor";
import type { LedgerSource } from "@ledger/sync";
import { deriveGenesis, type HashValue, hashTransaction, type LedgerRecord, type Submission } from "@ledger/types";
import { MoveVm } from "@ledger/vm";
import { frameworkNatives } from "@ledger/vm/natives";
import { BlockSchedule, type BlockTrigger } from "./chain/block-schedule.ts";
import { LocalChain, type LocalChainOptions } from "./chain/local-chain.ts";
import type { StoredChain } from "./chain/stored-chain.ts";
import { LocalChainError } from "./errors.ts";
import { type ForkedLedger, forkFaucetChanges, forkFaucetGift } from "./fork/forked-ledger.ts";

/** The parts of a local network. */
export interface LocalChainSourceOptions extends LocalChainOptions {
  /** The stored ledger, to go on after its head. Without it only a ledger from genesis on can be had. */
  readonly stored?: StoredChain | undefined;
  /** A fork to go on with, in place of a genesis. */
  readonly forked?: ForkedLedger | undefined;
  /** The occasions at which blocks are made. */
  readonly trigger: BlockTrigger;
  /**
   * Lets transactions that are on their way come in before a block is made, so that it has all of them: a turn of the event loop where
   * they come as messages. A block is made at once when absent.
   */
  readonly nextTurn?: (() => Promise<unknown>) | undefined;
  /**
   * Receives the chain when it is at its head, for what runs next to it, such as a workload. The signal aborts when the chain
   * makes no more blocks.
   */
  readonly onOpen?: ((chain: LocalChain, signal: AbortSignal) => void) | undefined;
}

/** A local network as a source of a ledger, which takes transactions. */
export interface LocalChainSource extends LedgerSource {
  /** Takes a transaction into the pool. @param transaction - BCS of a signed transaction */
  submit(transaction: Uint8Array): Promise<Submission>;
  /** BCS of the signed transaction that waits under the hash, or whose block is not known to be stored yet. */
  findPending(hash: HashValue): Promise<Uint8Array | undefined>;
  /** Says that everything up to a version is stored, where clients find it. */
  settle(version: bigint): void;
  /** Makes a block now, whatever the trigger says. @returns when it has been taken; rejects when the network stops before */
  mine(): Promise<void>;
}

/**
 * The local network as a source like any other: genesis, then blocks, without end. What it yields is verified like that of any source.
 *
 * Calls that need the chain wait until its records are first asked for.
 */
export function createLocalChainSource(given: LocalChainSourceOptions): LocalChainSource {
  // Sources of packages are looked up once for each, not once for each failure.
  const testing = given.testing && { sources: new FailureSources(), ...given.testing };
  const options = { ...given, testing };
  const { genesis, stored, trigger, forked, nextTurn } = options;
  const schedule = new BlockSchedule(trigger);
  const opened = Promise.withResolvers<LocalChain>();
  opened.promise.catch(() => undefined);
  let chain: LocalChain | undefined;

  /** The octas that the faucet of a fork is about to give. */
  let gifts = 0n;
  const vm = options.vm ?? (forked && new MoveVm({ natives: frameworkNatives }));

  async function open(from: bigint): Promise<{ readonly chain: LocalChain; readonly genesis?: LedgerRecord }> {
    if (forked !== undefined) return { chain: await forked.open({ ...options, vm }, from) };
    if (from === 0n) return LocalChain.begin(options);
    if (stored === undefined) {
      throw new LocalChainError("cannot_resume", `cannot continue at version ${from}: there is no stored ledger`);
    }
    return { chain: await LocalChain.resume(options, stored, from) };
  }

  async function* records(from: bigint, signal: AbortSignal): AsyncGenerator<readonly LedgerRecord[], void> {
    if (signal.aborted) return;
    const begun = await open(from);
    // Opening takes a while; what is stopped meanwhile must not begin a ledger.
    if (signal.aborted) return;
    const made = begun.chain;
    chain = made;
    made.onWork = () => schedule.wake();
    opened.resolve(made);
    const life = new AbortController();
    try {
      if (begun.genesis !== undefined) yield [begun.genesis];
      // A ledger without a block cannot be served.
      if (forked !== undefined && from === forked.start.version) yield await made.makeBlock();
      options.onOpen?.(made, AbortSignal.any([signal, life.signal]));
      while (await schedule.next(() => made.hasWork(), signal)) {
        await nextTurn?.();
        await made.arrived();
        const amount = gifts;
        gifts = 0n;
        const edits = amount === 0n || vm === undefined ? undefined : await forkFaucetChanges(vm, made, amount);
        yield await made.makeBlock({ edits });
        schedule.made();
      }
    } finally {
      life.abort();
      schedule.end();
    }
  }

  async function submit(transaction: Uint8Array): Promise<Submission> {
    const gift = forked && forkFaucetGift(transaction);
    if (gift !== undefined) {
      gifts += gift;
      await schedule.demand();
    }
    return (await opened.promise).submit(transaction);
  }

  return {
    name: forked === undefined ? "local network" : `fork of chain ${forked.chainId}`,
    get head() {
      return chain?.version;
    },
    records,
    identify: async () =>
      forked === undefined
        ? { chainId: deriveGenesis(genesis).chainId, genesisHash: hashTransaction(genesis) }
        : { chainId: forked.chainId },
    submit,
    findPending: async (hash) => (await opened.promise).findPending(hash),
    settle: (version) => chain?.settle(version),
    mine: () => schedule.demand(),
  };
}

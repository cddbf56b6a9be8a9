import type { LedgerSource } from "@ledger/sync";
import { type HashValue, hashTransaction, type LedgerRecord, type Submission } from "@ledger/types";
import { BlockSchedule, type BlockTrigger } from "./chain/block-schedule.ts";
import { LocalChain, type LocalChainOptions } from "./chain/local-chain.ts";
import type { StoredChain } from "./chain/stored-chain.ts";
import { LocalChainError } from "./errors.ts";
import { localChainId } from "./genesis/chain-id.ts";

/** What a local network is made of. */
export interface LocalChainSourceOptions extends LocalChainOptions {
  /** The stored ledger, to go on after its head. Without it only a ledger from genesis on can be had. */
  readonly stored?: StoredChain | undefined;
  /** What makes a block. */
  readonly trigger: BlockTrigger;
  /**
   * Told of the chain when it stands at its head, for what runs next to it, such as a workload. The signal aborts when the chain
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
 * The local network as a source like any other: genesis, then blocks, without end. What it yields is verified like anybody's.
 *
 * Calls that need the chain wait until its records are first asked for.
 */
export function createLocalChainSource(options: LocalChainSourceOptions): LocalChainSource {
  const { genesis, stored, trigger } = options;
  const schedule = new BlockSchedule(trigger);
  const opened = Promise.withResolvers<LocalChain>();
  opened.promise.catch(() => undefined);
  let chain: LocalChain | undefined;

  async function open(from: bigint): Promise<{ readonly chain: LocalChain; readonly genesis?: LedgerRecord }> {
    if (from === 0n) return LocalChain.begin(options);
    if (stored === undefined) {
      throw new LocalChainError("cannot_resume", `cannot go on with version ${from}: there is no stored ledger`);
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
      options.onOpen?.(made, AbortSignal.any([signal, life.signal]));
      while (await schedule.next(() => made.hasWork(), signal)) {
        yield await made.makeBlock();
        schedule.made();
      }
    } finally {
      life.abort();
      schedule.end();
    }
  }

  return {
    name: "local network",
    get head() {
      return chain?.version;
    },
    records,
    identify: async () => ({ chainId: localChainId, genesisHash: hashTransaction(genesis) }),
    submit: async (transaction) => (await opened.promise).submit(transaction),
    findPending: async (hash) => (await opened.promise).findPending(hash),
    settle: (version) => chain?.settle(version),
    mine: () => schedule.demand(),
  };
}

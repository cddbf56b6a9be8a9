import { MessageChannel, type MessagePort } from "node:worker_threads";
import { CallError, type Peer } from "@ledger/kit";
import { Thread } from "@ledger/kit/threads";
import { StoreError, type StoreErrorDetails } from "@ledger/state-store";
import type { LedgerSource } from "@ledger/sync";
import { unpackRecords } from "@ledger/sync/node";
import { hashTransaction, type LedgerRecord } from "@ledger/types";
import type { ChainFunctions, ChainListener, ChainSettings } from "./chain-protocol.ts";
import type { TellOfChain } from "./open-chain.ts";

/** Longest time that the thread is given to end by itself, milliseconds. */
const patience = 5_000;

/** The local network in a thread of its own, as a source of its ledger. */
export interface ChainThread extends LedgerSource {
  /** Says that everything up to a version is stored, where clients find it: the next blocks may be made. */
  settle(version: bigint): void;
}

/** Listeners of the thread. */
export interface ChainThreadOptions {
  /** Called with what it tells besides its blocks. */
  readonly tell: TellOfChain;
  /** Takes where calls of the pool of transactions are sent to. It closes when no more are taken. */
  readonly onPool: (calls: MessagePort) => void;
}

/** The local network, in a thread that runs while its records are read. */
export function chainThread(settings: Omit<ChainSettings, "calls">, { tell, onPool }: ChainThreadOptions): ChainThread {
  const blocks = new ReceivedBlocks();
  let running: Peer<ChainFunctions> | undefined;

  function start(): Thread<ChainFunctions, ChainListener> {
    const { port1, port2: calls } = new MessageChannel();
    const thread = new Thread<ChainFunctions, ChainListener>({
      program: new URL("./chain-worker.js", import.meta.url),
      name: "chain",
      settings: { ...settings, calls } satisfies ChainSettings,
      move: [calls],
      // As of the thread that keeps the ledger: what a block leaves behind lives until the block is made.
      resourceLimits: { maxYoungGenerationSizeMb: 24 },
      handlers: {
        block: (packed) => blocks.add(unpackRecords(packed)),
        report: (report) => void tell(report),
      },
    });
    void thread.ended.then((failure) => {
      if (failure === undefined) return;
      tell({ type: "chain_crashed", reason: failure instanceof Error ? failure.message : String(failure) });
    });
    running = thread.peer;
    onPool(port1);
    return thread;
  }

  async function* records(from: bigint, signal: AbortSignal): AsyncGenerator<readonly LedgerRecord[], void> {
    if (signal.aborted) return;
    const thread = start();
    // The reader does not wait for a thread that is busy, or hangs.
    const stop = (): void => blocks.end(undefined);
    signal.addEventListener("abort", stop, { once: true });
    thread.peer.call("make", from, { signal }).then(stop, (error: unknown) => blocks.end(failureOf(error)));
    try {
      yield* blocks;
    } finally {
      signal.removeEventListener("abort", stop);
      thread.peer.emit("end", undefined);
      const timer = setTimeout(() => void thread.terminate(), patience);
      await thread.ended;
      clearTimeout(timer);
    }
  }

  return {
    name: "local network",
    get head() {
      return blocks.head;
    },
    records,
    identify: async () => ({ chainId: settings.chainId, genesisHash: hashTransaction(settings.genesis) }),
    settle: (version) => running?.emit("settle", version),
  };
}

/** The failure of the thread: whether a store is asked again is decided by the class of its error. */
function failureOf(error: unknown): unknown {
  if (!(error instanceof CallError)) return error;
  const { code, remote, cause } = error;
  if (remote?.name === "StoreError")
    return new StoreError(remote.details as StoreErrorDetails, remote.message, { cause: error });
  return code === "closed" ? (cause ?? new Error("the thread that makes blocks has ended")) : error;
}

/** Blocks that have come, in their order, for one reader. */
class ReceivedBlocks implements AsyncIterable<readonly LedgerRecord[]> {
  /** Version of the latest record that has come. */
  head: bigint | undefined;
  readonly #blocks: (readonly LedgerRecord[])[] = [];
  #end: { readonly error: unknown } | undefined;
  #wake: (() => void) | undefined;

  add(records: readonly LedgerRecord[]): undefined {
    this.#blocks.push(records);
    this.head = records.at(-1)?.version;
    this.#wake?.();
  }

  /** @param error - absent where no more are wanted */
  end(error: unknown): void {
    this.#end ??= { error };
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<readonly LedgerRecord[], void> {
    for (;;) {
      const block = this.#blocks.shift();
      if (block !== undefined) yield block;
      else if (this.#end === undefined) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      } else if (this.#end.error === undefined) return;
      else throw this.#end.error;
    }
  }
}

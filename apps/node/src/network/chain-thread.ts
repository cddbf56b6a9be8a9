import { MessageChannel, type MessagePort, Worker } from "node:worker_threads";
import { StoreError } from "@ledger/state-store";
import type { LedgerSource } from "@ledger/sync";
import { unpackRecords } from "@ledger/sync/node";
import { hashTransaction, type LedgerRecord } from "@ledger/types";
import type { ChainCommand, ChainMessage, ChainSettings } from "./chain-protocol.ts";
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
  let worker: Worker | undefined;
  const command = (message: ChainCommand): void => worker?.postMessage(message);

  function start(): Promise<void> {
    const { port1, port2: calls } = new MessageChannel();
    const workerData: ChainSettings = { ...settings, calls };
    // As of the thread that keeps the ledger: what a block leaves behind lives until the block is made.
    const resourceLimits = { maxYoungGenerationSizeMb: 24 };
    const file = new URL("./chain-worker.js", import.meta.url);
    const started = new Worker(file, { workerData, transferList: [calls], name: "chain", resourceLimits });
    started.on("message", (message: ChainMessage) => {
      if (message.type === "block") blocks.add(unpackRecords(message.records));
      else if (message.type === "report") tell(message.report);
      else blocks.end(failureOf(message));
    });
    started.on("error", (error) => {
      tell({ type: "chain_crashed", reason: error instanceof Error ? error.message : String(error) });
      blocks.end(error);
    });
    worker = started;
    onPool(port1);
    return new Promise((resolve) => {
      started.once("exit", () => {
        blocks.end(new Error("the thread that makes blocks has ended"));
        resolve();
      });
    });
  }

  async function* records(from: bigint, signal: AbortSignal): AsyncGenerator<readonly LedgerRecord[], void> {
    if (signal.aborted) return;
    const ended = start();
    // The reader does not wait for what a thread answers that is busy, or hangs.
    const stop = (): void => {
      command({ type: "stop" });
      blocks.end(undefined);
    };
    signal.addEventListener("abort", stop, { once: true });
    command({ type: "begin", from });
    try {
      yield* blocks;
    } finally {
      signal.removeEventListener("abort", stop);
      stop();
      const timer = setTimeout(() => void worker?.terminate(), patience);
      await ended;
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
    settle: (version) => command({ type: "settle", version }),
  };
}

/** The failure of the thread: whether a store is asked again is decided by the class of its error. */
function failureOf({ error, refused }: Extract<ChainMessage, { readonly type: "ended" }>): unknown {
  return refused === undefined ? error : new StoreError(refused, (error as Error).message, { cause: error });
}

/** Blocks that have come, in their order, for one reader. */
class ReceivedBlocks implements AsyncIterable<readonly LedgerRecord[]> {
  /** Version of the latest record that has come. */
  head: bigint | undefined;
  readonly #blocks: (readonly LedgerRecord[])[] = [];
  #end: { readonly error: unknown } | undefined;
  #wake: (() => void) | undefined;

  add(records: readonly LedgerRecord[]): void {
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

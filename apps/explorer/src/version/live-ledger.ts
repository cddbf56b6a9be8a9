import { follow, type StreamFetch, StreamGoneError, type StreamItem } from "@ledger/api-core/client";
import { apiBase } from "../api/call.ts";

/** The end of a block, as a stream tells it. */
export type LiveBlock = Extract<StreamItem, { readonly event: "block" }>["data"];

/** The state of the stream of the page. */
export interface Live {
  /** True while the stream brings all that is committed. */
  readonly isLive: boolean;
  /** The newest block that it brought; none after the ledger has begun again. */
  readonly block: LiveBlock | undefined;
}

/** An account whose transactions are wanted. */
interface WatchedAccount {
  readonly address: string;
  /** Version after which they are wanted. */
  since: bigint;
  /** Called for each transaction that touches it; with `false` where some may have been missed. */
  readonly onTransaction: (isWhole: boolean) => void;
}

/** Milliseconds before another try: after the ledger has begun again, and where the node has no stream for this page. */
const wait = { gone: 1_000, refused: 60_000 } as const;

/** Milliseconds for which a page that is not seen keeps its stream. */
const unseen = 5_000;

/** Most versions that are gone through for an account which was not watched meanwhile. */
const mostMissed = 10_000n;

/** Blocks that are remembered. */
const mostBlocks = 64;

/**
 * The one stream of a page: browsers have six connections to a node without TLS, for all of their tabs. A page that is not seen has none.
 */
class LiveLedger {
  #state: Live = { isLive: false, block: undefined };
  #account: WatchedAccount | undefined;
  #stop: AbortController | undefined;
  readonly #listeners = new Set<(state: Live) => void>();
  readonly #blocks = new Map<number, LiveBlock>();

  get state(): Live {
    return this.#state;
  }

  /** Blocks that came lately, by height. */
  get blocks(): ReadonlyMap<number, LiveBlock> {
    return this.#blocks;
  }

  /** Calls back with each state. @returns ends that */
  listen(see: (state: Live) => void): () => void {
    this.#listeners.add(see);
    return () => this.#listeners.delete(see);
  }

  /** Follows the ledger while the page is seen. @returns ends that */
  open(): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      clearTimeout(timer);
      if (document.hidden) timer = setTimeout(() => this.#end(), unseen);
      else if (this.#stop === undefined) this.#begin();
    };
    // A page that the browser keeps for the way back must not keep a connection.
    const leave = (): void => this.#end();
    document.addEventListener("visibilitychange", look);
    addEventListener("pagehide", leave);
    addEventListener("pageshow", look);
    look();
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
      removeEventListener("pagehide", leave);
      removeEventListener("pageshow", look);
      this.#end();
    };
  }

  /** Brings the transactions of an account, too. @param since - version after which they are wanted @returns ends that */
  watchAccount(address: string, since: bigint, onTransaction: (isWhole: boolean) => void): () => void {
    const account = { address, since, onTransaction };
    this.#account = account;
    this.#again();
    return () => {
      if (this.#account !== account) return;
      this.#account = undefined;
      this.#again();
    };
  }

  #again(): void {
    if (this.#stop === undefined) return;
    this.#end();
    this.#begin();
  }

  #begin(): void {
    const stop = new AbortController();
    this.#stop = stop;
    void this.#run(stop.signal);
  }

  #end(): void {
    this.#stop?.abort();
    this.#stop = undefined;
    this.#set({ ...this.#state, isLive: false });
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      let pause: number = wait.refused;
      try {
        for await (const item of follow(apiBase, {
          ...this.#wanted(),
          signal,
          fetch: this.#fetch(signal),
          bookmarks: true,
        }))
          this.#take(item);
      } catch (error) {
        if (error instanceof StreamGoneError) {
          pause = wait.gone;
          this.#forget();
        }
      }
      if (signal.aborted) return;
      this.#set({ ...this.#state, isLive: false });
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  #wanted(): Parameters<typeof follow>[1] {
    const account = this.#account;
    if (account === undefined) return { include: ["blocks"] };
    const head = BigInt(this.#state.block?.last_version ?? account.since);
    const isFar = head - account.since > mostMissed;
    if (isFar) account.onTransaction(false);
    return {
      include: ["blocks", "transactions"],
      account: account.address,
      ...(!isFar && { from: account.since + 1n }),
    };
  }

  #take({ event, data }: StreamItem | { readonly event: "at"; readonly data: { readonly version: string } }): void {
    if (event === "block") {
      this.#blocks.set(Number(data.block_height), data);
      for (const oldest of [...this.#blocks.keys()].slice(0, -mostBlocks)) this.#blocks.delete(oldest);
      this.#set({ isLive: true, block: data });
    } else if (event === "transaction") this.#account?.onTransaction(true);
    const version = BigInt(event === "block" ? data.last_version : (data as { readonly version: string }).version);
    if (this.#account !== undefined && version > this.#account.since) this.#account.since = version;
  }

  /** The ledger has begun again. */
  #forget(): void {
    this.#blocks.clear();
    this.#state = { isLive: false, block: undefined };
    if (this.#account !== undefined) this.#account.since = -1n;
    this.#account?.onTransaction(false);
  }

  /** Connects, and notes when the connection stands and when it is cut. */
  #fetch(signal: AbortSignal): StreamFetch {
    const note = (isLive: boolean): void => {
      if (!signal.aborted) this.#set({ ...this.#state, isLive });
    };
    return async (url, request) => {
      const response = await fetch(url, request);
      if (response.status !== 200 || response.body === null) return response;
      const reader = response.body.getReader();
      return {
        ...{ status: response.status, headers: response.headers },
        text: () => response.text(),
        arrayBuffer: () => response.arrayBuffer(),
        body: {
          getReader: () => ({
            async read() {
              try {
                const part = await reader.read();
                // A proxy may take a connection and keep what comes on it.
                note(!part.done);
                return part;
              } catch (error) {
                note(false);
                throw error;
              }
            },
            cancel: () => reader.cancel(),
          }),
        },
      };
    };
  }

  #set(state: Live): void {
    if (state.isLive === this.#state.isLive && state.block === this.#state.block) return;
    this.#state = state;
    for (const see of this.#listeners) see(state);
  }
}

/** The stream of this page. */
export const liveLedger = new LiveLedger();

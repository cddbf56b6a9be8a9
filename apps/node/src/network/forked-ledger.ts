import { setImmediate as nextTurn } from "node:timers/promises";
import { createPooledEd25519Verifier } from "@ledger/executor/node";
import {
  ChainClock,
  createLocalChainSource,
  forkExpiration,
  type LocalChainSource,
  readForkedLedger,
} from "@ledger/local-chain";
import { createMoveCache, MoveView } from "@ledger/move";
import { type LedgerStore, type LedgerSummary, StoreError } from "@ledger/state-store";
import { type StartLedger, SyncError } from "@ledger/sync";
import { type ForkSource, folderForkCache, openFork, parseForkUrl } from "@ledger/sync/fork";
import { forkHeaders } from "../config/fork-options.ts";
import type { StartOptions } from "../config/start-options.ts";
import { hostTime } from "./host-time.ts";
import { chainListeners, type TellOfChain } from "./open-chain.ts";
import { watchClock } from "./watch-clock.ts";

/** A fork at hand. */
export interface ForkedNetwork {
  readonly source: LocalChainSource;
  readonly start: StartLedger;
  readonly fork: ForkSource;
}

/** Milliseconds between two writes of the cache. */
const flushMs = 5_000;

/**
 * Opens the fork that the options ask for, or continues the stored one.
 *
 * @throws ForkError; SyncError `wrong_network` where the store holds another ledger
 */
export async function openForkedNetwork(
  options: StartOptions & { readonly fork: string },
  store: LedgerStore,
  tell: TellOfChain,
): Promise<ForkedNetwork> {
  const onWarning = (text: string): void => tell({ type: "warning", text });
  const { url, version } = parseForkUrl(options.fork);
  const stored = await store.summary();
  const storedVersion = stored?.base && stored.base.version - 1n;
  if (stored !== undefined && (storedVersion === undefined || (version ?? storedVersion) !== storedVersion)) {
    throw new SyncError("wrong_network", "the store holds another ledger than this fork");
  }
  const fork = await openFork({
    url,
    version: version ?? storedVersion,
    cache: options.forkCache === undefined ? undefined : folderForkCache(options.forkCache),
    offline: options.forkOffline === "on",
    apiKey: options.forkApiKey,
    headers: forkHeaders(options),
    concurrency: options.forkConcurrency,
    timeout: options.forkTimeout,
    onWaiting: onWarning,
    findGroup: (tag, findModule) => new MoveView({ findModule }, createMoveCache()).resourceGroupOf(tag),
  });
  if (stored !== undefined && stored.chainId !== fork.point.chainId) {
    throw new SyncError(
      "wrong_network",
      `the store holds a fork of chain ${stored.chainId}, not of ${fork.point.chainId}`,
    );
  }
  const forked = await readForkedLedger({ fork, stored: { ...readsOf(store), readItem: readItemOf(store) } });
  const offset = timeOffset(stored, forked.start.timestampUsecs);
  const chainClock = new ChainClock({ latestUsecs: 0n, host: () => hostTime() + offset });
  const clock = (): bigint => chainClock.now();
  const keepWatching = watchClock(chainClock, offset, (state) => tell({ type: "clock", ...state }));
  const { blockInterval } = options;
  const { onLeft, testing } = chainListeners(tell);
  const source = createLocalChainSource({
    genesis: new Uint8Array(),
    forked,
    clock,
    ed25519: createPooledEd25519Verifier(),
    onLeft,
    testing: { ...testing, expirationOf: (transaction) => forkExpiration(transaction, clock(), offset) },
    trigger: { onTransaction: true, intervalMs: blockInterval === 0 ? undefined : blockInterval },
    nextTurn,
    onOpen(_chain, signal) {
      keepWatching(signal);
      void keepCache(fork, signal, onWarning);
    },
  });
  const start: StartLedger = async (empty) => {
    const { version: first, blockHeight, frontier } = forked.start;
    await empty.begin({ version: first, blockHeight, frontier, state: "partial" });
    return { position: forked.position, network: { chainId: forked.chainId } };
  };
  return { source, start, fork };
}

/** The lead of a fork's time over the host's: its time continues from its latest block. Genesis has no time. */
function timeOffset(stored: LedgerSummary | undefined, startUsecs: bigint): bigint {
  const latest = stored?.timestampUsecs ?? startUsecs;
  return latest === 0n ? 0n : latest - hostTime();
}

/** Writes what was fetched now and then, and at the end. */
async function keepCache(fork: ForkSource, signal: AbortSignal, onWarning: (text: string) => void): Promise<void> {
  const flush = (): Promise<void> =>
    fork.flush().catch((error: unknown) => onWarning(error instanceof Error ? error.message : String(error)));
  const timer = setInterval(() => void flush(), flushMs);
  signal.addEventListener("abort", () => {
    clearInterval(timer);
    void flush();
  });
}

function readsOf(store: LedgerStore) {
  return {
    summary: () => store.summary(),
    frontier: () => store.frontier(),
    readRecord: (version: bigint) => store.readRecord(version),
    readBlockByVersion: (version: bigint) => store.readBlockByVersion(version),
    listState: (query: Parameters<LedgerStore["listState"]>[0]) => store.listState(query),
  };
}

function readItemOf(store: LedgerStore) {
  return async (version: bigint, key: Uint8Array) => {
    try {
      return await store.readState(version, key);
    } catch (error) {
      if (error instanceof StoreError && error.code === "state_unknown") return "unknown";
      throw error;
    }
  };
}

import type { LedgerIdentity, LedgerSummary } from "@ledger/state-store";
import { SparseMerkleTree, type Waypoint } from "@ledger/types";
import { checkPagesAhead } from "../checks/ahead.ts";
import {
  BlockAssembler,
  type LedgerPosition,
  positionBeforeGenesis,
  type VerifiedBlock,
} from "../checks/block-assembler.ts";
import type { CheckedPage } from "../checks/page.ts";
import { PageChecker } from "../checks/pages.ts";
import type { CheckedRecord } from "../checks/record.ts";
import { SyncError } from "../refusal/sync-error.ts";
import { mergeIdentities } from "../sources/merge-identities.ts";
import { checkPassedWaypoint, checkWaypoint, unreachableWaypoint } from "../verify/check-waypoint.ts";
import { openStateRootCheck, type StateRootCheck } from "../verify/state-root-check.ts";
import { type GenesisReport, verifyGenesisRecord } from "../verify/verify-genesis.ts";
import type { WaypointStatus } from "../verify/waypoint-status.ts";
import { CommitQueue } from "./commit-queue.ts";
import { compareHistory } from "./compare-history.ts";
import type { IngestOptions } from "./ingest-options.ts";
import { IngestWatch } from "./ingest-watch.ts";
import type { LedgerStart } from "./ledger-start.ts";
import type { IngestReport } from "./progress.ts";
import { readHead } from "./stored-head.ts";

/**
 * Takes a ledger in: verifies every record of the source, groups the records into blocks and commits whole blocks,
 * continuing after the store's latest version.
 *
 * Checked are, for every record: transaction hash, event root, state change hash, the transaction info by the
 * accumulator root over everything before, chain id, heights, epochs, times and block shape; for version 0 everything
 * that its bytes determine; and the waypoint, when its version is passed. When something does not match, the blocks in
 * front of it are committed and nothing of its own block is.
 *
 * @returns what was done, when the source has ended or the signal stopped it
 * @throws {@link SyncError} when a record, the network or the waypoint is refused; whatever the store or source throws
 */
export async function ingest(options: IngestOptions): Promise<IngestReport> {
  const run = new Ingest(options);
  for (;;) {
    try {
      return await run.read();
    } catch (error) {
      if (!(error instanceof SyncError) || !(await options.source.refuse?.(error))) throw error;
      options.onWarning?.({ kind: "refused", error });
    }
  }
}

/** The position of an empty store that begins with genesis. */
const beforeGenesis = { nextVersion: 0n, frontier: { leafCount: 0n, roots: [] } };

/** How long verified blocks wait for more before they are committed, milliseconds. */
const batchWait = 10;

/** One {@link ingest} call: its counters, and the reading that starts over from the store's head after a refusal. */
class Ingest {
  readonly #options: IngestOptions;
  readonly #queue: CommitQueue;
  #network: Partial<LedgerIdentity> = {};
  #assembler: BlockAssembler | undefined;
  /** The state before the first version, where state roots are checked. */
  readonly #baseState: SparseMerkleTree | undefined;
  #stateRoots: StateRootCheck | undefined;
  #waypoint: WaypointStatus;
  /** The result of a comparison with the source's witnesses while records were read. */
  #refusedHistory: SyncError | undefined;
  #started: LedgerStart | undefined;
  #genesis: GenesisReport | undefined;
  #records = 0;
  #blocks = 0;
  #bytes = 0;

  constructor(options: IngestOptions) {
    this.#options = options;
    this.#waypoint = options.waypoint === undefined ? "none" : "ahead";
    if (options.stateRoots === "every_block") this.#baseState = new SparseMerkleTree();
    const bounds = { records: options.batchRecords ?? 1000, bytes: options.batchBytes ?? 16 * 1024 * 1024 };
    this.#queue = new CommitQueue(options.store, bounds, async (blocks) => {
      this.#countCommitted(blocks);
      await options.keepPace?.(blocks.at(-1)!.block.lastVersion);
    });
  }

  async read(): Promise<IngestReport> {
    const { store, signal } = this.#options;
    // The source is stopped with this run, so that a live one does not go on waiting for records that are not read.
    const stop = new AbortController();
    const stopped = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);
    const { nextVersion, frontier } = (await this.#open(stopped)) ?? beforeGenesis;
    this.#options.onOpen?.();
    const { source, eventRoots = "strict", checkPool } = this.#options;
    const isChained = frontier !== undefined;
    const pages = source.records(nextVersion, stopped, { isChained })[Symbol.asyncIterator]();
    const watch = new IngestWatch(
      this.#options,
      () => this.#assembler?.openRecords ?? 0,
      stopped,
      (error) => {
        this.#refusedHistory ??= error;
        stop.abort();
      },
    );
    try {
      await this.#pump(
        checkPagesAhead(pages, new PageChecker(nextVersion, frontier, { eventRoots }, checkPool)),
        stopped,
      );
      if (stopped.aborted) await this.#queue.drop();
      else await this.#queue.settle();
      if (this.#refusedHistory !== undefined) throw this.#refusedHistory;
    } catch (error) {
      // A source may end by throwing when it is stopped.
      if (signal?.aborted && isAbort(error, signal)) await this.#queue.drop();
      else {
        // What comes before a refused block is verified and need not be fetched again.
        if (error instanceof SyncError) await this.#queue.settle();
        throw error;
      }
    } finally {
      watch.end();
      stop.abort();
      await pages.return?.();
    }
    return {
      version: (await store.summary())?.version,
      records: this.#records,
      blocks: this.#blocks,
      pendingRecords: this.#assembler?.openRecords ?? 0,
      genesis: this.#genesis,
      waypoint: this.#waypoint,
      ended: signal?.aborted ? "aborted" : "source_ended",
    };
  }

  /** Agrees on the network, and checks that what is stored may be continued from this source. */
  async #open(signal: AbortSignal): Promise<LedgerPosition | undefined> {
    const { source, store, waypoint, network, blockBounds } = this.#options;
    const head = await readHead(store);
    this.#network = mergeIdentities({ ...(await store.summary()) }, network ?? {}, "the configuration");
    this.#network = mergeIdentities(this.#network, (await source.identify?.(signal)) ?? {}, source.name);
    if (head !== undefined) {
      if (waypoint !== undefined && this.#waypoint === "ahead") {
        this.#settleWaypoint(await checkPassedWaypoint(store, waypoint));
      }
      await compareHistory(source, store, signal);
    }
    const position = head?.position ?? (await this.#begin(signal));
    if (waypoint !== undefined) this.#expectReachable(waypoint, position, await store.summary());
    this.#assembler = position && new BlockAssembler(position, blockBounds);
    this.#stateRoots = this.#baseState && (await openStateRootCheck(store, this.#baseState));
    return position;
  }

  /** Makes an empty store begin where it should; a reading that starts over finds it begun. */
  async #begin(signal: AbortSignal): Promise<LedgerPosition | undefined> {
    const { start, store } = this.#options;
    if (start === undefined) return undefined;
    this.#started ??= await start(store, this.#network, signal, this.#baseState);
    const { position, network, waypoint } = this.#started;
    this.#network = mergeIdentities(this.#network, network, "the ledger's base");
    if (waypoint !== undefined) this.#settleWaypoint(waypoint);
    return position;
  }

  /** Says what becomes of the waypoint, or that nothing ever will. */
  #expectReachable(waypoint: Waypoint, position: LedgerPosition | undefined, stored: LedgerSummary | undefined): void {
    if (this.#waypoint === "none" || this.#waypoint === "matched") return;
    const { version } = waypoint;
    // Before the base of a proved snapshot lies what it was proved with; a ledger that began lazily has nothing there.
    const isLazy = stored?.base?.state === "partial" || (stored === undefined && position?.frontier === undefined);
    const first = stored?.base?.version ?? position?.nextVersion ?? 0n;
    if (isLazy && version < first) throw unreachableWaypoint(version, `the ledger begins at version ${first}`);
    this.#options.onWaypoint?.(this.#waypoint);
  }

  #settleWaypoint(status: WaypointStatus): void {
    this.#waypoint = status;
    if (status === "matched") this.#options.onWaypoint?.(status);
  }

  /** Applies pages until the source ends or is stopped. */
  async #pump(pages: AsyncIterator<CheckedPage>, signal: AbortSignal): Promise<void> {
    const { batchWaitMs = batchWait } = this.#options;
    let next = pages.next();
    for (;;) {
      // More waiting records make a better batch; but what is there is not held back for long.
      if (!this.#queue.isEmpty && !(batchWaitMs > 0 && (await settlesWithin(batchWaitMs, next)))) {
        await this.#queue.flush();
      }
      const page = await this.#queue.orFailure(next);
      if (page.done || signal.aborted) return;
      // The next page is fetched and checked while this one is applied. Its error, if any, is seen when its turn comes.
      next = pages.next();
      next.catch(() => undefined);
      for (const record of page.value.records) {
        if (signal.aborted) return;
        await this.#apply(record);
      }
      if (page.value.refusal !== undefined) throw page.value.refusal;
    }
  }

  async #apply(checked: CheckedRecord): Promise<void> {
    const { version } = checked.record;
    this.#assembler ??= this.#startAtGenesis(checked);
    const complete = this.#assembler.accept(checked);
    for (const warning of checked.warnings) this.#options.onWarning?.(warning);
    const { waypoint } = this.#options;
    if (waypoint !== undefined && waypoint.version === version && version > 0n) {
      checkWaypoint(waypoint, checked, complete?.block);
      this.#settleWaypoint("matched");
    }
    if (complete === undefined) return;
    this.#stateRoots?.accept(complete);
    this.#queue.add(complete, this.#identity());
    if (this.#queue.isFull) await this.#queue.flush();
  }

  #startAtGenesis(checked: CheckedRecord): BlockAssembler {
    const { waypoint, source, blockBounds, onGenesis } = this.#options;
    const report = verifyGenesisRecord(checked.record, waypoint);
    this.#network = mergeIdentities(this.#network, report.identity, source.name);
    if (report.waypointMatched) this.#settleWaypoint("matched");
    this.#genesis = report;
    onGenesis?.(report);
    return new BlockAssembler(positionBeforeGenesis(report.identity.chainId), blockBounds);
  }

  #identity(): LedgerIdentity {
    const { chainId, genesisHash } = this.#network;
    if (chainId === undefined || (genesisHash === undefined && this.#genesis !== undefined)) {
      throw new SyncError("wrong_network", "the ledger's network is unknown");
    }
    return { chainId, genesisHash };
  }

  #countCommitted(blocks: readonly VerifiedBlock[]): void {
    for (const { block, byteLength } of blocks) {
      this.#records += block.records.length;
      this.#bytes += byteLength;
    }
    this.#blocks += blocks.length;
    const { block } = blocks.at(-1)!;
    this.#options.onProgress?.({
      version: block.lastVersion,
      head: this.#options.source.head,
      records: this.#records,
      blocks: this.#blocks,
      bytes: this.#bytes,
      blockHeight: block.height,
      epoch: block.epoch,
      timestampUsecs: block.timestampUsecs,
    });
  }
}

function isAbort(error: unknown, signal: AbortSignal): boolean {
  return error === signal.reason || (error instanceof Error && error.name === "AbortError");
}

/** Resolves to true if a promise settles within a time. */
async function settlesWithin(milliseconds: number, promise: Promise<unknown>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, milliseconds, false);
  });
  const settled = promise.then(
    () => true as const,
    () => true as const,
  );
  const answer = await Promise.race([settled, later]);
  clearTimeout(timer);
  return answer;
}

import {
  decodeTransaction,
  type LedgerRecord,
  mapKey,
  type StateView,
  type StateWrite,
  stateWrites,
  TransactionInfo,
  WriteSet,
} from "@ledger/types";
import { createEnvironment, environmentKeys, type VmEnvironment, WorkBoundError, WorkBudget } from "@ledger/vm";
import type { Output } from "../block/output.ts";
import type { StateUsage } from "../state/overlay.ts";
import { BlockFacts } from "./block-facts.ts";
import { blockStarts } from "./case-file.ts";
import type { ReplayOutcome } from "./difference.ts";
import type { LedgerReplayOptions } from "./ledger-replay-options.ts";
import { isModule } from "./module-key.ts";
import { RecordedState } from "./recorded-state.ts";
import { type RecordToReplay, refused, replayRecord } from "./replay-record.ts";
import type { BelievedUsage, RangeGrowth } from "./usage-chain.ts";
import { addUsages, type KnownUsages, LatestUsages, notedUsage, noUsage, usageAfter } from "./usage-count.ts";

/** The outcome of a version that was executed again. */
export interface ReplayedVersion {
  readonly version: bigint;
  readonly outcome: ReplayOutcome;
  readonly record: LedgerRecord;
  /** The state before it, until the next version is asked for. */
  readonly state: StateView;
}

interface DoubtfulVersion extends ReplayedVersion {
  /** True if it may only differ because another record of its block does, which was not executed. */
  readonly isDoubtful: boolean;
}

/** Records that are read at a time. */
const pageRecords = 100;

/**
 * Executes stored records again, each on the state before it as the store has it. Its rules are those that were in force when its block
 * began.
 *
 * @example
 * ```ts
 * const replay = new LedgerReplay({ ledger: store, vm: new MoveVm({ natives: frameworkNatives }) });
 * for await (const { version, outcome } of replay.run(1n, 100n)) console.log(version, outcome.kind);
 * ```
 */
export class LedgerReplay {
  readonly #options: LedgerReplayOptions;
  readonly #usages: KnownUsages;

  constructor(options: LedgerReplayOptions) {
    this.#options = options;
    this.#usages = options.usages ?? new LatestUsages();
  }

  /** Replays a range of versions in order. It ends early where the ledger does. */
  async *run(from: bigint, to: bigint): AsyncGenerator<ReplayedVersion> {
    const { selects, onGrowth } = this.#options;
    for await (const replayed of this.#run(from, to, selects, onGrowth)) {
      yield replayed.isDoubtful ? await this.#withWholeBlock(replayed) : replayed;
    }
  }

  /** The same version, after all transactions of its block were executed. */
  async #withWholeBlock(doubtful: ReplayedVersion): Promise<ReplayedVersion> {
    const { firstVersion } = await this.#options.ledger.readBlockByVersion(doubtful.version);
    let last = doubtful;
    for await (const replayed of this.#run(firstVersion, doubtful.version)) last = replayed;
    return last;
  }

  async *#run(
    from: bigint,
    to: bigint,
    selects?: LedgerReplayOptions["selects"],
    onGrowth?: LedgerReplayOptions["onGrowth"],
  ): AsyncGenerator<DoubtfulVersion> {
    const { ledger } = this.#options;
    const { firstVersion } = await ledger.readBlockByVersion(from);
    const range = new ReplayRange(this.#options, firstVersion, this.#usages);
    for (let next = firstVersion; next <= to; ) {
      const left = to - next + 1n;
      const page = await ledger.listRecords(next, left < pageRecords ? Number(left) : pageRecords);
      if (page.length === 0) break;
      for (const record of page) {
        if (record.version === from) range.beginGrowth();
        const isWanted = record.version >= from && selects?.(record.version) !== false;
        if (isWanted) this.#options.onVersion?.(record.version);
        const outcome = await range.accept(record, isWanted);
        const { version } = record;
        if (outcome !== undefined) {
          yield { version, outcome, record, state: range.state, isDoubtful: range.isDoubtful(outcome) };
        }
        await range.advance();
      }
      next += BigInt(page.length);
    }
    range.noteUsage();
    if (range.state.version >= from) onGrowth?.({ from, to: range.state.version, ...range.growth });
  }
}

/** A walk through consecutive records, from the beginning of a block on. */
class ReplayRange {
  readonly state: RecordedState;
  readonly #options: LedgerReplayOptions;
  #block = new BlockFacts();
  #environment: VmEnvironment = noRules;
  /** Why the rules of this block are not known. */
  #unknown: string | undefined;
  /** Set when a record has written something that the rules are read from. */
  #isStale = true;
  #codeEra: object = {};
  #current: RecordToReplay | undefined;
  #output: Output | undefined;
  readonly #usages: KnownUsages;
  /** Of the state before the first record, if it is known. */
  #usageBefore: StateUsage | undefined;
  /** Items and bytes more than that, while they are counted. */
  #grown: StateUsage | undefined = noUsage;
  #usageBeforeBlock: StateUsage | undefined;
  /** {@link #grown}, where growth is reported from. */
  #start: StateUsage | undefined = noUsage;
  #believed: BelievedUsage[] = [];

  constructor(options: LedgerReplayOptions, first: bigint, usages: KnownUsages) {
    this.#options = options;
    this.#usages = usages;
    this.#usageBefore = first === 0n ? noUsage : usages.get(first - 1n);
    if (options.selects !== undefined) this.#grown = undefined;
    this.state = new RecordedState((version, key) => options.ledger.readState(version, key), first - 1n);
  }

  /** Takes the next record, and executes it where that is wanted. */
  async accept(record: LedgerRecord, isWanted: boolean): Promise<ReplayOutcome | undefined> {
    const { info, events, writeSet, version } = record;
    const writes = stateWrites(WriteSet.decode(writeSet));
    const transaction = decodeTransaction(record);
    this.#output = undefined;
    this.#current = { transaction, info: TransactionInfo.decode(info), events, writeSet, writes };
    if (transaction !== undefined && blockStarts.has(transaction.kind)) await this.#beginBlock(version);
    return isWanted ? this.#outcome(version, this.#current) : undefined;
  }

  /** True if the last record may only differ because of another one of its block: the fees rest on what others say. */
  isDoubtful(outcome: ReplayOutcome): boolean {
    const isOfFees = outcome.kind === "different" && outcome.differences.some(({ part }) => part === "fees");
    return isOfFees && !this.#block.isExecuted;
  }

  /** Continues with the state after the record that was accepted last. */
  async advance(): Promise<void> {
    if (this.#current === undefined) return;
    this.#block.note(this.#current, this.#output);
    const { writes } = this.#current;
    await this.#count(writes);
    if (writes.some(({ key }) => rules.has(mapKey(key)))) this.#isStale = true;
    if (writes.some(({ key }) => isModule(key))) this.#codeEra = {};
    this.state.advance(writes);
  }

  /** Keeps how much the state before the next record holds, where that is known. */
  noteUsage(): void {
    const usage = this.#usage;
    if (usage !== undefined) this.#usages.set(this.state.version, usage);
  }

  /** Reports growth from the next record on. */
  beginGrowth(): void {
    this.#start = this.#grown;
    this.#believed = [];
  }

  /** The growth since {@link beginGrowth}. */
  get growth(): Pick<RangeGrowth, "growth" | "believed"> {
    const isCounted = this.#grown !== undefined && this.#start !== undefined;
    return { growth: isCounted ? addUsages(this.#grown!, this.#start!, -1n) : undefined, believed: this.#believed };
  }

  /** Of the state before the next record, while it is known. */
  get #usage(): StateUsage | undefined {
    return this.#usageBefore && this.#grown && addUsages(this.#usageBefore, this.#grown);
  }

  /** Counts what the state holds. A state that is not whole, or of which only a sample is executed, is not counted. */
  async #count(writes: readonly StateWrite[]): Promise<void> {
    if (this.#options.selects !== undefined) return;
    const recorded = this.#usage === undefined ? notedUsage(writes) : undefined;
    if (recorded !== undefined) this.#believe(recorded);
    if (this.#grown === undefined) return;
    try {
      this.#grown = await usageAfter(this.#grown, this.state.version < 0n ? nothing : this.state, writes);
    } catch (error) {
      this.#reasonOf(error);
      this.#grown = undefined;
    }
  }

  /** Counts from the usage that the next record says. */
  #believe(recorded: StateUsage): void {
    if (this.#grown === undefined) {
      // How much was not counted until here stays unknown.
      this.#grown = noUsage;
      this.#start = undefined;
    }
    const version = this.state.version + 1n;
    this.#usageBefore = addUsages(recorded, this.#grown, -1n);
    if (this.#start) this.#believed.push({ version, growth: addUsages(this.#grown, this.#start, -1n), recorded });
  }

  async #beginBlock(version: bigint): Promise<void> {
    this.#block = new BlockFacts();
    this.#usageBeforeBlock = this.#usage;
    this.noteUsage();
    // Genesis runs by no rules of the ledger.
    if (!this.#isStale || version === 0n) return;
    this.#unknown = undefined;
    try {
      this.#environment = await this.#options.vm.readEnvironment(this.state);
      this.#isStale = false;
    } catch (error) {
      this.#unknown = this.#reasonOf(error);
    }
  }

  async #outcome(version: bigint, record: RecordToReplay): Promise<ReplayOutcome> {
    const { vm, ed25519, divergences, bounds, ended } = this.#options;
    const bound = ended?.get(version);
    if (bound !== undefined)
      return {
        kind: "not_executed",
        bound,
        reason: `it went beyond the bound of ${bound}, and was ended from outside`,
      };
    const divergence = divergences?.find(({ from, to }) => version >= from && version <= to);
    if (divergence !== undefined) return { kind: "not_reproducible", reason: divergence.reason };
    if (this.#unknown !== undefined) return { kind: "state_unknown", reason: this.#unknown };
    const context = { vm, environment: this.#environment, codeEra: this.#codeEra, usage: this.#usageBeforeBlock };
    const budget = bounds && new WorkBudget(bounds);
    try {
      const { outcome, output } = await replayRecord({ ...context, budget }, this.state, record, this.#block, {
        ed25519,
      });
      this.#output = output;
      return outcome;
    } catch (error) {
      if (this.state.isReadFault(error)) return { kind: "state_unknown", reason: this.#reasonOf(error) };
      if (error instanceof WorkBoundError) return { kind: "not_executed", bound: error.bound, reason: error.message };
      // The fault of the machine is a finding about one record, and no reason to stop.
      return refused(record, { status: undefined, message: `the machine failed: ${String(error)}` });
    }
  }

  /** @throws the error, unless it says that a piece of state is not known */
  #reasonOf(error: unknown): string {
    const reason = this.#options.unknownState?.(error);
    if (reason === undefined) throw error;
    return reason;
  }
}

/** The state before genesis. */
const nothing: StateView = { get: () => undefined };
const noRules = createEnvironment({});
const rules: ReadonlySet<string> = new Set(Object.values(environmentKeys).map(mapKey));

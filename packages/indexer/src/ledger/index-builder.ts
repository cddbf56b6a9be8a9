import { createMoveCache, MoveView } from "@ledger/move";
import {
  type LedgerReader,
  type LedgerSummary,
  StoreError,
  type TableIndexStore,
  type TopicVersion,
} from "@ledger/state-store";
import { bytesToHex, hashTransactionInfo, type LedgerRecord, moduleKey } from "@ledger/types";
import { openStateEntry, type RecordView } from "../record/record-view.ts";
import { putObjects } from "../rules/objects.ts";
import { putCurrentRows, putStateRows } from "../rules/put-current.ts";
import { type TableGroup, tablesOf } from "../tables/table-groups.ts";
import { BatchRows } from "./batch-rows.ts";
import { firstHead, hasGroups, type IndexHead, lastKnown, readHead, writeHead } from "./index-head.ts";
import { RecordReads } from "./record-reads.ts";
import { recordTopics } from "./row-topics.ts";
import { listStatePage } from "./state-pages.ts";
import { TableTypes } from "./table-types.ts";

/** Options of an {@link IndexBuilder}. */
export interface IndexBuilderOptions {
  /** Version at which the index ends; the ledger's head when absent. Where state is needed it has to be kept of this version. */
  readonly until?: bigint | undefined;
  /** Transactions, or items of the state, that one step reads. */
  readonly page?: number | undefined;
  /** True for an index that begins with the state at the ledger's head, and knows no history before; false when absent. */
  readonly isRecent?: boolean | undefined;
}

const usualPage = 500;

/** Versions that one step of pruning looks at. */
const prunedAtOnce = 20_000;

/** Share of the kept versions that have to be gone before their entries are deleted: that goes through all entries. */
const prunedShare = 10n;

/** How far an index is after a step. */
export interface IndexProgress {
  /** `undefined` while the ledger is empty. */
  readonly head: IndexHead | undefined;
  /** The ledger that it is of. */
  readonly ledger: LedgerSummary | undefined;
  /** True at the head of the ledger: there is nothing to do until more is committed. */
  readonly isAtHead: boolean;
}

/**
 * Builds the index of a ledger's tables step by step, each of which is durable: from the state, where the first records are not
 * kept, and from the records. An index that grows with the ledger has the rows and topics of one that is built later.
 */
export class IndexBuilder {
  readonly #store: LedgerReader;
  readonly #index: TableIndexStore;
  readonly #groups: readonly TableGroup[];
  readonly #tables: ReadonlySet<string>;
  readonly #records: RecordReads;
  readonly #until: bigint | undefined;
  readonly #page: number;
  readonly #isRecent: boolean;
  readonly #moveCache = createMoveCache();
  #rows!: BatchRows;
  #types!: TableTypes;
  #head: IndexHead | undefined;
  /** The writer of the ledger whose last version was compared with the index. */
  #checked: { readonly incarnation: number | undefined } | undefined;
  #pruned = 0n;
  /** The ledger's newest version: its code is read there, because the state of an earlier one may be pruned. */
  #newest = 0n;

  constructor(
    store: LedgerReader,
    index: TableIndexStore,
    groups: readonly TableGroup[],
    { until, page = usualPage, isRecent = false }: IndexBuilderOptions = {},
  ) {
    this.#isRecent = isRecent;
    this.#until = until;
    this.#page = page;
    this.#store = store;
    this.#index = index;
    this.#groups = groups;
    this.#tables = tablesOf(groups);
    this.#records = new RecordReads(store);
    this.#forget();
  }

  /**
   * Does the next piece of work, some tenths of a second of it.
   *
   * @throws StoreError; `version_pruned` where the state is needed of a last version that the ledger does not keep it of
   */
  async step(): Promise<IndexProgress> {
    const ledger = await this.#ledger();
    if (ledger === undefined) return { head: undefined, ledger, isAtHead: true };
    this.#head ??= readHead(await this.#index.renew());
    if (this.#head !== undefined && this.#isAhead(this.#head, ledger)) {
      return { head: this.#head, ledger, isAtHead: true };
    }
    try {
      if (this.#head === undefined || (await this.#isOfOther(this.#head, ledger))) await this.#begin(ledger);
      const head = this.#head!;
      if (head.state !== undefined) await this.#readState(head, ledger);
      else if (BigInt(head.next) <= ledger.version) await this.#readRecords(head, ledger);
    } catch (error) {
      // Pruning came between: the next step begins with what is kept then.
      if (!(error instanceof StoreError && error.code === "version_pruned")) throw error;
      // The state of a last version does not come back.
      if (this.#until !== undefined && this.#head?.state !== undefined) throw error;
      return { head: this.#head, ledger, isAtHead: false };
    }
    const isAtHead = this.#head!.state === undefined && BigInt(this.#head!.next) > ledger.version;
    if (isAtHead) await this.#prune(ledger);
    return { head: this.#head, ledger, isAtHead };
  }

  async #ledger(): Promise<LedgerSummary | undefined> {
    const summary = await this.#store.summary();
    const until = this.#until;
    if (summary !== undefined) this.#newest = summary.version;
    return summary !== undefined && until !== undefined && until < summary.version
      ? { ...summary, version: until }
      : summary;
  }

  /** Tells whether an index is of versions that one and the same ledger had already: a server that lags behind answers. */
  #isAhead({ next, state, stateVersion }: IndexHead, { incarnation, version }: LedgerSummary): boolean {
    if (incarnation === undefined || this.#checked?.incarnation !== incarnation) return false;
    return (state === undefined ? BigInt(next) - 1n : BigInt(stateVersion!)) > version;
  }

  /** Tells whether an index cannot be continued with a ledger: it is another one's, or of other groups, or versions between are gone. */
  async #isOfOther(head: IndexHead, ledger: LedgerSummary): Promise<boolean> {
    const { incarnation, chainId, version, oldestLedgerVersion: oldest } = ledger;
    if (head.chainId !== chainId || !hasGroups(head, this.#groups)) return true;
    if (head.knowsState !== (ledger.base?.state !== "partial")) return true;
    const next = head.state === undefined ? BigInt(head.next) : BigInt(head.stateVersion!) + 1n;
    if (next < oldest || next > version + 1n) return true;
    if (this.#checked !== undefined && this.#checked.incarnation === incarnation) return false;
    const known = lastKnown(head);
    const isComparable = known !== undefined && known.version >= oldest && known.version <= version;
    if (isComparable && (await this.#hashOf(known.version)) !== known.hash) return true;
    this.#checked = { incarnation };
    return false;
  }

  async #begin(ledger: LedgerSummary): Promise<void> {
    const { version, oldestLedgerVersion } = ledger;
    const hash = version < oldestLedgerVersion ? undefined : await this.#hashOf(version);
    this.#forget();
    // What is cleared in part is begun again, and not gone on with.
    this.#head = undefined;
    await this.#index.clear();
    this.#head = firstHead(ledger, this.#groups, hash, this.#isRecent);
    this.#checked = { incarnation: ledger.incarnation };
    this.#pruned = ledger.oldestLedgerVersion;
    await this.#index.write({ head: writeHead(this.#head), rows: [], versions: [] });
  }

  async #hashOf(version: bigint): Promise<string> {
    return infoHash(await this.#store.readRecord(version));
  }

  #forget(): void {
    this.#rows = new BatchRows(this.#index, this.#tables);
    this.#types = new TableTypes(this.#rows);
  }

  /**
   * Reads a page of the state. Each page is of the newest version: all records that are kept are read afterwards, so whatever was
   * written since the first page is written again.
   */
  async #readState(head: IndexHead, ledger: LedgerSummary): Promise<void> {
    const { entries, next } = await listStatePage(this.#store, this.#index, head.state!, ledger.version, this.#page);
    const views = await Promise.all(
      entries.map(async ({ key, bytes, version }) =>
        openStateEntry({ key, value: bytes }, await this.#records.placeOf(version)),
      ),
    );
    await this.#put(views, ledger, (view) => putStateRows(view, (handle) => this.#types.find(handle), this.#rows));
    const { state: _, ...rest } = head;
    const { since = `${ledger.oldestLedgerVersion}` } = head;
    const after = next === undefined ? { ...rest, next: since } : { ...rest, state: next };
    await this.#write(after, []);
  }

  async #readRecords(head: IndexHead, ledger: LedgerSummary): Promise<void> {
    const start = BigInt(head.next);
    const records = await this.#store.listRecords(start, Math.min(this.#page, Number(ledger.version - start) + 1));
    const last = records.at(-1);
    if (last === undefined) return;
    const views: RecordView[] = [];
    for (const record of records) views.push(await this.#records.open(record));
    await this.#put(views, ledger, async (view) => {
      if (!head.knowsState) return;
      if (head.stateVersion !== undefined) await this.#putRemoved(view, ledger);
      putCurrentRows(view, (handle) => this.#types.find(handle), this.#rows);
      for (const { handle } of view.items) this.#putTable(handle);
    });
    const versions = views.flatMap((view) =>
      recordTopics(view, this.#tables).map((entry) => ({ ...entry, version: Number(view.version) })),
    );
    const next = last.version + 1n;
    const isReady = head.isReady || next > ledger.version;
    await this.#write({ ...head, next: `${next}`, last: infoHash(last), isReady }, versions);
  }

  /** Makes the rows of a batch, again where rows that they depend on had to be waited for. */
  async #put(
    views: readonly RecordView[],
    ledger: LedgerSummary,
    put: (view: RecordView) => Promise<void> | void,
  ): Promise<void> {
    const code = this.#codeOf(ledger);
    do {
      this.#rows.restart();
      for (const view of views) {
        if (this.#tables.has("table_types")) await this.#types.note(view, code);
        await put(view);
      }
    } while (!(await this.#rows.settle()));
  }

  /**
   * Puts the rows of objects that a transaction removed and no row tells of: they were gone when the state was read. What they were, the
   * state before says, where it is kept.
   */
  async #putRemoved({ resources, version }: RecordView, { oldestVersion }: LedgerSummary): Promise<void> {
    const before = version - 1n;
    if (before < oldestVersion) return;
    for (const { address, type, key, value } of resources) {
      if (value !== undefined || type !== "0x1::object::ObjectGroup") continue;
      if (this.#rows.find("current_objects", address) !== undefined) continue;
      const entry = await this.#store.readState(before, key);
      if (entry === undefined) continue;
      putObjects(openStateEntry({ key, value: entry.bytes }, await this.#records.placeOf(entry.version)), this.#rows);
    }
  }

  #putTable(handle: string): void {
    if (this.#rows.find("table_metadatas", handle) !== undefined) return;
    const types = this.#types.find(handle);
    if (types === undefined) return;
    this.#rows.put("table_metadatas", handle, { handle, key_type: types.keyType, value_type: types.valueType });
  }

  async #write(head: IndexHead, versions: readonly TopicVersion[]): Promise<void> {
    try {
      await this.#index.write({ head: writeHead(head), rows: this.#rows.take(), versions });
      this.#head = head;
    } catch (error) {
      // What the step left is not known: the next one looks.
      this.#head = undefined;
      this.#forget();
      throw error;
    }
  }

  async #prune({ oldestLedgerVersion: oldest, version }: LedgerSummary): Promise<void> {
    if (oldest - this.#pruned < (version - oldest) / prunedShare) return;
    if (await this.#index.prune(Number(oldest), prunedAtOnce)) this.#pruned = oldest;
  }

  #codeOf({ lastModuleVersion, incarnation }: LedgerSummary): MoveView {
    return viewCode(this.#store, this.#moveCache, { version: this.#newest, lastModuleVersion, incarnation });
  }
}

/** The code of a ledger at its head. */
export function viewCode(
  store: LedgerReader,
  cache: ReturnType<typeof createMoveCache>,
  { version, lastModuleVersion, incarnation }: Pick<LedgerSummary, "version" | "lastModuleVersion" | "incarnation">,
): MoveView {
  const findModule: ConstructorParameters<typeof MoveView>[0]["findModule"] = async (address, name) => {
    try {
      return (await store.readState(version, moduleKey(address, name)))?.bytes;
    } catch (error) {
      // A ledger that began in the middle does not have all code; what needs the rest is not read.
      if (error instanceof StoreError && unknownCode.includes(error.code)) return undefined;
      throw error;
    }
  };
  return new MoveView({ findModule }, cache, { codeEra: `${incarnation} ${lastModuleVersion}` });
}

const unknownCode: readonly string[] = ["state_unknown", "state_unavailable"];

/** Tells records of one version apart. */
function infoHash({ info }: LedgerRecord): string {
  return bytesToHex(hashTransactionInfo(info));
}

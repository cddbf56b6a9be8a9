import { createMoveCache, MoveView } from "@ledger/move";
import type { LedgerReader, LedgerSummary } from "@ledger/state-store";
import { moduleKey, parseAddress, stateKeyTags, tableItemKey } from "@ledger/types";
import { MemoryRows } from "../current-rows.ts";
import { openStateEntry, type RecordView } from "../record/record-view.ts";
import type { Row } from "../row.ts";
import { putCurrentRows, putStateRows } from "../rules/put-current.ts";
import { foundBy } from "../tables/current-tables.ts";
import { historyTables } from "../tables/history-tables.ts";
import { giveWay } from "./give-way.ts";
import { RecordReads } from "./record-reads.ts";
import { TableTypes } from "./table-types.ts";
import { Topics } from "./topics.ts";

/** A ledger with more than this is for an index on disk. */
const indexLimits = {
  /** Rows of what is now. */
  rows: 400_000,
  /** Kept transactions. */
  transactions: 2_000_000n,
} as const;

const page = 500;

/** The ledger is too large to be remembered. */
export class LedgerTooLarge extends Error {
  override readonly name = "LedgerTooLarge";
}

/**
 * What the tables need to know of a ledger that its reader does not find by itself: rows of what is now, the transactions that
 * topics lead to, types of tables. It is read from the state and the kept records once, and then from what is added.
 */
export class LedgerIndex {
  readonly store: LedgerReader;
  /** Empty where {@link knowsState} is false. */
  rows = new MemoryRows(foundBy);
  topics = new Topics();
  types = new TableTypes();
  readonly records: RecordReads;
  readonly #moveCache = createMoveCache();
  #summary: LedgerSummary | undefined;
  #tooLarge: LedgerTooLarge | undefined;
  #readers = 0;
  #advance: Promise<void> | undefined;
  #onIdle: (() => void) | undefined;

  constructor(store: LedgerReader) {
    this.store = store;
    this.records = new RecordReads(store);
  }

  /** The ledger as far as it has been read: all answers until the next {@link open} are as of it. */
  get summary(): LedgerSummary {
    return this.#summary!;
  }

  /** False for a ledger that began in the middle with a part of its state: of what was before, nothing is known. */
  get knowsState(): boolean {
    return this.#summary?.base?.state !== "partial";
  }

  /** The ledger's code. */
  get view(): MoveView {
    return this.#viewAt(this.summary);
  }

  #viewAt({ version, lastModuleVersion, incarnation }: LedgerSummary): MoveView {
    const findModule: ConstructorParameters<typeof MoveView>[0]["findModule"] = async (address, name) =>
      (await this.store.readState(version, moduleKey(address, name)))?.bytes;
    return new MoveView({ findModule }, this.#moveCache, { codeEra: `${incarnation} ${lastModuleVersion}` });
  }

  /**
   * Brings the index up to a ledger's head, at least, and holds it there.
   *
   * @returns a function that lets go of it
   * @throws LedgerTooLarge
   */
  async open(head: LedgerSummary): Promise<() => void> {
    while (!this.#isAt(head)) {
      this.#advance ??= this.#advanceTo(head).finally(() => {
        this.#advance = undefined;
      });
      await this.#advance;
    }
    this.#readers += 1;
    return () => {
      this.#readers -= 1;
      if (this.#readers === 0) this.#onIdle?.();
    };
  }

  #isAt(head: LedgerSummary): boolean {
    const known = this.#summary;
    return known !== undefined && known.version >= head.version && known.incarnation === head.incarnation;
  }

  async #advanceTo(head: LedgerSummary): Promise<void> {
    if (this.#tooLarge !== undefined) throw this.#tooLarge;
    // Between the last reader's end and this one's turn another one may have come.
    while (this.#readers > 0) await new Promise<void>((resolve) => (this.#onIdle = resolve));
    this.#onIdle = undefined;
    const known = this.#summary;
    const isContinued =
      known !== undefined &&
      known.incarnation === head.incarnation &&
      known.version <= head.version &&
      known.version + 1n >= head.oldestLedgerVersion;
    // What was read in part is read again: rows are not taken back.
    this.#summary = undefined;
    if (head.version - head.oldestLedgerVersion > indexLimits.transactions) {
      throw new LedgerTooLarge(`the ledger keeps more than ${indexLimits.transactions} transactions`);
    }
    if (isContinued) await this.#readRecords(known.version + 1n, head, head.oldestLedgerVersion);
    else await this.#begin(head);
    this.topics.prune(Number(head.oldestLedgerVersion));
    this.#summary = head;
  }

  async #begin(head: LedgerSummary): Promise<void> {
    this.rows = new MemoryRows(foundBy);
    this.topics = new Topics();
    this.types = new TableTypes();
    const { oldestLedgerVersion: oldest, oldestVersion, base } = head;
    const isWhole = oldest === 0n && base === undefined;
    if (isWhole) return this.#readRecords(0n, head, 0n);
    if (base?.state !== "partial") await this.#readState(oldestVersion, head);
    return this.#readRecords(oldest, head, oldestVersion + 1n);
  }

  /** @param rowsFrom - first version whose changes are not in the rows yet */
  async #readRecords(start: bigint, head: LedgerSummary, rowsFrom: bigint): Promise<void> {
    const view = this.#viewAt(head);
    for (let next = start; next <= head.version; ) {
      const records = await this.store.listRecords(next, Math.min(page, Number(head.version - next) + 1));
      for (const stored of records) {
        const record = await this.records.open(stored);
        await this.types.note(record, view);
        this.#noteTopics(record);
        if (record.version >= rowsFrom) this.#putRows(record);
      }
      if (records.length === 0) return;
      next += BigInt(records.length);
      await giveWay();
    }
  }

  #putRows(record: RecordView): void {
    putCurrentRows(record, (handle) => this.types.find(handle), this.rows);
    for (const { handle } of record.items) this.#putTable(handle);
    this.#expectRoom();
  }

  /** Rows do not become fewer: what is too large once is not read again. */
  #expectRoom(): void {
    if (this.rows.size <= indexLimits.rows) return;
    this.rows = new MemoryRows();
    this.#tooLarge = new LedgerTooLarge(`the ledger has more than ${indexLimits.rows} objects, balances and tokens`);
    throw this.#tooLarge;
  }

  #putTable(handle: string): void {
    if (this.rows.find("table_metadatas", handle) !== undefined) return;
    const types = this.types.find(handle);
    if (types === undefined) return;
    this.rows.put("table_metadatas", handle, { handle, key_type: types.keyType, value_type: types.valueType });
  }

  #noteTopics(record: RecordView): void {
    const version = Number(record.version);
    for (const [name, table] of Object.entries(historyTables)) {
      for (const row of table.rows(record, () => undefined) as readonly Row[]) {
        this.topics.add(name, version);
        for (const column of table.topics) {
          const value = row[column];
          if (typeof value === "string") this.topics.add(topicOf(name, column, value), version);
        }
      }
    }
  }

  /** Coins come first: their pairs are looked up by the balances of assets. */
  async #readState(version: bigint, head: LedgerSummary): Promise<void> {
    const view = this.#viewAt(head);
    const accounts = Uint8Array.of(stateKeyTags.accessPath);
    for (const pathKind of ["resource", "resource_group"] as const) {
      await this.#readEntries({ version, prefix: accounts, pathKind }, view);
    }
    for (const handle of [...this.types.listHandles(legacyValues)]) {
      await this.#readEntries({ version, prefix: tableItemKey(parseAddress(handle), new Uint8Array()) }, view);
    }
  }

  async #readEntries(
    query: { readonly version: bigint; readonly prefix: Uint8Array; readonly pathKind?: "resource" | "resource_group" },
    view: MoveView,
  ): Promise<void> {
    let start: Uint8Array | undefined;
    do {
      const { entries, next } = await this.store.listState({ ...query, start, limit: page });
      for (const { key, bytes, version } of entries) {
        const entry = openStateEntry({ key, value: bytes }, await this.records.placeOf(version));
        await this.types.note(entry, view);
        putStateRows(entry, (handle) => this.types.find(handle), this.rows);
      }
      this.#expectRoom();
      start = next;
      await giveWay();
    } while (start !== undefined);
  }
}

/** Items that rows of the first tokens are made of. */
const legacyValues = ["0x3::token::CollectionData", "0x3::token::TokenData", "0x3::token::Token"];

/** The topic of the transactions with a row of a table that has a value in a column. */
export function topicOf(table: string, column: string, value: string): string {
  return `${table} ${column} ${value}`;
}

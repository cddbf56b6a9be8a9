import type { Database, Statement } from "better-sqlite3";
import type { BaseValue, LedgerBase } from "../../base-port.ts";
import { joinHashes } from "../../columns/bytes-view.ts";
import { checkAccountPrefix, checkBase, checkBaseValues, genesisStart } from "../../commit-check.ts";
import { noBaseValues, noPartialBase, outsideLedger } from "../../store-error.ts";
import { LogOverlay } from "../log/log-overlay.ts";
import type { Interner } from "../rows/interner.ts";
import type { LedgerRow } from "../rows/ledger-row.ts";
import { packBaseValue } from "../rows/packed-value.ts";
import { prepareInsert } from "../rows/row-inserter.ts";
import { type NewRow, type Row, selectFrom } from "../rows/tables.ts";

/** Writes what is known of the state before a ledger's first version. The caller holds the transaction. */
export class BaseWriter {
  readonly #keys: Interner;
  readonly #overlay: LogOverlay;
  readonly #clear: readonly Statement<[]>[];
  readonly #insertBase: (row: NewRow<"base">) => void;
  readonly #insertFrontier: (row: NewRow<"frontiers">) => void;
  readonly #read: Statement<[], Row<"base">>;
  readonly #moveNextKey: Statement<[number]>;
  readonly #oldestRow: Statement<[number, number], number>;
  readonly #insertValue: (row: NewRow<"state_values">) => void;
  readonly #insertAccount: (row: NewRow<"complete_accounts">) => void;

  constructor(database: Database, keys: Interner) {
    this.#keys = keys;
    this.#overlay = new LogOverlay(database);
    this.#clear = ["base", "frontiers", "state_keys", "state_values"].map((table) =>
      database.prepare(`delete from ${table}`),
    );
    this.#insertBase = prepareInsert(database, "base");
    this.#insertFrontier = prepareInsert(database, "frontiers");
    this.#read = database.prepare(selectFrom("base"));
    this.#moveNextKey = database.prepare("update base set next_key_id = ?");
    this.#oldestRow = database
      .prepare<[number, number], number>("select 1 from state_values where key_id = +? and version <= +? limit 1")
      .pluck();
    this.#insertValue = prepareInsert(database, "state_values");
    this.#insertAccount = prepareInsert(database, "complete_accounts", "replace");
  }

  /** The base of a ledger that has not been committed to yet: what the first commit begins with. */
  read(): Row<"base"> | undefined {
    return this.#read.get();
  }

  begin(base: LedgerBase): void {
    checkBase(base);
    for (const statement of this.#clear) statement.run();
    this.#keys.reset();
    const { version, blockHeight, frontier, state } = base;
    this.#insertBase({
      id: 0,
      version: Number(version),
      block_height: Number(blockHeight),
      is_partial: state === "partial" ? 1 : 0,
      is_chained: frontier === undefined ? 0 : 1,
      next_key_id: 1,
    });
    if (frontier !== undefined)
      this.#insertFrontier({ leaf_count: Number(version), roots: joinHashes(frontier.roots) });
  }

  /** @param row - the ledger row, whose key counter moves; absent before the first commit */
  add(values: readonly BaseValue[], row: LedgerRow | undefined): void {
    const base = this.read();
    if (base === undefined || (row !== undefined && base.is_partial === 0)) {
      throw noBaseValues();
    }
    checkBaseValues(values, base.is_partial === 1 ? "partial" : "whole");
    if (row !== undefined) this.#overlay.sync(row);
    const counter = row ?? base;
    const version = base.version - 1;
    const oldest = row?.oldest_version ?? version;
    for (const value of values) {
      const id = this.#keys.intern(value.key, counter.next_key_id);
      if (id === counter.next_key_id) counter.next_key_id++;
      else if (this.#isHidden(id, oldest)) continue;
      this.#insertValue({ key_id: id, version, packed: packBaseValue(id, version, value) });
    }
    if (row === undefined) this.#moveNextKey.run(base.next_key_id);
  }

  complete(prefix: Uint8Array, version: bigint, origin: string, row: LedgerRow): void {
    if (row.base_is_partial === 0) throw noPartialBase();
    if (version < row.base_version || version > row.version) {
      throw outsideLedger(version);
    }
    checkAccountPrefix(prefix);
    this.#insertAccount({ prefix, version: Number(version), origin });
  }

  /** Returns true if every reader sees a later value of the key, or the base value that it has. */
  #isHidden(id: number, oldest: number): boolean {
    return this.#overlay.find(id, oldest) !== undefined || this.#oldestRow.get(id, oldest) !== undefined;
  }
}

/** The place where the first batch of a ledger begins. */
export function firstPlace(base: Row<"base"> | undefined): {
  readonly start: { readonly version: bigint; readonly blockHeight: bigint };
  readonly isChained: boolean;
} {
  if (base === undefined) return { start: genesisStart, isChained: true };
  const start = { version: BigInt(base.version), blockHeight: BigInt(base.block_height) };
  return { start, isChained: base.is_chained === 1 };
}

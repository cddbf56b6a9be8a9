import { BcsError } from "@ledger/bcs";
import { listGroupMembers, MoveError, type MoveView } from "@ledger/move";
import type { StateEntry } from "@ledger/state-store";
import {
  type Address,
  accountPrefixOf,
  bytesToHex,
  calledFunction,
  decodeStateKey,
  decodeTransaction,
  frameworkAddress,
  LruCache,
  Path,
  type StateWrite,
  stateWrites,
  type TypeTag,
  WriteSet,
} from "@ledger/types";
import type { TransactionSource } from "../json/transaction.ts";
import { listAccountState } from "../ledger/account-state.ts";

/** Types of a table's items. */
export interface TableTypes {
  readonly keyType: TypeTag;
  readonly valueType: TypeTag;
}

/** Limits of one search. */
const searchLimits = {
  /** Accounts whose resources are read. */
  accounts: 16,
  /** State values of one account. */
  values: 500,
  /** Bytes of state values that are searched for the handle. */
  bytes: 16 * 1024 * 1024,
  /** Tables within tables. */
  depth: 4,
};

/** Tables whose types are remembered: about 200 bytes each. */
const keptTables = 10_000;

/** A value that may hold the table. */
interface Candidate {
  readonly key: Uint8Array;
  readonly bytes: Uint8Array;
}

/**
 * Finds what a table's items are made of, in the value that holds its handle. Nothing leads from a handle to its holder, so
 * the search goes where a holder is likely: to what was written together with an item, then to what the accounts of that
 * transaction hold. The types of a table never change, so what was found once is kept.
 */
export class TableTypesFinder {
  readonly #known = new LruCache<string, TableTypes>(keptTables);

  /**
   * @param items - of the table, as of `version`
   * @returns `undefined` where the search found no holder: it is bounded
   */
  async find(
    source: TransactionSource,
    version: bigint,
    handle: Address,
    items: readonly StateEntry[],
  ): Promise<TableTypes | undefined> {
    const known = this.#known.get(bytesToHex(handle));
    if (known !== undefined || items.length === 0) return known;
    const search = new Search(source, version, this.#known);
    const writers = [...new Set([items[0]!.version, items.at(-1)!.version])];
    return search.find(handle, writers, 0);
  }
}

/** One search, with what is left of its limits. */
class Search {
  readonly #source: TransactionSource;
  readonly #version: bigint;
  readonly #known: LruCache<string, TableTypes>;
  readonly #view: MoveView;
  #bytesLeft = searchLimits.bytes;

  constructor(source: TransactionSource, version: bigint, known: LruCache<string, TableTypes>) {
    this.#source = source;
    this.#version = version;
    this.#known = known;
    this.#view = source.code.viewAt(version, source.ledger);
  }

  async find(handle: Address, writers: readonly bigint[], depth: number): Promise<TableTypes | undefined> {
    const accounts = new Map<string, Address>();
    const note = (address: Address): unknown => accounts.set(bytesToHex(address), address);
    for (const version of writers) {
      const record = await this.#readRecord(version);
      if (record === undefined) continue;
      for (const write of record.writes) {
        const types =
          write.value && (await this.#searchValue({ key: write.key, bytes: write.value }, handle, writers, depth));
        if (types !== undefined) return types;
        const account = accountPrefixOf(write.key);
        if (account !== undefined) note(account.slice(1) as Address);
      }
      record.accounts.forEach(note);
    }
    note(frameworkAddress);
    for (const account of [...accounts.values()].slice(-searchLimits.accounts)) {
      const types = await this.#searchAccount(account, handle, writers, depth);
      if (types !== undefined) return types;
    }
    return undefined;
  }

  async #readRecord(
    version: bigint,
  ): Promise<{ readonly writes: readonly StateWrite[]; readonly accounts: readonly Address[] } | undefined> {
    const { ledger, store } = this.#source;
    if (version < ledger.oldestLedgerVersion || version > ledger.version) return undefined;
    const record = await store.readRecord(version);
    const transaction = decodeTransaction(record);
    const accounts: Address[] = [];
    if (transaction?.kind === "UserTransaction") {
      const { sender, payload } = transaction.value.rawTxn;
      const called = calledFunction(payload);
      if (called !== undefined) accounts.push(called.module.address);
      accounts.push(sender);
    }
    return { writes: readWrites(record.writeSet), accounts };
  }

  async #searchAccount(
    account: Address,
    handle: Address,
    writers: readonly bigint[],
    depth: number,
  ): Promise<TableTypes | undefined> {
    for (const pathKind of ["resource", "resource_group"] as const) {
      const query = { version: this.#version, pathKind, limit: searchLimits.values };
      for (const candidate of (await listAccountState(this.#source.store, account, query)).entries) {
        const types = await this.#searchValue(candidate, handle, writers, depth);
        if (types !== undefined) return types;
      }
    }
    return undefined;
  }

  async #searchValue(
    { key, bytes }: Candidate,
    handle: Address,
    writers: readonly bigint[],
    depth: number,
  ): Promise<TableTypes | undefined> {
    this.#bytesLeft -= bytes.length;
    if (this.#bytesLeft < 0 || !holdsBytes(bytes, handle)) return undefined;
    try {
      for (const { tag, value } of await this.#valuesOf(key, bytes, writers, depth)) {
        for (const { handle: held, ...types } of (await this.#view.layout(tag)).listTables(value)) {
          this.#known.set(bytesToHex(held), types);
          if (bytesToHex(held) === bytesToHex(handle)) return types;
        }
      }
    } catch (error) {
      // A value that no code at hand can read, or a group that is none: the handle in it is of no use.
      if (!(error instanceof MoveError || error instanceof BcsError)) throw error;
    }
    return undefined;
  }

  /** A stored value by its type: a resource, the members of a group, or an item of another table. */
  async #valuesOf(
    key: Uint8Array,
    bytes: Uint8Array,
    writers: readonly bigint[],
    depth: number,
  ): Promise<readonly { readonly tag: TypeTag; readonly value: Uint8Array }[]> {
    const decoded = decodeStateKey(key);
    if (decoded.kind === "AccessPath") {
      const path = Path.decode(decoded.value.path);
      if (path.kind === "Resource") return [{ tag: { kind: "Struct", value: path.value }, value: bytes }];
      if (path.kind === "Code") return [];
      return listGroupMembers(bytes).map(({ tag, value }) => ({ tag: { kind: "Struct", value: tag }, value }));
    }
    if (decoded.kind !== "TableItem" || depth >= searchLimits.depth) return [];
    const { handle } = decoded.value;
    const types = this.#known.get(bytesToHex(handle)) ?? (await this.find(handle, writers, depth + 1));
    return types === undefined ? [] : [{ tag: types.valueType, value: bytes }];
  }
}

/** The writes of a record; none where this release cannot read them. */
function readWrites(writeSet: Uint8Array): readonly StateWrite[] {
  try {
    return stateWrites(WriteSet.decode(writeSet));
  } catch (error) {
    if (error instanceof BcsError) return [];
    throw error;
  }
}

/** Returns true if bytes occur in others. */
function holdsBytes(bytes: Uint8Array, wanted: Uint8Array): boolean {
  const first = wanted[0]!;
  const last = bytes.length - wanted.length;
  for (let at = bytes.indexOf(first); at >= 0 && at <= last; at = bytes.indexOf(first, at + 1)) {
    let i = 1;
    while (i < wanted.length && bytes[at + i] === wanted[i]) i++;
    if (i === wanted.length) return true;
  }
  return false;
}

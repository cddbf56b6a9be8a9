import { bytesToHex, eventAccountTopic, type TypeTag } from "@ledger/types";
import { type StreamFilter, typeTopic } from "./filter.ts";

/** Filters by a term that they have: the work for a record follows from what it holds, not from how many filters there are. */
class ByTerm {
  readonly #byTerm = new Map<string, number[]>();

  get size(): number {
    return this.#byTerm.size;
  }

  add(term: string, filter: number): void {
    const list = this.#byTerm.get(term);
    if (list === undefined) this.#byTerm.set(term, [filter]);
    else if (list.at(-1) !== filter) list.push(filter);
  }

  find(term: string): readonly number[] {
    return this.#byTerm.get(term) ?? none;
  }
}

const none: readonly number[] = [];

/** Filters of events, by their topics as text. */
interface EventFilters {
  readonly all: number[];
  readonly byType: ByTerm;
  readonly byAccount: ByTerm;
  /** Of filters by account that name types too. */
  readonly types: ReadonlyMap<number, ReadonlySet<string>>;
}

/** Filters of what has accounts, as the hex of their addresses, and of state keys, as theirs. */
interface AccountFilters {
  readonly all: number[];
  readonly byAccount: ByTerm;
  readonly byKey: ByTerm;
}

/** Several filters, arranged so that those which a thing passes are found by what it is. Filters are named by their positions. */
export class FilterIndex {
  readonly blocks: readonly number[];
  readonly events: EventFilters;
  readonly transactions: AccountFilters;
  readonly changes: AccountFilters;

  constructor(filters: readonly StreamFilter[]) {
    const types = new Map<number, ReadonlySet<string>>();
    const accountFilters = (): AccountFilters => ({ all: [], byAccount: new ByTerm(), byKey: new ByTerm() });
    this.blocks = [...filters.keys()].filter((i) => filters[i]!.include.has("blocks"));
    this.events = { all: [], byType: new ByTerm(), byAccount: new ByTerm(), types };
    this.transactions = accountFilters();
    this.changes = accountFilters();
    for (const [i, filter] of filters.entries()) {
      if (filter.include.has("events")) this.#addEvents(i, filter, types);
      if (filter.include.has("transactions")) addByAccount(this.transactions, i, filter, []);
      if (filter.include.has("changes")) addByAccount(this.changes, i, filter, filter.keys);
    }
  }

  #addEvents(filter: number, { types, accounts }: StreamFilter, typesOf: Map<number, ReadonlySet<string>>): void {
    const { all, byType, byAccount } = this.events;
    if (accounts.length === 0) {
      if (types.length === 0) all.push(filter);
      for (const type of types) byType.add(typeTopic(type), filter);
      return;
    }
    for (const account of accounts) byAccount.add(bytesToHex(eventAccountTopic(account)), filter);
    if (types.length > 0) typesOf.set(filter, new Set(types.map((type: TypeTag) => typeTopic(type))));
  }
}

function addByAccount(
  { all, byAccount, byKey }: AccountFilters,
  filter: number,
  { accounts }: StreamFilter,
  keys: readonly Uint8Array[],
): void {
  if (accounts.length + keys.length === 0) all.push(filter);
  for (const account of accounts) byAccount.add(bytesToHex(account), filter);
  for (const key of keys) byKey.add(bytesToHex(key), filter);
}

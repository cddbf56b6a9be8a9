import { bytesToHex, eventAccountTopic } from "@ledger/types";
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
  readonly blocks: number[] = [];
  readonly events: EventFilters;
  readonly transactions = accountFilters();
  readonly changes = accountFilters();

  constructor(filters: readonly PreparedFilter[]) {
    const types = new Map<number, ReadonlySet<string>>();
    this.events = { all: [], byType: new ByTerm(), byAccount: new ByTerm(), types };
    for (const [i, filter] of filters.entries()) {
      const { include } = filter.filter;
      if (include.has("blocks")) this.blocks.push(i);
      if (include.has("events")) this.#addEvents(i, filter, types);
      if (include.has("transactions")) addByAccount(this.transactions, i, filter.accounts, []);
      if (include.has("changes")) addByAccount(this.changes, i, filter.accounts, filter.keys);
    }
  }

  #addEvents(i: number, filter: PreparedFilter, typesOf: Map<number, ReadonlySet<string>>): void {
    const { all, byType, byAccount } = this.events;
    const { typeTopics, accountTopics } = filter;
    if (accountTopics.length > 0) {
      for (const topic of accountTopics) byAccount.add(topic, i);
      if (typeTopics.size > 0) typesOf.set(i, typeTopics);
      return;
    }
    if (typeTopics.size === 0) all.push(i);
    for (const topic of typeTopics) byType.add(topic, i);
  }
}

/** A filter with its terms as they are looked up. */
export interface PreparedFilter {
  readonly filter: StreamFilter;
  readonly typeTopics: ReadonlySet<string>;
  readonly accountTopics: readonly string[];
  readonly accounts: readonly string[];
  readonly keys: readonly string[];
}

/** Prepares a filter for {@link FilterIndex}. */
export function prepareFilter(filter: StreamFilter): PreparedFilter {
  const { types, accounts, keys } = filter;
  return {
    filter,
    typeTopics: new Set(types.map(typeTopic)),
    accountTopics: accounts.map((account) => bytesToHex(eventAccountTopic(account))),
    accounts: accounts.map(bytesToHex),
    keys: keys.map(bytesToHex),
  };
}

/** Filters, and the index of them. */
export function arrangeFilters(prepared: readonly PreparedFilter[]) {
  return { filters: prepared.map(({ filter }) => filter), index: new FilterIndex(prepared) };
}

function accountFilters(): AccountFilters {
  return { all: [], byAccount: new ByTerm(), byKey: new ByTerm() };
}

function addByAccount(
  { all, byAccount, byKey }: AccountFilters,
  filter: number,
  accounts: readonly string[],
  keys: readonly string[],
): void {
  if (accounts.length + keys.length === 0) all.push(filter);
  for (const account of accounts) byAccount.add(account, filter);
  for (const key of keys) byKey.add(key, filter);
}

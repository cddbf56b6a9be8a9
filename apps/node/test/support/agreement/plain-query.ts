import type { PlainTables, PlainValue, Row } from "./plain-state.ts";

// What a query of the public indexer means, as a database would find it out by looking at every row of every table.

/** A condition. */
export type Condition =
  | { readonly kind: "and" | "or"; readonly parts: readonly Condition[] }
  | { readonly kind: "not"; readonly part: Condition }
  | { readonly kind: "column"; readonly column: string; readonly operator: string; readonly operand: Operand }
  | { readonly kind: "relation"; readonly name: string; readonly part: Condition };

/** What a column is compared with. */
export type Operand = PlainValue | readonly PlainValue[];

/** An order by columns, or by a column of a relation. */
export interface Order {
  readonly path: readonly string[];
  readonly direction: "asc" | "desc";
  readonly nulls: "first" | "last";
}

/** A list of rows, with what is wanted of them. */
export interface ListQuery {
  readonly table: string;
  readonly where?: Condition | undefined;
  readonly orders: readonly Order[];
  readonly distinct: readonly string[];
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  readonly columns: readonly string[];
  readonly relations: readonly { readonly name: string; readonly query: ListQuery }[];
}

/** Rows of another table that belong to a row. */
export interface PlainRelation {
  readonly table: string;
  readonly own: string;
  readonly other: string;
  readonly many: boolean;
}

const one = (table: string, own: string, other = own): PlainRelation => ({ table, own, other, many: false });
const many = (table: string, own: string, other = own): PlainRelation => ({ table, own, other, many: true });

const poolRelations = {
  current_pool_balance: one("current_delegated_staking_pool_balances", "pool_address", "staking_pool_address"),
  staking_pool_metadata: one("current_staking_pool_voter", "pool_address", "staking_pool_address"),
};

/** Section 1.3 of the description of the tables. */
export const plainRelations: Readonly<Record<string, Readonly<Record<string, PlainRelation>>>> = {
  current_fungible_asset_balances: { metadata: one("fungible_asset_metadata", "asset_type") },
  fungible_asset_activities: { metadata: one("fungible_asset_metadata", "asset_type") },
  current_token_ownerships_v2: {
    current_token_data: one("current_token_datas_v2", "token_data_id"),
    composed_nfts: many("current_token_ownerships_v2", "token_data_id", "owner_address"),
  },
  current_token_datas_v2: {
    current_collection: one("current_collections_v2", "collection_id"),
    current_token_ownerships: many("current_token_ownerships_v2", "token_data_id"),
  },
  token_activities_v2: { current_token_data: one("current_token_datas_v2", "token_data_id") },
  account_transactions: {
    user_transaction: one("user_transactions", "transaction_version", "version"),
    fungible_asset_activities: many("fungible_asset_activities", "transaction_version"),
    token_activities_v2: many("token_activities_v2", "transaction_version"),
    delegated_staking_activities: many("delegated_staking_activities", "transaction_version"),
  },
  current_delegator_balances: poolRelations,
  delegator_distinct_pool: poolRelations,
  delegated_staking_pools: { current_staking_pool: one("current_staking_pool_voter", "staking_pool_address") },
  current_collection_ownership_v2_view: { current_collection: one("current_collections_v2", "collection_id") },
};

/** Rows that one list gives at most. */
export const mostRows = 500;

type Truth = boolean | null;

/** Finds rows by looking at all of them. */
export class PlainDatabase {
  readonly #tables: PlainTables;
  /** Rows by the values of columns that relations go by. */
  readonly #byValue = new Map<string, ReadonlyMap<PlainValue, readonly Row[]>>();

  constructor(tables: PlainTables) {
    this.#tables = tables;
  }

  /** The rows of a list, before its limit of 500 where there is none. */
  list(query: ListQuery, own: readonly Row[] = this.#tables.list(query.table)): readonly Row[] {
    const wanted = own.filter(
      (row) => query.where === undefined || this.#holds(query.table, query.where, row) === true,
    );
    const sorted = wanted.toSorted((a, b) => this.#compare(query, a, b));
    const seen = new Set<string>();
    const distinct = sorted.filter((row) => {
      if (query.distinct.length === 0) return true;
      const values = query.distinct.map((column) => plainText(row[column]!)).join("|");
      return !seen.has(values) && seen.add(values);
    });
    const start = query.offset ?? 0;
    return distinct.slice(start, query.limit === undefined ? undefined : start + query.limit);
  }

  /** The rows that belong to one. */
  related(table: string, name: string, row: Row): readonly Row[] {
    const relation = plainRelations[table]![name]!;
    const value = row[relation.own] ?? null;
    if (value === null) return [];
    return this.#rowsBy(relation).get(value) ?? [];
  }

  #rowsBy({ table, other }: PlainRelation): ReadonlyMap<PlainValue, readonly Row[]> {
    const name = `${table} ${other}`;
    const known = this.#byValue.get(name) ?? Map.groupBy(this.#tables.list(table), (row) => row[other]!);
    this.#byValue.set(name, known);
    return known;
  }

  #compare({ table, orders }: ListQuery, a: Row, b: Row): number {
    for (const { path, direction, nulls } of orders) {
      const [left, right] = [this.#valueAt(table, path, a), this.#valueAt(table, path, b)];
      if (left === right) continue;
      if (left === null || right === null) return (left === null) === (nulls === "first") ? -1 : 1;
      const order = left < right ? -1 : 1;
      return direction === "asc" ? order : -order;
    }
    return 0;
  }

  #valueAt(table: string, [first, ...rest]: readonly string[], row: Row): PlainValue {
    if (rest.length === 0) return row[first!] ?? null;
    const [related] = this.related(table, first!, row);
    return related === undefined ? null : this.#valueAt(plainRelations[table]![first!]!.table, rest, related);
  }

  #holds(table: string, condition: Condition, row: Row): Truth {
    switch (condition.kind) {
      case "not": {
        const holds = this.#holds(table, condition.part, row);
        return holds === null ? null : !holds;
      }
      case "and":
      case "or": {
        const all = condition.parts.map((part) => this.#holds(table, part, row));
        const decisive = condition.kind === "or";
        if (all.includes(decisive)) return decisive;
        return all.includes(null) ? null : !decisive;
      }
      case "relation": {
        const relation = plainRelations[table]![condition.name]!;
        const others = this.related(table, condition.name, row);
        return others.some((other) => this.#holds(relation.table, condition.part, other) === true);
      }
      default:
        return compare(condition.operator, row[condition.column] ?? null, condition.operand);
    }
  }
}

function compare(operator: string, value: PlainValue, operand: Operand): Truth {
  if (operator === "_is_null") return (value === null) === operand;
  if (value === null) return null;
  // biome-ignore lint/suspicious/noExplicitAny: both are numbers, or both are texts
  const other = operand as any;
  switch (operator) {
    case "_eq":
      return value === operand;
    case "_neq":
      return value !== operand;
    case "_gt":
      return value > other;
    case "_gte":
      return value >= other;
    case "_lt":
      return value < other;
    case "_lte":
      return value <= other;
    case "_in":
      return (operand as readonly PlainValue[]).includes(value);
    case "_nin":
      return !(operand as readonly PlainValue[]).includes(value);
    case "_like":
    case "_nlike":
      return isLike(value as string, operand as string) === (operator === "_like");
    case "_ilike":
    case "_nilike":
      return isLike((value as string).toLowerCase(), (operand as string).toLowerCase()) === (operator === "_ilike");
    case "_has_key":
      return Array.isArray(value) ? value.includes(operand) : Object.keys(value as object).includes(operand as string);
    default:
      throw new Error(`no operator ${operator}`);
  }
}

/** A pattern with `%` at its ends only, and no `_`, `\` in between that are not escaped. */
function isLike(value: string, pattern: string): boolean {
  const [, before, escaped, after] = /^(%?)((?:\\.|[^%_\\])*)(%?)$/s.exec(pattern)!;
  const text = escaped!.replace(/\\(.)/gs, "$1");
  if (before === "" && after === "") return value === text;
  if (before === "") return value.startsWith(text);
  return after === "" ? value.endsWith(text) : value.includes(text);
}

/** A value as a text that is alike for alike values: numbers as digits, members of objects in order. */
export function plainText(value: unknown): string {
  if (typeof value === "bigint" || typeof value === "number") return `${value}`;
  if (typeof value !== "object" || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(plainText).join()}]`;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${name}:${plainText(member)}`).join()}}`;
}

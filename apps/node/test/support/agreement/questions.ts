import type { Random } from "@ledger/random";
import { type Condition, type ListQuery, type Operand, type Order, plainRelations } from "./plain-query.ts";
import type { PlainTables, PlainValue, Row } from "./plain-state.ts";

/** Columns whose values no two rows of a table have alike. */
const keys: Readonly<Record<string, readonly string[]>> = {
  current_fungible_asset_balances: ["storage_id"],
  fungible_asset_metadata: ["asset_type"],
  fungible_asset_activities: ["transaction_version", "event_index"],
  current_objects: ["object_address"],
  current_collections_v2: ["collection_id"],
  current_token_datas_v2: ["token_data_id"],
  current_token_ownerships_v2: ["token_data_id", "property_version_v1", "owner_address", "storage_id"],
  current_collection_ownership_v2_view: ["owner_address", "collection_id"],
  token_activities_v2: ["transaction_version", "event_index"],
  account_transactions: ["account_address", "transaction_version"],
  user_transactions: ["version"],
  table_items: ["transaction_version", "write_set_change_index"],
  current_table_items: ["table_handle", "key_hash"],
  delegated_staking_activities: ["transaction_version", "event_index"],
  signatures: ["transaction_version", "multi_agent_index", "multi_sig_index", "is_sender_primary"],
  proposal_votes: ["transaction_version", "proposal_id", "voter_address", "staking_pool_address"],
  current_delegator_balances: ["delegator_address", "pool_address", "pool_type", "table_handle"],
  current_delegated_staking_pool_balances: ["staking_pool_address"],
  current_delegated_voter: ["delegation_pool_address", "delegator_address"],
  current_staking_pool_voter: ["staking_pool_address"],
  delegated_staking_pools: ["staking_pool_address"],
  delegated_staking_pool_balances: ["transaction_version", "staking_pool_address"],
  num_active_delegator_per_pool: ["pool_address"],
  delegator_distinct_pool: ["delegator_address", "pool_address"],
  events: ["transaction_version", "event_index"],
  block_metadata_transactions: ["version"],
  ledger_infos: ["chain_id"],
};

/** Columns that are values of JSON. */
const jsonColumns = [
  ...["token_properties", "collection_properties", "token_properties_mutated_v1", "public_key_indices"],
  ...["data", "failed_proposer_indices", "previous_block_votes_bitvec"],
];

/** Columns of numbers that need not be whole: here they are texts, which are in another order. */
const fractions = ["shares", "total_shares"];

/** Tables from which questions begin; those that have much to ask for come several times. */
const tables = Object.keys(keys).flatMap((name) => Array.from({ length: name === "ledger_infos" ? 1 : 6 }, () => name));

/** A question of one of the kinds that clients ask, with its text. */
export type Question =
  | { readonly kind: "list"; readonly query: ListQuery; readonly text: string }
  | { readonly kind: "count"; readonly query: ListQuery; readonly text: string; readonly counted?: Counted }
  | { readonly kind: "row"; readonly query: ListQuery; readonly text: string };

/** The columns that are counted. */
export interface Counted {
  readonly column: string;
  readonly distinct: boolean;
}

/** Makes up questions to tables, with values that are in them and values that are not. */
export class Questions {
  readonly #random: Random;
  readonly #tables: PlainTables;

  constructor(random: Random, rows: PlainTables) {
    this.#random = random;
    this.#tables = rows;
  }

  next(): Question {
    const random = this.#random;
    const table = random.pick(tables);
    const roll = random.below(10);
    if (roll === 0) return this.#byKey(table);
    if (roll <= 2) return this.#count(table);
    const query = this.#list(table, 2);
    return { kind: "list", query, text: `{${listText(query)}}` };
  }

  #byKey(table: string): Question {
    const random = this.#random;
    const rows = this.#tables.list(table);
    const columns = this.#someColumns(table);
    if (rows.length === 0) return this.next();
    const row = random.pick(rows);
    const parts = keys[table]!.map((column): Condition & { readonly kind: "column" } => {
      return { kind: "column", column, operator: "_eq", operand: this.#valueLike(row[column]!) };
    });
    const query = { table, where: { kind: "and", parts } as const, orders: [], distinct: [], columns, relations: [] };
    if (parts.some(({ operand }) => operand === null)) return this.next();
    const key = parts.map(({ column, operand }) => `${column}:${literal(operand)}`).join();
    return { kind: "row", query, text: `{${table}_by_pk(${key}){${columns.join(" ")}}}` };
  }

  #count(table: string): Question {
    const random = this.#random;
    const isSimple = random.once(2);
    const where = isSimple ? (random.once(4) ? undefined : this.#simple(table)) : this.#condition(table, 2);
    const [limit, offset] = [
      random.once(5) ? random.below(20) : undefined,
      random.once(6) ? random.below(9) : undefined,
    ];
    const columns = this.#someColumns(table);
    const query = { table, where, orders: [], distinct: [], limit, offset, columns, relations: [] };
    const given = argumentsText(query);
    const counted = random.once(3)
      ? { column: random.pick(this.#someColumns(table)), distinct: random.once(2) }
      : undefined;
    const isCut = limit !== undefined || offset !== undefined;
    // Which rows are left after a cut without an order is open.
    if (counted === undefined || isCut) {
      return { kind: "count", query, text: `{${table}_aggregate${given}{aggregate{count}}}` };
    }
    const of = `(columns:${counted.column},distinct:${counted.distinct})`;
    return { kind: "count", query, counted, text: `{${table}_aggregate${given}{aggregate{count${of}}}}` };
  }

  /** A condition that an index answers: one column with one or some values. */
  #simple(table: string): Condition | undefined {
    const random = this.#random;
    const rows = this.#tables.list(table);
    if (rows.length === 0) return undefined;
    const column = random.pick(this.#comparable(table));
    const values = Array.from({ length: 1 + random.below(4) }, () => this.#valueLike(random.pick(rows)[column]!));
    const known = values.filter((value) => value !== null && typeof value !== "object");
    if (known.length === 0) return undefined;
    const isList = known.length > 1;
    return { kind: "column", column, operator: isList ? "_in" : "_eq", operand: isList ? known : known[0]! };
  }

  #list(table: string, depth: number): ListQuery {
    const random = this.#random;
    const where = random.once(5) ? undefined : this.#condition(table, depth);
    const isOrdered = random.once(4) === false || depth < 2;
    const distinct = random.once(8) ? [random.pick(this.#ordered(table))] : [];
    const orders = isOrdered || distinct.length > 0 ? this.#orders(table, distinct) : [];
    const isCut = orders.length > 0;
    return {
      table,
      where,
      orders,
      distinct,
      limit: isCut && random.once(2) ? random.below(30) : undefined,
      offset: isCut && random.once(4) ? random.below(12) : undefined,
      columns: this.#someColumns(table),
      relations: depth === 0 ? [] : this.#relations(table, depth),
    };
  }

  #relations(table: string, depth: number): ListQuery["relations"] {
    const random = this.#random;
    const names = Object.keys(plainRelations[table] ?? {}).filter(() => random.once(3));
    return names.map((name) => {
      const { table: other, many } = plainRelations[table]![name]!;
      // Lists in lists without a limit are refused for what they could cost.
      if (many) return { name, query: { ...this.#list(other, depth - 1), limit: 1 + random.below(6) } };
      const relations = depth > 1 ? this.#relations(other, depth - 1) : [];
      return { name, query: { table: other, orders: [], distinct: [], columns: this.#someColumns(other), relations } };
    });
  }

  /** Orders that leave nothing open: they end with the key. */
  #orders(table: string, distinct: readonly string[]): Order[] {
    const random = this.#random;
    const paths = [...distinct.map((column) => [column])];
    for (let count = random.below(3); count > 0; count--) paths.push(this.#path(table));
    return [...paths, ...keys[table]!.map((column) => [column])].map((path) => {
      const direction = random.pick(["asc", "desc"] as const);
      return { path, direction, nulls: random.pick(["first", "last"] as const) };
    });
  }

  #path(table: string): string[] {
    const random = this.#random;
    const single = Object.entries(plainRelations[table] ?? {}).filter(
      ([, relation]) => !relation.many && isOfNow(relation.table),
    );
    const found = single.length > 0 && random.once(3) ? random.pick(single) : undefined;
    if (found !== undefined) return [found[0], ...this.#path(found[1].table)];
    return [random.pick(this.#ordered(table))];
  }

  #condition(table: string, depth: number): Condition | undefined {
    const random = this.#random;
    const roll = random.below(10);
    if (depth > 0 && roll < 3) {
      const parts = Array.from({ length: 1 + random.below(3) }, () => this.#condition(table, depth - 1));
      return { kind: random.pick(["and", "or"]), parts: parts.filter((part) => part !== undefined) };
    }
    if (depth > 0 && roll === 3) {
      const part = this.#condition(table, depth - 1);
      return part && { kind: "not", part };
    }
    const related = Object.entries(plainRelations[table] ?? {}).filter(([, relation]) => isOfNow(relation.table));
    if (depth > 0 && roll === 4 && related.length > 0) {
      const [name, relation] = random.pick(related);
      const part = this.#condition(relation.table, depth - 1);
      return part && { kind: "relation", name, part };
    }
    return this.#comparison(table);
  }

  #comparison(table: string): Condition | undefined {
    const random = this.#random;
    const rows = this.#tables.list(table);
    if (rows.length === 0) return undefined;
    const column = random.pick(this.#comparable(table));
    const value = this.#valueLike(random.pick(rows)[column]!);
    const compared = (operator: string, operand: Operand): Condition => ({ kind: "column", column, operator, operand });
    if (value === null) return compared("_is_null", random.once(2));
    if (typeof value === "object") {
      const names = Object.keys(value);
      return compared("_has_key", names.length === 0 ? "level" : random.pick(names));
    }
    if (typeof value === "boolean") return compared(random.pick(["_eq", "_neq"]), value);
    const operators = ["_eq", "_eq", "_eq", "_neq", "_gt", "_gte", "_lt", "_lte", "_in", "_in", "_nin", "_is_null"];
    // Times are texts only for us.
    const isText = typeof value === "string" && !column.includes("timestamp");
    if (isText) operators.push("_like", "_nlike", "_ilike", "_nilike");
    const operator = random.pick(operators);
    if (operator === "_is_null") return compared(operator, random.once(2));
    if (operator === "_in" || operator === "_nin") {
      const others = Array.from({ length: random.below(4) }, () => this.#valueLike(random.pick(rows)[column]!));
      return compared(operator, [value, ...others.filter((other) => other !== null && typeof other !== "object")]);
    }
    return compared(operator, operator.endsWith("like") ? this.#pattern(value as string) : value);
  }

  #pattern(value: string): string {
    const random = this.#random;
    const start = random.below(value.length + 1);
    const part = value.slice(start, start + random.below(12)).replace(/[%_\\]/g, "\\$&");
    return `${random.pick(["", "%"])}${part}${random.pick(["", "%"])}`;
  }

  /** A value, or one close to it that may not be there. */
  #valueLike(value: PlainValue): PlainValue {
    const random = this.#random;
    if (!random.once(8)) return value;
    if (typeof value === "bigint") return value + BigInt(random.below(5)) - 2n;
    if (typeof value === "string" && /^0x[0-9a-f]{64}$/.test(value))
      return `0x${random.pick(["1", "a", "b"]).padStart(64, "0")}`;
    return value;
  }

  /** Those of them whose values are compared. */
  #comparable(table: string): readonly string[] {
    return this.#someColumns(table).filter((column) => !fractions.includes(column));
  }

  /** Those of them whose values are in an order. */
  #ordered(table: string): readonly string[] {
    return this.#comparable(table).filter((column) => !jsonColumns.includes(column));
  }

  /** Some columns of a table, those of its key among them. */
  #someColumns(table: string): readonly string[] {
    const row: Row = this.#tables.list(table)[0] ?? {};
    const others = Object.keys(row).filter((column) => !keys[table]!.includes(column) && this.#random.once(3));
    return [...keys[table]!, ...others].sort(() => this.#random.fraction() - 0.5);
  }
}

/** True for tables that conditions and orders of others may ask about. */
function isOfNow(table: string): boolean {
  return table.startsWith("current_") || table === "fungible_asset_metadata";
}

function listText(query: ListQuery, name = query.table): string {
  const relations = query.relations.map((relation) => listText(relation.query, relation.name));
  return `${name}${argumentsText(query)}{${[...query.columns, ...relations].join(" ")}}`;
}

function argumentsText({ where, orders, distinct, limit, offset }: ListQuery): string {
  const given = [
    where && `where:${conditionText(where)}`,
    orders.length > 0 && `order_by:[${orders.map(orderText).join()}]`,
    distinct.length > 0 && `distinct_on:[${distinct.join()}]`,
    limit !== undefined && `limit:${limit}`,
    offset !== undefined && `offset:${offset}`,
  ].filter((part) => typeof part === "string");
  return given.length === 0 ? "" : `(${given.join()})`;
}

function conditionText(condition: Condition): string {
  switch (condition.kind) {
    case "and":
    case "or":
      return `{_${condition.kind}:[${condition.parts.map(conditionText).join()}]}`;
    case "not":
      return `{_not:${conditionText(condition.part)}}`;
    case "relation":
      return `{${condition.name}:${conditionText(condition.part)}}`;
    default:
      return `{${condition.column}:{${condition.operator}:${literal(condition.operand)}}}`;
  }
}

function orderText({ path: [first, ...rest], direction, nulls }: Order): string {
  const inner = rest.length === 0 ? `${direction}_nulls_${nulls}` : orderText({ path: rest, direction, nulls });
  return `{${first}:${inner}}`;
}

function literal(value: Operand): string {
  if (Array.isArray(value)) return `[${value.map(literal).join()}]`;
  return typeof value === "bigint" ? `${value}` : JSON.stringify(value);
}

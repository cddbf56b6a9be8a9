import { formatAddress, parseAddress } from "@ledger/types";
import type { LedgerPicture } from "../answering/picture.ts";
import { QueryRefusal } from "../answering/table.ts";
import type { Row, Value } from "../row.ts";

/** An item of a list, as JSON has it. */
export type ListItem = Readonly<Record<string, string | boolean | number | object | null>>;

/** A question whose version is known. */
export interface PlacedQuestion {
  readonly of?: string | undefined;
  readonly version: bigint;
  readonly start: string | undefined;
  readonly limit: number;
  readonly type?: string | undefined;
  readonly order?: "amount" | "oldest_first" | "newest_first" | undefined;
}

/** A page of a list. */
export interface ListPage {
  readonly items: readonly ListItem[];
  readonly next: string | undefined;
}

/** Rows or transactions that one page looks at: it may be short, and not be the last. */
export const seenByPage = 2_000;

/** Characters of JSON after which a page ends: chains let a text be long. */
const longPage = 2_000_000;

/** The items of a page, until there are enough. */
export class PageItems {
  readonly items: ListItem[] = [];
  readonly #limit: number;
  #length = 0;

  constructor({ limit }: PlacedQuestion) {
    this.#limit = limit;
  }

  get isFull(): boolean {
    return this.items.length >= this.#limit || this.#length >= longPage;
  }

  add(item: ListItem): void {
    this.items.push(item);
    this.#length += JSON.stringify(item).length;
  }
}

/** Makes a page. @throws QueryRefusal for a question that is none, or that looks at too much */
export type AnswerList = (picture: LedgerPicture, question: PlacedQuestion) => Promise<ListPage>;

/** The numbers of a cursor. @throws QueryRefusal for a text that no answer gave */
export function readCursor(text: string, count: number): readonly [bigint, ...bigint[]] {
  const parts = text.split(".");
  if (parts.length !== count || parts.some((part) => !/^\d{1,39}$/.test(part))) throw noCursor();
  const [first, ...rest] = parts.map(BigInt);
  return [first!, ...rest];
}

/** The refusal of a cursor that no answer gave. */
export function noCursor(): QueryRefusal {
  return new QueryRefusal("start is no cursor of this list: send that of an earlier answer");
}

/** Refuses a list of a table that the index does not have. @throws QueryRefusal */
export function needTable({ index }: LedgerPicture, ...tables: readonly string[]): void {
  const missing = tables.find((table) => !index.has(table));
  if (missing !== undefined)
    throw new QueryRefusal(`'${missing}' is not in the index of this node (--index)`, "absent");
}

/** An address as the REST API writes it; a type stays as it is. */
export function shortName(name: Value | undefined): string | null {
  if (typeof name !== "string") return null;
  return /^0x[0-9a-f]{64}$/.test(name) ? formatAddress(parseAddress(name)) : name;
}

/** A number as JSON has it. */
export function digits(value: Value | undefined): string | null {
  return typeof value === "bigint" ? `${value}` : null;
}

/** The text of a column. */
export function textOf(row: Row | undefined, column: string): string | null {
  const value = row?.[column];
  return typeof value === "string" ? value : null;
}

/** The address or text that a list is of. */
export function subjectOf({ of }: PlacedQuestion): string {
  if (of === undefined) throw new TypeError("the list is of something");
  return of;
}

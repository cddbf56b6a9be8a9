import { BcsError } from "@ledger/bcs";
import { type HeldTable, type Layout, MoveError, type MoveView } from "@ledger/move";
import { type Awaitable, formatHex, formatTypeTag, LruCache, parseTypeTag, type TypeTag } from "@ledger/types";
import type { ItemChange } from "../record/change.ts";
import type { RecordEvent } from "../record/event.ts";
import type { ItemTypes, RecordView } from "../record/record-view.ts";
import type { CurrentRows, Row, Value } from "../row.ts";
import type { DecodeEvent, DecodeItem } from "../rules/decoders.ts";

/** Resources without tables that nearly every transaction writes. */
const tableless = /^0x1::(?:coin::CoinStore|account::Account|fungible_asset::|object::|aptos_coin::)/;

const table = "table_types";

/** Handles whose types are remembered: they need not be looked up again. */
const remembered = 50_000;

/** Notes the types of the items of tables, by handle: read from the values that hold the tables. The types of a table never change. */
export class TableTypes {
  readonly #rows: CurrentRows;
  readonly #tags = new LruCache<string, HeldTable>(remembered);

  constructor(rows: CurrentRows) {
    this.#rows = rows;
  }

  /** The types of a table, as the REST API writes them. */
  find(handle: string): ItemTypes | undefined {
    return itemTypes(this.#rows.find(table, handle));
  }

  /** Notes the tables that what a transaction wrote holds, tables in items of tables among them. */
  async note(record: RecordView, view: MoveView): Promise<void> {
    for (const { type, tag, value } of record.resources) {
      if (value === undefined || tableless.test(type)) continue;
      await this.#noteValue({ kind: "Struct", value: tag }, value, view);
    }
    for (const { handle, value } of record.items) {
      const held = value === undefined ? undefined : this.#tagsOf(handle);
      if (held !== undefined) await this.#noteValue(held.valueType, value!, view);
    }
  }

  #tagsOf(handle: string): Pick<HeldTable, "valueType"> | undefined {
    const known = this.#tags.get(handle);
    if (known !== undefined) return known;
    const types = this.find(handle);
    return types && { valueType: parseTypeTag(types.valueType) };
  }

  async #noteValue(type: TypeTag, value: Uint8Array, view: MoveView): Promise<void> {
    if (type.kind !== "Struct" && type.kind !== "Vector") return;
    const tables = await reading(async () => (await layoutOf(type, view)).listTables(value));
    for (const held of tables ?? []) {
      const handle = formatHex(held.handle);
      this.#tags.set(handle, held);
      const { keyType, valueType } = held;
      if (this.#rows.find(table, handle) !== undefined) continue;
      this.#rows.put(table, handle, { key_type: formatTypeTag(keyType), value_type: formatTypeTag(valueType) });
    }
  }
}

/** The types that a row of what is looked up tells. */
export function itemTypes(row: Row | undefined): ItemTypes | undefined {
  return row && { keyType: row.key_type as string, valueType: row.value_type as string };
}

/** Finds the types of a table, which may take a while. */
export type FindTypes = (handle: string) => Awaitable<ItemTypes | undefined>;

/** Prepares to read the items that a transaction wrote; those of unknown types are not read. */
export async function decoderOf(
  items: readonly Pick<ItemChange, "handle">[],
  find: FindTypes,
  view: MoveView,
): Promise<DecodeItem> {
  const layouts = new Map<string, readonly [key: Layout, value: Layout]>();
  for (const { handle } of items) {
    if (layouts.has(handle)) continue;
    const types = await find(handle);
    if (types === undefined) continue;
    const found = await reading(async (): Promise<readonly [Layout, Layout]> => {
      const [key, value] = [parseTypeTag(types.keyType), parseTypeTag(types.valueType)];
      return [await view.wholeLayout(key), await view.wholeLayout(value)];
    });
    if (found !== undefined) layouts.set(handle, found);
  }
  return ({ handle, itemKey, value }) => {
    const found = layouts.get(handle);
    if (found === undefined) return undefined;
    const [key, item] = found;
    return reading(() => ({
      key: key.decodeToJson(itemKey) as never,
      value: value === undefined ? null : (item.decodeToJson(value) as never),
    }));
  };
}

/** Prepares to read the events of a transaction; those of unknown types are not read. */
export async function eventDecoderOf(
  events: readonly Pick<RecordEvent, "type">[],
  view: MoveView,
): Promise<DecodeEvent> {
  const layouts = new Map<string, Layout>();
  for (const type of new Set(events.map((event) => event.type))) {
    const layout = await reading(() => view.wholeLayout(parseTypeTag(type)));
    if (layout !== undefined) layouts.set(type, layout);
  }
  return ({ type, data }) => reading(() => layouts.get(type)?.decodeToJson(data) as Value | undefined);
}

/** A layout, without waiting where it is known. */
function layoutOf(type: TypeTag, view: MoveView): Layout | Promise<Layout> {
  return view.findLayout(type) ?? view.layout(type);
}

function reading<T>(read: () => Promise<T>): Promise<T | undefined>;
function reading<T>(read: () => T): T | undefined;
/** A value that no code at hand can read says nothing; other errors pass. */
function reading<T>(read: () => T | Promise<T>): T | undefined | Promise<T | undefined> {
  const refuse = (error: unknown): undefined => {
    if (error instanceof MoveError || error instanceof BcsError) return undefined;
    throw error;
  };
  try {
    const made = read();
    return made instanceof Promise ? made.catch(refuse) : made;
  } catch (error) {
    return refuse(error);
  }
}

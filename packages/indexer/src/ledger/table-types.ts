import { BcsError } from "@ledger/bcs";
import { type HeldTable, type Layout, MoveError, type MoveView } from "@ledger/move";
import { formatHex, formatTypeTag, type TypeTag } from "@ledger/types";
import type { ItemChange, ResourceChange } from "../record/change.ts";
import type { ItemTypes, RecordView } from "../record/record-view.ts";
import type { DecodeItem } from "../rules/table-items.ts";

/** Resources without tables that nearly every transaction writes. */
const tableless = /^0x1::(?:coin::CoinStore|account::Account|fungible_asset::|object::|aptos_coin::)/;

/** Types of the items of tables, by handle: read from the values that hold the tables. The types of a table never change. */
export class TableTypes {
  readonly #tags = new Map<string, HeldTable>();

  /** The types of a table, as the REST API writes them. */
  find(handle: string): ItemTypes | undefined {
    const held = this.#tags.get(handle);
    return held && { keyType: formatTypeTag(held.keyType), valueType: formatTypeTag(held.valueType) };
  }

  /** Handles of the tables whose values have one of some types. */
  *listHandles(valueTypes: readonly string[]): Iterable<string> {
    for (const [handle, { valueType }] of this.#tags) if (valueTypes.includes(formatTypeTag(valueType))) yield handle;
  }

  /** Notes the tables that what a transaction wrote holds, tables in items of tables among them. */
  async note(record: RecordView, view: MoveView): Promise<void> {
    for (const change of record.resources) if (!tableless.test(change.type)) await this.#noteResource(change, view);
    for (const { handle, value } of record.items) {
      const held = this.#tags.get(handle);
      if (held !== undefined && value !== undefined) await this.#noteValue(held.valueType, value, view);
    }
  }

  async #noteResource({ tag, value }: ResourceChange, view: MoveView): Promise<void> {
    if (value !== undefined) await this.#noteValue({ kind: "Struct", value: tag }, value, view);
  }

  async #noteValue(type: TypeTag, value: Uint8Array, view: MoveView): Promise<void> {
    if (type.kind !== "Struct" && type.kind !== "Vector") return;
    const tables = await reading(async () => (await layoutOf(type, view)).listTables(value));
    for (const table of tables ?? []) this.#tags.set(formatHex(table.handle), table);
  }

  /** Prepares to read the items that a transaction wrote; those of unknown types are not read. */
  async decoderOf(items: readonly Pick<ItemChange, "handle">[], view: MoveView): Promise<DecodeItem> {
    const layouts = new Map<string, readonly [key: Layout, value: Layout]>();
    for (const { handle } of items) {
      const types = this.#tags.get(handle);
      if (types === undefined || layouts.has(handle)) continue;
      const found = await reading(async (): Promise<readonly [Layout, Layout]> => {
        return [await view.wholeLayout(types.keyType), await view.wholeLayout(types.valueType)];
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

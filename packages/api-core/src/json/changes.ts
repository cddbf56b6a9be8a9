import { type JsonWriter, listGroupMembers, MoveError, type MoveView, type ResourceGroupMember } from "@ledger/move";
import {
  type Address,
  compareStateItems,
  decodeStateKey,
  formatAddress,
  formatAddressLong,
  formatHash,
  formatHex,
  formatModuleId,
  formatStructTag,
  hashStateKey,
  Path,
  type StateWrite,
  stateWrites,
  type TableItemKey,
  type WriteSet,
} from "@ledger/types";
import { moduleJson } from "./module-item.ts";
import { writeResource } from "./resource.ts";

/**
 * Appends the changes of a transaction, an array. A resource group yields one change for each member, with the same hash;
 * a change that cannot be shown is left out. They stand in the order of what they change, not in that of the write set.
 * @see Ledger specification, REST API §9.15
 */
export async function writeChanges(output: JsonWriter, view: MoveView, writeSet: WriteSet): Promise<void> {
  output.rawText("[");
  const list = new ListWriter(output);
  const writes = stateWrites(writeSet).sort((a, b) => compareStateItems(a.key, b.key));
  for (const write of writes) await writeChange(list, view, write);
  output.rawText("]");
}

/** Puts commas between items of which some turn out to be unwritable. */
class ListWriter {
  readonly output: JsonWriter;
  #empty = true;

  constructor(output: JsonWriter) {
    this.output = output;
  }

  item(text: string): void {
    this.output.rawText(this.#empty ? text : `,${text}`);
    this.#empty = false;
  }

  /** Takes an item back when the value in it cannot be read. */
  async attempt(write: () => Promise<void>): Promise<void> {
    const { length } = this.output;
    const empty = this.#empty;
    try {
      await write();
    } catch (error) {
      if (!(error instanceof MoveError)) throw error;
      this.output.truncate(length);
      this.#empty = empty;
    }
  }
}

async function writeChange(list: ListWriter, view: MoveView, { key, value }: StateWrite): Promise<void> {
  const decoded = decodeStateKey(key);
  const hash = `"state_key_hash":"${formatHash(hashStateKey(key))}"`;
  switch (decoded.kind) {
    case "TableItem":
      list.item(tableItemChange(decoded.value, value, hash));
      return;
    case "AccessPath": {
      const { address } = decoded.value;
      await writeAccountChange(list, view, address, Path.decode(decoded.value.path), value, hash);
      return;
    }
    default:
  }
}

function tableItemChange({ handle, key }: TableItemKey, value: Uint8Array | undefined, hash: string): string {
  const item = `${hash},"handle":"${formatAddressLong(handle)}","key":"${formatHex(key)}"`;
  if (value === undefined) return `{"type":"delete_table_item",${item}}`;
  return `{"type":"write_table_item",${item},"value":"${formatHex(value)}"}`;
}

async function writeAccountChange(
  list: ListWriter,
  view: MoveView,
  address: Address,
  path: Path,
  value: Uint8Array | undefined,
  hash: string,
): Promise<void> {
  const where = `"address":"${formatAddress(address)}",${hash}`;
  if (path.kind === "Code") {
    list.item(
      value === undefined
        ? `{"type":"delete_module",${where},"module":${JSON.stringify(formatModuleId(path.value))}}`
        : `{"type":"write_module",${where},"data":${moduleJson({ bytes: value })}}`,
    );
    return;
  }
  if (value === undefined) {
    list.item(`{"type":"delete_resource",${where},"resource":${JSON.stringify(formatStructTag(path.value))}}`);
    return;
  }
  const resources = path.kind === "Resource" ? [{ tag: path.value, value }] : readGroup(value);
  for (const { tag, value: bytes } of resources) {
    await list.attempt(async () => {
      list.item(`{"type":"write_resource",${where},"data":`);
      await writeResource(list.output, view, tag, bytes);
      list.output.rawText("}");
    });
  }
}

/** Members of a resource group; none when the bytes are no group. */
function readGroup(bytes: Uint8Array): readonly ResourceGroupMember[] {
  try {
    return listGroupMembers(bytes);
  } catch (error) {
    if (error instanceof MoveError) return [];
    throw error;
  }
}

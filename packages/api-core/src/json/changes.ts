import { type JsonWriter, listGroupMembers, MoveError, type MoveView, type ResourceGroupMember } from "@ledger/move";
import {
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
import { moduleToJson } from "../ledger/module-item.ts";
import { writeResource } from "./resource.ts";

/**
 * Appends the changes of a transaction, an array. A resource group yields one change for each member, with the same hash;
 * a change that cannot be shown is left out. They are in the order of what they change, not in that of the write set.
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#9.15 | Specification, REST API 9.15}
 */
export async function writeChanges(output: JsonWriter, view: MoveView, writeSet: WriteSet): Promise<void> {
  output.beginArray();
  const writes = stateWrites(writeSet).sort((a, b) => compareStateItems(a.key, b.key));
  for (const write of writes) await writeChange(output, view, write);
  output.endArray();
}

async function writeChange(output: JsonWriter, view: MoveView, { key, value }: StateWrite): Promise<void> {
  const decoded = decodeStateKey(key);
  const hash = formatHash(hashStateKey(key));
  switch (decoded.kind) {
    case "TableItem":
      output.item().data(tableItemToJson(decoded.value, value, hash));
      return;
    case "AccessPath": {
      const { address } = decoded.value;
      const where = { address: formatAddress(address), state_key_hash: hash };
      await writeAccountChange(output, view, Path.decode(decoded.value.path), value, where);
      return;
    }
    default:
  }
}

function tableItemToJson({ handle, key }: TableItemKey, value: Uint8Array | undefined, hash: string): object {
  return {
    type: value === undefined ? "delete_table_item" : "write_table_item",
    state_key_hash: hash,
    handle: formatAddressLong(handle),
    key: formatHex(key),
    value: value && formatHex(value),
  };
}

async function writeAccountChange(
  output: JsonWriter,
  view: MoveView,
  path: Path,
  value: Uint8Array | undefined,
  where: { readonly address: string; readonly state_key_hash: string },
): Promise<void> {
  if (path.kind === "Code") {
    output
      .item()
      .data(
        value === undefined
          ? { type: "delete_module", ...where, module: formatModuleId(path.value) }
          : { type: "write_module", ...where, data: moduleToJson(value) },
      );
    return;
  }
  if (value === undefined) {
    output.item().data({ type: "delete_resource", ...where, resource: formatStructTag(path.value) });
    return;
  }
  const resources = path.kind === "Resource" ? [{ tag: path.value, value }] : readGroup(value);
  for (const { tag, value: bytes } of resources) {
    const { length } = output;
    try {
      output
        .item()
        .beginObject()
        .members({ type: "write_resource", ...where });
      await writeResource(output.member("data"), view, tag, bytes);
      output.endObject();
    } catch (error) {
      if (!(error instanceof MoveError)) throw error;
      output.truncate(length);
    }
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

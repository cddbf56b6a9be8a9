import { node } from "../../api/node.ts";
import { readStruct } from "../../move/read-abi.ts";
import { formatType, parseType, type TypeText } from "../../move/type-text.ts";
import type { At } from "../../version/at.ts";
import { findLandmarks } from "../landmarks.ts";

/** A table that a resource holds. */
export interface FoundTable {
  readonly handle: string;
  readonly keyType: string;
  readonly valueType: string;
  /** Place where it was found: the account, and the resource with the fields that lead to the table. */
  readonly address: string;
  readonly path: string;
}

/** Accounts and resources that are looked at, and how deep. */
const lookedAt = { accounts: 6, resources: 60, depth: 6, tables: 40 };

/** Tables of recently seen accounts, found in their resources by the types of the fields. */
export async function findTables(signal: AbortSignal): Promise<readonly FoundTable[]> {
  const { accounts } = await findLandmarks(signal);
  const looked = [...new Set([...accounts.slice(0, lookedAt.accounts - 1), ...accounts.slice(-1)])];
  const found = await Promise.all(looked.map((address) => findTablesOf(address, undefined, signal)));
  return found.flat().slice(0, lookedAt.tables);
}

/** Tables of one account. */
async function findTablesOf(address: string, at: At, signal: AbortSignal): Promise<readonly FoundTable[]> {
  const { value } = await node.call("get_account_resources", {
    params: { address },
    query: { ledger_version: at, limit: lookedAt.resources },
    signal,
  });
  const found: FoundTable[] = [];
  for (const { type, data } of value) {
    const parsed = parseType(type);
    await walk(data, parsed, parsed.head.split("::").slice(1).join("::"), 0);
  }
  return found;

  async function walk(value: unknown, type: TypeText, path: string, depth: number): Promise<void> {
    if (typeof value !== "object" || value === null || depth > lookedAt.depth || signal.aborted) return;
    const handle: unknown = Reflect.get(value, "handle");
    const [keyType, valueType] = type.args;
    if (type.head === "0x1::table::Table" && typeof handle === "string") {
      if (keyType === undefined || valueType === undefined) return;
      found.push({ handle, keyType: formatType(keyType), valueType: formatType(valueType), address, path });
      return;
    }
    const struct = type.head === "vector" ? undefined : await readStruct(type, at);
    for (const { name, type: fieldType } of struct?.fields ?? []) {
      await walk(Reflect.get(value, name), fieldType, `${path}.${name}`, depth + 1);
    }
  }
}

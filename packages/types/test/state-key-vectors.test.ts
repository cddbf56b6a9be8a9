import { describeVectors, readVectorJson } from "@ledger/vectors";
import { expect, test } from "vitest";
import {
  decodeStateKey,
  encodeStateKey,
  formatAddress,
  formatCursor,
  formatHash,
  formatHex,
  formatStructTag,
  hashInDomain,
  moduleKey,
  Path,
  parseAddress,
  parseCursor,
  parseHex,
  parseStructTag,
  resourceGroupKey,
  resourceKey,
  StateKey,
  tableItemKey,
} from "../src/index.ts";

interface KeyCase {
  readonly kind: "resource" | "resource_group" | "module" | "table_item";
  readonly address: string;
  readonly type: string;
  readonly group: string;
  readonly name: string;
  readonly handle: string;
  readonly key_bcs: string;
  readonly encoded: string;
  readonly state_key_hash: string;
}

function build(row: KeyCase): Uint8Array {
  switch (row.kind) {
    case "resource":
      return resourceKey(parseAddress(row.address), parseStructTag(row.type));
    case "resource_group":
      return resourceGroupKey(parseAddress(row.address), parseStructTag(row.group));
    case "module":
      return moduleKey(parseAddress(row.address), row.name);
    case "table_item":
      return tableItemKey(parseAddress(row.handle), parseHex(row.key_bcs));
  }
}

/** What a decoded key says about itself, in the words of the vector file. */
function describeKey(key: StateKey): Partial<KeyCase> {
  if (key.kind === "TableItem") {
    return { kind: "table_item", handle: formatHex(key.value.handle), key_bcs: formatHex(key.value.key) };
  }
  if (key.kind !== "AccessPath") throw new Error(key.kind);
  const address = formatAddress(key.value.address);
  const path = Path.decode(key.value.path);
  switch (path.kind) {
    case "Code":
      return { kind: "module", address, name: path.value.name };
    case "Resource":
      return { kind: "resource", address, type: formatStructTag(path.value) };
    case "ResourceGroup":
      return { kind: "resource_group", address, group: formatStructTag(path.value) };
  }
}

describeVectors("state_keys/state_keys.json", () => {
  const { cases } = readVectorJson<{ cases: readonly KeyCase[] }>("state_keys/state_keys.json");

  test.each(cases)("$kind $state_key_hash", (row) => {
    const encoded = build(row);
    expect(formatCursor(encoded)).toBe(row.encoded);
    expect(formatHash(hashInDomain("StateKey", encoded))).toBe(row.state_key_hash);
    expect(parseCursor(row.encoded)).toEqual(encoded);
    const key = decodeStateKey(encoded);
    expect(encodeStateKey(key)).toEqual(encoded);
    expect(StateKey.decode(StateKey.encode(key))).toEqual(key);
    expect(row).toMatchObject(describeKey(key));
  });
});

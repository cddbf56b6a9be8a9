import { decodeStateKey, formatAddress, formatHex, formatStructTag, Path } from "@ledger/types";

/** The thing that an encoded state key names, for people, e.g. `the module 0x1::coin` or `0x1::coin::Supply of 0xa`. */
export function describeStateKey(encoded: Uint8Array): string {
  const key = decodeStateKey(encoded);
  if (key.kind === "TableItem") {
    return `the item ${formatHex(key.value.key)} of the table ${formatAddress(key.value.handle)}`;
  }
  if (key.kind !== "AccessPath") return `the key ${formatHex(encoded)}`;
  const address = formatAddress(key.value.address);
  const path = Path.decode(key.value.path);
  if (path.kind === "Code") return `the module ${address}::${path.value.name}`;
  const group = path.kind === "ResourceGroup" ? "the group " : "";
  return `${group}${formatStructTag(path.value)} of ${address}`;
}

import { formatAddress } from "../address.ts";
import { bytesToHex } from "../text/hex.ts";
import { formatStructTag } from "../type-tag/format.ts";
import { encodeStateKey } from "./encoded-key.ts";
import { Path, type StateKey } from "./state-key.ts";

/**
 * The item that a state key names, for people.
 *
 * @throws BcsError for the path of an access path that does not decode; `decodeStateKey` gives none of these
 * @example
 * ```ts
 * describeStateKey(decodeStateKey(moduleKey(parseAddress("0x1"), "coin"))); // => "module 0x1::coin"
 * ```
 */
export function describeStateKey(key: StateKey): string {
  switch (key.kind) {
    case "AccessPath": {
      const { kind, value } = Path.decode(key.value.path);
      const owner = formatAddress(key.value.address);
      if (kind === "Code") return `module ${owner}::${value.name}`;
      return `${kind === "Resource" ? "resource" : "resource group"} ${formatStructTag(value)} of ${owner}`;
    }
    case "TableItem":
      return `item 0x${bytesToHex(key.value.key)} of table ${formatAddress(key.value.handle)}`;
    default:
      return `item 0x${bytesToHex(encodeStateKey(key))}`;
  }
}

import type { SignatureToken } from "@ledger/move";
import type { CodeTables } from "../code/code-tables.ts";
import { constantLayout } from "../code/constant-layout.ts";
import { deserializeValue } from "../value/deserialize.ts";
import { refused } from "./refused.ts";

/**
 * Constants are booleans, integers, addresses and vectors of these, and their bytes are exactly a value.
 *
 * @throws {@link VmError} `INVALID_CONSTANT_TYPE`, `MALFORMED_CONSTANT_DATA`
 */
export function checkConstants({ tables, types }: CodeTables): void {
  for (const { type: token, data } of tables.constants) {
    if (!isConstantType(token)) throw refused("INVALID_CONSTANT_TYPE", `a constant of type ${token.kind}`);
    const type = types.ofToken(tables, token);
    if (deserializeValue(data, constantLayout(type), types) === undefined) {
      throw refused("MALFORMED_CONSTANT_DATA", `the bytes of a constant are not a value of type ${type.text}`);
    }
  }
}

function isConstantType(token: SignatureToken): boolean {
  switch (token.kind) {
    case "Vector":
      return isConstantType(token.value);
    case "Signer":
    case "Struct":
    case "Function":
    case "TypeParameter":
    case "Reference":
    case "MutableReference":
      return false;
    default:
      return true;
  }
}

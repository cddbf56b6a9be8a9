import type { SignatureToken } from "@ledger/move";
import { primitiveTypes, TypeTable } from "../../type/type-table.ts";
import { deserializeValue } from "../../value/deserialize.ts";
import type { ValueLayout } from "../../value/layout.ts";
import type { CodeToVerify } from "../code-to-verify.ts";
import { refused } from "../refused.ts";

/**
 * Constants are booleans, integers, addresses and vectors of these, and their bytes are exactly a value.
 *
 * @throws {@link VmError} `INVALID_CONSTANT_TYPE`, `MALFORMED_CONSTANT_DATA`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/verifier.md#8.2 | Specification, verifier 8.2}
 */
export function checkConstants({ tables }: CodeToVerify): void {
  // Only function values need types to be read, and no constant has one.
  const types = new TypeTable();
  for (const { type, data } of tables.constants) {
    if (deserializeValue(data, constantLayout(type), types) === undefined) {
      throw refused("MALFORMED_CONSTANT_DATA", `the bytes of a constant are not a value of its type, ${type.kind}`);
    }
  }
}

function constantLayout(type: SignatureToken): ValueLayout {
  switch (type.kind) {
    case "Vector":
      return { kind: "Vector", element: constantLayout(type.value) };
    case "Signer":
    case "Struct":
    case "Function":
    case "TypeParameter":
    case "Reference":
    case "MutableReference":
      throw refused("INVALID_CONSTANT_TYPE", `a constant of type ${type.kind}`);
    default:
      return primitiveTypes[type.kind] as ValueLayout;
  }
}

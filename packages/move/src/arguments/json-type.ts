import type { TypeTag } from "@ledger/types";

/**
 * The JSON type that an argument of a Move type has in error texts: `integer<u8>`, `string<u64>`, `string<address>`,
 * `boolean`, `string<hex>`, `array<…>`, `string<move_struct_tag_id>`, `string<move_function_id>`.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#2.3 | Specification, REST API 2.3}
 */
export function jsonTypeOf(tag: TypeTag): string {
  switch (tag.kind) {
    case "Bool":
      return "boolean";
    case "U8":
    case "U16":
    case "U32":
    case "I8":
    case "I16":
    case "I32":
      return `integer<${tag.kind.toLowerCase()}>`;
    case "Address":
    case "Signer":
      return "string<address>";
    case "Vector":
      return tag.value.kind === "U8" ? "string<hex>" : `array<${jsonTypeOf(tag.value)}>`;
    case "Struct":
      return "string<move_struct_tag_id>";
    case "Function":
      return "string<move_function_id>";
    default:
      return `string<${tag.kind.toLowerCase()}>`;
  }
}

import type { JsonWriter, MoveView } from "@ledger/move";
import { formatStructTag, type StructTag } from "@ledger/types";

/**
 * Appends a resource: its type and its value.
 * @throws MoveError when the value cannot be read; what was written before it stays
 */
export async function writeResource(
  output: JsonWriter,
  view: MoveView,
  tag: StructTag,
  bytes: Uint8Array,
): Promise<void> {
  output.beginObject().member("type").string(formatStructTag(tag));
  output.member("data");
  await view.writeJson({ kind: "Struct", value: tag }, bytes, output);
  output.endObject();
}

import { type JsonWriter, MoveError, type MoveView } from "@ledger/move";
import type { TypeTag } from "@ledger/types";

/** Appends a Move value as JSON, or its bytes as hex when no code at hand can read it. */
export async function writeMoveValueOrHex(
  output: JsonWriter,
  view: MoveView,
  type: TypeTag,
  bytes: Uint8Array,
): Promise<void> {
  try {
    await view.writeJson(type, bytes, output);
  } catch (error) {
    if (!(error instanceof MoveError) || error.code === "value_too_large") throw error;
    output.hexString(bytes, 0, bytes.length);
  }
}

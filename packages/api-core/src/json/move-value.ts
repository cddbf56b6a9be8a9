import { type JsonWriter, MoveError, type MoveView } from "@ledger/move";
import type { TypeTag } from "@ledger/types";

/**
 * Appends a Move value as JSON.
 * @returns whether it could be read; if not, nothing was written
 */
export async function tryWriteMoveValue(
  output: JsonWriter,
  view: MoveView,
  type: TypeTag,
  bytes: Uint8Array,
): Promise<boolean> {
  try {
    const layout = await view.layout(type);
    layout.writeJson(bytes, output);
    return true;
  } catch (error) {
    if (error instanceof MoveError) return false;
    throw error;
  }
}

/** Appends a Move value as JSON, or its bytes as hex when no code at hand can read it. */
export async function writeMoveValueOrHex(
  output: JsonWriter,
  view: MoveView,
  type: TypeTag,
  bytes: Uint8Array,
): Promise<void> {
  if (!(await tryWriteMoveValue(output, view, type, bytes))) output.hexString(bytes, 0, bytes.length);
}

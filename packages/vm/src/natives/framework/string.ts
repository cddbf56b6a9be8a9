import { isUtf8 } from "@ledger/move";
import type { NativeCall, NativeFunction } from "../../port/native.ts";
import { ByteVector } from "../../value/byte-vector.ts";
import { bytesBehind, integerOf } from "../arguments.ts";
import { indexOf } from "./index-of.ts";

/** Abort of an end before the start. */
const invalidRange = 1;

function checkUtf8(call: NativeCall): boolean {
  const bytes = bytesBehind(call.args[0]);
  call.charge("move_stdlib.string.check_utf8.base");
  call.charge("move_stdlib.string.check_utf8.per_byte", bytes.length);
  return isUtf8(bytes, 0, bytes.length);
}

/** True if a char of the text begins or ends at an index. Beyond the end is none. */
function isCharBoundary(bytes: Uint8Array, index: number | bigint): boolean {
  if (index === 0 || index === bytes.length) return true;
  const byte = bytes[Number(index)];
  return byte !== undefined && (byte & 0xc0) !== 0x80;
}

function subString(call: NativeCall): ByteVector {
  const bytes = bytesBehind(call.args[0]);
  const start = integerOf(call.args[1]);
  const end = integerOf(call.args[2]);
  call.charge("move_stdlib.string.sub_string.base");
  if (end < start) return call.abort(invalidRange);
  call.charge("move_stdlib.string.sub_string.per_byte", Number(end) - Number(start));
  // The framework asks for whole chars inside the text only.
  if (!isCharBoundary(bytes, start) || !isCharBoundary(bytes, end)) return call.invariant("the range cuts a character");
  return new ByteVector(bytes.slice(Number(start), Number(end)));
}

/** `0x1::string`. */
export const stringNatives: Readonly<Record<string, NativeFunction>> = {
  "0x1::string::internal_check_utf8": checkUtf8,
  "0x1::string::internal_is_char_boundary": (call) => {
    call.charge("move_stdlib.string.is_char_boundary.base");
    return isCharBoundary(bytesBehind(call.args[0]), integerOf(call.args[1]));
  },
  "0x1::string::internal_sub_string": subString,
  "0x1::string::internal_index_of": (call) => {
    const text = bytesBehind(call.args[0]);
    const pattern = bytesBehind(call.args[1]);
    call.charge("move_stdlib.string.index_of.base");
    call.charge("move_stdlib.string.index_of.per_byte_pattern", pattern.length);
    const index = indexOf(text, pattern);
    call.charge("move_stdlib.string.index_of.per_byte_searched", index);
    return index;
  },
};

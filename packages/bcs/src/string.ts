import { type Codec, defineCodec } from "./codec.ts";
import { utf8Decoder, utf8Encoder } from "./internal/text.ts";
import { MAX_SEQUENCE_LENGTH } from "./limits.ts";
import type { Reader } from "./reader.ts";
import type { Writer } from "./writer.ts";

/**
 * Text as UTF-8 with its length in bytes before it. Broken UTF-8 is refused, a byte order mark is kept as a character, and
 * text with a lone surrogate, which UTF-8 cannot express, is not written.
 */
export const string: Codec<string> = /* @__PURE__ */ defineCodec<string>({
  name: "string",
  minSize: 1,
  read: readString,
  write: writeString,
});

// Up to here a loop over ASCII beats the call into the engine's decoder and encoder.
const SHORT = 64;
const LONE_SURROGATE = /\p{Surrogate}/u;

function readString(reader: Reader): string {
  const start = reader.position;
  const length = reader.length(1, "string");
  const first = reader.position;
  const end = first + length;
  if (length <= SHORT) {
    const { source } = reader;
    let text = "";
    let i = first;
    for (; i < end; i++) {
      const byte = source[i]!;
      if (byte > 0x7f) break;
      text += String.fromCharCode(byte);
    }
    if (i === end) {
      reader.position = end;
      return text;
    }
  }
  const view = reader.bytes(length, "string");
  try {
    return utf8Decoder.decode(view);
  } catch {
    throw reader.error("invalid_utf8", "string", start);
  }
}

function writeString(writer: Writer, value: string): void {
  if (typeof value !== "string") throw writer.error("wrong_type", "string");
  const length = value.length;
  if (length <= SHORT) {
    writer.reserve(length + 1);
    const { target, position } = writer;
    let i = 0;
    for (; i < length; i++) {
      const unit = value.charCodeAt(i);
      if (unit > 0x7f) break;
      target[position + 1 + i] = unit;
    }
    if (i === length) {
      target[position] = length;
      writer.position = position + 1 + length;
      return;
    }
  }
  writeLongString(writer, value);
}

function writeLongString(writer: Writer, value: string): void {
  if (LONE_SURROGATE.test(value)) throw writer.error("lone_surrogate", "string");
  // The length in bytes is known afterwards, and how many bytes it takes as well: leave room for five, then close the gap.
  const start = writer.position;
  writer.reserve(5 + value.length * 3);
  const { target } = writer;
  const { written } = utf8Encoder.encodeInto(value, target.subarray(start + 5));
  if (written > MAX_SEQUENCE_LENGTH) throw writer.error("length_too_large", "string");
  writer.uleb128(written);
  target.copyWithin(writer.position, start + 5, start + 5 + written);
  writer.position += written;
}

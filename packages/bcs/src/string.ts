import { type Codec, defineCodec } from "./codec.ts";
import { readAscii } from "./internal/ascii.ts";
import { utf8Decoder, utf8Encoder } from "./internal/text.ts";
import { maxSequenceLength } from "./limits.ts";
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

// Up to here, ASCII is read and written without a call into the engine's decoder and encoder.
const shortRead = 32;
const shortWrite = 64;
const loneSurrogate = /\p{Surrogate}/u;

function readString(reader: Reader): string {
  const offset = reader.position;
  const length = reader.length(1, "string");
  const start = reader.position;
  if (length <= shortRead) {
    const { source } = reader;
    const end = start + length;
    let bits = 0;
    for (let i = start; i < end; i++) bits |= source[i]!;
    if (bits < 0x80) {
      reader.position = end;
      return readAscii(source, start, length);
    }
  }
  const view = reader.bytes(length, "string");
  try {
    return utf8Decoder.decode(view);
  } catch {
    throw reader.error("invalid_utf8", "string", offset);
  }
}

function writeString(writer: Writer, value: string): void {
  if (typeof value !== "string") throw writer.error("wrong_type", "string");
  const length = value.length;
  if (length <= shortWrite) {
    writer.reserve(length + 1);
    const { target, position } = writer;
    let i = 0;
    while (i < length) {
      const unit = value.charCodeAt(i);
      if (unit > 0x7f) break;
      i++;
      target[position + i] = unit;
    }
    if (i === length) {
      target[position] = length;
      writer.position = position + length + 1;
      return;
    }
  }
  writeLongString(writer, value);
}

function writeLongString(writer: Writer, value: string): void {
  if (loneSurrogate.test(value)) throw writer.error("lone_surrogate", "string");
  // How many bytes it takes is known afterwards, and so is the size of that number: leave room for five, close the gap.
  const start = writer.position;
  writer.reserve(5 + value.length * 3);
  const { target } = writer;
  const { written } = utf8Encoder.encodeInto(value, target.subarray(start + 5));
  if (written > maxSequenceLength) throw writer.error("length_too_large", "string");
  writer.uleb128(written);
  target.copyWithin(writer.position, start + 5, start + 5 + written);
  writer.position += written;
}

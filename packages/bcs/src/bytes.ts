import { type Codec, defineCodec } from "./codec.ts";
import { BcsError } from "./errors.ts";
import { isBytes, lengthOf } from "./internal/is-bytes.ts";
import { maxSequenceLength } from "./limits.ts";
import type { Reader } from "./reader.ts";
import type { Writer } from "./writer.ts";

/** Bytes with a length before them. Reading yields a view of the input: copy what outlives it. */
export const bytes: Codec<Uint8Array> = /* @__PURE__ */ defineCodec<Uint8Array>({
  name: "bytes",
  minSize: 1,
  read: readBytes,
  write: writeBytes,
});

/**
 * Bytes of one length, without a prefix. Reading yields a view of the input: copy what outlives it.
 *
 * @throws {@link BcsError} `invalid_schema` for a length that is no natural number
 */
export function fixedBytes(length: number): Codec<Uint8Array> {
  if (!(Number.isSafeInteger(length) && length >= 0)) throw new BcsError("invalid_schema", 0, "fixedBytes");
  const name = `bytes[${length}]`;
  return defineCodec<Uint8Array>({
    name,
    fixedSize: length,
    minSize: length,
    read: (reader) => reader.bytes(length, name),
    write(writer, value) {
      if (!isBytes(value)) throw writer.error("wrong_type", name);
      if (lengthOf(value) !== length) throw writer.error("wrong_length", name);
      writer.bytes(value);
    },
  });
}

/** Reads a length and that many bytes, as a view. */
export function readBytes(reader: Reader): Uint8Array {
  return reader.bytes(reader.length(1, "bytes"));
}

/** Writes a length and the bytes. */
export function writeBytes(writer: Writer, value: Uint8Array): void {
  if (!isBytes(value)) throw writer.error("wrong_type", "bytes");
  const length = lengthOf(value);
  if (length > maxSequenceLength) throw writer.error("length_too_large", "bytes");
  writer.uleb128(length);
  writer.bytes(value);
}

import { readBytes, writeBytes } from "./bytes.ts";
import { type Codec, defineCodec } from "./codec.ts";
import { BcsError } from "./errors.ts";
import { maxSequenceLength, maxZeroSizeItems } from "./limits.ts";
import type { Reader } from "./reader.ts";
import type { ByteCodec } from "./scalars.ts";
import type { Writer } from "./writer.ts";

/** Bytes with their number before them: `vector(u8)` is a `Uint8Array`, on reading a view of the input. */
export function vector(item: ByteCodec): Codec<Uint8Array>;
/** Items of one type with their number before them, as an array. */
export function vector<T, Input>(item: Codec<T, Input>): Codec<T[], readonly Input[]>;
export function vector<T, Input>(item: Codec<T, Input> | ByteCodec): Codec<Uint8Array> | Codec<T[], readonly Input[]> {
  return "isByte" in item ? byteVector(item) : itemVector(item);
}

function byteVector(item: ByteCodec): Codec<Uint8Array> {
  return defineCodec<Uint8Array>({
    name: "vector<u8>",
    minSize: 1,
    shape: { kind: "vector", item },
    read: readBytes,
    write: writeBytes,
  });
}

function itemVector<T, Input>(item: Codec<T, Input>): Codec<T[], readonly Input[]> {
  const name = `vector<${item.name}>`;
  const { read, write, sequence } = item;
  return defineCodec<T[], readonly Input[]>({
    name,
    minSize: 1,
    shape: { kind: "vector", item },
    read(reader) {
      const length = reader.length(item.minSize, name);
      if (sequence !== undefined) return sequence.read(reader, length);
      const items: T[] = [];
      let i = 0;
      try {
        for (; i < length; i++) items.push(read(reader));
      } catch (error) {
        throw BcsError.within(error, i);
      }
      return items;
    },
    write(writer, value) {
      if (!Array.isArray(value)) throw writer.error("wrong_type", name);
      const { length } = value;
      if (length >>> 0 !== length) throw writer.error("wrong_type", name); // what a proxy may claim
      if (item.minSize === 0) writer.emptyItems += length;
      if (length > maxSequenceLength || writer.emptyItems > maxZeroSizeItems) {
        throw writer.error("length_too_large", name);
      }
      writer.uleb128(length);
      if (sequence !== undefined) {
        sequence.write(writer, value);
        return;
      }
      let i = 0;
      try {
        for (; i < length; i++) write(writer, value[i]);
      } catch (error) {
        throw BcsError.within(error, i);
      }
    },
  });
}

/**
 * A given number of items without a prefix.
 *
 * @throws {@link BcsError} `invalid_schema` for a length that is no natural number
 */
export function fixedArray<T, Input>(item: Codec<T, Input>, length: number): Codec<T[], readonly Input[]> {
  if (!(Number.isSafeInteger(length) && length >= 0 && length <= maxSequenceLength)) {
    throw new BcsError("invalid_schema", 0, "fixedArray");
  }
  const name = `${item.name}[${length}]`;
  const { read, write } = item;
  return defineCodec<T[], readonly Input[]>({
    name,
    fixedSize: item.fixedSize === undefined ? undefined : item.fixedSize * length,
    minSize: () => item.minSize * length,
    shape: { kind: "array", item, length },
    read(reader) {
      const items: T[] = [];
      let i = 0;
      if (item.minSize === 0) countEmpty(reader, length, name);
      if (item.minSize * length > reader.remaining) throw reader.error("unexpected_end", name);
      try {
        for (; i < length; i++) items.push(read(reader));
      } catch (error) {
        throw BcsError.within(error, i);
      }
      return items;
    },
    write(writer, value) {
      if (!Array.isArray(value)) throw writer.error("wrong_type", name);
      if (value.length !== length) throw writer.error("wrong_length", name);
      if (item.minSize === 0) countEmpty(writer, length, name);
      let i = 0;
      try {
        for (; i < length; i++) write(writer, value[i]);
      } catch (error) {
        throw BcsError.within(error, i);
      }
    },
  });
}

function countEmpty(cursor: Reader | Writer, length: number, name: string): void {
  cursor.emptyItems += length;
  if (cursor.emptyItems > maxZeroSizeItems) throw cursor.error("length_too_large", name);
}

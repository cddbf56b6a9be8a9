import { type Codec, defineCodec } from "./codec.ts";
import { isTypedArray, lengthOf } from "./internal/is-bytes.ts";
import { hostIsLittleEndian } from "./internal/words.ts";
import { maxSequenceLength } from "./limits.ts";

/** `vector<u16>` as one typed array. Reading copies. */
export const u16Array: Codec<Uint16Array> = /* @__PURE__ */ typedVector("u16", Uint16Array);
/** `vector<u32>` as one typed array. Reading copies. */
export const u32Array: Codec<Uint32Array> = /* @__PURE__ */ typedVector("u32", Uint32Array);
/** `vector<u64>` as one typed array. Reading copies. */
export const u64Array: Codec<BigUint64Array> = /* @__PURE__ */ typedVector("u64", BigUint64Array);
/** `vector<i8>` as one typed array. Reading copies. */
export const i8Array: Codec<Int8Array> = /* @__PURE__ */ typedVector("i8", Int8Array);
/** `vector<i16>` as one typed array. Reading copies. */
export const i16Array: Codec<Int16Array> = /* @__PURE__ */ typedVector("i16", Int16Array);
/** `vector<i32>` as one typed array. Reading copies. */
export const i32Array: Codec<Int32Array> = /* @__PURE__ */ typedVector("i32", Int32Array);
/** `vector<i64>` as one typed array. Reading copies. */
export const i64Array: Codec<BigInt64Array> = /* @__PURE__ */ typedVector("i64", BigInt64Array);

function typedVector<A extends ArrayBufferView>(
  item: string,
  type: { new (buffer: ArrayBuffer): A; readonly BYTES_PER_ELEMENT: number; readonly name: string },
): Codec<A> {
  const name = `vector<${item}>`;
  const width = type.BYTES_PER_ELEMENT;
  return defineCodec<A>({
    name,
    minSize: 1,
    read(reader) {
      const size = reader.length(width, name) * width;
      const { position, source } = reader;
      reader.position = position + size;
      // `slice` of a Node Buffer shares memory: the copy is made by the array that is filled.
      const copy = new Uint8Array(size);
      copy.set(new Uint8Array(source.buffer, source.byteOffset + position, size));
      if (!hostIsLittleEndian) swapEach(copy, 0, width);
      return new type(copy.buffer);
    },
    write(writer, value) {
      if (!isTypedArray(value, type.name)) throw writer.error("wrong_type", name);
      const length = lengthOf(value);
      if (length > maxSequenceLength) throw writer.error("length_too_large", name);
      writer.uleb128(length);
      if (length === 0) return; // there may be no buffer any more
      const start = writer.position;
      const size = length * width;
      writer.reserve(size);
      writer.target.set(new Uint8Array(value.buffer, value.byteOffset, size), start);
      if (!hostIsLittleEndian) swapEach(writer.target.subarray(start, start + size), 0, width);
      writer.position = start + size;
    },
  });
}

/** Turns the bytes of each number round. */
function swapEach(bytes: Uint8Array, start: number, width: number): void {
  for (let i = start; i < bytes.length; i += width) bytes.subarray(i, i + width).reverse();
}

import { type Codec, defineCodec, isBytes } from "@ledger/bcs";

/**
 * Bytes with their length in front, of which only one length is valid: keys and signatures. A decoded value is a view of the
 * input.
 *
 * @param name - wire name
 * @param size - bytes of every value, at most 16383
 * @throws `wrong_length` (BcsError), both ways
 */
export function sizedBytes(name: string, size: number): Codec<Uint8Array> {
  const fixedSize = (size < 0x80 ? 1 : 2) + size;
  return defineCodec<Uint8Array>({
    name,
    fixedSize,
    minSize: fixedSize,
    read: (reader) => {
      const start = reader.position;
      if (reader.uleb128() !== size) throw reader.error("wrong_length", name, start);
      return reader.bytes(size, name);
    },
    write: (writer, value) => {
      if (!isBytes(value)) throw writer.error("wrong_type", name);
      if (value.length !== size) throw writer.error("wrong_length", name);
      writer.uleb128(size);
      writer.bytes(value);
    },
  });
}

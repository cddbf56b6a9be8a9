import { type Codec, defineCodec, vector } from "@ledger/bcs";

/** A vector of which no more than some number of items is read: the number is refused before the first item takes memory. */
export function atMost<T, Input>(most: number, item: Codec<T, Input>): Codec<T[], readonly Input[]> {
  const { name, shape, read, write } = vector(item);
  return defineCodec<T[], readonly Input[]>({
    ...{ name, shape, write },
    minSize: 1,
    read(reader) {
      const start = reader.position;
      if (reader.uleb128() > most) throw reader.error("length_too_large", name, start);
      reader.position = start;
      return read(reader);
    },
  });
}

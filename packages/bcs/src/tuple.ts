import { type AnyCodec, type Codec, defineCodec, type Infer, type InferInput } from "./codec.ts";
import { BcsError } from "./errors.ts";
import { sumFixedSizes, sumMinSizes } from "./internal/sizes.ts";

/** Values of different types one after another, as an array of fixed length. */
export function tuple<const Items extends readonly AnyCodec[]>(
  items: Items,
): Codec<{ -readonly [I in keyof Items]: Infer<Items[I]> }, { readonly [I in keyof Items]: InferInput<Items[I]> }> {
  const name = `(${items.map((item) => item.name).join(", ")})`;
  const length = items.length;
  const reads = items.map((item) => item.read);
  const writes = items.map((item) => item.write);
  const codec: Codec<unknown[], readonly unknown[]> = defineCodec<unknown[], readonly unknown[]>({
    name,
    fixedSize: sumFixedSizes(items),
    minSize: () => sumMinSizes(items),
    shape: { kind: "tuple", items },
    read(reader) {
      const values: unknown[] = [];
      let i = 0;
      try {
        // An empty array gets room for many at the first push, a literal for what it holds.
        if (length === 2) {
          const first = reads[0]!(reader);
          i = 1;
          return [first, reads[1]!(reader)];
        }
        for (; i < length; i++) values.push(reads[i]!(reader));
      } catch (error) {
        throw BcsError.within(error, String(i));
      }
      return values;
    },
    write(writer, value) {
      if (!Array.isArray(value)) throw writer.error("wrong_type", name);
      if (value.length !== length) throw writer.error("wrong_length", name);
      let i = 0;
      try {
        for (; i < length; i++) writes[i]!(writer, value[i]);
      } catch (error) {
        throw BcsError.within(error, String(i));
      }
    },
  });
  return codec as AnyCodec;
}

import { type Codec, defineCodec } from "./codec.ts";

/** A value or `undefined`: one byte, 0 or 1, then the value if it is 1. */
export function option<T, Input>(item: Codec<T, Input>): Codec<T | undefined, Input | undefined> {
  const name = `option<${item.name}>`;
  const { read, write } = item;
  return defineCodec<T | undefined, Input | undefined>({
    name,
    minSize: 1,
    shape: { kind: "option", item },
    read(reader) {
      const tag = reader.u8();
      if (tag > 1) throw reader.error("invalid_option_tag", name, reader.position - 1);
      return tag === 1 ? read(reader) : undefined;
    },
    write(writer, value) {
      if (value === undefined) {
        writer.u8(0);
      } else {
        writer.u8(1);
        write(writer, value);
      }
    },
  });
}

import { type Codec, defineCodec } from "./codec.ts";
import { BcsError } from "./errors.ts";

/**
 * A value or `undefined`: one byte, 0 or 1, then the value if it is 1.
 *
 * The item must not itself read as `undefined`, or two inputs would have one value: give an inner option another form
 * with `transform`.
 *
 * @throws {@link BcsError} `invalid_schema` for an option of an option or of `unit`
 */
export function option<T, Input>(item: Codec<T, Input>): Codec<T | undefined, Input | undefined> {
  const name = `option<${item.name}>`;
  const { read, write } = item;
  if (item.shape.kind === "option" || "isUnit" in item) throw new BcsError("invalid_schema", 0, name);
  return defineCodec<T | undefined, Input | undefined>({
    name,
    minSize: 1,
    shape: { kind: "option", item },
    read(reader) {
      const tag = reader.u8();
      if (tag > 1) throw reader.error("invalid_option_tag", name, reader.position - 1);
      if (tag === 0) return undefined;
      const value = read(reader);
      // A wrapper may hide an option from the check above.
      if (value === undefined) throw reader.error("invalid_value", name);
      return value;
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

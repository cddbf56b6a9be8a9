import { type AnyCodec, type Codec, defineCodec } from "./codec.ts";
import { maxContainerDepth } from "./limits.ts";

/** A named type of one member: the bytes, and here the value, of the member itself. */
export function newtype<T, Input>(name: string, inner: Codec<T, Input>): Codec<T, Input> {
  const { read, write } = inner;
  return defineCodec<T, Input>({
    name,
    fixedSize: inner.fixedSize,
    minSize: () => inner.minSize,
    shape: { kind: "wrapper", inner: () => inner },
    read(reader) {
      if (++reader.depth > maxContainerDepth) throw reader.error("depth_exceeded", name);
      const value = read(reader);
      reader.depth--;
      return value;
    },
    write(writer, value) {
      if (++writer.depth > maxContainerDepth) throw writer.error("depth_exceeded", name);
      write(writer, value);
      writer.depth--;
    },
  });
}

/**
 * The same codec under another name and type, at no cost: for branded types whose values need no check.
 *
 * @example
 * ```ts
 * type Address = Uint8Array & { readonly [addressBrand]: true };
 * const Address = brand<Address>(fixedBytes(32), "Address");
 * ```
 */
export function brand<T>(inner: AnyCodec, name: string): Codec<T> {
  return defineCodec<T>({
    name,
    fixedSize: inner.fixedSize,
    minSize: () => inner.minSize,
    shape: { kind: "wrapper", inner: () => inner },
    read: inner.read,
    write: inner.write,
    sequence: inner.sequence,
  });
}

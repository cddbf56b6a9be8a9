import { type Codec, defineCodec } from "./codec.ts";
import { BcsError } from "./errors.ts";

/** A value with the bytes that it was read from. */
export interface Sourced<T> {
  readonly value: T;
  /** A view of the input. */
  readonly source: Uint8Array;
}

/** Keeps the bytes of each value with it, for hashing and storing. Writing needs the value only. */
export function withSource<T, Input>(inner: Codec<T, Input>): Codec<Sourced<T>, { readonly value: Input }> {
  return defineCodec<Sourced<T>, { readonly value: Input }>({
    name: inner.name,
    fixedSize: inner.fixedSize,
    minSize: () => inner.minSize,
    shape: { kind: "wrapper", inner: () => inner },
    read(reader) {
      const start = reader.position;
      try {
        const value = inner.read(reader);
        return { value, source: reader.slice(start) };
      } catch (error) {
        throw BcsError.within(error, "value");
      }
    },
    write(writer, sourced) {
      if (typeof sourced !== "object" || sourced === null) throw writer.error("wrong_type", inner.name);
      try {
        inner.write(writer, sourced.value);
      } catch (error) {
        throw BcsError.within(error, "value");
      }
    },
  });
}

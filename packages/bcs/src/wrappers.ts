import { type Codec, defineCodec } from "./codec.ts";
import { BcsError } from "./errors.ts";
import { MAX_CONTAINER_DEPTH } from "./limits.ts";
import type { Reader } from "./reader.ts";
import type { Writer } from "./writer.ts";

/** A named type of one member: the bytes, and here the value, of the member itself. */
export function newtype<T, Input>(name: string, inner: Codec<T, Input>): Codec<T, Input> {
  const { read, write } = inner;
  return defineCodec<T, Input>({
    name,
    fixedSize: inner.fixedSize,
    minSize: () => inner.minSize,
    shape: { kind: "wrapper", inner: () => inner },
    read(reader) {
      if (++reader.depth > MAX_CONTAINER_DEPTH) throw reader.error("depth_exceeded", name);
      const value = read(reader);
      reader.depth--;
      return value;
    },
    write(writer, value) {
      if (++writer.depth > MAX_CONTAINER_DEPTH) throw writer.error("depth_exceeded", name);
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
 * type Address = Uint8Array & { readonly [brand]: "Address" };
 * const Address = brandCodec<Address>("Address", fixedBytes(32));
 * ```
 */
export function brand<T extends Base, Base = unknown>(inner: Codec<Base>, name: string): Codec<T> {
  return defineCodec<T>({
    name,
    fixedSize: inner.fixedSize,
    minSize: () => inner.minSize,
    shape: { kind: "wrapper", inner: () => inner },
    read: inner.read as (reader: Reader) => T,
    write: inner.write as (writer: Writer, value: T) => void,
  });
}

/** How a {@link transform} turns values of one codec into others. */
export interface Transform<T, Input, U, UInput> {
  /** Wire name; that of the inner codec if left out. */
  readonly name?: string;
  /** From the inner codec's value. May throw to refuse it. */
  readonly decode: (value: T) => U;
  /** To the inner codec's value. May throw to refuse it. */
  readonly encode: (value: UInput) => Input;
}

/**
 * The bytes of one codec, with other values. What `decode` and `encode` throw becomes the `cause` of an `invalid_value`
 * error, unless it is a {@link BcsError} itself.
 */
export function transform<T, Input, U, UInput = U>(
  inner: Codec<T, Input>,
  { name = inner.name, decode, encode }: Transform<T, Input, U, UInput>,
): Codec<U, UInput> {
  return defineCodec<U, UInput>({
    name,
    fixedSize: inner.fixedSize,
    minSize: () => inner.minSize,
    shape: { kind: "wrapper", inner: () => inner },
    read(reader) {
      const start = reader.position;
      const value = inner.read(reader);
      try {
        return decode(value);
      } catch (error) {
        throw refusal(error, start, name);
      }
    },
    write(writer, value) {
      let converted: Input;
      try {
        converted = encode(value);
      } catch (error) {
        throw refusal(error, writer.position, name);
      }
      inner.write(writer, converted);
    },
  });
}

function refusal(error: unknown, offset: number, name: string): BcsError {
  return error instanceof BcsError ? error : new BcsError("invalid_value", offset, name, [], { cause: error });
}

/**
 * A codec that is made when it is first used, so that types may contain themselves.
 *
 * Lazy codecs may be nested at most 500 deep, whatever lies between them, so that no input can exhaust the stack.
 *
 * @param name - wire name of the codec
 */
export function lazy<T, Input = T>(name: string, make: () => Codec<T, Input>): Codec<T, Input> {
  let made: Codec<T, Input> | undefined;
  const inner = (): Codec<T, Input> => {
    made ??= make();
    return made;
  };
  return defineCodec<T, Input>({
    name,
    minSize: () => inner().minSize,
    shape: { kind: "wrapper", inner },
    read(reader) {
      if (++reader.lazyDepth > MAX_CONTAINER_DEPTH) throw reader.error("depth_exceeded", name);
      const value = inner().read(reader);
      reader.lazyDepth--;
      return value;
    },
    write(writer, value) {
      if (++writer.lazyDepth > MAX_CONTAINER_DEPTH) throw writer.error("depth_exceeded", name);
      inner().write(writer, value);
      writer.lazyDepth--;
    },
  });
}

/** A value with the bytes that it was read from. */
export interface Sourced<T> {
  readonly value: T;
  /** A view of the input. */
  readonly source: Uint8Array;
}

/** Keeps the bytes of each value beside it, for hashing and storing. Writing needs the value only. */
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

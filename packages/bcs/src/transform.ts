import { type Codec, defineCodec } from "./codec.ts";
import { BcsError } from "./errors.ts";

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
 * error.
 *
 * The two functions must be each other's inverse, or the codec accepts bytes that it does not make.
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
  return new BcsError("invalid_value", offset, name, [], { cause: error });
}

import { type Codec, defineCodec } from "./codec.ts";
import { BcsError } from "./errors.ts";
import { fromHex } from "./hex.ts";
import { isBytes } from "./internal/is-bytes.ts";
import { option } from "./option.ts";
import type { Writer } from "./writer.ts";

// Longer than any 256-bit number, so that hostile text is not turned into a huge one.
const decimal = /^(?:0|-?[1-9][0-9]{0,77})$/;

/**
 * An integer codec that also writes what JSON has for integers: a whole `number` that is exact (up to 2^53 - 1), and decimal text
 * without leading zeros or a plus. Reading is unchanged, and so is the range.
 *
 * @example
 * ```ts
 * const amount = lenientInteger(u64);
 * amount.encode("25"); // as u64.encode(25n)
 * amount.encode(25);
 * ```
 */
export function lenientInteger(codec: Codec<bigint>): Codec<bigint, bigint | number | string> {
  return lenient(codec, (value) => {
    if (typeof value === "number" && Number.isSafeInteger(value)) return BigInt(value);
    return typeof value === "string" && decimal.test(value) ? BigInt(value) : value;
  });
}

/**
 * A codec of bytes that also writes hex text (with or without `0x`) and an array of numbers from 0 to 255. Reading is unchanged.
 *
 * @example
 * ```ts
 * lenientBytes(fixedBytes(2)).encode("0x01ab"); // as fixedBytes(2).encode(Uint8Array.of(1, 171))
 * ```
 */
export function lenientBytes(codec: Codec<Uint8Array>): Codec<Uint8Array, Uint8Array | string | readonly number[]> {
  return lenient(codec, (value, writer) => {
    if (typeof value === "string") return bytesOf(value, writer, codec.name);
    if (isBytes(value) || !Array.isArray(value)) return value;
    const index = value.findIndex((byte) => (byte & 255) !== byte);
    if (index >= 0) throw BcsError.within(writer.error("out_of_range", "u8"), index);
    return Uint8Array.from(value);
  });
}

/** An option that also writes `null` as nothing. Reading yields `undefined`. @throws {@link BcsError} as {@link option} */
export function lenientOption<T, Input>(item: Codec<T, Input>): Codec<T | undefined, Input | null | undefined> {
  return lenient(option(item), (value) => value ?? undefined);
}

function bytesOf(text: string, writer: Writer, name: string): Uint8Array {
  try {
    return fromHex(text);
  } catch (cause) {
    throw new BcsError("invalid_value", writer.position, name, [], { cause });
  }
}

/** A codec that turns what it is given into what `inner` takes; what it cannot turn is left for `inner` to refuse. */
function lenient<T, Input, Wider>(
  inner: Codec<T, Input>,
  convert: (value: Wider | Input, writer: Writer) => unknown,
): Codec<T, Wider | Input> {
  return defineCodec<T, Wider | Input>({
    name: inner.name,
    fixedSize: inner.fixedSize,
    minSize: () => inner.minSize,
    shape: { kind: "wrapper", inner: () => inner },
    read: inner.read,
    write: (writer, value) => inner.write(writer, convert(value, writer) as Input),
  });
}

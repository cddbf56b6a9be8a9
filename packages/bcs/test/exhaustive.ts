import {
  type AnyCodec,
  BcsError,
  bool,
  bytes,
  type Codec,
  enumeration,
  fixedArray,
  fixedBytes,
  i8,
  i16,
  i32,
  i64,
  lazy,
  map,
  newtype,
  option,
  set,
  string,
  struct,
  transform,
  tuple,
  u8,
  u16,
  u16Array,
  u32,
  u64,
  u64Number,
  u128,
  u256,
  uleb128,
  unit,
  vector,
  withSource,
} from "../src/index.ts";

interface List {
  readonly item: number;
  readonly next: List | undefined;
}
const list: Codec<List> = struct("List", { item: u8, next: option(lazy<List>("List", () => list)) });

/** Codecs of which some inputs of at most three bytes are valid, one of each kind. */
export const smallCodecs: readonly AnyCodec[] = [
  bool,
  unit,
  u8,
  u16,
  u32,
  u64,
  u64Number,
  u128,
  u256,
  i8,
  i16,
  i32,
  i64,
  uleb128,
  bytes,
  string,
  fixedBytes(2),
  vector(u8),
  vector(u16),
  vector(bool),
  vector(uleb128),
  vector(string),
  vector(vector(u8)),
  u16Array,
  fixedArray(bool, 2),
  option(u8),
  option(
    transform(option(bool), { decode: (flag) => [flag], encode: ([flag]: readonly [boolean | undefined]) => flag }),
  ),
  tuple([bool, u8]),
  struct("Pair", { a: bool, b: option(bool) }),
  newtype("Age", u8),
  enumeration("Choice", { None: unit, Some: u8, Text: string }),
  map(u8, unit),
  map(bool, bool),
  map(bytes, unit),
  set(u8),
  set(string),
  transform(bool, { decode: (flag) => (flag ? "yes" : "no"), encode: (word: string) => word === "yes" }),
  withSource(uleb128),
  list,
];

/** What happened to the inputs of one length. */
export interface Tally {
  accepted: number;
  refused: number;
}

/**
 * Gives every byte string of a length to a codec: it must refuse it with a `BcsError`, or encode the value to the same bytes.
 *
 * @throws Error that names the codec and the input
 */
export function tryAllInputs(codec: AnyCodec, length: number): Tally {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0; // nearly every input makes an error, and nearly all of its cost is the stack
  try {
    return tryInputs(codec, length);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function tryInputs(codec: AnyCodec, length: number): Tally {
  const input = new Uint8Array(length);
  const tally: Tally = { accepted: 0, refused: 0 };
  for (let n = 0; n < 0x100 ** length; n++) {
    for (let i = 0; i < length; i++) input[i] = n >>> (8 * i);
    let value: unknown;
    try {
      value = codec.decode(input);
    } catch (error) {
      if (!(error instanceof BcsError))
        throw new Error(`${codec.name}: ${input} is refused with another error`, { cause: error });
      tally.refused++;
      continue;
    }
    const encoded = codec.encode(value);
    let same = encoded.length === length;
    for (let i = 0; i < length; i++) same &&= encoded[i] === input[i];
    if (!same) {
      throw new Error(`${codec.name}: ${input} decodes, and encodes to ${encoded}`);
    }
    tally.accepted++;
  }
  return tally;
}

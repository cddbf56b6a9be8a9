import { BcsError } from "./errors.ts";
import { isBytes, lengthOf } from "./internal/is-bytes.ts";
import { releaseWriter, takeWriter } from "./internal/writer-pool.ts";
import { Reader } from "./reader.ts";
import type { Writer } from "./writer.ts";

/**
 * Both directions of one wire type.
 *
 * A decoder accepts exactly the bytes its encoder makes. `T` is what reading yields, `Input` what writing takes (often
 * a wider type).
 */
export interface Codec<T, Input = T> {
  /** Wire name, e.g. `vector<u64>`; shown in errors. */
  readonly name: string;
  /** Bytes of every value, when all take the same and the codec is not lazy. */
  readonly fixedSize: number | undefined;
  /** Bytes of the shortest value (a lower bound where types are recursive). */
  readonly minSize: number;
  /** The parts of the codec, for tools such as `explain`. */
  readonly shape: Shape;
  /** How vectors of this type are read and written at once, where that is faster than item by item. */
  readonly sequence?: Sequence<T, Input> | undefined;
  /** Reads one value at the reader's position. @throws {@link BcsError} */
  read(reader: Reader): T;
  /** Writes one value at the writer's position. @throws {@link BcsError} */
  write(writer: Writer, value: Input): void;
  /** The bytes of a value, in a fresh array of their exact size. @throws {@link BcsError} for a value that has no encoding */
  encode(value: Input): Uint8Array<ArrayBuffer>;
  /** The value of the whole input. @throws {@link BcsError} also for bytes left over */
  decode(bytes: Uint8Array): T;
  /** The lenient form of `decode`: bytes after the value are left alone. @throws {@link BcsError} */
  decodePrefix(bytes: Uint8Array): { value: T; bytesRead: number };
  /**
   * Writes a value into a caller's array. Nothing is written unless all of it fits.
   *
   * @returns bytes written
   * @throws {@link BcsError} `target_too_small`, or as `encode`
   */
  encodeInto(value: Input, target: Uint8Array, offset?: number): number;
  /** Bytes that `encode` would return. @throws {@link BcsError} as `encode` */
  size(value: Input): number;
}

/** Reads and writes many values of one type. */
export interface Sequence<T, Input> {
  /** Reads `length` values, for which the input was found long enough. */
  read(reader: Reader, length: number): T[];
  /** Writes the values, without their number. */
  write(writer: Writer, values: readonly Input[]): void;
}

/** The type that reading with a codec yields. */
export type Infer<C> = C extends { read(reader: Reader): infer T } ? T : never;

/** The type that writing with a codec takes. */
export type InferInput<C> = C extends { write(writer: Writer, value: infer Input): void } ? Input : never;

/** Any codec: the bound of generic parameters. */
// biome-ignore lint/suspicious/noExplicitAny: T and Input stand in both positions, so that no other type is a supertype of all codecs
export type AnyCodec = Codec<any, any>;

/** The input of {@link defineCodec}. */
export interface CodecDefinition<T, Input> {
  readonly name: string;
  readonly fixedSize?: number | undefined;
  /** Bytes of the shortest value; a function where it depends on codecs that may not exist yet. */
  readonly minSize: number | (() => number);
  readonly shape?: Shape;
  readonly sequence?: Sequence<T, Input> | undefined;
  /** Must not use `this`. */
  readonly read: (reader: Reader) => T;
  /** Must not use `this`. */
  readonly write: (writer: Writer, value: Input) => void;
}

/**
 * Makes a codec from a pair of functions, for wire types that the combinators do not cover. Everything else, such as the
 * refusal of trailing bytes, is added here.
 *
 * @example
 * ```ts
 * const u24 = defineCodec<number, number>({
 *   name: "u24",
 *   fixedSize: 3,
 *   minSize: 3,
 *   read: (reader) => reader.u16() + reader.u8() * 0x1_0000,
 *   write: (writer, value) => {
 *     if ((value & 0xff_ffff) !== value) throw writer.error("out_of_range", "u24");
 *     writer.u16(value & 0xffff);
 *     writer.u8(value >>> 16);
 *   },
 * });
 * ```
 */
export function defineCodec<T, Input = T>(definition: CodecDefinition<T, Input>): Codec<T, Input> {
  return new DefinedCodec(definition);
}

class DefinedCodec<T, Input> implements Codec<T, Input> {
  readonly name: string;
  readonly fixedSize: number | undefined;
  readonly shape: Shape;
  readonly sequence: Sequence<T, Input> | undefined;
  readonly read: (reader: Reader) => T;
  readonly write: (writer: Writer, value: Input) => void;
  #minSize: number | (() => number);

  constructor(definition: CodecDefinition<T, Input>) {
    this.name = definition.name;
    this.fixedSize = definition.fixedSize;
    this.shape = definition.shape ?? { kind: "leaf" };
    this.sequence = definition.sequence;
    this.read = definition.read;
    this.write = definition.write;
    this.#minSize = definition.minSize;
  }

  get minSize(): number {
    const minSize = this.#minSize;
    if (typeof minSize === "number") return minSize;
    this.#minSize = 0; // what a codec that contains itself sees of itself
    this.#minSize = minSize();
    return this.#minSize;
  }

  encode(value: Input): Uint8Array<ArrayBuffer> {
    const writer = takeWriter();
    try {
      this.write(writer, value);
      return writer.finish();
    } finally {
      releaseWriter(writer);
    }
  }

  decode(bytes: Uint8Array): T {
    const reader = new Reader(bytes);
    const value = this.read(reader);
    reader.expectEnd(this.name);
    return value;
  }

  decodePrefix(bytes: Uint8Array): { value: T; bytesRead: number } {
    const reader = new Reader(bytes);
    return { value: this.read(reader), bytesRead: reader.position };
  }

  encodeInto(value: Input, target: Uint8Array, offset = 0): number {
    const writer = takeWriter();
    try {
      this.write(writer, value);
      const size = writer.position;
      if (!isBytes(target)) throw new BcsError("wrong_type", 0, "Uint8Array");
      if (!(Number.isSafeInteger(offset) && offset >= 0 && offset + size <= lengthOf(target))) {
        throw new BcsError("target_too_small", 0, this.name);
      }
      target.set(new Uint8Array(writer.target.buffer, 0, size), offset);
      return size;
    } finally {
      releaseWriter(writer);
    }
  }

  size(value: Input): number {
    const writer = takeWriter();
    try {
      this.write(writer, value);
      return writer.position;
    } finally {
      releaseWriter(writer);
    }
  }
}

/** The parts of a codec, as data: enough for a tool to walk a value's bytes. */
export type Shape =
  /** Read as a whole. */
  | { readonly kind: "leaf" }
  /** The same bytes as another codec. */
  | { readonly kind: "wrapper"; readonly inner: () => AnyCodec }
  /** Members one after another, without a prefix. */
  | { readonly kind: "struct"; readonly fields: readonly (readonly [name: string, codec: AnyCodec])[] }
  | { readonly kind: "tuple"; readonly items: readonly AnyCodec[] }
  | { readonly kind: "array"; readonly item: AnyCodec; readonly length: number }
  /** ULEB128 length, then items. */
  | { readonly kind: "vector"; readonly item: AnyCodec }
  | { readonly kind: "set"; readonly item: AnyCodec }
  | { readonly kind: "map"; readonly key: AnyCodec; readonly value: AnyCodec }
  /** One byte, 0 or 1, then the item if it is 1. */
  | { readonly kind: "option"; readonly item: AnyCodec }
  /** ULEB128 index, then the variant. */
  | {
      readonly kind: "enumeration";
      readonly variants: readonly { readonly name: string; readonly index: number; readonly codec: AnyCodec }[];
    };

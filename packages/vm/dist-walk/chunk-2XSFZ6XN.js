import { createRequire as nodeRequire } from "node:module"; const require = nodeRequire(import.meta.url); globalThis.__log ??= []; globalThis.__seen ??= new Set(); globalThis.__walk ??= (f,n,l) => { if (!globalThis.__on) return; const k=f+":"+l; if (globalThis.__seen.has(k)) return; globalThis.__seen.add(k); globalThis.__log.push([f,n]); };
import {
  sha3_256
} from "./chunk-RBDAKBAQ.js";

// packages/bcs/src/errors.ts
var maxPathSegments = 32;
var BcsError = class _BcsError extends Error {
  name = "BcsError";
  /** The kind of the fault. */
  code;
  /** The place of the fault: bytes from the start of the input when decoding, of the output when encoding. */
  offset;
  /** Wire name of the type that was being read or written, e.g. `vector<u64>`. */
  expected;
  /** Steps from the outermost value to the refused one, innermost first: containers add theirs while the error passes. */
  #steps;
  /**
   * @param offset - bytes from the start of the input or output
   * @param expected - wire name of the type
   * @param steps - path to the value, innermost step first
   */
  constructor(code, offset, expected, steps = [], options) {
    super(describe(code, offset, expected, steps), options);
    this.code = code;
    this.offset = offset;
    this.expected = expected;
    this.#steps = [...steps];
  }
  /** Field path of the refused value, e.g. `writeSet.0.value.args[3]`; empty for the outermost value. */
  get path() {
    return formatPath(this.#steps);
  }
  /**
   * Adds the outer step a container knows to the path of an error that passes through it; other errors are left alone.
   *
   * @returns the same error, to be thrown on
   */
  static within(error, step) {
    if (error instanceof _BcsError) {
      error.#steps.push(step);
      error.message = describe(error.code, error.offset, error.expected, error.#steps);
    }
    return error;
  }
};
function describe(code, offset, expected, steps) {
  const place = steps.length === 0 ? "" : `, in ${formatPath(steps)}`;
  return `${code} at byte ${offset}${place} (expected ${expected})`;
}
function formatPath(steps) {
  let path = "";
  const shown = Math.min(steps.length, maxPathSegments);
  for (let i = 0; i < shown; i++) {
    const step = steps[steps.length - 1 - i];
    if (typeof step === "number") path += `[${step}]`;
    else path += path === "" ? step : `.${step}`;
  }
  return shown < steps.length ? `${path}\u2026` : path;
}

// packages/bcs/src/internal/is-bytes.ts
var typedArray = Object.getPrototypeOf(Uint8Array.prototype);
var getTag = findGetter(Symbol.toStringTag);
var getLength = findGetter("length");
function isBytes(value) {
  return isTypedArray(value, "Uint8Array");
}
function isTypedArray(value, name) {
  return getTag.call(value) === name;
}
function lengthOf(array) {
  return getLength.call(array);
}
function findGetter(name) {
  return Object.getOwnPropertyDescriptor(typedArray, name).get;
}

// packages/bcs/src/writer.ts
var initialCapacity = 1024;
var short = 16;
var Writer = class {
  /** The output buffer, of which the first `position` bytes are written. Replaced when it grows: look at it after `reserve`. */
  target;
  /** The same buffer, for numbers of several bytes. */
  view;
  /** Bytes in `target`. */
  capacity;
  /** Bytes written so far. */
  position = 0;
  /** Named containers (struct, newtype, enumeration) around the current position. */
  depth = 0;
  /** Lazy codecs around the current position. */
  lazyDepth = 0;
  /** Items written so far that may have taken no bytes. */
  emptyItems = 0;
  /** @param capacity - bytes to allocate at once */
  constructor(capacity = initialCapacity) {
    this.capacity = capacity;
    this.target = new Uint8Array(capacity);
    this.view = new DataView(this.target.buffer);
  }
  /** An error at the current position. */
  error(code, expected) {
    return new BcsError(code, this.position, expected);
  }
  /** Makes room for `size` more bytes. */
  reserve(size) {
    if (this.position + size > this.capacity) grow(this, size);
  }
  /** One byte. */
  u8(value) {
    this.reserve(1);
    this.target[this.position++] = value;
  }
  /** Two bytes, low first. */
  u16(value) {
    this.reserve(2);
    this.view.setUint16(this.position, value, true);
    this.position += 2;
  }
  /** Four bytes, low first. */
  u32(value) {
    this.reserve(4);
    this.view.setUint32(this.position, value, true);
    this.position += 4;
  }
  /** Eight bytes, low first. */
  u64(value) {
    this.reserve(8);
    this.view.setBigUint64(this.position, value, true);
    this.position += 8;
  }
  /** A ULEB128 number of 32 bits, in the shortest form. */
  uleb128(value) {
    if (value < 128) {
      this.u8(value);
      return;
    }
    this.reserve(5);
    const { target } = this;
    let { position } = this;
    let rest = value;
    while (rest > 127) {
      target[position++] = rest & 127 | 128;
      rest >>>= 7;
    }
    target[position++] = rest;
    this.position = position;
  }
  /** Bytes as they are, without a length. */
  bytes(value) {
    const length = lengthOf(value);
    this.reserve(length);
    const { target, position } = this;
    if (length > short) target.set(value, position);
    else for (let i = 0; i < length; i++) target[position + i] = value[i];
    this.position = position + length;
  }
  /** A copy of what was written. */
  finish() {
    return this.target.slice(0, this.position);
  }
};
function grow(writer, size) {
  const { target, position, capacity } = writer;
  const larger = Math.max(position + size, capacity * 2);
  writer.target = new Uint8Array(larger);
  writer.target.set(new Uint8Array(target.buffer, 0, position));
  writer.view = new DataView(writer.target.buffer);
  writer.capacity = larger;
}

// packages/bcs/src/internal/writer-pool.ts
var maxKeptCapacity = 1048576;
var idle;
function takeWriter() {
  const writer = idle;
  if (writer === void 0) return new Writer();
  idle = void 0;
  writer.position = 0;
  writer.depth = 0;
  writer.lazyDepth = 0;
  writer.emptyItems = 0;
  return writer;
}
function releaseWriter(writer) {
  if (writer.target.length <= maxKeptCapacity) idle = writer;
}

// packages/bcs/src/internal/words.ts
var hostIsLittleEndian = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;
var low = hostIsLittleEndian ? 0 : 1;
var high = 1 - low;
var halves = new Uint32Array(2);
var quad = new BigUint64Array(halves.buffer);

// packages/bcs/src/limits.ts
var maxContainerDepth = 500;
var maxSequenceLength = 2147483647;
var maxZeroSizeItems = 1048576;

// packages/bcs/src/reader.ts
var Reader = class {
  /** The input. */
  source;
  /** Bytes in the input. */
  end;
  /** Bytes read so far. */
  position = 0;
  /** Named containers (struct, newtype, enumeration) around the current position. */
  depth = 0;
  /** Lazy codecs around the current position. */
  lazyDepth = 0;
  /** Items read so far that may have taken no bytes. */
  emptyItems = 0;
  // Looked up when the first view is made: asking a small array for its buffer makes the engine move it out of its heap.
  #buffer;
  #base = 0;
  constructor(source) {
    if (!isBytes(source)) throw new BcsError("wrong_type", 0, "Uint8Array");
    this.source = source;
    this.end = lengthOf(source);
  }
  /** Bytes not yet read. */
  get remaining() {
    return this.end - this.position;
  }
  /** An error at the current position, or at `offset`. */
  error(code, expected, offset = this.position) {
    return new BcsError(code, offset, expected);
  }
  /** One byte. */
  u8() {
    const position = this.position;
    if (position >= this.end) throw this.error("unexpected_end", "u8");
    this.position = position + 1;
    return this.source[position];
  }
  /** Two bytes, low first. */
  u16() {
    const at2 = this.#take(2, "u16");
    const source = this.source;
    return source[at2] | source[at2 + 1] << 8;
  }
  /** Four bytes, low first. */
  u32() {
    const at2 = this.#take(4, "u32");
    const source = this.source;
    return (source[at2] | source[at2 + 1] << 8 | source[at2 + 2] << 16 | source[at2 + 3] << 24) >>> 0;
  }
  /** Eight bytes, low first. */
  u64() {
    const at2 = this.#take(8, "u64");
    const source = this.source;
    halves[low] = source[at2] | source[at2 + 1] << 8 | source[at2 + 2] << 16 | source[at2 + 3] << 24;
    halves[high] = source[at2 + 4] | source[at2 + 5] << 8 | source[at2 + 6] << 16 | source[at2 + 7] << 24;
    return quad[0];
  }
  /** A ULEB128 number of 32 bits: at most five bytes, in the shortest form. */
  uleb128() {
    const first = this.u8();
    return first < 128 ? first : readLongUleb128(this, first);
  }
  /**
   * The length of a sequence of items, checked against the bytes left before anything is allocated.
   *
   * @param minSize - least bytes per item
   * @param expected - wire name of the sequence
   */
  length(minSize, expected) {
    const start = this.position;
    const length = this.uleb128();
    if (minSize === 0) this.emptyItems += length;
    if (length > maxSequenceLength || this.emptyItems > maxZeroSizeItems) {
      throw this.error("length_too_large", expected, start);
    }
    if (length * minSize > this.end - this.position) throw this.error("unexpected_end", expected, start);
    return length;
  }
  /** The next `length` bytes, as a view of the input: copy what outlives it. */
  bytes(length, expected = "bytes") {
    const position = this.position;
    const next = position + length;
    if (!(length >= 0 && next <= this.end)) throw this.error("unexpected_end", expected);
    this.position = next;
    return this.#view(position, length);
  }
  /** The input from `start` up to `end`, as a view, wherever the reader is. */
  slice(start, end = this.position) {
    if (!(start >= 0 && start <= end && end <= this.end)) throw this.error("unexpected_end", "slice", start);
    return this.#view(start, end - start);
  }
  #view(start, length) {
    if (this.#buffer === void 0) {
      this.#buffer = this.source.buffer;
      this.#base = this.source.byteOffset;
    }
    return new Uint8Array(this.#buffer, this.#base + start, length);
  }
  /** Refuses bytes left over. */
  expectEnd(expected = "end of input") {
    if (this.position !== this.end) throw this.error("trailing_bytes", expected);
  }
  #take(size, expected) {
    const position = this.position;
    if (position + size > this.end) throw this.error("unexpected_end", expected);
    this.position = position + size;
    return position;
  }
};
function readLongUleb128(reader, first) {
  const start = reader.position - 1;
  let value = first & 127;
  for (let shift = 7; shift <= 28; shift += 7) {
    const byte = reader.u8();
    value += (byte & 127) * 2 ** shift;
    if (byte >= 128) continue;
    if (byte === 0) throw reader.error("uleb128_not_minimal", "uleb128", start);
    if (value > 4294967295) break;
    return value;
  }
  throw reader.error("uleb128_overflow", "uleb128", start);
}

// packages/bcs/src/codec.ts
function defineCodec(definition) {
  return new DefinedCodec(definition);
}
var DefinedCodec = class {
  name;
  fixedSize;
  shape;
  sequence;
  read;
  write;
  #minSize;
  constructor(definition) {
    this.name = definition.name;
    this.fixedSize = definition.fixedSize;
    this.shape = definition.shape ?? { kind: "leaf" };
    this.sequence = definition.sequence;
    this.read = definition.read;
    this.write = definition.write;
    this.#minSize = definition.minSize;
  }
  get minSize() {
    const minSize = this.#minSize;
    if (typeof minSize === "number") return minSize;
    this.#minSize = 0;
    this.#minSize = minSize();
    return this.#minSize;
  }
  encode(value) {
    const writer = takeWriter();
    try {
      this.write(writer, value);
      return writer.finish();
    } finally {
      releaseWriter(writer);
    }
  }
  decode(bytes2) {
    const reader = new Reader(bytes2);
    const value = this.read(reader);
    reader.expectEnd(this.name);
    return value;
  }
  decodePrefix(bytes2) {
    const reader = new Reader(bytes2);
    return { value: this.read(reader), bytesRead: reader.position };
  }
  encodeInto(value, target, offset = 0) {
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
  size(value) {
    const writer = takeWriter();
    try {
      this.write(writer, value);
      return writer.position;
    } finally {
      releaseWriter(writer);
    }
  }
};

// packages/bcs/src/big-integers.ts
var block = 4096;
var u64 = /* @__PURE__ */ defineCodec({
  name: "u64",
  fixedSize: 8,
  minSize: 8,
  read: (reader) => reader.u64(),
  write(writer, value) {
    if (!isU64(value)) throw refusal(writer, "u64", value);
    writer.u64(value);
  },
  sequence: {
    read(reader, length) {
      const bytes2 = reader.bytes(length * 8);
      const view = new DataView(bytes2.buffer, bytes2.byteOffset, bytes2.length);
      const values = new Array(length);
      for (let i = 0; i < length; i++) values[i] = view.getBigUint64(i * 8, true);
      return values;
    },
    write(writer, values) {
      const { length } = values;
      for (let start = 0; start < length; start += block) {
        const end = Math.min(start + block, length);
        writer.reserve((end - start) * 8);
        const { view, position } = writer;
        for (let i = start; i < end; i++) {
          const value = values[i];
          if (!isU64(value)) throw BcsError.within(refusal(writer, "u64", value), i);
          view.setBigUint64(position + (i - start) * 8, value, true);
        }
        writer.position = position + (end - start) * 8;
      }
    }
  }
});
var u128 = /* @__PURE__ */ unsigned("u128", 2);
var u256 = /* @__PURE__ */ unsigned("u256", 4);
var i64 = /* @__PURE__ */ signed("i64", 1);
var i128 = /* @__PURE__ */ signed("i128", 2);
var i256 = /* @__PURE__ */ signed("i256", 4);
function unsigned(name, words) {
  const bits = 64 * words;
  return defineCodec({
    name,
    fixedSize: 8 * words,
    minSize: 8 * words,
    read: (reader) => readWords(reader, words),
    write(writer, value) {
      if (typeof value !== "bigint" || BigInt.asUintN(bits, value) !== value) throw refusal(writer, name, value);
      writeWords(writer, value, words);
    }
  });
}
function signed(name, words) {
  const bits = 64 * words;
  return defineCodec({
    name,
    fixedSize: 8 * words,
    minSize: 8 * words,
    read: (reader) => BigInt.asIntN(bits, readWords(reader, words)),
    write(writer, value) {
      if (typeof value !== "bigint" || BigInt.asIntN(bits, value) !== value) throw refusal(writer, name, value);
      writeWords(writer, BigInt.asUintN(bits, value), words);
    }
  });
}
function readWords(reader, words) {
  const start = reader.position;
  let value = 0n;
  reader.bytes(8 * words);
  for (let i = words - 1; i >= 0; i--) {
    reader.position = start + 8 * i;
    value = value << 64n | reader.u64();
  }
  reader.position = start + 8 * words;
  return value;
}
function writeWords(writer, value, words) {
  let rest = value;
  for (let i = 0; i < words; i++) {
    writer.u64(rest);
    rest >>= 64n;
  }
}
function isU64(value) {
  return typeof value === "bigint" && BigInt.asUintN(64, value) === value;
}
function refusal(writer, name, value) {
  return writer.error(typeof value === "bigint" ? "out_of_range" : "wrong_type", name);
}

// packages/bcs/src/bytes.ts
var bytes = /* @__PURE__ */ defineCodec({
  name: "bytes",
  minSize: 1,
  read: readBytes,
  write: writeBytes
});
function fixedBytes(length) {
  if (!(Number.isSafeInteger(length) && length >= 0)) throw new BcsError("invalid_schema", 0, "fixedBytes");
  const name = `bytes[${length}]`;
  return defineCodec({
    name,
    fixedSize: length,
    minSize: length,
    read: (reader) => reader.bytes(length, name),
    write(writer, value) {
      if (!isBytes(value)) throw writer.error("wrong_type", name);
      if (lengthOf(value) !== length) throw writer.error("wrong_length", name);
      writer.bytes(value);
    }
  });
}
function readBytes(reader) {
  return reader.bytes(reader.length(1, "bytes"));
}
function writeBytes(writer, value) {
  if (!isBytes(value)) throw writer.error("wrong_type", "bytes");
  const length = lengthOf(value);
  if (length > maxSequenceLength) throw writer.error("length_too_large", "bytes");
  writer.uleb128(length);
  writer.bytes(value);
}

// packages/bcs/src/internal/names.ts
function keepsOrder(name) {
  return !/^(?:0|[1-9]\d*|__proto__)$/.test(name);
}

// packages/bcs/src/enumeration.ts
function at(index, codec) {
  return { index, codec };
}
function enumeration(name, variants) {
  const rows = listVariants(name, variants);
  const findByIndex = indexRows(rows);
  const findByName = nameRows(rows);
  const codec = defineCodec({
    name,
    minSize: () => Math.min(...rows.map(({ index, codec: codec2 }) => ulebSize(index) + codec2.minSize)),
    shape: { kind: "enumeration", variants: rows },
    read(reader) {
      const start = reader.position;
      if (++reader.depth > maxContainerDepth) throw reader.error("depth_exceeded", name);
      const variant = findByIndex(reader.uleb128());
      if (variant === void 0) throw reader.error("unknown_variant", name, start);
      let value = variant.unitValue;
      if (value === void 0) {
        try {
          value = { kind: variant.name, value: variant.codec.read(reader) };
        } catch (error) {
          throw BcsError.within(error, "value");
        }
      }
      reader.depth--;
      return value;
    },
    write(writer, value) {
      if (typeof value !== "object" || value === null) throw writer.error("wrong_type", name);
      const variant = findByName(value.kind);
      if (variant === void 0) throw writer.error("unknown_variant", name);
      if (++writer.depth > maxContainerDepth) throw writer.error("depth_exceeded", name);
      writer.uleb128(variant.index);
      if (variant.unitValue === void 0) {
        try {
          variant.codec.write(writer, value.value);
        } catch (error) {
          throw BcsError.within(error, "value");
        }
      } else if (value.value !== void 0) {
        throw writer.error("wrong_type", name);
      }
      writer.depth--;
    }
  });
  return codec;
}
function listVariants(name, variants) {
  const rows = [];
  const taken = /* @__PURE__ */ new Set();
  let next = 0;
  for (const [variantName, variant] of Object.entries(variants)) {
    const { index, codec } = "codec" in variant ? variant : { index: next, codec: variant };
    if (index >>> 0 !== index || taken.has(index) || !keepsOrder(variantName)) {
      throw new BcsError("invalid_schema", 0, name, [variantName]);
    }
    taken.add(index);
    next = index + 1;
    const unitValue = "isUnit" in codec ? Object.freeze({ kind: variantName }) : void 0;
    rows.push({ name: variantName, index, codec, unitValue });
  }
  if (rows.length === 0) throw new BcsError("invalid_schema", 0, name);
  return rows;
}
var maxTableIndex = 255;
function indexRows(rows) {
  if (rows.some((row) => row.index > maxTableIndex)) {
    const map2 = new Map(rows.map((row) => [row.index, row]));
    return (index) => map2.get(index);
  }
  const table = [];
  for (const row of rows) {
    while (table.length <= row.index) table.push(void 0);
    table[row.index] = row;
  }
  return (index) => index < table.length ? table[index] : void 0;
}
var maxCompared = 4;
function nameRows(rows) {
  if (rows.length > maxCompared) {
    const map2 = new Map(rows.map((row) => [row.name, row]));
    return (name) => map2.get(name);
  }
  return (name) => {
    for (let i = 0; i < rows.length; i++) if (rows[i].name === name) return rows[i];
    return void 0;
  };
}
function ulebSize(value) {
  let size = 1;
  for (let rest = value; rest > 127; rest >>>= 7) size++;
  return size;
}

// packages/bcs/src/internal/text.ts
var utf8Decoder = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
var utf8Encoder = /* @__PURE__ */ new TextEncoder();

// packages/bcs/src/hex.ts
var digits = "0123456789abcdef";
var pairs = /* @__PURE__ */ Array.from(
  { length: 256 },
  (_, byte) => digits[byte >>> 4] + digits[byte & 15]
);
var digitCodes = /* @__PURE__ */ Uint8Array.from(digits, (digit) => digit.charCodeAt(0));
var longestJoined = 128;
function toHex(bytes2) {
  if (bytes2.length > longestJoined) return decodeDigits(bytes2);
  let text = "";
  for (let i = 0; i < bytes2.length; i++) text += pairs[bytes2[i]];
  return text;
}
function decodeDigits(bytes2) {
  const codes = new Uint8Array(bytes2.length * 2);
  for (let i = 0, at2 = 0; i < bytes2.length; i++) {
    const byte = bytes2[i];
    codes[at2++] = digitCodes[byte >>> 4];
    codes[at2++] = digitCodes[byte & 15];
  }
  return utf8Decoder.decode(codes);
}

// packages/bcs/src/internal/ordered.ts
function compareStretches(bytes2, aStart, aEnd, bStart, bEnd) {
  const aLength = aEnd - aStart;
  const bLength = bEnd - bStart;
  const shorter = Math.min(aLength, bLength);
  for (let i = 0; i < shorter; i++) {
    const difference = bytes2[aStart + i] - bytes2[bStart + i];
    if (difference !== 0) return difference;
  }
  return aLength - bLength;
}

// packages/bcs/src/internal/key-order.ts
var maxPlacesTried = 64;
var absent = 0;
function orderKeys(bytes2, bounds, count) {
  const indexBits = 32 - Math.clz32(count);
  const scale = 2 ** indexBits;
  let room = 0;
  while (257 ** (room + 1) * scale <= Number.MAX_SAFE_INTEGER) room++;
  const places = findDifferences(bytes2, bounds, count, room);
  const ranks = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    let rank = 0;
    for (const place of places) rank = rank * 257 + readPlace(bytes2, bounds, i, place);
    ranks[i] = rank * scale + i;
  }
  ranks.sort();
  const order = new Uint32Array(count);
  for (let i = 0; i < count; i++) order[i] = ranks[i] >>> 0 & scale - 1;
  const compare = (a, b) => compareStretches(bytes2, bounds[2 * a], bounds[2 * a + 1], bounds[2 * b], bounds[2 * b + 1]);
  for (let start = 0; start < count; ) {
    const head = Math.floor(ranks[start] / scale);
    let end = start + 1;
    while (end < count && Math.floor(ranks[end] / scale) === head) end++;
    if (end - start > 1) order.subarray(start, end).sort(compare);
    start = end;
  }
  return order;
}
function findDifferences(bytes2, bounds, count, room) {
  const places = [];
  for (let place = 0; place < maxPlacesTried && places.length < room; place++) {
    const first = readPlace(bytes2, bounds, 0, place);
    let i = 1;
    while (i < count && readPlace(bytes2, bounds, i, place) === first) i++;
    if (i < count) places.push(place);
  }
  return places;
}
function readPlace(bytes2, bounds, key, place) {
  const at2 = bounds[2 * key] + place;
  return at2 < bounds[2 * key + 1] ? bytes2[at2] + 1 : absent;
}

// packages/bcs/src/scalars.ts
var bool = /* @__PURE__ */ defineCodec({
  name: "bool",
  fixedSize: 1,
  minSize: 1,
  read(reader) {
    const byte = reader.u8();
    if (byte > 1) throw reader.error("invalid_bool", "bool", reader.position - 1);
    return byte === 1;
  },
  write(writer, value) {
    if (typeof value !== "boolean") throw writer.error("wrong_type", "bool");
    writer.u8(value ? 1 : 0);
  }
});
var unit = /* @__PURE__ */ Object.assign(
  /* @__PURE__ */ defineCodec({
    name: "()",
    fixedSize: 0,
    minSize: 0,
    read: () => void 0,
    write(writer, value) {
      if (value !== void 0) throw writer.error("wrong_type", "()");
    }
  }),
  { isUnit: true }
);
var uleb128 = /* @__PURE__ */ defineCodec({
  name: "uleb128",
  minSize: 1,
  read: (reader) => reader.uleb128(),
  write(writer, value) {
    if (typeof value !== "number" || value >>> 0 !== value) throw refusal2(writer, "uleb128", value);
    writer.uleb128(value);
  }
});
var u8 = /* @__PURE__ */ Object.assign(
  /* @__PURE__ */ defineCodec({
    name: "u8",
    fixedSize: 1,
    minSize: 1,
    read: (reader) => reader.u8(),
    write(writer, value) {
      if (typeof value !== "number" || (value & 255) !== value) throw refusal2(writer, "u8", value);
      writer.u8(value);
    }
  }),
  { isByte: true }
);
var u16 = /* @__PURE__ */ defineCodec({
  name: "u16",
  fixedSize: 2,
  minSize: 2,
  read: (reader) => reader.u16(),
  write(writer, value) {
    if (typeof value !== "number" || (value & 65535) !== value) throw refusal2(writer, "u16", value);
    writer.u16(value);
  }
});
var u32 = /* @__PURE__ */ defineCodec({
  name: "u32",
  fixedSize: 4,
  minSize: 4,
  read: (reader) => reader.u32(),
  write(writer, value) {
    if (typeof value !== "number" || value >>> 0 !== value) throw refusal2(writer, "u32", value);
    writer.u32(value);
  }
});
var i8 = /* @__PURE__ */ defineCodec({
  name: "i8",
  fixedSize: 1,
  minSize: 1,
  read: (reader) => reader.u8() << 24 >> 24,
  write(writer, value) {
    if (typeof value !== "number" || value << 24 >> 24 !== value) throw refusal2(writer, "i8", value);
    writer.u8(value & 255);
  }
});
var i16 = /* @__PURE__ */ defineCodec({
  name: "i16",
  fixedSize: 2,
  minSize: 2,
  read: (reader) => reader.u16() << 16 >> 16,
  write(writer, value) {
    if (typeof value !== "number" || value << 16 >> 16 !== value) throw refusal2(writer, "i16", value);
    writer.u16(value & 65535);
  }
});
var i32 = /* @__PURE__ */ defineCodec({
  name: "i32",
  fixedSize: 4,
  minSize: 4,
  read: (reader) => reader.u32() | 0,
  write(writer, value) {
    if (typeof value !== "number" || (value | 0) !== value) throw refusal2(writer, "i32", value);
    writer.u32(value >>> 0);
  }
});
function refusal2(writer, name, value) {
  return writer.error(typeof value === "number" ? "out_of_range" : "wrong_type", name);
}

// packages/bcs/src/map.ts
var short2 = 64;
function map(key, value) {
  const name = `map<${key.name}, ${value.name}>`;
  return defineCodec({
    name,
    minSize: 1,
    shape: { kind: "map", key, value },
    read(reader) {
      const length = reader.length(key.minSize + value.minSize, name);
      const entries2 = /* @__PURE__ */ new Map();
      let previousStart = 0;
      let previousEnd = 0;
      let i = 0;
      try {
        for (; i < length; i++) {
          const start = reader.position;
          const k = key.read(reader);
          const end = reader.position;
          if (i > 0 && compareStretches(reader.source, previousStart, previousEnd, start, end) >= 0) {
            throw reader.error("map_not_ascending", name, start);
          }
          previousStart = start;
          previousEnd = end;
          entries2.set(k, value.read(reader));
        }
      } catch (error) {
        throw BcsError.within(error, i);
      }
      if (entries2.size !== length) throw reader.error("duplicate_key", name);
      return entries2;
    },
    write(writer, entries2) {
      const size = sizeOf(Map.prototype, entries2);
      if (size === void 0) throw writer.error("wrong_type", name);
      writeSorted(writer, name, Map.prototype.entries.call(entries2), size, key, value);
    }
  });
}
function writeSorted(writer, name, entries2, size, key, value) {
  if (size > maxSequenceLength) throw writer.error("length_too_large", name);
  writer.uleb128(size);
  const bounds = [];
  let sorted = true;
  try {
    for (const entry of entries2) {
      if (bounds.length === 2 * size) break;
      const start = writer.position;
      key.write(writer, entry[0]);
      const keyEnd = writer.position;
      if (sorted && bounds.length > 0) {
        const at2 = bounds.length;
        sorted = compareStretches(writer.target, bounds[at2 - 2], bounds[at2 - 1], start, keyEnd) < 0;
      }
      value.write(writer, entry[1]);
      bounds.push(start, keyEnd);
    }
  } catch (error) {
    throw BcsError.within(error, bounds.length / 2);
  }
  if (bounds.length !== 2 * size) throw writer.error("wrong_length", name);
  if (sorted) return;
  bounds.push(writer.position);
  sortEntries(writer, name, bounds);
}
function sizeOf(prototype, value) {
  try {
    return Reflect.get(prototype, "size", value);
  } catch {
    return void 0;
  }
}
function sortEntries(writer, name, bounds) {
  const base = bounds[0];
  const written = writer.target.slice(base, writer.position);
  const { target } = writer;
  const places = bounds.map((bound) => bound - base);
  const order = orderKeys(written, places, bounds.length >> 1);
  let position = base;
  for (let i = 0; i < order.length; i++) {
    const entry = order[i];
    const start = places[2 * entry];
    const end = places[2 * entry + 2];
    if (i > 0) {
      const previous = order[i - 1];
      const previousKey = places[2 * previous];
      if (compareStretches(written, previousKey, places[2 * previous + 1], start, places[2 * entry + 1]) === 0) {
        throw new BcsError("duplicate_key", position, name);
      }
    }
    if (end - start > short2) target.set(new Uint8Array(written.buffer, start, end - start), position);
    else for (let j = start; j < end; j++) target[position + j - start] = written[j];
    position += end - start;
  }
}

// packages/bcs/src/newtype.ts
function newtype(name, inner) {
  const { read, write } = inner;
  return defineCodec({
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
    }
  });
}
function brand(inner, name) {
  return defineCodec({
    name,
    fixedSize: inner.fixedSize,
    minSize: () => inner.minSize,
    shape: { kind: "wrapper", inner: () => inner },
    read: inner.read,
    write: inner.write,
    sequence: inner.sequence
  });
}

// packages/bcs/src/option.ts
function option(item) {
  const name = `option<${item.name}>`;
  const { read, write } = item;
  if (item.shape.kind === "option" || "isUnit" in item) throw new BcsError("invalid_schema", 0, name);
  return defineCodec({
    name,
    minSize: 1,
    shape: { kind: "option", item },
    read(reader) {
      const tag = reader.u8();
      if (tag > 1) throw reader.error("invalid_option_tag", name, reader.position - 1);
      if (tag === 0) return void 0;
      const value = read(reader);
      if (value === void 0) throw reader.error("invalid_value", name);
      return value;
    },
    write(writer, value) {
      if (value === void 0) {
        writer.u8(0);
      } else {
        writer.u8(1);
        write(writer, value);
      }
    }
  });
}

// packages/bcs/src/internal/ascii.ts
var make = String.fromCharCode;
function readAscii(b, p, length) {
  switch (length) {
    case 0:
      return "";
    case 1:
      return make(b[p]);
    case 2:
      return make(b[p], b[p + 1]);
    case 3:
      return make(b[p], b[p + 1], b[p + 2]);
    case 4:
      return make(b[p], b[p + 1], b[p + 2], b[p + 3]);
    case 5:
      return make(b[p], b[p + 1], b[p + 2], b[p + 3], b[p + 4]);
    case 6:
      return make(b[p], b[p + 1], b[p + 2], b[p + 3], b[p + 4], b[p + 5]);
    case 7:
      return make(b[p], b[p + 1], b[p + 2], b[p + 3], b[p + 4], b[p + 5], b[p + 6]);
    case 8:
      return make(b[p], b[p + 1], b[p + 2], b[p + 3], b[p + 4], b[p + 5], b[p + 6], b[p + 7]);
    case 9:
      return make(b[p], b[p + 1], b[p + 2], b[p + 3], b[p + 4], b[p + 5], b[p + 6], b[p + 7], b[p + 8]);
    case 10:
      return make(
        b[p],
        b[p + 1],
        b[p + 2],
        b[p + 3],
        b[p + 4],
        b[p + 5],
        b[p + 6],
        b[p + 7],
        b[p + 8],
        b[p + 9]
      );
    case 11:
      return make(
        b[p],
        b[p + 1],
        b[p + 2],
        b[p + 3],
        b[p + 4],
        b[p + 5],
        b[p + 6],
        b[p + 7],
        b[p + 8],
        b[p + 9],
        b[p + 10]
      );
    case 12:
      return make(
        b[p],
        b[p + 1],
        b[p + 2],
        b[p + 3],
        b[p + 4],
        b[p + 5],
        b[p + 6],
        b[p + 7],
        b[p + 8],
        b[p + 9],
        b[p + 10],
        b[p + 11]
      );
    case 13:
      return make(
        b[p],
        b[p + 1],
        b[p + 2],
        b[p + 3],
        b[p + 4],
        b[p + 5],
        b[p + 6],
        b[p + 7],
        b[p + 8],
        b[p + 9],
        b[p + 10],
        b[p + 11],
        b[p + 12]
      );
    case 14:
      return make(
        b[p],
        b[p + 1],
        b[p + 2],
        b[p + 3],
        b[p + 4],
        b[p + 5],
        b[p + 6],
        b[p + 7],
        b[p + 8],
        b[p + 9],
        b[p + 10],
        b[p + 11],
        b[p + 12],
        b[p + 13]
      );
    case 15:
      return make(
        b[p],
        b[p + 1],
        b[p + 2],
        b[p + 3],
        b[p + 4],
        b[p + 5],
        b[p + 6],
        b[p + 7],
        b[p + 8],
        b[p + 9],
        b[p + 10],
        b[p + 11],
        b[p + 12],
        b[p + 13],
        b[p + 14]
      );
    case 16:
      return make(
        b[p],
        b[p + 1],
        b[p + 2],
        b[p + 3],
        b[p + 4],
        b[p + 5],
        b[p + 6],
        b[p + 7],
        b[p + 8],
        b[p + 9],
        b[p + 10],
        b[p + 11],
        b[p + 12],
        b[p + 13],
        b[p + 14],
        b[p + 15]
      );
    default:
      return make(
        b[p],
        b[p + 1],
        b[p + 2],
        b[p + 3],
        b[p + 4],
        b[p + 5],
        b[p + 6],
        b[p + 7],
        b[p + 8],
        b[p + 9],
        b[p + 10],
        b[p + 11],
        b[p + 12],
        b[p + 13],
        b[p + 14],
        b[p + 15]
      ) + readAscii(b, p + 16, length - 16);
  }
}

// packages/bcs/src/string.ts
var string = /* @__PURE__ */ defineCodec({
  name: "string",
  minSize: 1,
  read: readString,
  write: writeString
});
var shortRead = 32;
var shortWrite = 64;
var loneSurrogate = new RegExp("\\p{Surrogate}", "u");
function readString(reader) {
  const offset = reader.position;
  const length = reader.length(1, "string");
  const start = reader.position;
  if (length <= shortRead) {
    const { source } = reader;
    const end = start + length;
    let bits = 0;
    for (let i = start; i < end; i++) bits |= source[i];
    if (bits < 128) {
      reader.position = end;
      return readAscii(source, start, length);
    }
  }
  const view = reader.bytes(length, "string");
  try {
    return utf8Decoder.decode(view);
  } catch {
    throw reader.error("invalid_utf8", "string", offset);
  }
}
function writeString(writer, value) {
  if (typeof value !== "string") throw writer.error("wrong_type", "string");
  const length = value.length;
  if (length <= shortWrite) {
    writer.reserve(length + 1);
    const { target, position } = writer;
    let i = 0;
    while (i < length) {
      const unit2 = value.charCodeAt(i);
      if (unit2 > 127) break;
      i++;
      target[position + i] = unit2;
    }
    if (i === length) {
      target[position] = length;
      writer.position = position + length + 1;
      return;
    }
  }
  writeLongString(writer, value);
}
function writeLongString(writer, value) {
  if (loneSurrogate.test(value)) throw writer.error("lone_surrogate", "string");
  const start = writer.position;
  writer.reserve(5 + value.length * 3);
  const { target } = writer;
  const { written } = utf8Encoder.encodeInto(value, target.subarray(start + 5));
  if (written > maxSequenceLength) throw writer.error("length_too_large", "string");
  writer.uleb128(written);
  target.copyWithin(writer.position, start + 5, start + 5 + written);
  writer.position += written;
}

// packages/bcs/src/internal/sizes.ts
function sumFixedSizes(codecs) {
  let sum = 0;
  for (const { fixedSize } of codecs) {
    if (fixedSize === void 0) return void 0;
    sum += fixedSize;
  }
  return sum;
}
function sumMinSizes(codecs) {
  let sum = 0;
  for (const codec of codecs) sum += codec.minSize;
  return sum;
}

// packages/bcs/src/internal/struct-access.ts
function toConstructor(fill) {
  fill.prototype = Object.prototype;
  return fill;
}
function makeAccess0(keys, codecs) {
  const { length } = keys;
  const reads = codecs.map((codec) => codec.read);
  const writes = codecs.map((codec) => codec.write);
  const [k0, k1, k2, k3, k4, k5, k6, k7] = keys;
  const [r0, r1, r2, r3, r4, r5, r6, r7] = reads;
  const [w0, w1, w2, w3, w4, w5, w6, w7] = writes;
  const Struct = toConstructor(function(reader) {
    try {
      if (length > 0) this[k0] = r0(reader);
      if (length > 1) this[k1] = r1(reader);
      if (length > 2) this[k2] = r2(reader);
      if (length > 3) this[k3] = r3(reader);
      if (length > 4) this[k4] = r4(reader);
      if (length > 5) this[k5] = r5(reader);
      if (length > 6) this[k6] = r6(reader);
      if (length > 7) this[k7] = r7(reader);
      for (let i = 8; i < length; i++) this[keys[i]] = reads[i](reader);
    } catch (error) {
      throw BcsError.within(error, keys[Object.keys(this).length]);
    }
  });
  return {
    read: (reader) => new Struct(reader),
    write(writer, members) {
      let i = 0;
      try {
        if (i < length) w0(writer, members[k0]);
        if (++i < length) w1(writer, members[k1]);
        if (++i < length) w2(writer, members[k2]);
        if (++i < length) w3(writer, members[k3]);
        if (++i < length) w4(writer, members[k4]);
        if (++i < length) w5(writer, members[k5]);
        if (++i < length) w6(writer, members[k6]);
        if (++i < length) w7(writer, members[k7]);
        while (++i < length) writes[i](writer, members[keys[i]]);
      } catch (error) {
        throw BcsError.within(error, keys[i]);
      }
    }
  };
}
function makeAccess1(keys, codecs) {
  const { length } = keys;
  const reads = codecs.map((codec) => codec.read);
  const writes = codecs.map((codec) => codec.write);
  const [k0, k1, k2, k3, k4, k5, k6, k7] = keys;
  const [r0, r1, r2, r3, r4, r5, r6, r7] = reads;
  const [w0, w1, w2, w3, w4, w5, w6, w7] = writes;
  const Struct = toConstructor(function(reader) {
    try {
      if (length > 0) this[k0] = r0(reader);
      if (length > 1) this[k1] = r1(reader);
      if (length > 2) this[k2] = r2(reader);
      if (length > 3) this[k3] = r3(reader);
      if (length > 4) this[k4] = r4(reader);
      if (length > 5) this[k5] = r5(reader);
      if (length > 6) this[k6] = r6(reader);
      if (length > 7) this[k7] = r7(reader);
      for (let i = 8; i < length; i++) this[keys[i]] = reads[i](reader);
    } catch (error) {
      throw BcsError.within(error, keys[Object.keys(this).length]);
    }
  });
  return {
    read: (reader) => new Struct(reader),
    write(writer, members) {
      let i = 0;
      try {
        if (i < length) w0(writer, members[k0]);
        if (++i < length) w1(writer, members[k1]);
        if (++i < length) w2(writer, members[k2]);
        if (++i < length) w3(writer, members[k3]);
        if (++i < length) w4(writer, members[k4]);
        if (++i < length) w5(writer, members[k5]);
        if (++i < length) w6(writer, members[k6]);
        if (++i < length) w7(writer, members[k7]);
        while (++i < length) writes[i](writer, members[keys[i]]);
      } catch (error) {
        throw BcsError.within(error, keys[i]);
      }
    }
  };
}
function makeAccess2(keys, codecs) {
  const { length } = keys;
  const reads = codecs.map((codec) => codec.read);
  const writes = codecs.map((codec) => codec.write);
  const [k0, k1, k2, k3, k4, k5, k6, k7] = keys;
  const [r0, r1, r2, r3, r4, r5, r6, r7] = reads;
  const [w0, w1, w2, w3, w4, w5, w6, w7] = writes;
  const Struct = toConstructor(function(reader) {
    try {
      if (length > 0) this[k0] = r0(reader);
      if (length > 1) this[k1] = r1(reader);
      if (length > 2) this[k2] = r2(reader);
      if (length > 3) this[k3] = r3(reader);
      if (length > 4) this[k4] = r4(reader);
      if (length > 5) this[k5] = r5(reader);
      if (length > 6) this[k6] = r6(reader);
      if (length > 7) this[k7] = r7(reader);
      for (let i = 8; i < length; i++) this[keys[i]] = reads[i](reader);
    } catch (error) {
      throw BcsError.within(error, keys[Object.keys(this).length]);
    }
  });
  return {
    read: (reader) => new Struct(reader),
    write(writer, members) {
      let i = 0;
      try {
        if (i < length) w0(writer, members[k0]);
        if (++i < length) w1(writer, members[k1]);
        if (++i < length) w2(writer, members[k2]);
        if (++i < length) w3(writer, members[k3]);
        if (++i < length) w4(writer, members[k4]);
        if (++i < length) w5(writer, members[k5]);
        if (++i < length) w6(writer, members[k6]);
        if (++i < length) w7(writer, members[k7]);
        while (++i < length) writes[i](writer, members[keys[i]]);
      } catch (error) {
        throw BcsError.within(error, keys[i]);
      }
    }
  };
}
function makeAccess3(keys, codecs) {
  const { length } = keys;
  const reads = codecs.map((codec) => codec.read);
  const writes = codecs.map((codec) => codec.write);
  const [k0, k1, k2, k3, k4, k5, k6, k7] = keys;
  const [r0, r1, r2, r3, r4, r5, r6, r7] = reads;
  const [w0, w1, w2, w3, w4, w5, w6, w7] = writes;
  const Struct = toConstructor(function(reader) {
    try {
      if (length > 0) this[k0] = r0(reader);
      if (length > 1) this[k1] = r1(reader);
      if (length > 2) this[k2] = r2(reader);
      if (length > 3) this[k3] = r3(reader);
      if (length > 4) this[k4] = r4(reader);
      if (length > 5) this[k5] = r5(reader);
      if (length > 6) this[k6] = r6(reader);
      if (length > 7) this[k7] = r7(reader);
      for (let i = 8; i < length; i++) this[keys[i]] = reads[i](reader);
    } catch (error) {
      throw BcsError.within(error, keys[Object.keys(this).length]);
    }
  });
  return {
    read: (reader) => new Struct(reader),
    write(writer, members) {
      let i = 0;
      try {
        if (i < length) w0(writer, members[k0]);
        if (++i < length) w1(writer, members[k1]);
        if (++i < length) w2(writer, members[k2]);
        if (++i < length) w3(writer, members[k3]);
        if (++i < length) w4(writer, members[k4]);
        if (++i < length) w5(writer, members[k5]);
        if (++i < length) w6(writer, members[k6]);
        if (++i < length) w7(writer, members[k7]);
        while (++i < length) writes[i](writer, members[keys[i]]);
      } catch (error) {
        throw BcsError.within(error, keys[i]);
      }
    }
  };
}
function makeAccess4(keys, codecs) {
  const { length } = keys;
  const reads = codecs.map((codec) => codec.read);
  const writes = codecs.map((codec) => codec.write);
  const [k0, k1, k2, k3, k4, k5, k6, k7] = keys;
  const [r0, r1, r2, r3, r4, r5, r6, r7] = reads;
  const [w0, w1, w2, w3, w4, w5, w6, w7] = writes;
  const Struct = toConstructor(function(reader) {
    try {
      if (length > 0) this[k0] = r0(reader);
      if (length > 1) this[k1] = r1(reader);
      if (length > 2) this[k2] = r2(reader);
      if (length > 3) this[k3] = r3(reader);
      if (length > 4) this[k4] = r4(reader);
      if (length > 5) this[k5] = r5(reader);
      if (length > 6) this[k6] = r6(reader);
      if (length > 7) this[k7] = r7(reader);
      for (let i = 8; i < length; i++) this[keys[i]] = reads[i](reader);
    } catch (error) {
      throw BcsError.within(error, keys[Object.keys(this).length]);
    }
  });
  return {
    read: (reader) => new Struct(reader),
    write(writer, members) {
      let i = 0;
      try {
        if (i < length) w0(writer, members[k0]);
        if (++i < length) w1(writer, members[k1]);
        if (++i < length) w2(writer, members[k2]);
        if (++i < length) w3(writer, members[k3]);
        if (++i < length) w4(writer, members[k4]);
        if (++i < length) w5(writer, members[k5]);
        if (++i < length) w6(writer, members[k6]);
        if (++i < length) w7(writer, members[k7]);
        while (++i < length) writes[i](writer, members[keys[i]]);
      } catch (error) {
        throw BcsError.within(error, keys[i]);
      }
    }
  };
}
function makeAccess5(keys, codecs) {
  const { length } = keys;
  const reads = codecs.map((codec) => codec.read);
  const writes = codecs.map((codec) => codec.write);
  const [k0, k1, k2, k3, k4, k5, k6, k7] = keys;
  const [r0, r1, r2, r3, r4, r5, r6, r7] = reads;
  const [w0, w1, w2, w3, w4, w5, w6, w7] = writes;
  const Struct = toConstructor(function(reader) {
    try {
      if (length > 0) this[k0] = r0(reader);
      if (length > 1) this[k1] = r1(reader);
      if (length > 2) this[k2] = r2(reader);
      if (length > 3) this[k3] = r3(reader);
      if (length > 4) this[k4] = r4(reader);
      if (length > 5) this[k5] = r5(reader);
      if (length > 6) this[k6] = r6(reader);
      if (length > 7) this[k7] = r7(reader);
      for (let i = 8; i < length; i++) this[keys[i]] = reads[i](reader);
    } catch (error) {
      throw BcsError.within(error, keys[Object.keys(this).length]);
    }
  });
  return {
    read: (reader) => new Struct(reader),
    write(writer, members) {
      let i = 0;
      try {
        if (i < length) w0(writer, members[k0]);
        if (++i < length) w1(writer, members[k1]);
        if (++i < length) w2(writer, members[k2]);
        if (++i < length) w3(writer, members[k3]);
        if (++i < length) w4(writer, members[k4]);
        if (++i < length) w5(writer, members[k5]);
        if (++i < length) w6(writer, members[k6]);
        if (++i < length) w7(writer, members[k7]);
        while (++i < length) writes[i](writer, members[keys[i]]);
      } catch (error) {
        throw BcsError.within(error, keys[i]);
      }
    }
  };
}
function makeAccess6(keys, codecs) {
  const { length } = keys;
  const reads = codecs.map((codec) => codec.read);
  const writes = codecs.map((codec) => codec.write);
  const [k0, k1, k2, k3, k4, k5, k6, k7] = keys;
  const [r0, r1, r2, r3, r4, r5, r6, r7] = reads;
  const [w0, w1, w2, w3, w4, w5, w6, w7] = writes;
  const Struct = toConstructor(function(reader) {
    try {
      if (length > 0) this[k0] = r0(reader);
      if (length > 1) this[k1] = r1(reader);
      if (length > 2) this[k2] = r2(reader);
      if (length > 3) this[k3] = r3(reader);
      if (length > 4) this[k4] = r4(reader);
      if (length > 5) this[k5] = r5(reader);
      if (length > 6) this[k6] = r6(reader);
      if (length > 7) this[k7] = r7(reader);
      for (let i = 8; i < length; i++) this[keys[i]] = reads[i](reader);
    } catch (error) {
      throw BcsError.within(error, keys[Object.keys(this).length]);
    }
  });
  return {
    read: (reader) => new Struct(reader),
    write(writer, members) {
      let i = 0;
      try {
        if (i < length) w0(writer, members[k0]);
        if (++i < length) w1(writer, members[k1]);
        if (++i < length) w2(writer, members[k2]);
        if (++i < length) w3(writer, members[k3]);
        if (++i < length) w4(writer, members[k4]);
        if (++i < length) w5(writer, members[k5]);
        if (++i < length) w6(writer, members[k6]);
        if (++i < length) w7(writer, members[k7]);
        while (++i < length) writes[i](writer, members[keys[i]]);
      } catch (error) {
        throw BcsError.within(error, keys[i]);
      }
    }
  };
}
function makeAccess7(keys, codecs) {
  const { length } = keys;
  const reads = codecs.map((codec) => codec.read);
  const writes = codecs.map((codec) => codec.write);
  const [k0, k1, k2, k3, k4, k5, k6, k7] = keys;
  const [r0, r1, r2, r3, r4, r5, r6, r7] = reads;
  const [w0, w1, w2, w3, w4, w5, w6, w7] = writes;
  const Struct = toConstructor(function(reader) {
    try {
      if (length > 0) this[k0] = r0(reader);
      if (length > 1) this[k1] = r1(reader);
      if (length > 2) this[k2] = r2(reader);
      if (length > 3) this[k3] = r3(reader);
      if (length > 4) this[k4] = r4(reader);
      if (length > 5) this[k5] = r5(reader);
      if (length > 6) this[k6] = r6(reader);
      if (length > 7) this[k7] = r7(reader);
      for (let i = 8; i < length; i++) this[keys[i]] = reads[i](reader);
    } catch (error) {
      throw BcsError.within(error, keys[Object.keys(this).length]);
    }
  });
  return {
    read: (reader) => new Struct(reader),
    write(writer, members) {
      let i = 0;
      try {
        if (i < length) w0(writer, members[k0]);
        if (++i < length) w1(writer, members[k1]);
        if (++i < length) w2(writer, members[k2]);
        if (++i < length) w3(writer, members[k3]);
        if (++i < length) w4(writer, members[k4]);
        if (++i < length) w5(writer, members[k5]);
        if (++i < length) w6(writer, members[k6]);
        if (++i < length) w7(writer, members[k7]);
        while (++i < length) writes[i](writer, members[keys[i]]);
      } catch (error) {
        throw BcsError.within(error, keys[i]);
      }
    }
  };
}
function makeAccess8(keys, codecs) {
  const { length } = keys;
  const reads = codecs.map((codec) => codec.read);
  const writes = codecs.map((codec) => codec.write);
  const [k0, k1, k2, k3, k4, k5, k6, k7] = keys;
  const [r0, r1, r2, r3, r4, r5, r6, r7] = reads;
  const [w0, w1, w2, w3, w4, w5, w6, w7] = writes;
  const Struct = toConstructor(function(reader) {
    try {
      if (length > 0) this[k0] = r0(reader);
      if (length > 1) this[k1] = r1(reader);
      if (length > 2) this[k2] = r2(reader);
      if (length > 3) this[k3] = r3(reader);
      if (length > 4) this[k4] = r4(reader);
      if (length > 5) this[k5] = r5(reader);
      if (length > 6) this[k6] = r6(reader);
      if (length > 7) this[k7] = r7(reader);
      for (let i = 8; i < length; i++) this[keys[i]] = reads[i](reader);
    } catch (error) {
      throw BcsError.within(error, keys[Object.keys(this).length]);
    }
  });
  return {
    read: (reader) => new Struct(reader),
    write(writer, members) {
      let i = 0;
      try {
        if (i < length) w0(writer, members[k0]);
        if (++i < length) w1(writer, members[k1]);
        if (++i < length) w2(writer, members[k2]);
        if (++i < length) w3(writer, members[k3]);
        if (++i < length) w4(writer, members[k4]);
        if (++i < length) w5(writer, members[k5]);
        if (++i < length) w6(writer, members[k6]);
        if (++i < length) w7(writer, members[k7]);
        while (++i < length) writes[i](writer, members[keys[i]]);
      } catch (error) {
        throw BcsError.within(error, keys[i]);
      }
    }
  };
}
function makeAccess9(keys, codecs) {
  const { length } = keys;
  const reads = codecs.map((codec) => codec.read);
  const writes = codecs.map((codec) => codec.write);
  const [k0, k1, k2, k3, k4, k5, k6, k7] = keys;
  const [r0, r1, r2, r3, r4, r5, r6, r7] = reads;
  const [w0, w1, w2, w3, w4, w5, w6, w7] = writes;
  const Struct = toConstructor(function(reader) {
    try {
      if (length > 0) this[k0] = r0(reader);
      if (length > 1) this[k1] = r1(reader);
      if (length > 2) this[k2] = r2(reader);
      if (length > 3) this[k3] = r3(reader);
      if (length > 4) this[k4] = r4(reader);
      if (length > 5) this[k5] = r5(reader);
      if (length > 6) this[k6] = r6(reader);
      if (length > 7) this[k7] = r7(reader);
      for (let i = 8; i < length; i++) this[keys[i]] = reads[i](reader);
    } catch (error) {
      throw BcsError.within(error, keys[Object.keys(this).length]);
    }
  });
  return {
    read: (reader) => new Struct(reader),
    write(writer, members) {
      let i = 0;
      try {
        if (i < length) w0(writer, members[k0]);
        if (++i < length) w1(writer, members[k1]);
        if (++i < length) w2(writer, members[k2]);
        if (++i < length) w3(writer, members[k3]);
        if (++i < length) w4(writer, members[k4]);
        if (++i < length) w5(writer, members[k5]);
        if (++i < length) w6(writer, members[k6]);
        if (++i < length) w7(writer, members[k7]);
        while (++i < length) writes[i](writer, members[keys[i]]);
      } catch (error) {
        throw BcsError.within(error, keys[i]);
      }
    }
  };
}
function makeAccess10(keys, codecs) {
  const { length } = keys;
  const reads = codecs.map((codec) => codec.read);
  const writes = codecs.map((codec) => codec.write);
  const [k0, k1, k2, k3, k4, k5, k6, k7] = keys;
  const [r0, r1, r2, r3, r4, r5, r6, r7] = reads;
  const [w0, w1, w2, w3, w4, w5, w6, w7] = writes;
  const Struct = toConstructor(function(reader) {
    try {
      if (length > 0) this[k0] = r0(reader);
      if (length > 1) this[k1] = r1(reader);
      if (length > 2) this[k2] = r2(reader);
      if (length > 3) this[k3] = r3(reader);
      if (length > 4) this[k4] = r4(reader);
      if (length > 5) this[k5] = r5(reader);
      if (length > 6) this[k6] = r6(reader);
      if (length > 7) this[k7] = r7(reader);
      for (let i = 8; i < length; i++) this[keys[i]] = reads[i](reader);
    } catch (error) {
      throw BcsError.within(error, keys[Object.keys(this).length]);
    }
  });
  return {
    read: (reader) => new Struct(reader),
    write(writer, members) {
      let i = 0;
      try {
        if (i < length) w0(writer, members[k0]);
        if (++i < length) w1(writer, members[k1]);
        if (++i < length) w2(writer, members[k2]);
        if (++i < length) w3(writer, members[k3]);
        if (++i < length) w4(writer, members[k4]);
        if (++i < length) w5(writer, members[k5]);
        if (++i < length) w6(writer, members[k6]);
        if (++i < length) w7(writer, members[k7]);
        while (++i < length) writes[i](writer, members[keys[i]]);
      } catch (error) {
        throw BcsError.within(error, keys[i]);
      }
    }
  };
}
function makeAccess11(keys, codecs) {
  const { length } = keys;
  const reads = codecs.map((codec) => codec.read);
  const writes = codecs.map((codec) => codec.write);
  const [k0, k1, k2, k3, k4, k5, k6, k7] = keys;
  const [r0, r1, r2, r3, r4, r5, r6, r7] = reads;
  const [w0, w1, w2, w3, w4, w5, w6, w7] = writes;
  const Struct = toConstructor(function(reader) {
    try {
      if (length > 0) this[k0] = r0(reader);
      if (length > 1) this[k1] = r1(reader);
      if (length > 2) this[k2] = r2(reader);
      if (length > 3) this[k3] = r3(reader);
      if (length > 4) this[k4] = r4(reader);
      if (length > 5) this[k5] = r5(reader);
      if (length > 6) this[k6] = r6(reader);
      if (length > 7) this[k7] = r7(reader);
      for (let i = 8; i < length; i++) this[keys[i]] = reads[i](reader);
    } catch (error) {
      throw BcsError.within(error, keys[Object.keys(this).length]);
    }
  });
  return {
    read: (reader) => new Struct(reader),
    write(writer, members) {
      let i = 0;
      try {
        if (i < length) w0(writer, members[k0]);
        if (++i < length) w1(writer, members[k1]);
        if (++i < length) w2(writer, members[k2]);
        if (++i < length) w3(writer, members[k3]);
        if (++i < length) w4(writer, members[k4]);
        if (++i < length) w5(writer, members[k5]);
        if (++i < length) w6(writer, members[k6]);
        if (++i < length) w7(writer, members[k7]);
        while (++i < length) writes[i](writer, members[keys[i]]);
      } catch (error) {
        throw BcsError.within(error, keys[i]);
      }
    }
  };
}
function makeAccess12(keys, codecs) {
  const { length } = keys;
  const reads = codecs.map((codec) => codec.read);
  const writes = codecs.map((codec) => codec.write);
  const [k0, k1, k2, k3, k4, k5, k6, k7] = keys;
  const [r0, r1, r2, r3, r4, r5, r6, r7] = reads;
  const [w0, w1, w2, w3, w4, w5, w6, w7] = writes;
  const Struct = toConstructor(function(reader) {
    try {
      if (length > 0) this[k0] = r0(reader);
      if (length > 1) this[k1] = r1(reader);
      if (length > 2) this[k2] = r2(reader);
      if (length > 3) this[k3] = r3(reader);
      if (length > 4) this[k4] = r4(reader);
      if (length > 5) this[k5] = r5(reader);
      if (length > 6) this[k6] = r6(reader);
      if (length > 7) this[k7] = r7(reader);
      for (let i = 8; i < length; i++) this[keys[i]] = reads[i](reader);
    } catch (error) {
      throw BcsError.within(error, keys[Object.keys(this).length]);
    }
  });
  return {
    read: (reader) => new Struct(reader),
    write(writer, members) {
      let i = 0;
      try {
        if (i < length) w0(writer, members[k0]);
        if (++i < length) w1(writer, members[k1]);
        if (++i < length) w2(writer, members[k2]);
        if (++i < length) w3(writer, members[k3]);
        if (++i < length) w4(writer, members[k4]);
        if (++i < length) w5(writer, members[k5]);
        if (++i < length) w6(writer, members[k6]);
        if (++i < length) w7(writer, members[k7]);
        while (++i < length) writes[i](writer, members[keys[i]]);
      } catch (error) {
        throw BcsError.within(error, keys[i]);
      }
    }
  };
}
function makeAccess13(keys, codecs) {
  const { length } = keys;
  const reads = codecs.map((codec) => codec.read);
  const writes = codecs.map((codec) => codec.write);
  const [k0, k1, k2, k3, k4, k5, k6, k7] = keys;
  const [r0, r1, r2, r3, r4, r5, r6, r7] = reads;
  const [w0, w1, w2, w3, w4, w5, w6, w7] = writes;
  const Struct = toConstructor(function(reader) {
    try {
      if (length > 0) this[k0] = r0(reader);
      if (length > 1) this[k1] = r1(reader);
      if (length > 2) this[k2] = r2(reader);
      if (length > 3) this[k3] = r3(reader);
      if (length > 4) this[k4] = r4(reader);
      if (length > 5) this[k5] = r5(reader);
      if (length > 6) this[k6] = r6(reader);
      if (length > 7) this[k7] = r7(reader);
      for (let i = 8; i < length; i++) this[keys[i]] = reads[i](reader);
    } catch (error) {
      throw BcsError.within(error, keys[Object.keys(this).length]);
    }
  });
  return {
    read: (reader) => new Struct(reader),
    write(writer, members) {
      let i = 0;
      try {
        if (i < length) w0(writer, members[k0]);
        if (++i < length) w1(writer, members[k1]);
        if (++i < length) w2(writer, members[k2]);
        if (++i < length) w3(writer, members[k3]);
        if (++i < length) w4(writer, members[k4]);
        if (++i < length) w5(writer, members[k5]);
        if (++i < length) w6(writer, members[k6]);
        if (++i < length) w7(writer, members[k7]);
        while (++i < length) writes[i](writer, members[keys[i]]);
      } catch (error) {
        throw BcsError.within(error, keys[i]);
      }
    }
  };
}
function makeAccess14(keys, codecs) {
  const { length } = keys;
  const reads = codecs.map((codec) => codec.read);
  const writes = codecs.map((codec) => codec.write);
  const [k0, k1, k2, k3, k4, k5, k6, k7] = keys;
  const [r0, r1, r2, r3, r4, r5, r6, r7] = reads;
  const [w0, w1, w2, w3, w4, w5, w6, w7] = writes;
  const Struct = toConstructor(function(reader) {
    try {
      if (length > 0) this[k0] = r0(reader);
      if (length > 1) this[k1] = r1(reader);
      if (length > 2) this[k2] = r2(reader);
      if (length > 3) this[k3] = r3(reader);
      if (length > 4) this[k4] = r4(reader);
      if (length > 5) this[k5] = r5(reader);
      if (length > 6) this[k6] = r6(reader);
      if (length > 7) this[k7] = r7(reader);
      for (let i = 8; i < length; i++) this[keys[i]] = reads[i](reader);
    } catch (error) {
      throw BcsError.within(error, keys[Object.keys(this).length]);
    }
  });
  return {
    read: (reader) => new Struct(reader),
    write(writer, members) {
      let i = 0;
      try {
        if (i < length) w0(writer, members[k0]);
        if (++i < length) w1(writer, members[k1]);
        if (++i < length) w2(writer, members[k2]);
        if (++i < length) w3(writer, members[k3]);
        if (++i < length) w4(writer, members[k4]);
        if (++i < length) w5(writer, members[k5]);
        if (++i < length) w6(writer, members[k6]);
        if (++i < length) w7(writer, members[k7]);
        while (++i < length) writes[i](writer, members[keys[i]]);
      } catch (error) {
        throw BcsError.within(error, keys[i]);
      }
    }
  };
}
function makeAccess15(keys, codecs) {
  const { length } = keys;
  const reads = codecs.map((codec) => codec.read);
  const writes = codecs.map((codec) => codec.write);
  const [k0, k1, k2, k3, k4, k5, k6, k7] = keys;
  const [r0, r1, r2, r3, r4, r5, r6, r7] = reads;
  const [w0, w1, w2, w3, w4, w5, w6, w7] = writes;
  const Struct = toConstructor(function(reader) {
    try {
      if (length > 0) this[k0] = r0(reader);
      if (length > 1) this[k1] = r1(reader);
      if (length > 2) this[k2] = r2(reader);
      if (length > 3) this[k3] = r3(reader);
      if (length > 4) this[k4] = r4(reader);
      if (length > 5) this[k5] = r5(reader);
      if (length > 6) this[k6] = r6(reader);
      if (length > 7) this[k7] = r7(reader);
      for (let i = 8; i < length; i++) this[keys[i]] = reads[i](reader);
    } catch (error) {
      throw BcsError.within(error, keys[Object.keys(this).length]);
    }
  });
  return {
    read: (reader) => new Struct(reader),
    write(writer, members) {
      let i = 0;
      try {
        if (i < length) w0(writer, members[k0]);
        if (++i < length) w1(writer, members[k1]);
        if (++i < length) w2(writer, members[k2]);
        if (++i < length) w3(writer, members[k3]);
        if (++i < length) w4(writer, members[k4]);
        if (++i < length) w5(writer, members[k5]);
        if (++i < length) w6(writer, members[k6]);
        if (++i < length) w7(writer, members[k7]);
        while (++i < length) writes[i](writer, members[keys[i]]);
      } catch (error) {
        throw BcsError.within(error, keys[i]);
      }
    }
  };
}
var own = [
  makeAccess1,
  makeAccess2,
  makeAccess3,
  makeAccess4,
  makeAccess5,
  makeAccess6,
  makeAccess7,
  makeAccess8,
  makeAccess9,
  makeAccess10,
  makeAccess11,
  makeAccess12,
  makeAccess13,
  makeAccess14,
  makeAccess15
];
var makeSharedAccess = makeAccess0;
function makeOwnAccess(keys, codecs) {
  return own.pop()?.(keys, codecs);
}

// packages/bcs/src/struct.ts
var hot = 500;
function struct(name, fields2) {
  return makeStruct(name, fields2, 1);
}
function makeStruct(name, fields2, levels) {
  const keys = Object.keys(fields2);
  const codecs = keys.map((key) => fields2[key]);
  for (const key of keys) {
    if (!keepsOrder(key)) throw new BcsError("invalid_schema", 0, name, [key]);
  }
  let access = makeSharedAccess(keys, codecs);
  let uses = 0;
  const enter = (cursor) => {
    cursor.depth += levels;
    if (cursor.depth > maxContainerDepth) throw cursor.error("depth_exceeded", name);
    if (uses < hot && ++uses === hot) access = makeOwnAccess(keys, codecs) ?? access;
  };
  const codec = defineCodec({
    name,
    fixedSize: sumFixedSizes(codecs),
    minSize: () => sumMinSizes(codecs),
    shape: { kind: "struct", fields: keys.map((key, i) => [key, codecs[i]]) },
    read(reader) {
      enter(reader);
      const members = access.read(reader);
      reader.depth -= levels;
      return members;
    },
    write(writer, members) {
      if (typeof members !== "object" || members === null) throw writer.error("wrong_type", name);
      enter(writer);
      access.write(writer, members);
      writer.depth -= levels;
    }
  });
  return codec;
}

// packages/bcs/src/vector.ts
function vector(item) {
  return "isByte" in item ? byteVector(item) : itemVector(item);
}
function byteVector(item) {
  return defineCodec({
    name: "vector<u8>",
    minSize: 1,
    shape: { kind: "vector", item },
    read: readBytes,
    write: writeBytes
  });
}
function itemVector(item) {
  const name = `vector<${item.name}>`;
  const { read, write, sequence } = item;
  return defineCodec({
    name,
    minSize: 1,
    shape: { kind: "vector", item },
    read(reader) {
      const length = reader.length(item.minSize, name);
      if (sequence !== void 0) return sequence.read(reader, length);
      const items = [];
      let i = 0;
      try {
        for (; i < length; i++) items.push(read(reader));
      } catch (error) {
        throw BcsError.within(error, i);
      }
      return items;
    },
    write(writer, value) {
      if (!Array.isArray(value)) throw writer.error("wrong_type", name);
      const { length } = value;
      if (length >>> 0 !== length) throw writer.error("wrong_type", name);
      if (item.minSize === 0) writer.emptyItems += length;
      if (length > maxSequenceLength || writer.emptyItems > maxZeroSizeItems) {
        throw writer.error("length_too_large", name);
      }
      writer.uleb128(length);
      if (sequence !== void 0) {
        sequence.write(writer, value);
        return;
      }
      let i = 0;
      try {
        for (; i < length; i++) write(writer, value[i]);
      } catch (error) {
        throw BcsError.within(error, i);
      }
    }
  });
}
function fixedArray(item, length) {
  if (!(Number.isSafeInteger(length) && length >= 0 && length <= maxSequenceLength)) {
    throw new BcsError("invalid_schema", 0, "fixedArray");
  }
  const name = `${item.name}[${length}]`;
  const { read, write } = item;
  return defineCodec({
    name,
    fixedSize: item.fixedSize === void 0 ? void 0 : item.fixedSize * length,
    minSize: () => item.minSize * length,
    shape: { kind: "array", item, length },
    read(reader) {
      const items = [];
      let i = 0;
      if (item.minSize === 0) countEmpty(reader, length, name);
      if (item.minSize * length > reader.remaining) throw reader.error("unexpected_end", name);
      try {
        for (; i < length; i++) items.push(read(reader));
      } catch (error) {
        throw BcsError.within(error, i);
      }
      return items;
    },
    write(writer, value) {
      if (!Array.isArray(value)) throw writer.error("wrong_type", name);
      if (value.length !== length) throw writer.error("wrong_length", name);
      if (item.minSize === 0) countEmpty(writer, length, name);
      let i = 0;
      try {
        for (; i < length; i++) write(writer, value[i]);
      } catch (error) {
        throw BcsError.within(error, i);
      }
    }
  });
}
function countEmpty(cursor, length, name) {
  cursor.emptyItems += length;
  if (cursor.emptyItems > maxZeroSizeItems) throw cursor.error("length_too_large", name);
}

// packages/bcs/src/transform.ts
function transform(inner, { name = inner.name, decode, encode }) {
  return defineCodec({
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
        throw refusal3(error, start, name);
      }
    },
    write(writer, value) {
      let converted;
      try {
        converted = encode(value);
      } catch (error) {
        throw refusal3(error, writer.position, name);
      }
      inner.write(writer, converted);
    }
  });
}
function refusal3(error, offset, name) {
  return new BcsError("invalid_value", offset, name, [], { cause: error });
}

// packages/bcs/src/with-source.ts
function withSource(inner) {
  return defineCodec({
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
    }
  });
}

// packages/types/src/errors.ts
var TypesError = class extends Error {
  name = "TypesError";
  /** The kind of the refused input. */
  code;
  /** Index of the offending character, when the input is text and one character is to blame. */
  position;
  /** Index of the offending byte, when the input is bytes. */
  offset;
  constructor(code, message, options = {}) {
    super(message, options);
    this.code = code;
    this.position = options.position;
    this.offset = options.offset;
  }
};

// packages/types/src/text/quote.ts
var maxQuotedLength = 256;
var printableAscii = /^[ -~]*$/;
function quoteText(text) {
  if (text.length <= maxQuotedLength && printableAscii.test(text)) return `"${text}"`;
  return `(${text.length} characters)`;
}
function quoteCharacter(text, index) {
  const codePoint = text.codePointAt(index);
  if (codePoint === void 0) return "the end of the text";
  if (codePoint >= 32 && codePoint <= 126) return `'${String.fromCodePoint(codePoint)}'`;
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}`;
}

// packages/types/src/text/hex.ts
var digitValues = new Uint8Array(128).fill(255);
for (let value = 0; value < 16; value++) {
  const digit = value.toString(16);
  digitValues[digit.charCodeAt(0)] = value;
  digitValues[digit.toUpperCase().charCodeAt(0)] = value;
}
function bytesToHex(bytes2) {
  return toHex(bytes2);
}
function formatHex(bytes2) {
  return `0x${toHex(bytes2)}`;
}
function hexPrefixLength(text) {
  return text.charCodeAt(0) === 48 && text.charCodeAt(1) === 120 ? 2 : 0;
}
function hexDigitAt(text, index) {
  const code = text.charCodeAt(index);
  return code < 128 ? digitValues[code] : 255;
}

// packages/types/src/text/bytes.ts
function bytesEqual(a, b) {
  const length = a.length;
  if (length !== b.length) return false;
  for (let i = 0; i < length; i++) if (a[i] !== b[i]) return false;
  return true;
}
function compareBytes(a, b) {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const difference = a[i] - b[i];
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
var longestPlain = 1024;
function mapKey(bytes2) {
  return bytes2.length <= longestPlain ? String.fromCharCode.apply(void 0, bytes2) : bytesToHex(bytes2);
}
function concatBytes(...parts) {
  let length = 0;
  for (const part of parts) length += part.length;
  const joined = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}

// packages/types/src/address.ts
var addressLength = 32;
var Address = brand(fixedBytes(addressLength), "AccountAddress");
function isAddress(value) {
  return isBytes(value) && value.length === addressLength;
}
function bytesToAddress(bytes2) {
  if (isAddress(bytes2)) return bytes2;
  throw new TypesError("invalid_address", `invalid address: ${bytes2.length} bytes instead of ${addressLength}`);
}
function parseAddress(text) {
  const start = hexPrefixLength(text);
  const digits2 = text.length - start;
  if (digits2 === 0) throw new TypesError("invalid_address", "invalid address: too short, there are no hex digits");
  if (digits2 > 64) throw new TypesError("invalid_address", `invalid address: ${digits2} hex digits, at most 64 fit`);
  const address = new Uint8Array(addressLength);
  for (let i = 0, nibble = 64 - digits2; i < digits2; i++, nibble++) {
    const value = hexDigitAt(text, start + i);
    if (value > 15) {
      const character = quoteCharacter(text, start + i);
      const message = `invalid address: invalid character ${character} at position ${nibble}`;
      throw new TypesError("invalid_address", message, { position: nibble });
    }
    address[nibble >> 1] = (nibble & 1) === 0 ? value << 4 : address[nibble >> 1] | value;
  }
  return address;
}
function formatAddress(address) {
  let first = 0;
  while (first < addressLength - 1 && address[first] === 0) first++;
  const digits2 = bytesToHex(first === 0 ? address : address.subarray(first));
  return `0x${address[first] > 15 ? digits2 : digits2.slice(1)}`;
}
function formatAddressLong(address) {
  return formatHex(address);
}

// packages/types/src/identifier.ts
var maxIdentifierLength = 255;
var Identifier = newtype("Identifier", string);
var identifierPattern = /^(?:[A-Za-z][A-Za-z0-9_$]*|[_$][A-Za-z0-9_$]+|<SELF>(?:_[0-9]+)?)$/;
function isIdentifier(text) {
  return text.length <= maxIdentifierLength && identifierPattern.test(text);
}

// packages/types/src/type-tag/type-tag.ts
var maxTypeTagNesting = 8;
var primitiveWords = {
  Bool: "bool",
  U8: "u8",
  U16: "u16",
  U32: "u32",
  U64: "u64",
  U128: "u128",
  U256: "u256",
  I8: "i8",
  I16: "i16",
  I32: "i32",
  I64: "i64",
  I128: "i128",
  I256: "i256",
  Address: "address",
  Signer: "signer"
};
var TypeTag = buildTypeTag();
var StructTag = structTagOf(TypeTag);
var FunctionTag = functionTagOf(TypeTag);
function buildTypeTag() {
  let typeTag = typeTagOf(tooDeep(), tooDeep(), tooDeep());
  for (let nesting = 1; nesting <= maxTypeTagNesting; nesting++) {
    typeTag = typeTagOf(typeTag, structTagOf(typeTag), functionTagOf(typeTag));
  }
  return typeTag;
}
function typeTagOf(vectorItem, structTag, functionTag) {
  return enumeration("TypeTag", {
    Bool: unit,
    U8: unit,
    U64: unit,
    U128: unit,
    Address: unit,
    Signer: unit,
    Vector: vectorItem,
    Struct: structTag,
    U16: unit,
    U32: unit,
    U256: unit,
    Function: functionTag,
    I8: unit,
    I16: unit,
    I32: unit,
    I64: unit,
    I128: unit,
    I256: unit
  });
}
function structTagOf(argument) {
  return struct("StructTag", { address: Address, module: Identifier, name: Identifier, typeArgs: vector(argument) });
}
function functionTagOf(typeTag) {
  const param = enumeration("FunctionParamOrReturnTag", {
    Reference: typeTag,
    MutableReference: typeTag,
    Value: typeTag
  });
  return struct("FunctionTag", { args: vector(param), results: vector(param), abilities: u8 });
}
function tooDeep() {
  const expected = `TypeTag of at most ${maxTypeTagNesting} levels`;
  return defineCodec({
    name: expected,
    minSize: 1,
    read: (reader) => {
      throw reader.error("depth_exceeded", expected);
    },
    write: (writer) => {
      throw writer.error("depth_exceeded", expected);
    }
  });
}

// packages/types/src/type-tag/parse.ts
var primitives = new Map(
  Object.entries(primitiveWords).map(([kind, word]) => [word, Object.freeze({ kind })])
);
var reservedWords = new Set(
  "u8 u16 u32 u64 u128 u256 bool address vector signer true false".split(" ")
);
function parseTypeTag(text) {
  const parser = new TypeTagParser(text, "invalid_type_tag", "type tag");
  const tag = parser.type(0);
  parser.end();
  return tag;
}
function parseStructTag(text) {
  const parser = new TypeTagParser(text, "invalid_struct_tag", "struct tag");
  const tag = parser.type(0);
  parser.end();
  if (tag.kind === "Struct") return tag.value;
  throw parser.error("not a struct type", 0);
}
var TypeTagParser = class {
  #text;
  #code;
  #noun;
  #at = 0;
  constructor(text, code, noun) {
    this.#text = text;
    this.#code = code;
    this.#noun = noun;
    this.#skipSpace();
  }
  /** @param nesting - composite tags around this one */
  type(nesting) {
    const start = this.#at;
    if (this.#text.charCodeAt(start) === 48) {
      this.#nest(nesting, start);
      return { kind: "Struct", value: this.#struct(nesting) };
    }
    const word = this.#word("a type");
    const primitive = primitives.get(word);
    if (primitive !== void 0) return primitive;
    if (word !== "vector") throw this.error("expected a type", start);
    this.#nest(nesting, start);
    this.#expect("<");
    const value = this.type(nesting + 1);
    this.#expect(">");
    return { kind: "Vector", value };
  }
  end() {
    if (this.#at < this.#text.length) throw this.error("expected the end of the text", this.#at);
  }
  /** An error that names the whole text and what is at a position. */
  error(fault, position) {
    const found = quoteCharacter(this.#text, position);
    const message = `invalid ${this.#noun} ${quoteText(this.#text)}: ${fault} at position ${position}, found ${found}`;
    return new TypesError(this.#code, message, { position });
  }
  #struct(nesting) {
    const address = this.#address();
    this.#expect("::");
    const module = this.#name("a module name");
    this.#expect("::");
    const name = this.#name("a struct name");
    return { address, module, name, typeArgs: this.#typeArguments(nesting + 1) };
  }
  #typeArguments(nesting) {
    const args = [];
    if (!this.#accept("<")) return args;
    while (!this.#accept(">")) {
      args.push(this.type(nesting));
      if (this.#accept(",")) continue;
      this.#expect(">");
      break;
    }
    return args;
  }
  #address() {
    const start = this.#at;
    const text = this.#text;
    const marker = text.charCodeAt(start + 1) | 32;
    let end = start + 2;
    while (end < text.length && hexDigitAt(text, end) < 16) end++;
    const digits2 = end - start - 2;
    if (marker !== 120 || digits2 < 1 || digits2 > 64)
      throw this.error("expected an address of 1 to 64 hex digits", start);
    this.#at = end;
    this.#skipSpace();
    return parseAddress(text.slice(start + 2, end));
  }
  #name(expected) {
    const start = this.#at;
    const name = this.#word(expected);
    if (reservedWords.has(name)) throw this.error(`expected ${expected}, but "${name}" is a reserved word,`, start);
    if (!isIdentifier(name)) throw this.error(`expected ${expected}`, start);
    return name;
  }
  /** A run of name characters that begins with a letter or `_`. */
  #word(expected) {
    const text = this.#text;
    const start = this.#at;
    if (!isWordStart(text.charCodeAt(start))) throw this.error(`expected ${expected}`, start);
    let end = start + 1;
    while (end < text.length && isWordPart(text.charCodeAt(end))) end++;
    this.#at = end;
    this.#skipSpace();
    return text.slice(start, end);
  }
  #accept(token) {
    if (!this.#text.startsWith(token, this.#at)) return false;
    this.#at += token.length;
    this.#skipSpace();
    return true;
  }
  #expect(token) {
    if (!this.#accept(token)) throw this.error(`expected "${token}"`, this.#at);
  }
  #nest(nesting, position) {
    if (nesting < maxTypeTagNesting) return;
    const message = `invalid ${this.#noun} ${quoteText(this.#text)}: nested deeper than ${maxTypeTagNesting} levels`;
    throw new TypesError("type_tag_too_deep", `${message} at position ${position}`, { position });
  }
  #skipSpace() {
    while (isSpace(this.#text.charCodeAt(this.#at))) this.#at++;
  }
};
function isSpace(code) {
  return code === 32 || code === 9 || code === 10 || code === 12 || code === 13;
}
function isWordStart(code) {
  return isLetter(code) || code === 95;
}
function isWordPart(code) {
  return isLetter(code) || code === 95 || code === 36 || code >= 48 && code <= 57;
}
function isLetter(code) {
  const lower = code | 32;
  return lower >= 97 && lower <= 122;
}

// packages/types/src/bit-vec.ts
var maxBitVecBytes = 8192;
var BitVec = transform(bytes, { name: "BitVec", decode: checkLength, encode: checkLength });
function checkLength(bits) {
  if (bits.length > maxBitVecBytes)
    throw new TypesError(
      "out_of_range",
      `the bit vector has ${bits.length} bytes, at most ${maxBitVecBytes} are allowed`
    );
  return bits;
}

// packages/types/src/aggregate-signature.ts
var AggregateSignature = struct("AggregateSignature", {
  validatorBitmask: BitVec,
  signature: option(bytes)
});

// packages/types/src/awaitable.ts
function whenReady(value, next) {
  return value instanceof Promise ? value.then(next) : next(value);
}

// packages/types/src/transaction/authenticator/abstraction.ts
var FunctionInfo = struct("FunctionInfo", {
  moduleAddress: Address,
  moduleName: string,
  functionName: string
});
var v1 = { signingMessageDigest: bytes, abstractSignature: bytes };
var AbstractAuthenticationData = enumeration("AbstractAuthenticationData", {
  V1: struct("V1", v1),
  DerivableV1: struct("DerivableV1", { ...v1, abstractPublicKey: bytes })
});
var AbstractAuthenticator = struct("AbstractAuthenticator", {
  functionInfo: FunctionInfo,
  authData: AbstractAuthenticationData
});

// packages/types/src/sized-bytes.ts
function sizedBytes(name, size) {
  const fixedSize = (size < 128 ? 1 : 2) + size;
  return defineCodec({
    name,
    fixedSize,
    minSize: fixedSize,
    read: (reader) => {
      const start = reader.position;
      if (reader.uleb128() !== size) throw reader.error("wrong_length", name, start);
      return reader.bytes(size, name);
    },
    write: (writer, value) => {
      if (!isBytes(value)) throw writer.error("wrong_type", name);
      if (value.length !== size) throw writer.error("wrong_length", name);
      writer.uleb128(size);
      writer.bytes(value);
    }
  });
}

// packages/types/src/transaction/authenticator/webauthn.ts
var AssertionSignature = enumeration("AssertionSignature", {
  Secp256r1Ecdsa: sizedBytes("Secp256r1EcdsaSignature", 64)
});
var PartialAuthenticatorAssertionResponse = struct(
  "PartialAuthenticatorAssertionResponse",
  { signature: AssertionSignature, authenticatorData: bytes, clientDataJson: bytes }
);

// packages/types/src/transaction/authenticator/keyless.ts
var KeylessPublicKey = struct("KeylessPublicKey", {
  issVal: string,
  idc: sizedBytes("IdCommitment", 32)
});
var FederatedKeylessPublicKey = struct("FederatedKeylessPublicKey", {
  jwkAddr: Address,
  pk: KeylessPublicKey
});
var EphemeralPublicKey = enumeration("EphemeralPublicKey", {
  Ed25519: sizedBytes("Ed25519PublicKey", 32),
  Secp256r1Ecdsa: sizedBytes("Secp256r1EcdsaPublicKey", 65)
});
var EphemeralSignature = enumeration("EphemeralSignature", {
  Ed25519: sizedBytes("Ed25519Signature", 64),
  WebAuthn: PartialAuthenticatorAssertionResponse
});
var Zkp = enumeration("ZKP", {
  Groth16: struct("Groth16Proof", { a: fixedBytes(32), b: fixedBytes(64), c: fixedBytes(32) })
});
var ZeroKnowledgeSig = struct("ZeroKnowledgeSig", {
  proof: Zkp,
  expHorizonSecs: u64,
  extraField: option(string),
  overrideAudVal: option(string),
  trainingWheelsSignature: option(EphemeralSignature)
});
var OpenIdSig = struct("OpenIdSig", {
  jwtSig: bytes,
  jwtPayloadJson: string,
  uidKey: string,
  epkBlinder: bytes,
  pepper: fixedBytes(31),
  idcAudVal: option(string)
});
var EphemeralCertificate = enumeration("EphemeralCertificate", {
  ZeroKnowledgeSig,
  OpenIdSig
});
var KeylessSignature = struct("KeylessSignature", {
  cert: EphemeralCertificate,
  jwtHeaderJson: string,
  expDateSecs: u64,
  ephemeralPubkey: EphemeralPublicKey,
  ephemeralSignature: EphemeralSignature
});

// packages/types/src/transaction/authenticator/keys.ts
var AnyPublicKey = enumeration("AnyPublicKey", {
  Ed25519: sizedBytes("Ed25519PublicKey", 32),
  Secp256k1Ecdsa: sizedBytes("Secp256k1EcdsaPublicKey", 65),
  Secp256r1Ecdsa: sizedBytes("Secp256r1EcdsaPublicKey", 65),
  Keyless: KeylessPublicKey,
  FederatedKeyless: FederatedKeylessPublicKey,
  SlhDsa_Sha2_128s: sizedBytes("SlhDsaSha2128sPublicKey", 32)
});
var AnySignature = enumeration("AnySignature", {
  Ed25519: sizedBytes("Ed25519Signature", 64),
  Secp256k1Ecdsa: sizedBytes("Secp256k1EcdsaSignature", 64),
  WebAuthn: PartialAuthenticatorAssertionResponse,
  Keyless: KeylessSignature,
  SlhDsa_Sha2_128s: sizedBytes("SlhDsaSha2128sSignature", 7856)
});
var MultiKey = struct("MultiKey", {
  publicKeys: vector(AnyPublicKey),
  signaturesRequired: u8
});

// packages/types/src/hashing/platform-sha3.ts
var emptyHashStart = 167;
var hashLength = 32;
function findPlatformSha3(host = globalThis) {
  try {
    const crypto = host.process?.getBuiltinModule?.("crypto");
    if (crypto === void 0) return void 0;
    const sha32 = (data) => latin1ToHash(crypto.hash("sha3-256", data, "latin1"));
    return sha32(new Uint8Array(0))[0] === emptyHashStart ? sha32 : void 0;
  } catch {
    return void 0;
  }
}
function latin1ToHash(text) {
  const hash = new Uint8Array(hashLength);
  for (let i = 0; i < hashLength; i++) hash[i] = text.charCodeAt(i);
  return hash;
}

// packages/types/src/hashing/sha3.ts
var sha3;
var scratch = new Uint8Array(1024);
function sha3_2562(...parts) {
  sha3 ??= findPlatformSha3() ?? sha3_256;
  return sha3(parts.length === 1 ? parts[0] : join(parts));
}
function join(parts) {
  let end = 0;
  for (const part of parts) {
    if (end + part.length > scratch.length) return concatBytes(...parts);
    scratch.set(part, end);
    end += part.length;
  }
  return scratch.subarray(0, end);
}

// packages/types/src/derive/scheme.ts
var derivationSchemes = {
  ed25519: 0,
  multiEd25519: 1,
  singleKey: 2,
  multiKey: 3,
  derivableAbstraction: 5,
  uniqueId: 251,
  derivedObject: 252,
  guidObject: 253,
  namedObject: 254,
  resourceAccount: 255
};
function deriveWithScheme(scheme, ...parts) {
  const hash = sha3_2562(...parts, Uint8Array.of(derivationSchemes[scheme]));
  return hash;
}

// packages/types/src/module-id.ts
var ModuleId = struct("ModuleId", { address: Address, name: Identifier });

// packages/types/src/state/state-key.ts
var Path = enumeration("Path", { Code: ModuleId, Resource: StructTag, ResourceGroup: StructTag });
var AccessPath = struct("AccessPath", { address: Address, path: bytes });
var TradingNativeKey = enumeration("TradingNativeKey", {
  Position: struct("Position", { exchange: Address, account: Address, market: Address })
});
var StateKey = enumeration("StateKey", {
  AccessPath,
  TableItem: struct("TableItem", { handle: Address, key: bytes }),
  Raw: bytes,
  TradingNative: TradingNativeKey
});

// packages/types/src/state/encoded-key.ts
var stateKeyTags = { accessPath: 0, tableItem: 1, tradingNative: 2, raw: 255 };
function encodeStateKey(key) {
  switch (key.kind) {
    case "AccessPath":
      return StateKey.encode(key);
    case "TableItem":
      return tableItemKey(key.value.handle, key.value.key);
    case "Raw":
      return tagged(stateKeyTags.raw, key.value);
    case "TradingNative":
      return tagged(stateKeyTags.tradingNative, TradingNativeKey.encode(key.value));
  }
}
function decodeStateKey(encoded) {
  return readEncodedKey(encoded, "invalid_state_key");
}
function moduleKey(address, name) {
  return accessPathKey(address, Path.encode({ kind: "Code", value: { address, name } }));
}
var resourcePaths = /* @__PURE__ */ new WeakMap();
var groupPaths = /* @__PURE__ */ new WeakMap();
function pathOf(known, kind, tag) {
  let path = known.get(tag);
  if (path === void 0) {
    path = Path.encode({ kind, value: tag });
    known.set(tag, path);
  }
  return path;
}
function resourceKey(address, tag) {
  return accessPathKey(address, pathOf(resourcePaths, "Resource", tag));
}
function resourceGroupKey(address, tag) {
  return accessPathKey(address, pathOf(groupPaths, "ResourceGroup", tag));
}
function tableItemKey(handle, key) {
  const encoded = new Uint8Array(1 + addressLength + key.length);
  encoded[0] = stateKeyTags.tableItem;
  encoded.set(handle, 1);
  encoded.set(key, 1 + addressLength);
  return encoded;
}
var accountPrefixLength = 1 + addressLength;
var ownerEnd = 1 + addressLength;
function accessPathKey(address, path) {
  if (path.length > 127) return encodeStateKey({ kind: "AccessPath", value: { address, path } });
  const encoded = new Uint8Array(accountPrefixLength + 1 + path.length);
  encoded[0] = stateKeyTags.accessPath;
  encoded.set(address, 1);
  encoded[accountPrefixLength] = path.length;
  encoded.set(path, accountPrefixLength + 1);
  return encoded;
}
function tagged(tag, body) {
  return concatBytes(Uint8Array.of(tag), body);
}
function readEncodedKey(encoded, code) {
  const body = encoded.subarray(1);
  switch (encoded[0]) {
    case stateKeyTags.accessPath:
      return { kind: "AccessPath", value: readAccessPath(body, code) };
    case stateKeyTags.tableItem:
      if (body.length < addressLength) throw keyError(code, "the table handle is cut short", encoded.length);
      return {
        kind: "TableItem",
        value: { handle: body.subarray(0, addressLength), key: body.subarray(addressLength) }
      };
    case stateKeyTags.tradingNative:
      return { kind: "TradingNative", value: reading(code, 1, () => TradingNativeKey.decode(body)) };
    case stateKeyTags.raw:
      return { kind: "Raw", value: body };
    case void 0:
      throw keyError(code, "no bytes", 0);
    default:
      throw keyError(code, `unknown tag ${encoded[0]}`, 0);
  }
}
function readAccessPath(body, code) {
  const accessPath = reading(code, 1, () => AccessPath.decode(body));
  reading(code, 1 + body.length - accessPath.path.length, () => Path.decode(accessPath.path));
  return accessPath;
}
function reading(code, offset, read) {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof BcsError)) throw cause;
    const at2 = offset + cause.offset;
    throw keyError(code, `${cause.code} at byte ${at2}`, at2, cause);
  }
}
function keyError(code, fault, offset, cause) {
  const noun = code === "invalid_cursor" ? "cursor: not a state key" : "state key";
  return new TypesError(code, `invalid ${noun}: ${fault}`, { offset, ...cause && { cause } });
}

// packages/types/src/framework/framework-tag.ts
var frameworkAddress = /* @__PURE__ */ parseAddress("0x1");
function frameworkTag(module, name, typeArgs = []) {
  return { address: frameworkAddress, module, name, typeArgs };
}
function frameworkKey(module, name) {
  return resourceKey(frameworkAddress, frameworkTag(module, name));
}

// packages/types/src/text/ascii.ts
function asciiToBytes(text) {
  const bytes2 = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes2[i] = text.charCodeAt(i);
  return bytes2;
}

// packages/types/src/type-tag/format.ts
var abilityNames = ["copy", "drop", "store", "key"];
function formatCanonicalStructTag(tag) {
  return formatStruct(tag, formatCanonicalFunction);
}
function format(tag, formatFunction) {
  switch (tag.kind) {
    case "Vector":
      return `vector<${format(tag.value, formatFunction)}>`;
    case "Struct":
      return formatStruct(tag.value, formatFunction);
    case "Function":
      return formatFunction(tag.value);
    default:
      return primitiveWords[tag.kind];
  }
}
function formatStruct(tag, formatFunction) {
  const name = `${formatAddress(tag.address)}::${tag.module}::${tag.name}`;
  if (tag.typeArgs.length === 0) return name;
  return `${name}<${tag.typeArgs.map((argument) => format(argument, formatFunction)).join(", ")}>`;
}
function formatCanonicalFunction(tag) {
  const args = formatParams(tag.args, ", ", formatCanonicalFunction);
  const results = formatParams(tag.results, ", ", formatCanonicalFunction);
  const abilities = abilityNames.filter((_, bit) => (tag.abilities & 1 << bit) !== 0);
  const suffix = abilities.length === 0 ? "" : ` has ${abilities.join(" + ")}`;
  return `|${args}|(${results})${suffix}`;
}
function formatParams(params, separator, formatFunction) {
  return params.map((param) => paramPrefixes[param.kind] + format(param.value, formatFunction)).join(separator);
}
var paramPrefixes = { Reference: "&", MutableReference: "&mut ", Value: "" };

// packages/types/src/derive/object-address.ts
function derivedObjectAddress(owner, derivedFrom) {
  return deriveWithScheme("derivedObject", owner, derivedFrom);
}

// packages/types/src/hash-value.ts
var hashLength2 = 32;
var HashValue = brand(fixedBytes(hashLength2), "HashValue");

// packages/types/src/hashing/domain.ts
var prefix = "APTOS::";
var seeds = /* @__PURE__ */ new Map();
function domainSeed(domain) {
  let seed = seeds.get(domain);
  if (seed === void 0) {
    seed = sha3_2562(asciiToBytes(prefix + domain));
    seeds.set(domain, seed);
  }
  return seed;
}
function hashInDomain(domain, ...parts) {
  return sha3_2562(domainSeed(domain), ...parts);
}
var pairs2 = /* @__PURE__ */ new Map();
function hashPairInDomain(domain, left, right) {
  let bytes2 = pairs2.get(domain);
  if (bytes2 === void 0) {
    bytes2 = new Uint8Array(96);
    bytes2.set(domainSeed(domain));
    pairs2.set(domain, bytes2);
  }
  bytes2.set(left, 32);
  bytes2.set(right, 64);
  return sha3_2562(bytes2);
}

// packages/types/src/derive/session.ts
var sequenced = struct("SequencedSession", { sender: Address, sequenceNumber: u64, scriptHash: bytes });
var orderless = struct("OrderlessSession", {
  sender: Address,
  nonce: u64,
  expirationTime: u64,
  scriptHash: bytes
});
var identified = struct("IdentifiedSession", { id: HashValue });
var SessionId = enumeration("SessionId", {
  Txn: sequenced,
  BlockMeta: identified,
  Genesis: identified,
  Prologue: sequenced,
  Epilogue: sequenced,
  Void: unit,
  RunOnAbort: sequenced,
  BlockMetaExt: identified,
  ValidatorTxn: struct("ValidatorTxn", { scriptHash: bytes }),
  OrderlessTxn: orderless,
  OrderlessTxnPrologue: orderless,
  OrderlessTxnEpilogue: orderless,
  OrderlessRunOnAbort: orderless,
  BlockEpilogue: identified
});
function hashSession(session) {
  return hashInDomain("SessionId", SessionId.encode(session));
}
function uniqueAddress(session, counter) {
  return deriveWithScheme("uniqueId", session, u64.encode(counter));
}

// packages/types/src/event/event-key.ts
var EventKey = struct("EventKey", { creationNumber: u64, accountAddress: Address });
var EventHandle = struct("EventHandle", { count: u64, key: EventKey });

// packages/types/src/event/contract-event.ts
var ContractEvent = enumeration("ContractEvent", {
  V1: struct("ContractEventV1", { key: EventKey, sequenceNumber: u64, typeTag: TypeTag, data: bytes }),
  V2: struct("ContractEventV2", { typeTag: TypeTag, data: bytes })
});
var ContractEvents = vector(ContractEvent);

// packages/types/src/framework/chain.ts
var ChainIdResource = struct("ChainId", { id: u8 });
var CurrentTimeMicroseconds = struct("CurrentTimeMicroseconds", {
  microseconds: u64
});
var StateStorageUsage = struct("StateStorageUsage", {
  epoch: u64,
  items: u64,
  bytes: u64
});

// packages/types/src/framework/features.ts
var FeaturesResource = struct("Features", { features: bytes });

// packages/types/src/framework/object.ts
var ObjectCore = struct("ObjectCore", {
  guidCreationNum: u64,
  owner: Address,
  allowUngatedTransfer: bool,
  transferEvents: EventHandle
});
var ResourceGroup = map(StructTag, bytes);

// packages/types/src/framework/gas-schedule.ts
var entries = /* @__PURE__ */ vector(/* @__PURE__ */ struct("GasEntry", { key: string, value: u64 }));
var GasScheduleV2 = struct("GasScheduleV2", { featureVersion: u64, entries });
var GasScheduleV1 = struct("GasSchedule", { entries });
var StorageGas = struct("StorageGas", {
  perItemRead: u64,
  perItemCreate: u64,
  perItemWrite: u64,
  perByteRead: u64,
  perByteCreate: u64,
  perByteWrite: u64
});

// packages/types/src/framework/reconfiguration.ts
var Configuration = struct("Configuration", {
  epoch: u64,
  lastReconfigurationTime: u64,
  events: EventHandle
});
var newEpochTags = {
  V1: frameworkTag("reconfiguration", "NewEpochEvent"),
  V2: frameworkTag("reconfiguration", "NewEpoch")
};

// packages/types/src/framework/stake.ts
var ValidatorInfo = struct("ValidatorInfo", {
  address: Address,
  votingPower: u64,
  config: struct("ValidatorConfig", {
    consensusPubkey: bytes,
    networkAddresses: bytes,
    fullnodeAddresses: bytes,
    validatorIndex: u64
  })
});
var ValidatorSet = struct("ValidatorSet", {
  consensusScheme: u8,
  activeValidators: vector(ValidatorInfo),
  pendingInactive: vector(ValidatorInfo),
  pendingActive: vector(ValidatorInfo),
  totalVotingPower: u128,
  totalJoiningPower: u128
});

// packages/types/src/hashing/literal-hash.ts
function literalHash(text) {
  const bytes2 = new Uint8Array(hashLength2);
  bytes2.set(asciiToBytes(text));
  return bytes2;
}
var accumulatorPlaceholderHash = /* @__PURE__ */ literalHash("ACCUMULATOR_PLACEHOLDER_HASH");
var sparseMerklePlaceholderHash = /* @__PURE__ */ literalHash("SPARSE_MERKLE_PLACEHOLDER_HASH");
var zeroHash = /* @__PURE__ */ literalHash("");

// packages/types/src/hashing/state-hash.ts
var withoutMetadata = Uint8Array.of(0);
var withMetadata = Uint8Array.of(1);
var withoutValue = Uint8Array.of(0);
var withValue = Uint8Array.of(1);
var noBytes = new Uint8Array(0);
function hashStateKey(encoded) {
  return hashInDomain("StateKey", encoded);
}
function hashStoredValue(bytes2, metadata) {
  const variant = metadata === void 0 ? withoutMetadata : withMetadata;
  return hashInDomain("StateValue", variant, uleb128.encode(bytes2.length), bytes2, metadata ?? noBytes);
}

// packages/types/src/ledger/epoch-state.ts
var blsPublicKeyLength = 48;
var ValidatorConsensusInfo = struct("ValidatorConsensusInfo", {
  address: Address,
  publicKey: bytes,
  votingPower: u64
});
var ValidatorVerifier = struct("ValidatorVerifier", {
  validatorInfos: vector(ValidatorConsensusInfo)
});
var EpochState = struct("EpochState", {
  epoch: u64,
  verifier: ValidatorVerifier
});

// packages/types/src/merkle/accumulator.ts
function accumulatorRoot(domain, leaves) {
  let level = leaves;
  while (level.length > 1) level = parentLevel(domain, level);
  return level[0] ?? accumulatorPlaceholderHash;
}
function parentLevel(domain, nodes) {
  const parents = [];
  for (let i = 0; i < nodes.length; i += 2) {
    parents.push(hashPairInDomain(domain, nodes[i], nodes[i + 1] ?? accumulatorPlaceholderHash));
  }
  return parents;
}

// packages/types/src/merkle/sparse-merkle.ts
function stateRoot(entries2) {
  const sorted = [...entries2].sort(([a], [b]) => compareBytes(a, b));
  for (let i = 1; i < sorted.length; i++) {
    if (compareBytes(sorted[i - 1][0], sorted[i][0]) === 0) {
      throw new TypesError("duplicate_key", "a state key hash occurs twice");
    }
  }
  return rangeRoot(sorted, 0, sorted.length, 0);
}
function rangeRoot(sorted, from, to, depth) {
  if (from === to) return sparseMerklePlaceholderHash;
  if (to - from === 1) return hashSparseMerkleLeaf(...sorted[from]);
  const middle = firstWithBit(sorted, from, to, depth);
  return hashSparseMerkleNode(rangeRoot(sorted, from, middle, depth + 1), rangeRoot(sorted, middle, to, depth + 1));
}
function firstWithBit(sorted, from, to, depth) {
  let low2 = from;
  let high2 = to;
  while (low2 < high2) {
    const middle = low2 + high2 >>> 1;
    if (bitAt(sorted[middle][0], depth)) high2 = middle;
    else low2 = middle + 1;
  }
  return low2;
}
function bitAt(key, depth) {
  return (key[depth >> 3] & 128 >> (depth & 7)) !== 0;
}
function hashSparseMerkleLeaf(key, valueHash) {
  return hashPairInDomain("SparseMerkleLeafNode", key, valueHash);
}
function hashSparseMerkleNode(left, right) {
  return hashPairInDomain("SparseMerkleInternal", left, right);
}

// packages/types/src/state/state-value.ts
var StateValueMetadata = enumeration("StateValueMetadata", {
  V0: struct("StateValueMetadataV0", { deposit: u64, creationTimeUsecs: u64 }),
  V1: struct("StateValueMetadataV1", { slotDeposit: u64, bytesDeposit: u64, creationTimeUsecs: u64 })
});
var DataWithMetadata = struct("DataWithMetadata", {
  data: bytes,
  metadata: StateValueMetadata
});
var StateValue = enumeration("StateValue", { V0: bytes, WithMetadata: DataWithMetadata });

// packages/types/src/state/write-set.ts
var WriteOp = enumeration("WriteOp", {
  Creation: bytes,
  Modification: bytes,
  Deletion: unit,
  CreationWithMetadata: DataWithMetadata,
  ModificationWithMetadata: DataWithMetadata,
  DeletionWithMetadata: struct("DeletionWithMetadata", { metadata: StateValueMetadata })
});
var Writes = map(StateKey, WriteOp);
var UnpublishedExtension = defineCodec({
  name: "WriteSetExtension",
  minSize: 1,
  read: (reader) => {
    throw reader.error("unknown_variant", "WriteSetExtension");
  },
  write: (writer) => {
    throw writer.error("unknown_variant", "WriteSetExtension");
  }
});
var WriteSet = enumeration("WriteSet", {
  V0: Writes,
  V1: struct("WriteSetV1", { writes: Writes, hotKeys: vector(StateKey), extensions: vector(UnpublishedExtension) })
});
function writesOf(writeSet) {
  return writeSet.kind === "V0" ? writeSet.value : writeSet.value.writes;
}
function writeOpData(op) {
  switch (op.kind) {
    case "Creation":
    case "Modification":
      return op.value;
    case "CreationWithMetadata":
    case "ModificationWithMetadata":
      return op.value.data;
    default:
      return void 0;
  }
}
function writeOpMetadata(op) {
  switch (op.kind) {
    case "CreationWithMetadata":
    case "ModificationWithMetadata":
    case "DeletionWithMetadata":
      return op.value.metadata;
    default:
      return void 0;
  }
}

// packages/types/src/state/state-write.ts
function stateWrites(writeSet) {
  const writes = [];
  for (const [key, op] of writesOf(writeSet)) {
    const metadata = writeOpMetadata(op);
    writes.push({
      key: encodeStateKey(key),
      value: writeOpData(op),
      metadata: metadata && StateValueMetadata.encode(metadata)
    });
  }
  return writes;
}
function sparseMerkleUpdate({ key, value, metadata }) {
  return [hashStateKey(key), value && hashStoredValue(value, metadata)];
}

// packages/types/src/transaction/execution-status.ts
var AbortLocation = enumeration("AbortLocation", { Module: ModuleId, Script: unit });
var AbortInfo = struct("AbortInfo", { reasonName: string, description: string });
var ExecutionStatus = enumeration("ExecutionStatus", {
  Success: unit,
  OutOfGas: unit,
  MoveAbort: struct("MoveAbort", { location: AbortLocation, code: u64, info: option(AbortInfo) }),
  ExecutionFailure: struct("ExecutionFailure", { location: AbortLocation, function: u16, codeOffset: u16 }),
  MiscellaneousError: option(u64)
});

// packages/types/src/transaction/transaction-info.ts
var common = {
  gasUsed: u64,
  status: ExecutionStatus,
  transactionHash: HashValue,
  eventRootHash: HashValue,
  stateChangeHash: HashValue,
  stateCheckpointHash: option(HashValue)
};
var TransactionInfo = enumeration("TransactionInfo", {
  V0: struct("TransactionInfoV0", { ...common, auxiliaryInfoHash: option(HashValue) }),
  V1: struct("TransactionInfoV1", {
    ...common,
    hotStateCheckpointHash: option(HashValue),
    auxiliaryInfoHash: option(HashValue),
    positionStateCheckpointHash: option(HashValue),
    reserved: fixedArray(option(HashValue), 7)
  })
});

// packages/types/src/transaction/block-epilogue.ts
var BlockEndInfo = enumeration("BlockEndInfo", {
  V0: struct("BlockEndInfoV0", {
    blockGasLimitReached: bool,
    blockOutputLimitReached: bool,
    blockEffectiveBlockGasUnits: u64,
    blockApproxOutputSize: u64
  })
});
var FeeDistribution = enumeration("FeeDistribution", {
  V0: struct("FeeDistributionV0", { amount: map(u64, u64) })
});
var v0 = { blockId: HashValue, blockEndInfo: BlockEndInfo };
var v12 = { ...v0, feeDistribution: FeeDistribution };
var BlockEpiloguePayload = enumeration("BlockEpiloguePayload", {
  V0: struct("BlockEpilogueV0", v0),
  V1: struct("BlockEpilogueV1", v12),
  V2: struct("BlockEpilogueV2", { ...v12, toMakeHot: vector(StateKey) })
});

// packages/types/src/transaction/block-metadata.ts
var fields = {
  id: HashValue,
  epoch: u64,
  round: u64,
  proposer: Address,
  previousBlockVotesBitvec: bytes,
  failedProposerIndices: vector(u32),
  timestampUsecs: u64
};
var BlockMetadata = struct("BlockMetadata", fields);
var RandMetadata = struct("RandMetadata", { epoch: u64, round: u64 });
var Randomness = struct("Randomness", { metadata: RandMetadata, randomness: bytes });
var BlockDecryptionKey = struct("BlockDecryptionKey", {
  metadata: RandMetadata,
  decryptionKey: bytes
});
var BlockDecryptionPayload = struct("BlockDecryptionPayload", {
  key: BlockDecryptionKey,
  decryptionRound: u64
});
var BlockMetadataExt = enumeration("BlockMetadataExt", {
  V0: BlockMetadata,
  V1: struct("BlockMetadataWithRandomness", { ...fields, randomness: option(Randomness) }),
  V2: struct("BlockMetadataExtV2", {
    ...fields,
    randomness: option(Randomness),
    decryptionKey: option(BlockDecryptionKey)
  }),
  V3: struct("BlockMetadataExtV3", {
    ...fields,
    randomness: option(Randomness),
    decryptionPayload: option(BlockDecryptionPayload)
  })
});

// packages/types/src/transaction/transaction-argument.ts
var TransactionArgument = enumeration("TransactionArgument", {
  U8: u8,
  U64: u64,
  U128: u128,
  Address,
  U8Vector: bytes,
  Bool: bool,
  U16: u16,
  U32: u32,
  U256: u256,
  Serialized: bytes,
  I8: i8,
  I16: i16,
  I32: i32,
  I64: i64,
  I128: i128,
  I256: i256
});

// packages/types/src/transaction/executable.ts
var Script = struct("Script", {
  code: bytes,
  typeArgs: vector(TypeTag),
  args: vector(TransactionArgument)
});
var EntryFunction = struct("EntryFunction", {
  module: ModuleId,
  function: Identifier,
  typeArgs: vector(TypeTag),
  args: vector(bytes)
});
var TransactionExecutable = enumeration("TransactionExecutable", {
  Script,
  EntryFunction,
  Empty: unit,
  Encrypted: unit
});

// packages/types/src/transaction/authenticator/account-authenticator.ts
var Ed25519Authenticator = struct("Ed25519Authenticator", {
  publicKey: sizedBytes("Ed25519PublicKey", 32),
  signature: sizedBytes("Ed25519Signature", 64)
});
var MultiEd25519Authenticator = struct("MultiEd25519Authenticator", {
  publicKey: bytes,
  signature: bytes
});
var SingleKeyAuthenticator = struct("SingleKeyAuthenticator", {
  publicKey: AnyPublicKey,
  signature: AnySignature
});
var MultiKeyAuthenticator = struct("MultiKeyAuthenticator", {
  publicKeys: MultiKey,
  signatures: vector(AnySignature),
  signaturesBitmap: BitVec
});
var AccountAuthenticator = enumeration("AccountAuthenticator", {
  Ed25519: Ed25519Authenticator,
  MultiEd25519: MultiEd25519Authenticator,
  SingleKey: SingleKeyAuthenticator,
  MultiKey: MultiKeyAuthenticator,
  NoAccountAuthenticator: unit,
  Abstract: AbstractAuthenticator
});

// packages/types/src/transaction/authenticator/transaction-authenticator.ts
var multiAgent = {
  sender: AccountAuthenticator,
  secondarySignerAddresses: vector(Address),
  secondarySigners: vector(AccountAuthenticator)
};
var TransactionAuthenticator = enumeration("TransactionAuthenticator", {
  Ed25519: Ed25519Authenticator,
  MultiEd25519: MultiEd25519Authenticator,
  MultiAgent: struct("MultiAgent", multiAgent),
  FeePayer: struct("FeePayer", { ...multiAgent, feePayerAddress: Address, feePayerSigner: AccountAuthenticator }),
  SingleSender: struct("SingleSender", { sender: AccountAuthenticator })
});

// packages/types/src/transaction/extra-config.ts
var UserTxnLimitsMultipliers = enumeration("UserTxnLimitsMultipliers", {
  V1: struct("V1", { executionBps: u64, ioBps: u64 })
});
var inPool = { poolAddress: Address, multipliers: UserTxnLimitsMultipliers };
var UserTxnLimitsRequest = enumeration("UserTxnLimitsRequest", {
  StakePoolOwner: struct("StakePoolOwner", { multipliers: UserTxnLimitsMultipliers }),
  DelegatedVoter: struct("DelegatedVoter", inPool),
  DelegationPoolDelegator: struct("DelegationPoolDelegator", inPool)
});
var v13 = { multisigAddress: option(Address), replayProtectionNonce: option(u64) };
var TransactionExtraConfig = enumeration("TransactionExtraConfig", {
  V1: struct("TransactionExtraConfigV1", v13),
  V2: struct("TransactionExtraConfigV2", { ...v13, txnLimitsRequest: option(UserTxnLimitsRequest) })
});

// packages/types/src/transaction/encrypted-payload.ts
var Ciphertext = struct("Ciphertext", {
  vk: bytes,
  id: bytes,
  ctG2: bytes,
  paddedKey: fixedBytes(16),
  nonce: fixedBytes(12),
  ctBody: bytes,
  associatedData: bytes,
  signature: fixedBytes(64)
});
var SubmittedEncryptedPayload = struct("SubmittedEncryptedPayload", {
  ciphertext: Ciphertext,
  extraConfig: TransactionExtraConfig,
  payloadHash: HashValue,
  encryptionEpoch: u64,
  claimedEntryFunction: option(struct("ClaimedEntryFunction", { module: ModuleId, function: option(string) }))
});
var DecryptedPlaintext = struct("DecryptedPlaintext", {
  executable: TransactionExecutable,
  decryptionNonce: fixedBytes(16)
});
var EncryptedPayload = enumeration("EncryptedPayload", {
  Encrypted: SubmittedEncryptedPayload,
  FailedDecryption: struct("FailedDecryption", {
    original: SubmittedEncryptedPayload,
    evalProof: option(bytes),
    reason: uleb128
  }),
  Decrypted: struct("Decrypted", {
    original: SubmittedEncryptedPayload,
    evalProof: bytes,
    decrypted: DecryptedPlaintext
  })
});
function submittedPayload(payload) {
  return payload.kind === "Encrypted" ? payload.value : payload.value.original;
}

// packages/types/src/transaction/payload.ts
var MultisigTransactionPayload = enumeration("MultisigTransactionPayload", {
  EntryFunction,
  Script
});
var Multisig = struct("Multisig", {
  multisigAddress: Address,
  transactionPayload: option(MultisigTransactionPayload)
});
var TransactionPayloadInner = enumeration("TransactionPayloadInner", {
  V1: struct("TransactionPayloadInnerV1", { executable: TransactionExecutable, extraConfig: TransactionExtraConfig })
});
var ModuleBundle = struct("ModuleBundle", { codes: vector(bytes) });
var TransactionPayload = enumeration("TransactionPayload", {
  Script,
  ModuleBundle,
  EntryFunction,
  Multisig,
  Payload: TransactionPayloadInner,
  EncryptedPayload
});

// packages/types/src/transaction/user-transaction.ts
var RawTransaction = struct("RawTransaction", {
  sender: Address,
  sequenceNumber: u64,
  payload: TransactionPayload,
  maxGasAmount: u64,
  gasUnitPrice: u64,
  expirationTimestampSecs: u64,
  chainId: u8
});
var SignedTransaction = struct("SignedTransaction", {
  rawTxn: RawTransaction,
  authenticator: TransactionAuthenticator
});
function submittedTransaction(transaction) {
  const { payload } = transaction;
  if (payload.kind !== "EncryptedPayload" || payload.value.kind === "Encrypted") return transaction;
  const submitted = { kind: "Encrypted", value: submittedPayload(payload.value) };
  return { ...transaction, payload: { kind: "EncryptedPayload", value: submitted } };
}

// packages/types/src/transaction/validator-transaction.ts
var DkgTranscript = struct("DKGTranscript", {
  metadata: struct("DKGTranscriptMetadata", { epoch: u64, author: Address }),
  transcriptBytes: bytes
});
var MoveAny = struct("Any", { typeName: string, data: bytes });
var ProviderJwks = struct("ProviderJWKs", {
  issuer: bytes,
  version: u64,
  jwks: vector(struct("JWKMoveStruct", { variant: MoveAny }))
});
var QuorumCertifiedUpdate = struct("QuorumCertifiedUpdate", {
  update: ProviderJwks,
  multiSig: AggregateSignature
});
var ChunkyDkgResult = struct("ChunkyDKGResult", {
  epoch: u64,
  author: Address,
  transcript: bytes,
  signature: AggregateSignature,
  encryptionKey: bytes
});
var ValidatorTransaction = enumeration("ValidatorTransaction", {
  DKGResult: DkgTranscript,
  ObservedJWKUpdate: QuorumCertifiedUpdate,
  ChunkyDKGResult: ChunkyDkgResult
});

// packages/types/src/transaction/transaction.ts
var ChangeSet = struct("ChangeSet", { writeSet: WriteSet, events: ContractEvents });
var WriteSetPayload = enumeration("WriteSetPayload", {
  Direct: ChangeSet,
  Script: struct("WriteSetScript", { executeAs: Address, script: Script })
});
var Transaction = enumeration("Transaction", {
  UserTransaction: SignedTransaction,
  GenesisTransaction: WriteSetPayload,
  BlockMetadata,
  StateCheckpoint: HashValue,
  ValidatorTransaction,
  BlockMetadataExt,
  BlockEpilogue: BlockEpiloguePayload
});
var payloadIndexAt = 1 + 32 + 8;
var userTransaction = 0;
var encryptedPayload = 5;
var submittedForm = 0;
function hashedTransactionBytes(bytes2) {
  if (bytes2[0] !== userTransaction || bytes2[payloadIndexAt] !== encryptedPayload) return bytes2;
  if (bytes2[payloadIndexAt + 1] === submittedForm) return bytes2;
  const transaction = Transaction.decode(bytes2);
  if (transaction.kind !== "UserTransaction") return bytes2;
  const { rawTxn, authenticator } = transaction.value;
  return Transaction.encode({
    kind: "UserTransaction",
    value: { rawTxn: submittedTransaction(rawTxn), authenticator }
  });
}

// packages/types/src/ledger/ledger-hash.ts
var userTransaction2 = Uint8Array.of(0);
function hashTransaction(bytes2) {
  return hashInDomain("Transaction", hashedTransactionBytes(bytes2));
}
function hashTransactionInfo(bytes2) {
  return hashInDomain("TransactionInfo", bytes2);
}
function hashWriteSet(bytes2) {
  return hashInDomain("WriteSet", bytes2);
}
function hashEvent(bytes2) {
  return hashInDomain("ContractEvent", bytes2);
}

// packages/types/src/ledger/next-epoch.ts
function epochStateOf(writes, origin) {
  const { epoch } = readWrittenResource(writes, "reconfiguration", "Configuration", Configuration, origin);
  const validatorSet = readWrittenResource(writes, "stake", "ValidatorSet", ValidatorSet, origin);
  return { epoch, verifier: validatorVerifier(validatorSet) };
}
function validatorVerifier({ activeValidators, pendingInactive }) {
  const infos = [...activeValidators, ...pendingInactive].sort(byIndex);
  return {
    validatorInfos: infos.map(({ address, votingPower, config }, index) => {
      if (config.validatorIndex !== BigInt(index)) {
        throw new TypesError("invalid_validator_set", `invalid validator set: no validator has the index ${index}`);
      }
      if (config.consensusPubkey.length !== blsPublicKeyLength) {
        const fault = `the key of validator ${index} has ${config.consensusPubkey.length} bytes instead of ${blsPublicKeyLength}`;
        throw new TypesError("invalid_validator_set", `invalid validator set: ${fault}`);
      }
      return { address, publicKey: config.consensusPubkey, votingPower };
    })
  };
}
function byIndex(a, b) {
  const difference = a.config.validatorIndex - b.config.validatorIndex;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
function readWrittenResource(writes, module, name, codec, origin) {
  const key = frameworkKey(module, name);
  const value = writes.find((write) => bytesEqual(write.key, key))?.value;
  if (value === void 0) {
    throw new TypesError("missing_resource", `0x1::${module}::${name} is not among the ${writes.length} writes`);
  }
  try {
    return codec.decode(value);
  } catch (cause) {
    if (!(cause instanceof BcsError)) throw cause;
    const start = origin === void 0 ? 0 : value.byteOffset - origin.byteOffset;
    const message = `0x1::${module}::${name} does not decode: ${cause.message}`;
    throw new TypesError("invalid_resource", message, { offset: start + cause.offset, cause });
  }
}

// packages/types/src/ledger/waypoint.ts
var Waypoint = struct("Waypoint", { version: u64, value: HashValue });
var Ledger2WaypointConverter = struct("Ledger2WaypointConverter", {
  epoch: u64,
  rootHash: HashValue,
  version: u64,
  timestampUsecs: u64,
  nextEpochState: option(EpochState)
});
function computeWaypoint({ commitInfo }) {
  const { epoch, executedStateId, version, timestampUsecs, nextEpochState } = commitInfo;
  const bytes2 = Ledger2WaypointConverter.encode({
    epoch,
    rootHash: executedStateId,
    version,
    timestampUsecs,
    nextEpochState
  });
  return { version, value: hashInDomain("Ledger2WaypointConverter", bytes2) };
}

// packages/types/src/ledger/genesis.ts
var genesisTransaction = 1;
var scriptPayload = 1;
var GenesisTransaction = enumeration("Transaction", {
  GenesisTransaction: at(
    genesisTransaction,
    enumeration("WriteSetPayload", {
      Direct: struct("ChangeSet", {
        writeSet: withSource(WriteSet),
        events: withSource(vector(withSource(ContractEvent)))
      })
    })
  )
});
function deriveGenesis(blob) {
  const { writeSet, events } = decodeChangeSet(blob);
  const writes = stateWrites(writeSet.value);
  const transactionHash = hashTransaction(blob);
  const eventRoot = accumulatorRoot(
    "EventAccumulator",
    events.value.map(({ source }) => hashEvent(source))
  );
  const stateChangeHash = hashWriteSet(writeSet.source);
  const root = stateRoot(writes.map(sparseMerkleUpdate).filter(isPut));
  const info = TransactionInfo.encode({
    kind: "V0",
    value: {
      gasUsed: 0n,
      status: { kind: "Success" },
      transactionHash,
      eventRootHash: eventRoot,
      stateChangeHash,
      stateCheckpointHash: root,
      auxiliaryInfoHash: void 0
    }
  });
  const epochState = epochStateOf(writes, blob);
  const ledgerInfo = genesisLedgerInfo(hashTransactionInfo(info), epochState);
  return {
    record: {
      version: 0n,
      transaction: blob,
      info,
      events: events.source,
      writeSet: writeSet.source,
      accumulatorRoot: ledgerInfo.commitInfo.executedStateId
    },
    transactionHash,
    eventRoot,
    stateChangeHash,
    stateRoot: root,
    chainId: readWrittenResource(writes, "chain_id", "ChainId", ChainIdResource, blob).id,
    writes,
    epochState,
    ledgerInfo,
    waypoint: computeWaypoint(ledgerInfo)
  };
}
function decodeChangeSet(blob) {
  if (blob[0] === genesisTransaction && blob[1] === scriptPayload) {
    const message = "invalid genesis: its payload is a script, and only a write set can be read without executing it";
    throw new TypesError("genesis_not_direct", message, { offset: 1 });
  }
  try {
    return GenesisTransaction.decode(blob).value.value;
  } catch (cause) {
    if (!(cause instanceof BcsError)) throw cause;
    throw new TypesError("invalid_genesis", `invalid genesis: ${cause.message}`, { offset: cause.offset, cause });
  }
}
function isPut(update) {
  return update[1] !== void 0;
}
function genesisLedgerInfo(accumulatorRoot2, nextEpochState) {
  return {
    commitInfo: {
      epoch: 0n,
      round: 0n,
      id: zeroHash,
      executedStateId: accumulatorRoot2,
      version: 0n,
      timestampUsecs: 0n,
      nextEpochState
    },
    consensusDataHash: zeroHash
  };
}

export {
  BcsError,
  Reader,
  u64,
  at,
  enumeration,
  bool,
  unit,
  u8,
  u32,
  map,
  option,
  string,
  struct,
  vector,
  TypesError,
  bytesToHex,
  bytesEqual,
  compareBytes,
  mapKey,
  concatBytes,
  bytesToAddress,
  parseAddress,
  formatAddress,
  formatAddressLong,
  whenReady,
  sha3_2562 as sha3_256,
  isIdentifier,
  primitiveWords,
  TypeTag,
  StructTag,
  decodeStateKey,
  moduleKey,
  resourceKey,
  resourceGroupKey,
  tableItemKey,
  frameworkKey,
  formatCanonicalStructTag,
  derivedObjectAddress,
  hashSession,
  uniqueAddress,
  ChainIdResource,
  FeaturesResource,
  ResourceGroup,
  GasScheduleV2,
  GasScheduleV1,
  StorageGas,
  Configuration,
  deriveGenesis,
  parseTypeTag,
  parseStructTag
};

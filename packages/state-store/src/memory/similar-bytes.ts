/** Shortest stretch that is worth a reference. */
const leastMatch = 4;
const tableBits = 14;

/** The places where a stretch is found: in the same place of the model, as far back as the one before, or at a distance that is written down. */
const stretch = { beside: 0, before: 1, other: 2 } as const;
const kinds = 3;

/** Bytes of scratch that are kept: more are made for a long block, such as a genesis, and let go of. */
const keptScratch = 1 << 18;

/** Scratch of one packing, which ends before the next one begins. */
const keptWindow = new Uint8Array(keptScratch);
const keptPacked = new Uint8Array(keptScratch);
let window = keptWindow;
let packed = keptPacked;
const places = new Int32Array(1 << tableBits);

/** Bytes that others resemble: what they have in common with these is left out of them. */
export class Model {
  readonly bytes: Uint8Array;
  /** Last place of each stretch, by its hash; only while others are packed. */
  #places: Int32Array | undefined;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /**
   * Packs bytes. References count from the model's beginning and go on into what is packed, so repetition inside it is left out too.
   *
   * @returns a text with a byte in each of its characters: the engine keeps it in one piece, without the cost of an array
   */
  pack(given: Uint8Array): string {
    const start = this.bytes.length;
    const end = start + given.length;
    reserve(end, given.length);
    window.set(this.bytes);
    window.set(given, start);
    this.#places ??= placesOf(start);
    places.set(this.#places);
    let written = writeNumber(0, given.length);
    let distance = start;
    let literals = start;
    for (let at = start; at < end; ) {
      const before = matchLength(at - distance, at, end);
      const beside = distance === start ? before : matchLength(at - start, at, end);
      const key = at + leastMatch <= end ? hashAt(at) : -1;
      const found = key < 0 ? -1 : places[key]! - 1;
      if (key >= 0) places[key] = at + 1;
      const other = found < 0 ? 0 : matchLength(found, at, end);
      const [length, kind] = best(beside, before, other);
      if (length < leastMatch) {
        at++;
        continue;
      }
      written = writeLiterals(written, literals, at);
      written = writeNumber(written, length * kinds + kind);
      if (kind === stretch.beside) distance = start;
      if (kind === stretch.other) {
        distance = at - found;
        written = writeNumber(written, distance);
      }
      for (let inner = at + 1; inner < at + length && inner + leastMatch <= end; inner += 3) {
        places[hashAt(inner)] = inner + 1;
      }
      at += length;
      literals = at;
    }
    const text = textOf(packed.subarray(0, writeLiterals(written, literals, end)));
    reserve(0, 0);
    return text;
  }

  /** The bytes that were packed. */
  unpack(text: string): Uint8Array {
    let at = 0;
    const next = (): number => {
      let value = 0;
      for (let scale = 1; ; scale *= 128) {
        const byte = text.charCodeAt(at++);
        value += (byte & 127) * scale;
        if (byte < 128) return value;
      }
    };
    const model = this.bytes;
    const start = model.length;
    const length = next();
    const bytes = new Uint8Array(length);
    let distance = start;
    for (let to = 0; to < length; ) {
      for (let literals = next(); literals > 0; literals--) bytes[to++] = text.charCodeAt(at++);
      if (to === length) break;
      const reference = next();
      const kind = reference % kinds;
      if (kind === stretch.beside) distance = start;
      if (kind === stretch.other) distance = next();
      for (let left = Math.floor(reference / kinds); left > 0; left--) {
        const from = to - distance;
        bytes[to++] = from < 0 ? model[start + from]! : bytes[from]!;
      }
    }
    return bytes;
  }

  /** Lets go of what only packing needs. */
  seal(): void {
    this.#places = undefined;
  }
}

/** The longest stretch, less what it costs to write. */
function best(beside: number, before: number, other: number): readonly [length: number, kind: number] {
  const known = Math.max(beside, before);
  if (other > known + 2) return [other, stretch.other];
  return beside === known ? [beside, stretch.beside] : [before, stretch.before];
}

/** Makes room for a window, and for what is packed: at worst every byte by itself, with the numbers around long stretches of them. */
function reserve(windowBytes: number, bytes: number): void {
  window = windowBytes <= keptScratch ? keptWindow : new Uint8Array(windowBytes);
  const most = bytes * 2 + 32;
  packed = most <= keptScratch ? keptPacked : new Uint8Array(most);
}

function placesOf(end: number): Int32Array {
  const found = new Int32Array(1 << tableBits);
  for (let at = 0; at + leastMatch <= end; at++) found[hashAt(at)] = at + 1;
  return found;
}

function hashAt(at: number): number {
  const word = window[at]! | (window[at + 1]! << 8) | (window[at + 2]! << 16) | (window[at + 3]! << 24);
  return Math.imul(word, 0x9e37_79b1) >>> (32 - tableBits);
}

function matchLength(from: number, at: number, end: number): number {
  // Nothing is found in itself, as without a model the same place would be.
  if (from < 0 || from >= at) return 0;
  let length = 0;
  while (at + length < end && window[from + length] === window[at + length]) length++;
  return length;
}

function writeLiterals(written: number, from: number, to: number): number {
  const place = writeNumber(written, to - from);
  packed.set(window.subarray(from, to), place);
  return place + to - from;
}

function writeNumber(written: number, value: number): number {
  let [place, left] = [written, value];
  for (; left >= 128; left = Math.floor(left / 128)) packed[place++] = (left % 128) + 128;
  packed[place++] = left;
  return place;
}

/** Characters that are made at a time: more would take the engine's stack for their arguments. */
const textStep = 8_192;

function textOf(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += textStep) {
    text += String.fromCharCode.apply(undefined, bytes.subarray(at, at + textStep) as unknown as number[]);
  }
  return text;
}

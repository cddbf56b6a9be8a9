import {
  numbers,
  type StructTag,
  shuffledMap,
  signingRequest,
  sortedMap,
  strings,
  type Write,
  writeSet,
} from "./fixtures.ts";
import type { Library } from "./library.ts";

// What a programmer would write for exactly these types and nothing else, with the checks that make decoding canonical
// (shortest lengths, bounds, sorted unique keys, valid UTF-8, nothing left over). Values to encode are trusted.

let target = new Uint8Array(1 << 20);
let targetView = new DataView(target.buffer);
let position = 0;
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function reserve(size: number): void {
  if (position + size <= target.length) return;
  const larger = new Uint8Array(Math.max(target.length * 2, position + size));
  larger.set(target.subarray(0, position));
  target = larger;
  targetView = new DataView(target.buffer);
}

function writeUleb128(value: number): void {
  let rest = value;
  while (rest > 0x7f) {
    target[position++] = (rest & 0x7f) | 0x80;
    rest >>>= 7;
  }
  target[position++] = rest;
}

function writeBytes(value: Uint8Array): void {
  const length = value.length;
  reserve(length + 5);
  writeUleb128(length);
  if (length < 48) for (let i = 0; i < length; i++) target[position + i] = value[i]!;
  else target.set(value, position);
  position += length;
}

function writeAddress(value: Uint8Array): void {
  for (let i = 0; i < 32; i++) target[position + i] = value[i]!;
  position += 32;
}

function writeString(value: string): void {
  const length = value.length;
  reserve(length * 3 + 5);
  if (length < 64) {
    let i = 0;
    for (; i < length; i++) {
      const unit = value.charCodeAt(i);
      if (unit > 0x7f) break;
      target[position + 1 + i] = unit;
    }
    if (i === length) {
      target[position] = length;
      position += length + 1;
      return;
    }
  }
  writeBytes(encoder.encode(value));
}

function writeU64(value: bigint): void {
  targetView.setBigUint64(position, value, true);
  position += 8;
}

const finish = (): Uint8Array => target.slice(0, position);

function writeTypeTag({ struct }: { readonly struct: StructTag }): void {
  reserve(64);
  target[position++] = 7;
  writeAddress(struct.address);
  writeString(struct.module);
  writeString(struct.name);
  writeUleb128(struct.type_args.length);
  for (const argument of struct.type_args) writeTypeTag(argument);
}

function writeSigningRequest(): void {
  const { sender, sequence_number, payload, max_gas_amount, gas_unit_price, expiration_timestamp_secs, chain_id } =
    signingRequest;
  position = 0;
  reserve(512);
  writeAddress(sender);
  writeU64(sequence_number);
  target[position++] = 2;
  writeAddress(payload.module.address);
  writeString(payload.module.name);
  writeString(payload.function);
  writeUleb128(payload.type_args.length);
  for (const argument of payload.type_args) writeTypeTag(argument);
  writeUleb128(payload.args.length);
  for (const argument of payload.args) writeBytes(argument);
  reserve(32);
  writeU64(max_gas_amount);
  writeU64(gas_unit_price);
  writeU64(expiration_timestamp_secs);
  target[position++] = chain_id;
}

function encodeSigningRequest(): Uint8Array {
  writeSigningRequest();
  return finish();
}

function encodeSigningRequestInto(into: Uint8Array): Uint8Array {
  writeSigningRequest();
  into.set(new Uint8Array(target.buffer, 0, position));
  return into;
}

function encodeNumbers(values: readonly bigint[]): Uint8Array {
  position = 0;
  reserve(values.length * 8 + 5);
  writeUleb128(values.length);
  for (let i = 0; i < values.length; i++) {
    targetView.setBigUint64(position, values[i]!, true);
    position += 8;
  }
  return finish();
}

function encodeTypedNumbers(values: BigUint64Array): Uint8Array {
  position = 0;
  writeUleb128(values.length);
  const encoded = new Uint8Array(position + values.length * 8);
  encoded.set(target.subarray(0, position));
  encoded.set(new Uint8Array(values.buffer, values.byteOffset, values.length * 8), position);
  return encoded;
}

function encodeWrites(): Uint8Array {
  position = 0;
  reserve(5);
  writeUleb128(writeSet.length);
  for (const { key, op } of writeSet) {
    reserve(64);
    target[position++] = key.kind;
    writeAddress(key.kind === 0 ? key.address : key.handle);
    writeBytes(key.kind === 0 ? key.path : key.key);
    reserve(1);
    target[position++] = op.kind;
    if (op.kind !== 2) writeBytes(op.data);
  }
  return finish();
}

/** Keys here are ASCII and shorter than 128, so that their order is by length, then by text. */
function encodeMap(entries: ReadonlyMap<string, bigint>): Uint8Array {
  position = 0;
  const keys = [...entries.keys()].sort((a, b) => (a.length !== b.length ? a.length - b.length : a < b ? -1 : 1));
  reserve(5);
  writeUleb128(keys.length);
  for (const key of keys) {
    writeString(key);
    reserve(8);
    writeU64(entries.get(key)!);
  }
  return finish();
}

function encodeStrings(): Uint8Array {
  position = 0;
  reserve(5);
  writeUleb128(strings.length);
  for (const value of strings) writeString(value);
  return finish();
}

let source = new Uint8Array();
let sourceView = new DataView(source.buffer);
let end = 0;

function start(input: Uint8Array<ArrayBuffer>): void {
  source = input;
  sourceView = new DataView(input.buffer, input.byteOffset, input.length);
  position = 0;
  end = input.length;
}

function finished<T>(value: T): T {
  if (position !== end) throw new RangeError("trailing bytes");
  return value;
}

function readUleb128(): number {
  let byte = source[position++];
  if (byte === undefined) throw new RangeError("end");
  if (byte < 0x80) return byte;
  let value = byte & 0x7f;
  for (let shift = 7; shift <= 28; shift += 7) {
    byte = source[position++];
    if (byte === undefined) throw new RangeError("end");
    value += (byte & 0x7f) * 2 ** shift;
    if (byte >= 0x80) continue;
    if (byte === 0 || value > 0xffff_ffff) break;
    return value;
  }
  throw new RangeError("uleb128");
}

function readLength(): number {
  const length = readUleb128();
  if (length > 0x7fff_ffff) throw new RangeError("length");
  return length;
}

function readFixed(length: number): Uint8Array {
  const next = position + length;
  if (next > end) throw new RangeError("end");
  const view = new Uint8Array(source.buffer, source.byteOffset + position, length);
  position = next;
  return view;
}

const readBytes = (): Uint8Array => readFixed(readLength());

function readString(): string {
  const length = readLength();
  const next = position + length;
  if (next > end) throw new RangeError("end");
  if (length < 24) {
    let text = "";
    let i = position;
    for (; i < next; i++) {
      const byte = source[i]!;
      if (byte > 0x7f) break;
      text += String.fromCharCode(byte);
    }
    if (i === next) {
      position = next;
      return text;
    }
  }
  const text = decoder.decode(source.subarray(position, next));
  position = next;
  return text;
}

function readU64(): bigint {
  const value = sourceView.getBigUint64(position, true);
  position += 8;
  return value;
}

function readTypeTag(depth: number): { struct: StructTag } {
  if (readUleb128() !== 7 || depth > 8) throw new RangeError("tag");
  const address = readFixed(32);
  const module = readString();
  const name = readString();
  const type_args = [];
  for (let i = readLength(); i > 0; i--) type_args.push(readTypeTag(depth + 1));
  return { struct: { address, module, name, type_args } };
}

function decodeSigningRequest(input: Uint8Array<ArrayBuffer>): unknown {
  start(input);
  const sender = readFixed(32);
  const sequence_number = readU64();
  if (readUleb128() !== 2) throw new RangeError("payload");
  const address = readFixed(32);
  const name = readString();
  const fn = readString();
  const type_args = [];
  for (let i = readLength(); i > 0; i--) type_args.push(readTypeTag(0));
  const args = [];
  for (let i = readLength(); i > 0; i--) args.push(readBytes());
  const max_gas_amount = readU64();
  const gas_unit_price = readU64();
  const expiration_timestamp_secs = readU64();
  const chain_id = source[position++];
  if (position > end) throw new RangeError("end");
  const payload = { module: { address, name }, function: fn, type_args, args };
  return finished({
    sender,
    sequence_number,
    payload,
    max_gas_amount,
    gas_unit_price,
    expiration_timestamp_secs,
    chain_id,
  });
}

function decodeNumbers(input: Uint8Array<ArrayBuffer>): bigint[] {
  start(input);
  const length = readLength();
  if (position + length * 8 !== end) throw new RangeError("length");
  const values = new Array<bigint>(length);
  for (let i = 0; i < length; i++) {
    values[i] = sourceView.getBigUint64(position, true);
    position += 8;
  }
  return finished(values);
}

function decodeTypedNumbers(input: Uint8Array<ArrayBuffer>): BigUint64Array {
  start(input);
  const length = readLength();
  if (position + length * 8 !== end) throw new RangeError("length");
  const values = new BigUint64Array(length);
  new Uint8Array(values.buffer).set(source.subarray(position, end));
  position = end;
  return finished(values);
}

function decodeWrites(input: Uint8Array<ArrayBuffer>): Write[] {
  start(input);
  const length = readLength();
  const writes: Write[] = [];
  for (let i = 0; i < length; i++) {
    const keyKind = readUleb128();
    let key: Write["key"];
    if (keyKind === 0) key = { kind: 0, address: readFixed(32), path: readBytes() };
    else if (keyKind === 1) key = { kind: 1, handle: readFixed(32), key: readBytes() };
    else throw new RangeError("key");
    const opKind = readUleb128();
    if (opKind > 2) throw new RangeError("op");
    writes.push({ key, op: opKind === 2 ? { kind: 2 } : { kind: opKind as 0 | 1, data: readBytes() } });
  }
  return finished(writes);
}

function isAscending(previous: number, previousEnd: number, next: number, nextEnd: number): boolean {
  const shorter = Math.min(previousEnd - previous, nextEnd - next);
  for (let i = 0; i < shorter; i++) {
    const difference = source[previous + i]! - source[next + i]!;
    if (difference !== 0) return difference < 0;
  }
  return previousEnd - previous < nextEnd - next;
}

function decodeMap(input: Uint8Array<ArrayBuffer>): Map<string, bigint> {
  start(input);
  const length = readLength();
  const entries = new Map<string, bigint>();
  let previous = 0;
  let previousEnd = 0;
  for (let i = 0; i < length; i++) {
    const keyStart = position;
    const key = readString();
    const keyEnd = position;
    if (i > 0 && !isAscending(previous, previousEnd, keyStart, keyEnd)) throw new RangeError("order");
    previous = keyStart;
    previousEnd = keyEnd;
    entries.set(key, readU64());
  }
  return finished(entries);
}

function decodeStrings(input: Uint8Array<ArrayBuffer>): string[] {
  start(input);
  const length = readLength();
  const values: string[] = [];
  for (let i = 0; i < length; i++) values.push(readString());
  return finished(values);
}

const signingRequestBytes = new Uint8Array(encodeSigningRequest());
const typedNumbers = BigUint64Array.from(numbers);

function pair(encode: () => Uint8Array, decode: (input: Uint8Array<ArrayBuffer>) => unknown) {
  const encoded = new Uint8Array(encode());
  return { encode, decode: () => decode(encoded) };
}

/** Hand-written routines. */
export const library: Library = {
  "signing request": pair(encodeSigningRequest, decodeSigningRequest),
  "signing request, reused array": pair(() => encodeSigningRequestInto(signingRequestBytes), decodeSigningRequest),
  "vector<u64>": pair(() => encodeNumbers(numbers), decodeNumbers),
  "vector<u64>, typed array": pair(() => encodeTypedNumbers(typedNumbers), decodeTypedNumbers),
  "write set": pair(encodeWrites, decodeWrites),
  map: { ...pair(() => encodeMap(sortedMap), decodeMap), encode: () => encodeMap(shuffledMap) },
  "short strings": pair(encodeStrings, decodeStrings),
};

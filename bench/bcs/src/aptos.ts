import { Deserializer, RawTransaction, Serializer } from "@aptos-labs/ts-sdk";
import { numbers, shuffledMap, sortedMap, strings, type Write, writeSet } from "./fixtures.ts";
import { library as handWritten } from "./hand-written.ts";
import type { Library } from "./library.ts";

function encodeWrites(): Uint8Array {
  const serializer = new Serializer(1 << 19);
  serializer.serializeU32AsUleb128(writeSet.length);
  for (const { key, op } of writeSet) {
    serializer.serializeU32AsUleb128(key.kind);
    serializer.serializeFixedBytes(key.kind === 0 ? key.address : key.handle);
    serializer.serializeBytes(key.kind === 0 ? key.path : key.key);
    serializer.serializeU32AsUleb128(op.kind);
    if (op.kind !== 2) serializer.serializeBytes(op.data);
  }
  return serializer.toUint8Array();
}

function decodeWrites(input: Uint8Array): Write[] {
  const deserializer = new Deserializer(input);
  const writes: Write[] = [];
  for (let i = deserializer.deserializeUleb128AsU32(); i > 0; i--) {
    const kind = deserializer.deserializeUleb128AsU32();
    const owner = deserializer.deserializeFixedBytes(32);
    const rest = deserializer.deserializeBytes();
    const opKind = deserializer.deserializeUleb128AsU32() as 0 | 1 | 2;
    writes.push({
      key: kind === 0 ? { kind, address: owner, path: rest } : { kind: 1, handle: owner, key: rest },
      op: opKind === 2 ? { kind: opKind } : { kind: opKind, data: deserializer.deserializeBytes() },
    });
  }
  return writes;
}

function encodeNumbers(): Uint8Array {
  const serializer = new Serializer(1 << 20);
  serializer.serializeU32AsUleb128(numbers.length);
  for (const value of numbers) serializer.serializeU64(value);
  return serializer.toUint8Array();
}

function decodeNumbers(input: Uint8Array): bigint[] {
  const deserializer = new Deserializer(input);
  const values: bigint[] = [];
  for (let i = deserializer.deserializeUleb128AsU32(); i > 0; i--) values.push(deserializer.deserializeU64());
  return values;
}

function encodeMap(entries: ReadonlyMap<string, bigint>): Uint8Array {
  const serializer = new Serializer(1 << 16);
  serializer.serializeU32AsUleb128(entries.size);
  for (const [key, value] of entries) {
    serializer.serializeStr(key);
    serializer.serializeU64(value);
  }
  return serializer.toUint8Array();
}

function decodeMap(input: Uint8Array): Map<string, bigint> {
  const deserializer = new Deserializer(input);
  const entries = new Map<string, bigint>();
  for (let i = deserializer.deserializeUleb128AsU32(); i > 0; i--) {
    entries.set(deserializer.deserializeStr(), deserializer.deserializeU64());
  }
  return entries;
}

function encodeStrings(): Uint8Array {
  const serializer = new Serializer(1 << 16);
  serializer.serializeU32AsUleb128(strings.length);
  for (const value of strings) serializer.serializeStr(value);
  return serializer.toUint8Array();
}

function decodeStrings(input: Uint8Array): string[] {
  const deserializer = new Deserializer(input);
  const values: string[] = [];
  for (let i = deserializer.deserializeUleb128AsU32(); i > 0; i--) values.push(deserializer.deserializeStr());
  return values;
}

const transactionBytes = handWritten["signing request"]!.encode();
const transaction = RawTransaction.deserialize(new Deserializer(transactionBytes));
const [writeBytes, numberBytes, stringBytes] = [encodeWrites(), encodeNumbers(), encodeStrings()];
const mapBytes = encodeMap(sortedMap);

/** The serializer of the Aptos TypeScript SDK: no schemas, so the walks over values are written out here. */
export const library: Library = {
  "signing request": {
    encode: () => transaction.bcsToBytes(),
    decode: () => RawTransaction.deserialize(new Deserializer(transactionBytes)),
  },
  "vector<u64>": { encode: encodeNumbers, decode: () => decodeNumbers(numberBytes) },
  "write set": { encode: encodeWrites, decode: () => decodeWrites(writeBytes) },
  map: { encode: () => encodeMap(shuffledMap), decode: () => decodeMap(mapBytes), note: "does not sort" },
  "short strings": { encode: encodeStrings, decode: () => decodeStrings(stringBytes) },
};

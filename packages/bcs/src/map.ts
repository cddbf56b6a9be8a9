import { type Codec, defineCodec } from "./codec.ts";
import { BcsError } from "./errors.ts";
import { orderKeys } from "./internal/key-order.ts";
import { compareStretches } from "./internal/ordered.ts";
import { maxSequenceLength } from "./limits.ts";
import { unit } from "./scalars.ts";
import type { Writer } from "./writer.ts";

// Up to here a loop beats the call into the engine, and the view that it takes.
const short = 64;

/**
 * Entries with their number before them, strictly ascending by the bytes of the encoded key. Writing sorts them, reading
 * refuses any other order; a `Map` read keeps the order of the bytes.
 */
export function map<K, V, KeyInput, ValueInput>(
  key: Codec<K, KeyInput>,
  value: Codec<V, ValueInput>,
): Codec<Map<K, V>, ReadonlyMap<KeyInput, ValueInput>> {
  const name = `map<${key.name}, ${value.name}>`;
  return defineCodec<Map<K, V>, ReadonlyMap<KeyInput, ValueInput>>({
    name,
    minSize: 1,
    shape: { kind: "map", key, value },
    read(reader) {
      const length = reader.length(key.minSize + value.minSize, name);
      const entries = new Map<K, V>();
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
          entries.set(k, value.read(reader));
        }
      } catch (error) {
        throw BcsError.within(error, i);
      }
      // Only a key codec that yields one value for two encodings gets here.
      if (entries.size !== length) throw reader.error("duplicate_key", name);
      return entries;
    },
    write(writer, entries) {
      const size = sizeOf(Map.prototype, entries);
      if (size === undefined) throw writer.error("wrong_type", name);
      writeSorted(writer, name, Map.prototype.entries.call(entries), size, key, value);
    },
  });
}

/** Distinct items with their number before them, strictly ascending by their bytes. The order rules are those of `map`. */
export function set<T, Input>(item: Codec<T, Input>): Codec<Set<T>, ReadonlySet<Input>> {
  const name = `set<${item.name}>`;
  return defineCodec<Set<T>, ReadonlySet<Input>>({
    name,
    minSize: 1,
    shape: { kind: "set", item },
    read(reader) {
      const length = reader.length(item.minSize, name);
      const items = new Set<T>();
      let previousStart = 0;
      let previousEnd = 0;
      let i = 0;
      try {
        for (; i < length; i++) {
          const start = reader.position;
          items.add(item.read(reader));
          const end = reader.position;
          if (i > 0 && compareStretches(reader.source, previousStart, previousEnd, start, end) >= 0) {
            throw reader.error("map_not_ascending", name, start);
          }
          previousStart = start;
          previousEnd = end;
        }
      } catch (error) {
        throw BcsError.within(error, i);
      }
      if (items.size !== length) throw reader.error("duplicate_key", name);
      return items;
    },
    write(writer, items) {
      const size = sizeOf(Set.prototype, items);
      if (size === undefined) throw writer.error("wrong_type", name);
      const entries = new Map<Input, undefined>();
      for (const entry of Set.prototype.values.call(items)) entries.set(entry, undefined);
      writeSorted(writer, name, entries.entries(), size, item, unit);
    },
  });
}

function writeSorted<KeyInput, ValueInput>(
  writer: Writer,
  name: string,
  entries: Iterable<readonly [KeyInput, ValueInput]>,
  size: number,
  key: Codec<unknown, KeyInput>,
  value: Codec<unknown, ValueInput>,
): void {
  if (size > maxSequenceLength) throw writer.error("length_too_large", name);
  writer.uleb128(size);
  // Entry i starts at bounds[2 * i], and its key ends at bounds[2 * i + 1].
  const bounds: number[] = [];
  let sorted = true;
  try {
    for (const entry of entries) {
      if (bounds.length === 2 * size) break;
      const start = writer.position;
      key.write(writer, entry[0]);
      const keyEnd = writer.position;
      if (sorted && bounds.length > 0) {
        const at = bounds.length;
        sorted = compareStretches(writer.target, bounds[at - 2]!, bounds[at - 1]!, start, keyEnd) < 0;
      }
      value.write(writer, entry[1]);
      bounds.push(start, keyEnd);
    }
  } catch (error) {
    throw BcsError.within(error, bounds.length / 2);
  }
  // A getter of a value may have removed entries. Those that it added are left out: it may add more for ever.
  if (bounds.length !== 2 * size) throw writer.error("wrong_length", name);
  if (sorted) return;
  bounds.push(writer.position);
  sortEntries(writer, name, bounds);
}

/** Size of a `Map` or a `Set`, whatever a class derived from it says; `undefined` if the value is neither. */
function sizeOf(prototype: object, value: unknown): number | undefined {
  try {
    return Reflect.get(prototype, "size", value);
  } catch {
    return undefined;
  }
}

/** Puts entries that were written in any order into the order of their keys. */
function sortEntries(writer: Writer, name: string, bounds: readonly number[]): void {
  const base = bounds[0]!;
  const written = writer.target.slice(base, writer.position);
  const { target } = writer;
  const places = bounds.map((bound) => bound - base);
  const order = orderKeys(written, places, bounds.length >> 1);
  let position = base;
  for (let i = 0; i < order.length; i++) {
    const entry = order[i]!;
    const start = places[2 * entry]!;
    const end = places[2 * entry + 2]!;
    if (i > 0) {
      const previous = order[i - 1]!;
      const previousKey = places[2 * previous]!;
      if (compareStretches(written, previousKey, places[2 * previous + 1]!, start, places[2 * entry + 1]!) === 0) {
        throw new BcsError("duplicate_key", position, name);
      }
    }
    if (end - start > short) target.set(new Uint8Array(written.buffer, start, end - start), position);
    else for (let j = start; j < end; j++) target[position + j - start] = written[j]!;
    position += end - start;
  }
}

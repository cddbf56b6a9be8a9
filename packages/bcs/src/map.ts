import { type Codec, defineCodec } from "./codec.ts";
import { BcsError } from "./errors.ts";
import { compareStretches } from "./internal/ordered.ts";
import { MAX_SEQUENCE_LENGTH } from "./limits.ts";
import { unit } from "./scalars.ts";
import type { Writer } from "./writer.ts";

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
      return entries;
    },
    write(writer, entries) {
      if (!(entries instanceof Map)) throw writer.error("wrong_type", name);
      writeSorted(writer, name, entries, key, value);
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
      return items;
    },
    write(writer, items) {
      if (!(items instanceof Set)) throw writer.error("wrong_type", name);
      const entries = new Map<Input, undefined>();
      for (const entry of items as ReadonlySet<Input>) entries.set(entry, undefined);
      writeSorted(writer, name, entries, item, unit);
    },
  });
}

interface Stretch {
  readonly start: number;
  readonly keyEnd: number;
  readonly end: number;
}

function writeSorted<KeyInput, ValueInput>(
  writer: Writer,
  name: string,
  entries: ReadonlyMap<KeyInput, ValueInput>,
  key: Codec<unknown, KeyInput>,
  value: Codec<unknown, ValueInput>,
): void {
  if (entries.size > MAX_SEQUENCE_LENGTH) throw writer.error("length_too_large", name);
  writer.uleb128(entries.size);
  const first = writer.position;
  const stretches: Stretch[] = [];
  let sorted = true;
  let previous: Stretch | undefined;
  for (const [k, v] of entries) {
    const start = writer.position;
    try {
      key.write(writer, k);
      const keyEnd = writer.position;
      value.write(writer, v);
      const stretch = { start, keyEnd, end: writer.position };
      if (previous !== undefined && sorted) {
        sorted = compareStretches(writer.target, previous.start, previous.keyEnd, start, keyEnd) < 0;
      }
      stretches.push(stretch);
      previous = stretch;
    } catch (error) {
      throw BcsError.within(error, stretches.length);
    }
  }
  if (sorted) return;
  const written = writer.target.slice(first, writer.position);
  for (const stretch of stretches.keys()) {
    const { start, keyEnd, end } = stretches[stretch]!;
    stretches[stretch] = { start: start - first, keyEnd: keyEnd - first, end: end - first };
  }
  stretches.sort((a, b) => compareStretches(written, a.start, a.keyEnd, b.start, b.keyEnd));
  let position = first;
  for (const [i, { start, keyEnd, end }] of stretches.entries()) {
    const before = stretches[i - 1];
    if (before !== undefined && compareStretches(written, before.start, before.keyEnd, start, keyEnd) === 0) {
      throw new BcsError("duplicate_key", position, name);
    }
    writer.target.set(written.subarray(start, end), position);
    position += end - start;
  }
}

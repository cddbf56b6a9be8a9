import { type AnyCodec, type Codec, defineCodec, type Infer, type InferInput } from "./codec.ts";
import { BcsError } from "./errors.ts";
import { keepsOrder } from "./internal/names.ts";
import { maxContainerDepth } from "./limits.ts";
import type { UnitCodec } from "./scalars.ts";

/** A variant with an index of its own. Made by {@link at}. */
export interface IndexedVariant<C extends AnyCodec> {
  readonly index: number;
  readonly codec: C;
}

/** Codecs of an enumeration's variants, in the order of their indices. */
export type Variants = Readonly<Record<string, AnyCodec | IndexedVariant<AnyCodec>>>;

type CodecOf<V> = V extends IndexedVariant<infer C> ? C : V;

/** The type that an enumeration reads as: a union discriminated by `kind`. */
export type EnumerationValue<V extends Variants> = {
  [K in keyof V & string]: CodecOf<V[K]> extends UnitCodec
    ? { readonly kind: K }
    : { readonly kind: K; readonly value: Infer<CodecOf<V[K]>> };
}[keyof V & string];

/** The type that an enumeration is written from. */
export type EnumerationInput<V extends Variants> = {
  [K in keyof V & string]: CodecOf<V[K]> extends UnitCodec
    ? { readonly kind: K }
    : { readonly kind: K; readonly value: InferInput<CodecOf<V[K]>> };
}[keyof V & string];

/**
 * Gives a variant of an enumeration its index; the variants declared after it count on from there.
 *
 * @param index - 0 to 2^32 - 1
 */
export function at<const C extends AnyCodec>(index: number, codec: C): IndexedVariant<C> {
  return { index, codec };
}

interface Value {
  readonly kind: string;
  readonly value?: unknown;
}

interface Variant {
  readonly name: string;
  readonly index: number;
  readonly codec: AnyCodec;
  /** The value that a variant without one reads as. */
  readonly unitValue: Value | undefined;
}

/**
 * One of several variants: its index in ULEB128, then its value. Values are `{ kind: "Name", value }`, and
 * `{ kind: "Name" }` for variants given as `unit`. Indices follow the declaration, from 0; {@link at} sets one.
 *
 * @throws {@link BcsError} `invalid_schema` if an index is given twice or is no u32, if there are names whose order
 * a JavaScript object would not keep, or if there is no variant
 */
export function enumeration<const V extends Variants>(
  name: string,
  variants: V,
): Codec<EnumerationValue<V>, EnumerationInput<V>> {
  const rows = listVariants(name, variants);
  const findByIndex = indexRows(rows);
  const findByName = nameRows(rows);
  const codec: Codec<Value> = defineCodec<Value>({
    name,
    minSize: () => Math.min(...rows.map(({ index, codec }) => ulebSize(index) + codec.minSize)),
    shape: { kind: "enumeration", variants: rows },
    read(reader) {
      const start = reader.position;
      if (++reader.depth > maxContainerDepth) throw reader.error("depth_exceeded", name);
      const variant = findByIndex(reader.uleb128());
      if (variant === undefined) throw reader.error("unknown_variant", name, start);
      let value = variant.unitValue;
      if (value === undefined) {
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
      if (variant === undefined) throw writer.error("unknown_variant", name);
      if (++writer.depth > maxContainerDepth) throw writer.error("depth_exceeded", name);
      writer.uleb128(variant.index);
      if (variant.unitValue === undefined) {
        try {
          variant.codec.write(writer, value.value);
        } catch (error) {
          throw BcsError.within(error, "value");
        }
      } else if (value.value !== undefined) {
        throw writer.error("wrong_type", name);
      }
      writer.depth--;
    },
  });
  return codec as AnyCodec;
}

function listVariants(name: string, variants: Variants): Variant[] {
  const rows: Variant[] = [];
  const taken = new Set<number>();
  let next = 0;
  for (const [variantName, variant] of Object.entries(variants)) {
    const { index, codec } = "codec" in variant ? variant : { index: next, codec: variant };
    if (index >>> 0 !== index || taken.has(index) || !keepsOrder(variantName)) {
      throw new BcsError("invalid_schema", 0, name, [variantName]);
    }
    taken.add(index);
    next = index + 1;
    // Shared by all reads: it has no parts that could differ, and cannot be changed.
    const unitValue = "isUnit" in codec ? Object.freeze({ kind: variantName }) : undefined;
    rows.push({ name: variantName, index, codec, unitValue });
  }
  if (rows.length === 0) throw new BcsError("invalid_schema", 0, name);
  return rows;
}

const maxTableIndex = 255;

function indexRows(rows: readonly Variant[]): (index: number) => Variant | undefined {
  if (rows.some((row) => row.index > maxTableIndex)) {
    const map = new Map(rows.map((row) => [row.index, row]));
    return (index) => map.get(index);
  }
  const table: (Variant | undefined)[] = [];
  for (const row of rows) {
    while (table.length <= row.index) table.push(undefined);
    table[row.index] = row;
  }
  return (index) => (index < table.length ? table[index] : undefined);
}

// Comparing a few names costs less than looking up a hash.
const maxCompared = 4;

function nameRows(rows: readonly Variant[]): (name: string) => Variant | undefined {
  if (rows.length > maxCompared) {
    const map = new Map(rows.map((row) => [row.name, row]));
    return (name) => map.get(name);
  }
  return (name) => {
    for (let i = 0; i < rows.length; i++) if (rows[i]!.name === name) return rows[i];
    return undefined;
  };
}

function ulebSize(value: number): number {
  let size = 1;
  for (let rest = value; rest > 0x7f; rest >>>= 7) size++;
  return size;
}

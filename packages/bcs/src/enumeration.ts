import { type AnyCodec, type Codec, defineCodec, type Infer, type InferInput } from "./codec.ts";
import { BcsError } from "./errors.ts";
import { MAX_CONTAINER_DEPTH } from "./limits.ts";
import { type UnitCodec, unit } from "./scalars.ts";

/** A variant with an index of its own. Made by {@link at}. */
export interface IndexedVariant<C extends AnyCodec> {
  readonly index: number;
  readonly codec: C;
}

/** Codecs of an enumeration's variants, in the order of their indices. */
export type Variants = Readonly<Record<string, AnyCodec | IndexedVariant<AnyCodec>>>;

type CodecOf<V> = V extends IndexedVariant<infer C> ? C : V;

/** What an enumeration reads as: a union told apart by `kind`. */
export type EnumerationValue<V extends Variants> = {
  [K in keyof V & string]: CodecOf<V[K]> extends UnitCodec
    ? { readonly kind: K }
    : { readonly kind: K; readonly value: Infer<CodecOf<V[K]>> };
}[keyof V & string];

/** What an enumeration is written from. */
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

interface Variant {
  readonly name: string;
  readonly index: number;
  readonly codec: AnyCodec;
}

/**
 * One of several variants: its index in ULEB128, then its value. Values are `{ kind: "Name", value }`, and
 * `{ kind: "Name" }` for variants given as `unit`. Indices follow the declaration, from 0; {@link at} sets one.
 *
 * @throws {@link BcsError} `invalid_schema` if an index is given twice or is no u32, or if there are names whose order
 * a JavaScript object would not keep
 */
export function enumeration<const V extends Variants>(
  name: string,
  variants: V,
): Codec<EnumerationValue<V>, EnumerationInput<V>> {
  const rows = listVariants(name, variants);
  const byIndex = new Map(rows.map((row) => [row.index, { row, unitValue: Object.freeze({ kind: row.name }) }]));
  const byName = new Map(rows.map((row) => [row.name, row]));
  interface Value {
    readonly kind: string;
    readonly value?: unknown;
  }
  const codec: Codec<Value> = defineCodec<Value>({
    name,
    minSize: () => 1 + rows.reduce((least, row) => Math.min(least, row.codec.minSize), Number.POSITIVE_INFINITY),
    shape: { kind: "enumeration", variants: rows },
    read(reader) {
      const start = reader.position;
      if (++reader.depth > MAX_CONTAINER_DEPTH) throw reader.error("depth_exceeded", name);
      const found = byIndex.get(reader.uleb128());
      if (found === undefined) throw reader.error("unknown_variant", name, start);
      const { row, unitValue } = found;
      if (row.codec === unit) {
        reader.depth--;
        return unitValue;
      }
      try {
        const value = row.codec.read(reader);
        reader.depth--;
        return { kind: row.name, value };
      } catch (error) {
        throw BcsError.within(error, "value");
      }
    },
    write(writer, value) {
      if (typeof value !== "object" || value === null) throw writer.error("wrong_type", name);
      const row = byName.get(value.kind);
      if (row === undefined) throw writer.error("unknown_variant", name);
      if (++writer.depth > MAX_CONTAINER_DEPTH) throw writer.error("depth_exceeded", name);
      writer.uleb128(row.index);
      try {
        row.codec.write(writer, value.value);
      } catch (error) {
        throw BcsError.within(error, "value");
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
    const row =
      "codec" in variant ? { name: variantName, ...variant } : { name: variantName, index: next, codec: variant };
    if (row.index >>> 0 !== row.index || taken.has(row.index) || /^(?:0|[1-9]\d*)$/.test(variantName)) {
      throw new BcsError("invalid_schema", 0, name, [variantName]);
    }
    taken.add(row.index);
    next = row.index + 1;
    rows.push(row);
  }
  if (rows.length === 0) throw new BcsError("invalid_schema", 0, name);
  return rows;
}

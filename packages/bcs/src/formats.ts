import { i64, i128, i256, u64, u128, u256 } from "./big-integers.ts";
import { bytes, fixedBytes } from "./bytes.ts";
import type { AnyCodec } from "./codec.ts";
import { at, enumeration } from "./enumeration.ts";
import { BcsError } from "./errors.ts";
import { lazy } from "./lazy.ts";
import { map } from "./map.ts";
import { newtype } from "./newtype.ts";
import { option } from "./option.ts";
import { bool, i8, i16, i32, u8, u16, u32, unit } from "./scalars.ts";
import { string } from "./string.ts";
import { record, struct } from "./struct.ts";
import { tuple } from "./tuple.ts";
import { fixedArray, vector } from "./vector.ts";

const scalars: Readonly<Record<string, AnyCodec>> = {
  UNIT: unit,
  BOOL: bool,
  U8: u8,
  U16: u16,
  U32: u32,
  U64: u64,
  U128: u128,
  U256: u256,
  I8: i8,
  I16: i16,
  I32: i32,
  I64: i64,
  I128: i128,
  I256: i256,
  STR: string,
  BYTES: bytes,
};

// Far above what any program's types need, far below what the stack holds.
const maxFormatDepth = 500;

/** How {@link importFormats} names what it makes. */
export interface ImportFormatsOptions {
  /** Turns the name of a struct's field into that of the value's member, e.g. `max_gas` into `maxGas`. */
  readonly fieldName?: (name: string) => string;
}

/**
 * Makes codecs from a format description in the form of `serde-reflection`, as Rust projects publish it.
 *
 * Types are not inferred: the description is data. Sequences and arrays of U8 become `Uint8Array`.
 *
 * @param registry - the description as an object: parse its YAML or JSON first
 * @returns codecs by type name
 * @throws {@link BcsError} `invalid_schema` with the path to what is unknown, or has no form in BCS (floats, characters)
 */
export function importFormats(registry: unknown, options: ImportFormatsOptions = {}): ReadonlyMap<string, AnyCodec> {
  const importer = new Importer(asObject(registry, "registry"), options.fieldName ?? ((name) => name));
  for (const name of importer.names) importer.find(name);
  return importer.made;
}

class Importer {
  readonly made: Map<string, AnyCodec> = new Map();
  readonly names: readonly string[];
  readonly #registry: Readonly<Record<string, unknown>>;
  readonly #fieldName: (name: string) => string;
  readonly #making: Set<string> = new Set();
  /** Formats around the current one, through the types that they name. */
  #depth = 0;

  constructor(registry: Readonly<Record<string, unknown>>, fieldName: (name: string) => string) {
    this.#registry = registry;
    this.#fieldName = fieldName;
    this.names = Object.keys(registry);
  }

  /** The codec of a named type. Types that contain themselves are lazy where the circle closes. */
  find(name: string): AnyCodec {
    const known = this.made.get(name);
    if (known !== undefined) return known;
    if (!Object.hasOwn(this.#registry, name)) throw invalid(name);
    if (this.#making.has(name)) return lazy(name, () => this.find(name));
    this.#making.add(name);
    try {
      const codec = this.#makeContainer(name, this.#registry[name]);
      this.made.set(name, codec);
      return codec;
    } catch (error) {
      throw BcsError.within(error, name);
    } finally {
      this.#making.delete(name);
    }
  }

  #makeContainer(name: string, format: unknown): AnyCodec {
    if (format === "UNITSTRUCT") return struct(name, {});
    const [kind, content] = onlyEntry(format, name);
    switch (kind) {
      case "NEWTYPESTRUCT":
        return newtype(name, this.#make(content));
      case "TUPLESTRUCT":
        return newtype(name, tuple(asArray(content, name).map((item) => this.#make(item))));
      case "STRUCT":
        return struct(name, this.#makeFields(content, name));
      case "ENUM":
        return enumeration(name, this.#makeVariants(content, name));
      default:
        throw invalid(name);
    }
  }

  #makeVariants(content: unknown, name: string): Record<string, ReturnType<typeof at>> {
    const variants: Record<string, ReturnType<typeof at>> = Object.create(null);
    for (const [index, variant] of Object.entries(asObject(content, name))) {
      const [variantName, format] = onlyEntry(variant, name);
      try {
        if (!/^(?:0|[1-9]\d*)$/.test(index) || Object.hasOwn(variants, variantName)) throw invalid(name);
        variants[variantName] = at(Number(index), this.#makeVariant(variantName, format));
      } catch (error) {
        throw BcsError.within(error, variantName);
      }
    }
    return variants;
  }

  #makeVariant(name: string, format: unknown): AnyCodec {
    if (format === "UNIT") return unit;
    const [kind, content] = onlyEntry(format, name);
    switch (kind) {
      case "NEWTYPE":
        return this.#make(content);
      case "TUPLE":
        return tuple(asArray(content, name).map((item) => this.#make(item)));
      case "STRUCT":
        return record(name, this.#makeFields(content, name));
      default:
        throw invalid(name);
    }
  }

  #makeFields(content: unknown, name: string): Record<string, AnyCodec> {
    // Without a prototype, a field named __proto__ is one like any other, and gets refused.
    const fields: Record<string, AnyCodec> = Object.create(null);
    for (const field of asArray(content, name)) {
      const [fieldName, format] = onlyEntry(field, name);
      try {
        const member = this.#fieldName(fieldName);
        if (Object.hasOwn(fields, member)) throw invalid(name);
        fields[member] = this.#make(format);
      } catch (error) {
        throw BcsError.within(error, fieldName);
      }
    }
    return fields;
  }

  #make(format: unknown): AnyCodec {
    if (typeof format === "string" && Object.hasOwn(scalars, format)) return scalars[format]!;
    const [kind, content] = onlyEntry(format, "format");
    if (++this.#depth > maxFormatDepth) throw invalid(kind);
    const codec = this.#makeComposite(kind, content);
    this.#depth--;
    return codec;
  }

  #makeComposite(kind: string, content: unknown): AnyCodec {
    switch (kind) {
      case "TYPENAME":
        if (typeof content !== "string") throw invalid(kind);
        return this.find(content);
      case "OPTION":
        return option(this.#make(content));
      case "SEQ":
        return vector(this.#make(content));
      case "TUPLE":
        return tuple(asArray(content, kind).map((item) => this.#make(item)));
      case "MAP": {
        const { KEY, VALUE } = asObject(content, kind);
        return map(this.#make(KEY), this.#make(VALUE));
      }
      case "TUPLEARRAY": {
        const { CONTENT, SIZE } = asObject(content, kind);
        if (typeof SIZE !== "number") throw invalid(kind);
        return CONTENT === "U8" ? fixedBytes(SIZE) : fixedArray(this.#make(CONTENT), SIZE);
      }
      default:
        throw invalid(kind);
    }
  }
}

function invalid(expected: string): BcsError {
  return new BcsError("invalid_schema", 0, expected);
}

function asObject(value: unknown, expected: string): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) throw invalid(expected);
  return value as Record<string, unknown>;
}

function asArray(value: unknown, expected: string): readonly unknown[] {
  if (!Array.isArray(value)) throw invalid(expected);
  return value;
}

function onlyEntry(value: unknown, expected: string): [string, unknown] {
  const entries = Object.entries(asObject(value, expected));
  if (entries.length !== 1) throw invalid(expected);
  return entries[0]!;
}

import type { StructType, Type } from "../type/type.ts";
import { primitiveTypes } from "../type/type-table.ts";
import type { ByteVector } from "../value/byte-vector.ts";
import { maxValueDepth, tooDeep } from "../value/copy.ts";
import type { ValueLayout } from "../value/layout.ts";
import { type Closure, Reference, type Value } from "../value/value.ts";
import { type AbstractSizes, abstractSizes, type PackedKind } from "./abstract-sizes.ts";
import type { GasSchedule } from "./schedule.ts";

/** Types of a struct's fields, or of those of each variant. */
export type StructShape =
  | { readonly kind: "Struct"; readonly fields: readonly Type[] }
  | { readonly kind: "Enum"; readonly variants: readonly (readonly Type[])[] };

/** Finds the shape of a struct whose module is loaded, as those of existing values are. */
export type FindShape = (type: StructType) => StructShape;

/**
 * Sizes of values in abstract units, by the prices of one schedule.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#5.6 | Specification, execution 5.6}
 */
export class ValueSizes {
  readonly #prices: AbstractSizes;
  /** By kind of primitive. */
  readonly #scalar = new Map<string, number>();
  readonly #packed = new Map<string, number>();
  readonly #packedVector = new Map<string, number>();

  constructor(schedule: GasSchedule) {
    this.#prices = abstractSizes(schedule);
    const { primitive, packed, packedVector, signer } = this.#prices;
    for (const { kind, text } of Object.values(primitiveTypes)) {
      if (text === "signer") continue;
      this.#scalar.set(kind, primitive[text as PackedKind]);
      this.#packed.set(kind, packed[text as PackedKind]);
      this.#packedVector.set(kind, packedVector[text as PackedKind]);
    }
    this.#scalar.set("Signer", signer);
  }

  /** Size of the number of a variant. */
  get tag(): number {
    return this.#prices.primitive.u16;
  }

  /** Size of every value of a type without parts, or of a reference. */
  fixed(type: Type): number {
    return type.kind === "Reference" ? this.#prices.reference : this.#scalar.get(type.kind)!;
  }

  /**
   * Size of a value; references are not followed.
   *
   * @param depth - containers around the value
   * @throws {@link VmError} `VM_MAX_VALUE_DEPTH_REACHED`
   */
  of(value: Value, type: Type, shape: FindShape, depth = 0): number {
    if (depth > maxValueDepth) throw tooDeep();
    switch (type.kind) {
      case "Vector":
        return this.#vectorSize(value, type.element, shape, this.#packed, depth);
      case "Struct":
        return this.#prices.struct + this.#contents(value as Value[], shape(type), shape, depth);
      case "Function":
        return this.#closureSize(value as Closure, shape, depth);
      default:
        return this.fixed(type);
    }
  }

  /** Size of what a reference leads to, or of a value that is none. */
  dereferenced(value: Value, type: Type, shape: FindShape): number {
    if (type.kind === "Reference") {
      return this.dereferenced((value as Reference).target, type.target, shape);
    }
    if (type.kind === "Vector" && unpackedQuirk.has(type.element.kind)) {
      return this.#vectorSize(value, type.element, shape, this.#scalar, 0);
    }
    return this.of(value, type, shape);
  }

  /** Bytes that a value holds outside of the place it lies in. */
  heap(value: Value, type: Type, shape: FindShape): number {
    if (typeof value !== "object" || value instanceof Reference) return 0;
    return this.of(value, type, shape) - this.stack(type);
  }

  /** The top of a value alone. */
  stack(type: Type): number {
    switch (type.kind) {
      case "Vector":
        return this.#prices.vector;
      case "Struct":
      case "Signer":
        return this.#prices.struct;
      case "Function":
        return this.#prices.closure;
      default:
        return this.fixed(type);
    }
  }

  /** An element's part of its vector. */
  packed(type: Type): number {
    return this.#packed.get(type.kind) ?? this.stack(type);
  }

  #vectorSize(
    value: Value,
    element: Type,
    shape: FindShape,
    packed: ReadonlyMap<string, number>,
    depth: number,
  ): number {
    const own = this.#packedVector.get(element.kind);
    if (own !== undefined) return own + packed.get(element.kind)! * (value as Value[] | ByteVector).length;
    let size = this.#prices.vector;
    for (const item of value as Value[]) size += this.of(item, element, shape, depth + 1);
    return size;
  }

  #contents(value: readonly Value[], shape: StructShape, find: FindShape, depth: number): number {
    if (shape.kind === "Struct") return this.#fields(value, 0, shape.fields, find, depth);
    return this.tag + this.#fields(value, 1, shape.variants[value[0] as number]!, find, depth);
  }

  #fields(value: readonly Value[], from: number, types: readonly Type[], shape: FindShape, depth: number): number {
    let size = 0;
    for (let i = 0; i < types.length; i++) size += this.of(value[from + i]!, types[i]!, shape, depth + 1);
    return size;
  }

  /** Size of a function value with what it captured. */
  #closureSize({ captured, capturedTypes, capturedLayouts }: Closure, shape: FindShape, depth: number): number {
    let size = this.#prices.closure;
    captured.forEach((value, i) => {
      const type = capturedTypes?.[i];
      size +=
        type === undefined
          ? this.#byLayout(value, capturedLayouts![i]!, shape, depth + 1)
          : this.of(value, type, shape, depth + 1);
    });
    return size;
  }

  /** The same for values of stored closures, whose types have no names. */
  #byLayout(value: Value, layout: ValueLayout, shape: FindShape, depth: number): number {
    if (depth > maxValueDepth) throw tooDeep();
    switch (layout.kind) {
      case "Function":
        return this.#closureSize(value as Closure, shape, depth);
      case "Vector": {
        const each = this.#packed.get(layout.element.kind);
        if (each !== undefined) return this.#prices.vector + each * (value as Value[] | ByteVector).length;
        let size = this.#prices.vector;
        for (const item of value as Value[]) size += this.#byLayout(item, layout.element, shape, depth + 1);
        return size;
      }
      case "Struct":
      case "Enum": {
        const isEnum = layout.kind === "Enum";
        const items = value as Value[];
        const fields = isEnum ? layout.variants[items[0] as number]!.fields : layout.fields;
        let size = this.#prices.struct + (isEnum ? this.tag : 0);
        fields.forEach((field, i) => {
          size += this.#byLayout(items[i + (isEnum ? 1 : 0)]!, field.layout, shape, depth + 1);
        });
        return size;
      }
      default:
        return this.#scalar.get(layout.kind)!;
    }
  }
}

/** Vectors of these count unpacked elements in dereferenced sizes: a quirk that is part of the price. */
const unpackedQuirk: ReadonlySet<string> = new Set(["U16", "U32", "U256"]);

import { frameworkText } from "../address.ts";
import type { FindShape } from "../gas/value-sizes.ts";
import { VmError } from "../status/vm-error.ts";
import type { StructType, Type } from "../type/type.ts";
import { compareValues, valuesEqual } from "../value/compare.ts";
import type { ValueLayout } from "../value/layout.ts";
import { Reference, type Value } from "../value/value.ts";

/** Delayed fields that one resource or table item may hold. */
const maxDelayedFields = 10;

/** Structs of `0x1::aggregator_v2`. */
const delayedStructs = new Set(["Aggregator", "AggregatorSnapshot", "DerivedStringSnapshot"]);

/** True if block execution decides a field of every value of this type later. */
export function isDelayed(type: Type | undefined): boolean {
  if (type?.kind !== "Struct" || type.module !== "aggregator_v2") return false;
  return type.address === frameworkText && delayedStructs.has(type.name);
}

/**
 * The checks that block execution makes on values whose aggregators are decided later. This machine knows their numbers all the time, and
 * refuses the same.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/virtual-machine.md#1.7 | Specification, virtual machine 1.7}
 */
export class DelayedFields {
  readonly #shape: FindShape;
  readonly #mayHold = new Map<Type, boolean>();

  constructor(shape: FindShape) {
    this.#shape = shape;
  }

  /** True if values of a type may hold a delayed field. The modules of the type are loaded. */
  mayHold(type: Type): boolean {
    if (type.kind === "Vector") return this.mayHold(type.element);
    if (type.kind === "Reference") return this.mayHold(type.target);
    if (type.kind !== "Struct") return false;
    let answer = this.#mayHold.get(type);
    if (answer === undefined) {
      // Types that hold themselves, which no verified module declares, end here.
      this.#mayHold.set(type, false);
      answer = isDelayed(type) || this.#partsOf(type).some((part) => this.mayHold(part));
      this.#mayHold.set(type, answer);
    }
    return answer;
  }

  /** Types of the fields of a struct, or of those of all variants. */
  #partsOf(type: StructType): readonly Type[] {
    const shape = this.#shape(type);
    return shape.kind === "Struct" ? shape.fields : shape.variants.flat();
  }

  /**
   * Refuses to compare values where that comes upon a delayed field before it is decided.
   *
   * @param ordered - whether a longer list is compared part by part before lengths count
   * @throws {@link VmError} `VM_EXTENSION_ERROR`
   */
  checkComparison(a: Value, b: Value, type: Type, ordered: boolean): void {
    this.#differs(a, b, type, ordered);
  }

  #differs(a: Value, b: Value, type: Type, ordered: boolean): boolean {
    if (a instanceof Reference && b instanceof Reference && type.kind === "Reference") {
      return this.#differs(a.target, b.target, type.target, ordered);
    }
    if (!this.mayHold(type)) return ordered ? compareValues(a, b) !== 0 : !valuesEqual(a, b);
    if (isDelayed(type)) throw new VmError("VM_EXTENSION_ERROR", "a delayed field is compared");
    const [left, right] = [a as Value[], b as Value[]];
    if (!ordered && left.length !== right.length) return true;
    for (let i = 0; i < Math.min(left.length, right.length); i++) {
      const part = this.#partAt(left, type, i);
      if (part === undefined ? left[i] !== right[i] : this.#differs(left[i]!, right[i]!, part, ordered)) return true;
    }
    return left.length !== right.length;
  }

  /** The type at a place of a vector, struct or enum; undefined for an enum's number. */
  #partAt(value: readonly Value[], type: Type, index: number): Type | undefined {
    if (type.kind === "Vector") return type.element;
    const shape = type.kind === "Struct" ? this.#shape(type) : undefined;
    if (shape?.kind === "Enum") return index === 0 ? undefined : shape.variants[value[0] as number]![index - 1]!;
    return shape?.fields[index];
  }

  /**
   * Refuses a resource or table item that holds too many.
   *
   * @throws {@link VmError} `TOO_MANY_DELAYED_FIELDS`
   */
  checkNumber(value: Value, layout: ValueLayout): void {
    if (countDelayed(value, layout, maxDelayedFields) > maxDelayedFields) {
      throw new VmError("TOO_MANY_DELAYED_FIELDS", `more than ${maxDelayedFields} delayed fields in one item`, {
        placeless: true,
      });
    }
  }
}

/** Delayed fields in a value; what exceeds the limit is not counted to the end. */
function countDelayed(value: Value, layout: ValueLayout, limit: number): number {
  if (!holdsDelayed(layout)) return 0;
  if (layout.kind === "Vector") {
    return sum(value as Value[], limit, (item) => countDelayed(item, layout.element, limit));
  }
  if (layout.kind !== "Struct" && layout.kind !== "Enum") return 0;
  if (isDelayed(layout.type)) return 1;
  const parts = value as Value[];
  if (layout.kind === "Struct")
    return sum(parts, limit, (part, i) => countDelayed(part, layout.fields[i]!.layout, limit));
  const { fields } = layout.variants[parts[0] as number]!;
  return sum(parts.slice(1), limit, (part, i) => countDelayed(part, fields[i]!.layout, limit));
}

const holders = new WeakMap<ValueLayout, boolean>();

/** True if values of a layout may hold a delayed field: few may, and the others need not be walked through. */
function holdsDelayed(layout: ValueLayout): boolean {
  let holds = holders.get(layout);
  if (holds === undefined) {
    holds = (layout.kind === "Struct" || layout.kind === "Enum") && isDelayed(layout.type);
    holds ||= partLayouts(layout).some(holdsDelayed);
    holders.set(layout, holds);
  }
  return holds;
}

function partLayouts(layout: ValueLayout): readonly ValueLayout[] {
  switch (layout.kind) {
    case "Vector":
      return [layout.element];
    case "Struct":
      return layout.fields.map((field) => field.layout);
    case "Enum":
      return layout.variants.flatMap(({ fields }) => fields.map((field) => field.layout));
    default:
      return [];
  }
}

function sum(values: readonly Value[], limit: number, count: (value: Value, index: number) => number): number {
  let total = 0;
  for (let i = 0; i < values.length && total <= limit; i++) total += count(values[i]!, i);
  return total;
}

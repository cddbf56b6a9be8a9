import { VmError } from "../status/vm-error.ts";
import { ByteVector } from "./byte-vector.ts";
import { Closure, type Value } from "./value.ts";

/** Nesting of values that copying, comparing and storing refuse to follow. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/virtual-machine.md#1.9 | Specification, virtual machine 1.9} */
export const maxValueDepth = 128;

/** Pays for the memory of values, where a host bounds it. */
export interface MemoryBudget {
  /** @throws when nothing is left */
  take(bytes: number): void;
}

/** The error of a value that is nested too deeply. */
export function tooDeep(): VmError {
  return new VmError("VM_MAX_VALUE_DEPTH_REACHED", `a value is nested more than ${maxValueDepth} levels deep`);
}

/**
 * A deep copy; a copied reference leads to the same place.
 *
 * @param budget - pays for the memory, where that is bounded
 * @throws {@link VmError} `VM_MAX_VALUE_DEPTH_REACHED`; `WorkBoundError`
 */
export function copyValue(value: Value, budget?: MemoryBudget): Value {
  return typeof value === "object" ? copyContainer(value, 1, budget) : value;
}

function copyContainer(value: Extract<Value, object>, depth: number, budget: MemoryBudget | undefined): Value {
  if (Array.isArray(value)) {
    if (depth > maxValueDepth) throw tooDeep();
    budget?.take(bytesOfArray(value.length));
    const copy = value.slice();
    for (let i = 0; i < copy.length; i++) {
      const item = copy[i]!;
      if (typeof item === "object") copy[i] = copyContainer(item, depth + 1, budget);
    }
    return copy;
  }
  if (value instanceof ByteVector) {
    budget?.take(bytesOfVector(value));
    return value.copy();
  }
  if (!(value instanceof Closure)) return value;
  if (depth > maxValueDepth) throw tooDeep();
  budget?.take(bytesOfArray(value.captured.length));
  const captured = value.captured.map((item) =>
    typeof item === "object" ? copyContainer(item, depth + 1, budget) : item,
  );
  return new Closure(value.target, value.mask, captured, value.capturedLayouts, value.capturedTypes);
}

/** Approximate memory that the host uses for an array of this length, with its boxed numbers. */
function bytesOfArray(items: number): number {
  return 64 + 16 * items;
}

function bytesOfVector({ length }: ByteVector): number {
  return 128 + length;
}

/** About the memory of a value, without what references lead to. It is as deep as values may be at most. */
export function bytesOfValue(value: Value): number {
  if (value instanceof ByteVector) return bytesOfVector(value);
  const items = value instanceof Closure ? value.captured : value;
  if (!Array.isArray(items)) return 0;
  let bytes = bytesOfArray(items.length);
  for (const item of items) if (typeof item === "object") bytes += bytesOfValue(item);
  return bytes;
}

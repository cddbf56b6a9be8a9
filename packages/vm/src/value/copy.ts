import { VmError } from "../status/vm-error.ts";
import { ByteVector } from "./byte-vector.ts";
import { Closure, type Value } from "./value.ts";

/** Nesting of values that copying, comparing and storing refuse to follow. @see Ledger specification, Move VM §1.9 */
export const maxValueDepth = 128;

/** The error of a value that is nested too deeply. */
export function tooDeep(): VmError {
  return new VmError("VM_MAX_VALUE_DEPTH_REACHED", `a value is nested more than ${maxValueDepth} levels deep`);
}

/**
 * A deep copy; a copied reference leads to the same place.
 *
 * @throws {@link VmError} `VM_MAX_VALUE_DEPTH_REACHED`
 */
export function copyValue(value: Value): Value {
  return typeof value === "object" ? copyContainer(value, 1) : value;
}

function copyContainer(value: Extract<Value, object>, depth: number): Value {
  if (Array.isArray(value)) {
    if (depth > maxValueDepth) throw tooDeep();
    const copy = value.slice();
    for (let i = 0; i < copy.length; i++) {
      const item = copy[i]!;
      if (typeof item === "object") copy[i] = copyContainer(item, depth + 1);
    }
    return copy;
  }
  if (value instanceof ByteVector) return value.copy();
  if (!(value instanceof Closure)) return value;
  if (depth > maxValueDepth) throw tooDeep();
  const captured = value.captured.map((item) => (typeof item === "object" ? copyContainer(item, depth + 1) : item));
  return new Closure(value.target, value.mask, captured, value.capturedLayouts, value.capturedTypes);
}

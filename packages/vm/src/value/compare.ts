import { ByteVector } from "./byte-vector.ts";
import { maxValueDepth, tooDeep } from "./copy.ts";
import { Closure, Reference, type Value } from "./value.ts";

/**
 * True if two values of one type are equal. References compare by what they lead to.
 *
 * @param closureMasks - whether the masks of closures count, as they do from gas feature version 49
 * @throws {@link VmError} `VM_MAX_VALUE_DEPTH_REACHED`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/virtual-machine.md#1.3 | Specification, virtual machine 1.3}
 */
export function valuesEqual(a: Value, b: Value, closureMasks = true): boolean {
  return a === b || (typeof a === "object" && equal(a, b, closureMasks, 1));
}

function equal(a: Value, b: Value, masks: boolean, depth: number): boolean {
  if (typeof a !== "object" || typeof b !== "object") return a === b;
  if (Array.isArray(a)) return Array.isArray(b) && equalLists(a, b, masks, depth);
  if (a instanceof ByteVector) return b instanceof ByteVector && compareBytes(a.bytes, b.bytes) === 0;
  if (a instanceof Reference) return b instanceof Reference && equal(a.target, b.target, masks, depth + 1);
  if (!(b instanceof Closure)) return false;
  return (
    compareTargets(a, b) === 0 && !(masks && a.mask !== b.mask) && equalLists(a.captured, b.captured, masks, depth)
  );
}

function equalLists(a: readonly Value[], b: readonly Value[], masks: boolean, depth: number): boolean {
  if (depth > maxValueDepth) throw tooDeep();
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!equal(a[i]!, b[i]!, masks, depth + 1)) return false;
  return true;
}

/**
 * Orders two values of one type: negative, 0 or positive.
 *
 * @throws {@link VmError} `VM_MAX_VALUE_DEPTH_REACHED`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/virtual-machine.md#1.4 | Specification, virtual machine 1.4}
 */
export function compareValues(a: Value, b: Value): number {
  return compare(a, b, 1);
}

function compare(a: Value, b: Value, depth: number): number {
  if (typeof a !== "object" || typeof b !== "object") return a === b ? 0 : a < b ? -1 : 1;
  if (Array.isArray(a)) return compareLists(a, b as Value[], depth);
  if (a instanceof ByteVector) return compareBytes(a.bytes, (b as ByteVector).bytes);
  if (a instanceof Reference) return compare(a.target, (b as Reference).target, depth + 1);
  const other = b as Closure;
  return (
    compareTargets(a, other) ||
    Number(a.mask > other.mask) - Number(a.mask < other.mask) ||
    compareLists(a.captured, other.captured, depth)
  );
}

function compareLists(a: readonly Value[], b: readonly Value[], depth: number): number {
  if (depth > maxValueDepth) throw tooDeep();
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const order = compare(a[i]!, b[i]!, depth + 1);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const order = a[i]! - b[i]!;
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareTargets({ target: a }: Closure, { target: b }: Closure): number {
  return (
    compareText(a.address, b.address) ||
    compareText(a.module, b.module) ||
    compareText(a.name, b.name) ||
    compareText(a.typeArgs.map((type) => type.text).join(), b.typeArgs.map((type) => type.text).join())
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

// What the engine itself says of a value: neither a member of its own, nor a prototype set by hand, nor a proxy changes it.
const typedArray: object = Object.getPrototypeOf(Uint8Array.prototype);
const getTag = findGetter<string | undefined>(Symbol.toStringTag);
const getLength = findGetter<number>("length");

/**
 * True if a value is a `Uint8Array`: also one of another realm (a frame, a test runner's sandbox), and none that only has its
 * prototype.
 */
export function isBytes(value: unknown): value is Uint8Array {
  return isTypedArray(value, "Uint8Array");
}

/** True if a value is a typed array of this class. */
export function isTypedArray(value: unknown, name: string): value is ArrayBufferView {
  return getTag.call(value) === name;
}

/** Items of a typed array; 0 if its buffer was taken away. */
export function lengthOf(array: ArrayBufferView): number {
  return getLength.call(array);
}

function findGetter<T>(name: PropertyKey): (this: unknown) => T {
  return Object.getOwnPropertyDescriptor(typedArray, name)!.get as (this: unknown) => T;
}

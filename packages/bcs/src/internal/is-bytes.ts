/** Whether a value is a `Uint8Array`, also one of another realm (a frame, a test runner's sandbox). */
export function isBytes(value: unknown): value is Uint8Array {
  return (
    value instanceof Uint8Array || (ArrayBuffer.isView(value) && value[Symbol.toStringTag as never] === "Uint8Array")
  );
}

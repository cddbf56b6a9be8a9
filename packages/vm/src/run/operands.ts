import type { Value } from "../value/value.ts";

/** Takes the uppermost operands, in their order. */
export function takeOperands(operands: Value[], count: number): Value[] {
  const taken = new Array<Value>(count);
  // Engines give memory back when a length is set, and take it again at the next push; popping does neither.
  for (let i = count - 1; i >= 0; i--) taken[i] = operands.pop()!;
  return taken;
}

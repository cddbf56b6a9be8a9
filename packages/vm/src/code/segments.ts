import type { Type } from "../type/type.ts";
import type { Instruction, Segment } from "./instruction.ts";

/** True if all values of a type have one size, which needs no look at the value. */
export function hasFixedSize(type: Type): boolean {
  return type.kind !== "Vector" && type.kind !== "Struct" && type.kind !== "TypeParameter" && type.kind !== "Function";
}

/** True if another instruction than the next may run after it, or if it may have to wait for the host. */
function isControl({ effect }: Instruction): boolean {
  return effect.ends !== undefined || effect.reaches !== undefined;
}

/** True if an instruction's price depends on a value, so that it is known only when it runs. */
function isPaidByValue({ weighed }: Instruction): boolean {
  return weighed !== undefined && !hasFixedSize(weighed);
}

/** Cuts code into segments and notes in each instruction the one that it lies in. */
export function splitSegments(code: readonly Instruction[], targets: ReadonlySet<number>): Segment[] {
  const segments: Segment[] = [];
  let start = 0;
  let peak = 0;
  code.forEach((instruction, i) => {
    const next = code[i + 1];
    const leaves = isControl(instruction);
    const ends = next === undefined || targets.has(i + 1) || leaves || isPaidByValue(instruction);
    peak = Math.max(peak, instruction.height, next?.height ?? 0);
    instruction.segment = segments.length;
    if (!ends) return;
    segments.push({ start, end: i + 1, straightEnd: leaves ? i : i + 1, peak });
    start = i + 1;
    peak = 0;
  });
  return segments;
}

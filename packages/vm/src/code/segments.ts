import type { Type } from "../type/type.ts";
import type { Instruction, Segment } from "./instruction.ts";

/** True if all values of a type have one size, which needs no look at the value. */
export function hasFixedSize(type: Type): boolean {
  return type.kind !== "Vector" && type.kind !== "Struct" && type.kind !== "TypeParameter" && type.kind !== "Function";
}

/** True if what an instruction costs, or whether the next one runs at all, is known only when it runs. */
function endsSegment({ effect, weighed }: Instruction): boolean {
  if (effect.ends !== undefined || effect.reaches !== undefined) return true;
  return weighed !== undefined && !hasFixedSize(weighed);
}

/** Cuts code into segments and marks the instruction that each one starts with. */
export function splitSegments(code: readonly Instruction[], targets: ReadonlySet<number>): Segment[] {
  const segments: Segment[] = [];
  let start = 0;
  let peak = 0;
  code.forEach((instruction, i) => {
    const next = code[i + 1];
    const ends = next === undefined || targets.has(i + 1) || endsSegment(instruction);
    peak = Math.max(peak, instruction.height, next?.height ?? 0);
    if (!ends) return;
    code[start]!.segment = segments.length;
    segments.push({ start, end: i + 1, peak });
    start = i + 1;
    peak = 0;
  });
  return segments;
}

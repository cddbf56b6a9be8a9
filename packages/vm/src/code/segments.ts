import type { Type } from "../type/type.ts";
import type { Instruction, Segment } from "./instruction.ts";

/** Whether control never goes from an instruction to the next one only: branches, returns, aborts. */
export function isTerminator(op: number): boolean {
  return (op >= 0x02 && op <= 0x05) || op === 0x27 || op === 0x68;
}

/** Whether all values of a type have one size, which needs no look at the value. */
export function hasFixedSize(type: Type): boolean {
  return type.kind !== "Vector" && type.kind !== "Struct" && type.kind !== "TypeParameter" && type.kind !== "Function";
}

/** Whether what an instruction costs, or whether the next one runs at all, is known only when it runs. */
function endsSegment({ op, type }: Instruction): boolean {
  switch (op) {
    case 0x0a:
    case 0x14:
      return !hasFixedSize(type!);
    case 0x21:
    case 0x22:
      return !hasFixedSize(type!.kind === "Reference" ? type!.target : type!);
    case 0x11:
    case 0x38:
    case 0x58:
    case 0x59:
    case 0x5a:
      return true;
    default:
      return isTerminator(op) || (op >= 0x29 && op <= 0x2d) || (op >= 0x3b && op <= 0x3f);
  }
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

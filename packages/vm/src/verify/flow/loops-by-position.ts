import type { Instruction } from "@ledger/move";
import { effectOf } from "../../instructions/names.ts";
import { refused } from "../refused.ts";

/** A jump of a function: from one instruction to another. */
interface Jump {
  readonly from: number;
  readonly to: number;
}

/**
 * The rules of format 5 and earlier for loops. A loop begins where some jump leads back to, and ends with the last such jump: control
 * goes back to the innermost loop's beginning only, leaves it to the instruction after its end only, and enters it at its beginning.
 *
 * @throws {@link VmError} `INVALID_LOOP_CONTINUE`, `INVALID_LOOP_BREAK`, `INVALID_LOOP_SPLIT`, `LOOP_MAX_DEPTH_REACHED`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/verifier.md#9.1 | Specification, verifier 9.1}
 */
export function checkLoopsByPosition(code: readonly Instruction[], maxDepth: number): void {
  const jumps = code.flatMap(([name, target], from): Jump[] =>
    effectOf(name).ends === undefined || target === undefined ? [] : [{ from, to: Number(target) }],
  );
  const lastContinue = new Map<number, number>();
  for (const { from, to } of jumps) if (to <= from) lastContinue.set(to, from);
  const { innermost, depths } = nesting(code.length, lastContinue);
  for (const { from, to } of jumps) {
    if (to <= from && innermost[from] !== to) {
      throw refused("INVALID_LOOP_CONTINUE", "a jump leads back to a loop that is not the innermost one");
    }
  }
  const leaves = ({ from, to }: Jump): boolean => {
    const head = innermost[from];
    return to > from && head !== undefined && to > lastContinue.get(head)!;
  };
  for (const jump of jumps) {
    if (leaves(jump) && jump.to !== lastContinue.get(innermost[jump.from]!)! + 1) {
      throw refused("INVALID_LOOP_BREAK", "a jump leaves a loop to somewhere else than its end");
    }
  }
  for (const jump of jumps) {
    const { from, to } = jump;
    if (to <= from || leaves(jump)) continue;
    // The beginning of a loop counts as outside of it.
    const depth = lastContinue.has(to) ? depths[to]! - 1 : depths[to]!;
    if (depth !== depths[from]!) throw refused("INVALID_LOOP_SPLIT", "a jump leads into a loop");
  }
  if (depths.some((depth) => depth > maxDepth)) {
    throw refused("LOOP_MAX_DEPTH_REACHED", "loops are nested too deeply");
  }
}

/** The beginning of the innermost loop around each instruction, and how many are around it. */
function nesting(length: number, lastContinue: ReadonlyMap<number, number>) {
  const innermost: (number | undefined)[] = [];
  const depths: number[] = [];
  const open: number[] = [];
  for (let at = 0; at < length; at++) {
    if (lastContinue.has(at)) open.push(at);
    innermost.push(open.at(-1));
    depths.push(open.length);
    while (open.length > 0 && lastContinue.get(open.at(-1)!) === at) open.pop();
  }
  return { innermost, depths };
}

import type { Instruction } from "@ledger/move";
import { effectOf } from "../../instructions/names.ts";
import { refused } from "../refused.ts";

/** A straight stretch of code: control enters at its first instruction only, and leaves after its last. */
export interface Block {
  readonly start: number;
  /** Index after the last instruction. */
  readonly end: number;
  /** Numbers of the blocks that may run next, ascending. */
  readonly next: readonly number[];
}

/**
 * Cuts code into blocks.
 *
 * @param code - branch targets are inside
 * @throws {@link VmError} `EMPTY_CODE_UNIT`, `INVALID_FALL_THROUGH`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/verifier.md#9.1 | Specification, verifier 9.1}
 */
export function splitBlocks(code: readonly Instruction[]): Block[] {
  const last = code.at(-1);
  if (last === undefined) throw refused("EMPTY_CODE_UNIT", "a function without instructions");
  if (!leaves(last)) throw refused("INVALID_FALL_THROUGH", "a function's code runs past its end");
  const starts = new Set([0]);
  code.forEach(([name, target], i) => {
    if (effectOf(name).ends === undefined) return;
    if (target !== undefined) starts.add(Number(target));
    if (i + 1 < code.length) starts.add(i + 1);
  });
  const sorted = [...starts].sort((a, b) => a - b);
  const numbers = new Map(sorted.map((start, i) => [start, i]));
  return sorted.map((start, i) => {
    const end = sorted[i + 1] ?? code.length;
    const next = new Set<number>();
    const [name, target] = code[end - 1]!;
    if (!leaves(code[end - 1]!)) next.add(i + 1);
    if (effectOf(name).ends !== undefined && target !== undefined) next.add(numbers.get(Number(target))!);
    return { start, end, next: [...next].sort((a, b) => a - b) };
  });
}

/** True if the next instruction never runs after one. */
function leaves([name]: Instruction): boolean {
  const { ends } = effectOf(name);
  return ends !== undefined && ends !== "branch";
}

/** The blocks of a function, and the order in which an analysis visits those that control may reach. */
export interface VisitOrder {
  readonly blocks: readonly Block[];
  /** Numbers of blocks, in reverse postorder from the first one. */
  readonly order: readonly number[];
  /** Place of each block in the order; undefined for blocks that nothing reaches. */
  readonly placeOf: readonly (number | undefined)[];
  /** True if an edge leads back to a block that was being searched from. */
  isBack(from: number, to: number): boolean;
}

/**
 * Orders blocks so that each comes after those that lead to it, loops left aside.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/verifier.md#9.7 | Specification, verifier 9.7}
 */
export function visitOrder(blocks: readonly Block[]): VisitOrder {
  const state = new Uint8Array(blocks.length);
  const back = new Set<number>();
  const finished: number[] = [];
  const path = [{ block: 0, left: [...blocks[0]!.next] }];
  state[0] = 1;
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const successor = top.left.pop();
    if (successor === undefined) {
      state[top.block] = 2;
      finished.push(top.block);
      path.pop();
    } else if (state[successor] === 0) {
      state[successor] = 1;
      path.push({ block: successor, left: [...blocks[successor]!.next] });
    } else if (state[successor] === 1) back.add(top.block * blocks.length + successor);
  }
  const order = finished.reverse();
  const placeOf: (number | undefined)[] = [];
  order.forEach((block, place) => {
    placeOf[block] = place;
  });
  return { blocks, order, placeOf, isBack: (from, to) => back.has(from * blocks.length + to) };
}

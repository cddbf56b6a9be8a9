import type { Instruction } from "@ledger/move";
import { effectOf } from "../instructions/names.ts";
import { refused } from "./refused.ts";

/** A straight stretch of code: control enters at its first instruction only, and leaves after its last. */
export interface Block {
  readonly start: number;
  /** Index after the last instruction. */
  readonly end: number;
  /** Numbers of the blocks that may run next. */
  readonly next: readonly number[];
}

/**
 * Cuts code into blocks.
 *
 * @param code - branch targets are inside
 * @throws {@link VmError} `EMPTY_CODE_UNIT`, `INVALID_FALL_THROUGH`
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
    const last = code[end - 1]!;
    const [name, target] = last;
    const next = leaves(last) ? [] : [i + 1];
    if (effectOf(name).ends !== undefined && target !== undefined) next.push(numbers.get(Number(target))!);
    return { start, end, next };
  });
}

/** True if the next instruction never runs after one. */
function leaves([name]: Instruction): boolean {
  const { ends } = effectOf(name);
  return ends !== undefined && ends !== "branch";
}

/**
 * How deep the loops of a function lie inside one another, 0 without loops. Each loop must be entered at one block only.
 *
 * @throws {@link VmError} `INVALID_LOOP_SPLIT`
 * @see Tarjan, Testing flow graph reducibility, 1974
 */
export function loopDepth(blocks: readonly Block[]): number {
  const { order, lastOf, forward, back } = spanningTree(blocks);
  const merged = order.map((_, i) => i);
  const find = (node: number): number => {
    let root = node;
    while (merged[root] !== root) root = merged[root]!;
    for (let at = node; at !== root; ) {
      const above = merged[at]!;
      merged[at] = root;
      at = above;
    }
    return root;
  };
  const depths = order.map(() => 0);
  let deepest = 0;
  // Inner loops have higher numbers than the loops around them. Each becomes one node with its head.
  for (let head = order.length - 1; head >= 0; head--) {
    if (back[head]!.length === 0) continue;
    const body = new Set(back[head]!.map(find).filter((node) => node !== head));
    const open = [...body];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      for (const before of forward[node]!) {
        const from = find(before);
        if (from < head || from > lastOf[head]!) {
          throw refused("INVALID_LOOP_SPLIT", "a loop is entered at more than one place");
        }
        if (from === head || body.has(from)) continue;
        body.add(from);
        open.push(from);
      }
    }
    let inner = depths[head]!;
    for (const node of body) {
      inner = Math.max(inner, depths[node]!);
      merged[node] = head;
    }
    depths[head] = inner + 1;
    deepest = Math.max(deepest, inner + 1);
  }
  return deepest;
}

/** Reachable blocks, numbered in the order in which a search in depth meets them. */
interface SpanningTree {
  /** Block of each number. */
  readonly order: readonly number[];
  /** The highest number among those that were met from a node on. */
  readonly lastOf: readonly number[];
  /** By node: where edges to it come from, that lead back to where the search came from, */
  readonly back: readonly (readonly number[])[];
  /** and all others. */
  readonly forward: readonly (readonly number[])[];
}

function spanningTree(blocks: readonly Block[]): SpanningTree {
  const numbers = new Map([[0, 0]]);
  const order = [0];
  const lastOf: number[] = [];
  const path = [{ block: 0, next: 0 }];
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const successor = blocks[top.block]!.next[top.next++];
    if (successor === undefined) {
      lastOf[numbers.get(top.block)!] = order.length - 1;
      path.pop();
    } else if (!numbers.has(successor)) {
      numbers.set(successor, order.length);
      order.push(successor);
      path.push({ block: successor, next: 0 });
    }
  }
  const back: number[][] = order.map(() => []);
  const forward: number[][] = order.map(() => []);
  order.forEach((block, from) => {
    for (const successor of blocks[block]!.next) {
      const to = numbers.get(successor)!;
      const leadsBack = to <= from && from <= lastOf[to]!;
      (leadsBack ? back : forward)[to]!.push(from);
    }
  });
  return { order, lastOf, back, forward };
}

import { refused } from "../refused.ts";
import type { Block } from "./blocks.ts";

/**
 * Each loop is entered at one block only, and loops do not lie too deeply inside one another.
 *
 * @throws {@link VmError} `INVALID_LOOP_SPLIT`, `LOOP_MAX_DEPTH_REACHED`
 * @see Tarjan, Testing flow graph reducibility, 1974
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/verifier.md#9.1 | Specification, verifier 9.1}
 */
export function checkLoops(blocks: readonly Block[], maxDepth: number): void {
  const { lastOf, forward, back } = spanningTree(blocks);
  const merged = lastOf.map((_, i) => i);
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
  const depths = lastOf.map(() => 0);
  // Inner loops have higher numbers than the loops around them. Each becomes one node with its head.
  for (let head = lastOf.length - 1; head >= 0; head--) {
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
    if (inner + 1 > maxDepth) throw refused("LOOP_MAX_DEPTH_REACHED", "loops are nested too deeply");
  }
}

/** Reachable blocks, numbered in the order in which a search in depth meets them. */
interface SpanningTree {
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
  const path = [{ block: 0, left: [...blocks[0]!.next] }];
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const successor = top.left.pop();
    if (successor === undefined) {
      lastOf[numbers.get(top.block)!] = order.length - 1;
      path.pop();
    } else if (!numbers.has(successor)) {
      numbers.set(successor, order.length);
      order.push(successor);
      path.push({ block: successor, left: [...blocks[successor]!.next] });
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
  return { lastOf, back, forward };
}

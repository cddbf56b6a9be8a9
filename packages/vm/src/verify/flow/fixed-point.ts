import type { Block, VisitOrder } from "./blocks.ts";

/** An analysis that follows a state through the blocks of a function. */
export interface FlowAnalysis<State> {
  /** The state at the beginning of the function. */
  readonly entry: State;
  /** Follows a block. @param state - at its beginning; not changed @returns the state at its end */
  run(block: Block, state: State): State;
  /** A state that may be joined into while others keep this one. */
  copy(state: State): State;
  /** Joins the state of another way into a block into the one that is known. @returns whether it changed */
  join(known: State, other: State): boolean;
}

/**
 * Follows the blocks of a function until no way into any of them adds anything: each block after those that lead to it, what they bring
 * joined, and a loop again from its head when its end brought something new.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/verifier.md#9.7 | Specification, verifier 9.7}
 */
export function followFlow<State>({ blocks, order, placeOf, isBack }: VisitOrder, analysis: FlowAnalysis<State>): void {
  const entries: (State | undefined)[] = [];
  entries[0] = analysis.entry;
  for (let place = 0; place < order.length; ) {
    const number = order[place]!;
    const entry = entries[number];
    let next = place + 1;
    if (entry !== undefined) {
      const end = analysis.run(blocks[number]!, entry);
      for (const successor of blocks[number]!.next) {
        const known = entries[successor];
        if (known === undefined) entries[successor] = analysis.copy(end);
        else if (analysis.join(known, end) && isBack(number, successor)) next = Math.min(next, placeOf[successor]!);
      }
    }
    place = next;
  }
}

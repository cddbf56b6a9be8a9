import type { SignatureToken } from "@ledger/move";
import { BorrowGraph } from "./borrow-graph.ts";

/** In place of a reference: a value. */
export const noReference = -1;
/** The place that locals and global resources are parts of. */
export const frame = 0;

/** The references at the beginning of a block: the operand stack is empty there. */
export interface ReferenceEntry {
  /** References that locals hold. */
  readonly locals: number[];
  readonly graph: BorrowGraph;
}

/** The references at the beginning of a function: parameters lead to places that have nothing in common. */
export function functionEntry(locals: readonly SignatureToken[], params: number): ReferenceEntry {
  const graph = new BorrowGraph();
  graph.add(frame, true);
  const held = locals.map(({ kind }, local) => {
    if (local >= params || (kind !== "Reference" && kind !== "MutableReference")) return noReference;
    graph.add(canonicalId(local), kind === "MutableReference");
    return canonicalId(local);
  });
  return { locals: held, graph };
}

export function copyEntry({ locals, graph }: ReferenceEntry): ReferenceEntry {
  return { locals: [...locals], graph: graph.copy() };
}

/** Joins what holds on another way into a block. @returns whether the block has to be looked at again */
export function joinEntry(known: ReferenceEntry, other: ReferenceEntry): boolean {
  let changed = false;
  let joining = other.graph;
  for (let local = 0; local < known.locals.length; local++) {
    const id = known.locals[local]!;
    // A local that holds no reference on one of the ways holds none that may be used.
    if (id === other.locals[local]) continue;
    if (id === noReference) {
      if (joining === other.graph) joining = other.graph.copy();
      joining.release(other.locals[local]!);
    } else {
      known.graph.release(id);
      known.locals[local] = noReference;
      changed = true;
    }
  }
  return known.graph.join(joining) || changed;
}

/** The name of the reference that a local holds at the beginning of a block. */
export function canonicalId(local: number): number {
  return local + 1;
}

import { Overlay, type StateUsage } from "@ledger/executor";
import { type HashValue, SparseMerkleTree, sparseMerkleUpdate } from "@ledger/types";

/** A place that a {@link ChainState} can go back to. */
export interface ChainStateMark {
  /** Of all that was written. */
  readonly tree: SparseMerkleTree;
  /** Items and bytes of the whole state. */
  readonly usage: StateUsage;
}

/**
 * The latest state of a chain, with the Merkle tree of what was written. Over a view of the rest, its root is that of what it has
 * written: the tree does not know the rest.
 */
export class ChainState extends Overlay {
  #tree = new SparseMerkleTree();

  /** Root of the state tree over everything so far. */
  root(): HashValue {
    return this.#tree.update(this.takeChanges().map(sparseMerkleUpdate));
  }

  /** The place between two blocks: all that was written is in the root. */
  save(): ChainStateMark {
    return { tree: this.#tree.clone(), usage: this.usage() };
  }

  /** Goes back to a place, to which the state below must have gone back too. */
  restore({ tree, usage }: ChainStateMark): void {
    this.reset(usage);
    this.#tree = tree.clone();
  }
}

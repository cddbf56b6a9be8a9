import { mapKey } from "@ledger/types";
import type { TreeChange } from "../tree-port.ts";
import type { NodeChange, TreeGrowth } from "./grow-tree.ts";
import type { LeafChange, TreeDelta } from "./tree-delta.ts";
import { deltaKey, leafKey } from "./tree-keys.ts";

/** Bounds of slices. More makes each row of the tree cheaper to write, and takes more memory and longer reads. */
export interface SliceBounds {
  /** Leaves that the blocks of a slice change until it is full. */
  readonly leaves: number;
  /** Blocks of a full slice, however little they change. */
  readonly blocks: number;
  /** Leaves of a block above which it is written into the rows at once: a row of its own would be as large as they are. */
  readonly direct: number;
}

/** Chosen as decision 0092 says. */
export const sliceBounds: SliceBounds = { leaves: 4_096, blocks: 256, direct: 2_048 };

/** Fresh names below which they are put in their places one by one. */
const fewNames = 256;

/** Leaves that have changed, in order. */
export class ChangedLeaves {
  readonly #changes = new Map<string, LeafChange>();
  #names: string[] = [];

  get size(): number {
    return this.#names.length;
  }

  set(changes: Iterable<readonly [name: string, change: LeafChange]>): void {
    const fresh: string[] = [];
    for (const [name, change] of changes) {
      if (!this.#changes.has(name)) fresh.push(name);
      this.#changes.set(name, change);
    }
    if (fresh.length < fewNames) for (const name of fresh) this.#names.splice(this.#find(name), 0, name);
    else this.#names = [...this.#names, ...fresh.sort()].sort();
  }

  /** Calls `found` for the changes of keys from one to another. */
  each(from: Uint8Array, to: Uint8Array, found: (change: LeafChange) => void): void {
    const last = mapKey(to);
    for (let i = this.#find(mapKey(from)); i < this.#names.length && this.#names[i]! <= last; i++) {
      found(this.#changes.get(this.#names[i]!)!);
    }
  }

  *inOrder(): Iterable<LeafChange> {
    for (const name of this.#names) yield this.#changes.get(name)!;
  }

  /** Index of the first name that is not below another. */
  #find(name: string): number {
    let low = 0;
    let high = this.#names.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#names[middle]! < name) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** The changes of as many blocks as one row tells of. */
interface Run {
  readonly blocks: number;
  readonly end: bigint;
  readonly delta: TreeDelta;
}

/**
 * The blocks since the tree's rows were last the tree. Each has one row, with its own changes and those of as many blocks before
 * it as the lowest bit of its number in the slice says: so a reader needs as many rows as that number has bits.
 */
export class TreeSlice {
  /** Version whose rows are the tree before the slice. */
  readonly base: bigint;
  /** Nodes as they are after the latest block, by the names of their rows. */
  readonly nodes = new Map<string, NodeChange>();
  readonly leaves = new ChangedLeaves();
  readonly #runs: Run[] = [];
  readonly #bounds: SliceBounds;
  #blocks = 0;

  constructor(base: bigint, bounds: SliceBounds) {
    this.base = base;
    this.#bounds = bounds;
  }

  /** How full it is: at 1 or above it takes no more blocks. */
  get progress(): number {
    return Math.max(this.leaves.size / this.#bounds.leaves, this.#blocks / this.#bounds.blocks);
  }

  /** Adds what the next block changes. */
  add({ delta, nodes }: TreeGrowth): void {
    this.leaves.set(delta.leaves);
    for (const [name, change] of nodes) this.nodes.set(name, change);
  }

  /** Ends a block that has been added. @returns the change that makes its row */
  endBlock(version: bigint, delta: TreeDelta): TreeChange {
    this.#blocks++;
    let run: Run = { blocks: 1, end: version, delta };
    for (let last = this.#runs.at(-1); last?.blocks === run.blocks; last = this.#runs.at(-1)) {
      last.delta.absorb(run.delta);
      run = { blocks: 2 * run.blocks, end: version, delta: last.delta };
      this.#runs.pop();
    }
    const earlier = this.#runs.map(({ end }) => end);
    this.#runs.push(run);
    return { key: deltaKey(version), value: run.delta.encode(this.base, earlier), version: 0n, keepsPast: false };
  }
}

/** The rows of a slice that has ended, which are written by and by. */
export class SettlingSlice {
  /** Last version of the slice: its rows are the tree of that version when all of them are written. */
  readonly end: bigint;
  readonly nodes: ReadonlyMap<string, NodeChange>;
  readonly leaves: ChangedLeaves;
  readonly #rows: readonly (NodeChange | LeafChange)[];
  #taken = 0;

  constructor({ nodes, leaves }: Pick<TreeSlice, "nodes" | "leaves">, end: bigint) {
    this.end = end;
    this.nodes = nodes;
    this.leaves = leaves;
    this.#rows = [...[...nodes.keys()].sort().map((name) => nodes.get(name)!), ...leaves.inOrder()];
  }

  get isDone(): boolean {
    return this.#taken === this.#rows.length;
  }

  /** The next changes, until a part of all of them (0 to 1) is taken. */
  take(part: number): TreeChange[] {
    const from = this.#taken;
    this.#taken = Math.max(from, Math.min(this.#rows.length, Math.ceil(part * this.#rows.length)));
    return this.#rows.slice(from, this.#taken).map((row): TreeChange => {
      const version = this.end;
      if (Array.isArray(row)) {
        const [key, value] = row as LeafChange;
        return { key: leafKey(key), value, version, keepsPast: true };
      }
      const { key, node } = row as NodeChange;
      return { key, value: node?.encode(), version, keepsPast: true };
    });
  }
}

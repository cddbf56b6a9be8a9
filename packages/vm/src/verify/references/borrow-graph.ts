import { type Borrow, type BorrowSet, beginsWith, covers, noBorrows, throughBoth, withBorrow } from "./borrow-edges.ts";

/** A reference. Lists of others are sorted by number: they are copied more often than they are searched. */
interface Node {
  /** The token of the graph that may change it. Others read it, and make one of their own to change. */
  readonly owner: object;
  readonly mutable: boolean;
  readonly children: number[];
  /** The ways to each child. */
  readonly sets: BorrowSet[];
  readonly parents: number[];
}

/** The place of a number in a sorted list, or the complement of the place that it would have. */
function search(sorted: readonly number[], id: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < id) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === id ? low : ~low;
}

function insert(sorted: number[], id: number): void {
  const place = search(sorted, id);
  if (place < 0) sorted.splice(~place, 0, id);
}

function remove(sorted: number[], id: number): void {
  const place = search(sorted, id);
  if (place >= 0) sorted.splice(place, 1);
}

/**
 * The references that are alive at one point of a function, and which of them were borrowed from which.
 *
 * References are numbers that the analysis gives. A borrow leads from a parent to a child: while the child lives, the parent's
 * value must not change in a way that the child could see.
 *
 * @see Ledger specification, Move verifier §9.5
 */
export class BorrowGraph {
  /** By number of the reference: the numbers are low, and most of them are taken. */
  readonly #nodes: (Node | undefined)[];
  #size: number;
  #token: object = {};

  constructor(nodes: (Node | undefined)[] = [], size = 0) {
    this.#nodes = nodes;
    this.#size = size;
  }

  /** References and borrows. */
  get size(): number {
    return this.#size;
  }

  /** A graph that may be changed apart from this one. They share what neither changes. */
  copy(): BorrowGraph {
    this.#token = {};
    return new BorrowGraph(this.#nodes.slice(), this.#size);
  }

  add(id: number, mutable: boolean): void {
    this.#nodes[id] = { owner: this.#token, mutable, children: [], sets: [], parents: [] };
    this.#size++;
  }

  /** Gives a reference another number, which none has. */
  rename(id: number, name: number): void {
    const node = this.#node(id);
    this.#nodes[id] = undefined;
    this.#nodes[name] = node;
    for (const child of node.children) {
      const { parents } = this.#own(child);
      remove(parents, id);
      insert(parents, name);
    }
    for (const parent of node.parents) {
      const set = this.#setOf(parent, id);
      this.#keep(parent, id, noBorrows);
      this.#keep(parent, name, set);
    }
  }

  /** Forgets numbers that no reference has any more: all are below some. */
  trim(numbers: number): void {
    this.#nodes.length = Math.min(this.#nodes.length, numbers);
  }

  isMutable(id: number): boolean {
    return this.#node(id).mutable;
  }

  /** Borrows something below a part, or below the whole value when none is given. What was borrowed before stays as it is. */
  borrowBelow(parent: number, part: number | undefined, child: number): void {
    this.#borrow(parent, { path: part === undefined ? [] : [part], exact: false }, child);
  }

  /**
   * Borrows a part, or all when none is given. What was borrowed there before counts as borrowed from the child.
   *
   * @param child - from which nothing was borrowed so far
   */
  borrowPart(parent: number, part: number | undefined, child: number): void {
    const length = part === undefined ? 0 : 1;
    const { children, sets } = this.#node(parent);
    const before = sets.slice();
    for (const [i, other] of children.slice().entries()) {
      const { borrows, isFull } = before[i]!;
      const inner = borrows.filter(({ path }) => beginsWith(path, part));
      if (inner.length === 0) continue;
      const rest = borrows.filter((borrow) => !inner.includes(borrow));
      this.#setBorrows(parent, other, { borrows: rest, isFull: isFull && rest.length > 0 });
      const moved = part === undefined ? inner : inner.map(({ path, exact }) => ({ path: path.slice(length), exact }));
      for (const borrow of moved) this.#borrow(child, borrow, other);
    }
    this.#borrow(parent, { path: part === undefined ? [] : [part], exact: true }, child);
  }

  /** Ends a reference. What was borrowed from it counts as borrowed from its parents. */
  release(id: number): void {
    const node = this.#node(id);
    const [parents, children, sets] = [node.parents.slice(), node.children.slice(), node.sets.slice()];
    for (const parent of parents) {
      const above = this.#setOf(parent, id);
      this.#setBorrows(parent, id, noBorrows);
      for (let i = 0; i < children.length; i++) {
        if (children[i] !== parent) this.#borrowThrough(parent, above, sets[i]!, children[i]!);
      }
    }
    for (const child of children) this.#setBorrows(id, child, noBorrows);
    this.#nodes[id] = undefined;
    this.#size--;
  }

  #borrowThrough(parent: number, above: BorrowSet, below: BorrowSet, child: number): void {
    let set = this.#setOf(parent, child);
    for (const outer of above.borrows) {
      for (const inner of below.borrows) {
        if (set.isFull) break;
        set = withBorrow(set, throughBoth(outer, inner));
      }
    }
    this.#setBorrows(parent, child, set);
  }

  /**
   * True if something was borrowed from a reference.
   *
   * @param part - asks only for what may lie inside of one part
   * @param mutableOnly - asks only for mutable references
   */
  isBorrowed(id: number, part: number | undefined, mutableOnly: boolean): boolean {
    const { children, sets } = this.#node(id);
    for (let i = 0; i < children.length; i++) {
      if (mutableOnly && !this.isMutable(children[i]!)) continue;
      if (part === undefined || sets[i]!.borrows.some(({ path }) => path.length === 0 || path[0] === part)) return true;
    }
    return false;
  }

  /** True if all of a reference's value, or no one knows which part, was borrowed. */
  isBorrowedWhole(id: number): boolean {
    return this.#node(id).sets.some(({ borrows }) => borrows.some(({ path }) => path.length === 0));
  }

  /** Adds the borrows of another graph over the same references. @returns whether there was anything to add */
  join(other: BorrowGraph): boolean {
    let changed = false;
    for (let parent = 0; parent < other.#nodes.length; parent++) {
      const node = other.#nodes[parent];
      if (node === undefined || this.#node(parent) === node) continue;
      for (let i = 0; i < node.children.length; i++) {
        const child = node.children[i]!;
        const known = this.#setOf(parent, child);
        if (known === node.sets[i]) continue;
        for (const borrow of node.sets[i]!.borrows) {
          if (isCovered(known, borrow)) continue;
          this.#borrow(parent, borrow, child);
          changed = true;
        }
      }
    }
    return changed;
  }

  #borrow(parent: number, borrow: Borrow, child: number): void {
    this.#setBorrows(parent, child, withBorrow(this.#setOf(parent, child), borrow));
  }

  #setBorrows(parent: number, child: number, set: BorrowSet): void {
    const known = this.#setOf(parent, child);
    if (known === set) return;
    this.#size += set.borrows.length - known.borrows.length;
    this.#keep(parent, child, set);
    if (set.borrows.length === 0) remove(this.#own(child).parents, parent);
    else if (known.borrows.length === 0) insert(this.#own(child).parents, parent);
  }

  /** The ways from a reference to one that was borrowed from it. */
  #setOf(parent: number, child: number): BorrowSet {
    const { children, sets } = this.#node(parent);
    const place = search(children, child);
    return place < 0 ? noBorrows : sets[place]!;
  }

  /** Writes the ways from a reference to another in the list of its children; none at all take the child out. */
  #keep(parent: number, child: number, set: BorrowSet): void {
    const { children, sets } = this.#own(parent);
    const place = search(children, child);
    if (set.borrows.length === 0) {
      if (place < 0) return;
      children.splice(place, 1);
      sets.splice(place, 1);
    } else if (place >= 0) sets[place] = set;
    else {
      children.splice(~place, 0, child);
      sets.splice(~place, 0, set);
    }
  }

  /** A node that may be changed. */
  #own(id: number): Node {
    const node = this.#node(id);
    if (node.owner === this.#token) return node;
    const { mutable, children, sets, parents } = node;
    const own = {
      owner: this.#token,
      mutable,
      children: children.slice(),
      sets: sets.slice(),
      parents: parents.slice(),
    };
    this.#nodes[id] = own;
    return own;
  }

  #node(id: number): Node {
    return this.#nodes[id]!;
  }
}

function isCovered({ borrows }: BorrowSet, borrow: Borrow): boolean {
  for (const known of borrows) if (covers(known, borrow)) return true;
  return false;
}

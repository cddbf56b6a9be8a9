import { type Borrow, type BorrowSet, beginsWith, covers, noBorrows, throughBoth, withBorrow } from "./borrow-edges.ts";

interface Node {
  /** The token of the graph that may change it. Others read it, and make one of their own to change. */
  readonly owner: object;
  readonly mutable: boolean;
  readonly children: Map<number, BorrowSet>;
  readonly parents: Set<number>;
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
    this.#nodes[id] = { owner: this.#token, mutable, children: new Map(), parents: new Set() };
    this.#size++;
  }

  /** Gives a reference another number, which none has. */
  rename(id: number, name: number): void {
    const node = this.#node(id);
    this.#nodes[id] = undefined;
    this.#nodes[name] = node;
    for (const child of node.children.keys()) {
      const { parents } = this.#own(child);
      parents.delete(id);
      parents.add(name);
    }
    for (const parent of node.parents) {
      const { children } = this.#own(parent);
      children.set(name, children.get(id)!);
      children.delete(id);
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

  /** Borrows a part, or all when none is given. What was borrowed there before counts as borrowed from the child. */
  borrowPart(parent: number, part: number | undefined, child: number): void {
    const length = part === undefined ? 0 : 1;
    for (const [other, { borrows, isFull }] of [...this.#node(parent).children]) {
      const inner = borrows.filter(({ path }) => beginsWith(path, part));
      if (inner.length === 0) continue;
      const rest = borrows.filter((borrow) => !inner.includes(borrow));
      this.#setBorrows(parent, other, { borrows: rest, isFull: isFull && rest.length > 0 });
      for (const { path, exact } of inner) this.#borrow(child, { path: path.slice(length), exact }, other);
    }
    this.#borrow(parent, { path: part === undefined ? [] : [part], exact: true }, child);
  }

  /** Ends a reference. What was borrowed from it counts as borrowed from its parents. */
  release(id: number): void {
    const { parents, children } = this.#node(id);
    for (const parent of [...parents]) {
      const above = this.#node(parent).children.get(id)!;
      this.#setBorrows(parent, id, noBorrows);
      for (const [child, below] of children) {
        if (child !== parent) this.#borrowThrough(parent, above, below, child);
      }
    }
    for (const child of [...children.keys()]) this.#setBorrows(id, child, noBorrows);
    this.#nodes[id] = undefined;
    this.#size--;
  }

  #borrowThrough(parent: number, above: BorrowSet, below: BorrowSet, child: number): void {
    let set = this.#node(parent).children.get(child) ?? noBorrows;
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
    for (const [child, { borrows }] of this.#node(id).children) {
      if (mutableOnly && !this.isMutable(child)) continue;
      if (part === undefined || borrows.some(({ path }) => path.length === 0 || path[0] === part)) return true;
    }
    return false;
  }

  /** True if all of a reference's value, or no one knows which part, was borrowed. */
  isBorrowedWhole(id: number): boolean {
    for (const { borrows } of this.#node(id).children.values()) {
      if (borrows.some(({ path }) => path.length === 0)) return true;
    }
    return false;
  }

  /** Adds the borrows of another graph over the same references. @returns whether there was anything to add */
  join(other: BorrowGraph): boolean {
    let changed = false;
    for (const [parent, node] of other.#nodes.entries()) {
      if (node === undefined || this.#node(parent) === node) continue;
      for (const [child, set] of node.children) {
        const own = this.#node(parent).children.get(child);
        if (own === set) continue;
        const added = own === undefined ? set.borrows : set.borrows.filter((borrow) => !isCovered(own, borrow));
        for (const borrow of added) this.#borrow(parent, borrow, child);
        changed ||= added.length > 0;
      }
    }
    return changed;
  }

  #borrow(parent: number, borrow: Borrow, child: number): void {
    this.#setBorrows(parent, child, withBorrow(this.#node(parent).children.get(child) ?? noBorrows, borrow));
  }

  #setBorrows(parent: number, child: number, set: BorrowSet): void {
    const known = this.#node(parent).children.get(child);
    if (known === set) return;
    this.#size += set.borrows.length - (known?.borrows.length ?? 0);
    const { children } = this.#own(parent);
    if (set.borrows.length === 0) {
      children.delete(child);
      this.#own(child).parents.delete(parent);
    } else {
      children.set(child, set);
      if (known === undefined) this.#own(child).parents.add(parent);
    }
  }

  /** A node that may be changed. */
  #own(id: number): Node {
    const node = this.#node(id);
    if (node.owner === this.#token) return node;
    const { mutable, children, parents } = node;
    const own: Node = { owner: this.#token, mutable, children: new Map(children), parents: new Set(parents) };
    this.#nodes[id] = own;
    return own;
  }

  #node(id: number): Node {
    return this.#nodes[id]!;
  }
}

function isCovered({ borrows }: BorrowSet, borrow: Borrow): boolean {
  return borrows.some((known) => covers(known, borrow));
}

import { type BorrowSet, BorrowSets, noBorrows } from "./borrow-sets.ts";

/** A reference. */
interface Node {
  /** The token of the graph that may change it. Others read it, and make one of their own to change. */
  readonly owner: object;
  readonly mutable: boolean;
  /** The ways to each reference that was borrowed from it, by number; {@link noBorrows} to others. */
  readonly sets: BorrowSet[];
}

/**
 * The references that are alive at one point of a function, and which of them were borrowed from which.
 *
 * References are numbers. A borrow leads from a parent to a child: while the child lives, the parent's value must not change in a way
 * that the child could see.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/verifier.md#9.5 | Specification, verifier 9.5}
 */
export class BorrowGraph {
  /** Sets of this graph and of all that were copied from one with it. */
  readonly #known: BorrowSets;
  /** By number of the reference: the numbers are low, and most of them are taken. */
  readonly #nodes: (Node | undefined)[];
  #size: number;
  #token: object = {};
  /** All numbers below are taken. */
  #firstFree = 0;

  constructor(known = new BorrowSets(), nodes: (Node | undefined)[] = [], size = 0) {
    this.#known = known;
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
    return new BorrowGraph(this.#known, this.#nodes.slice(), this.#size);
  }

  /** Adds a reference under a number that none has. */
  add(id: number, mutable: boolean): void {
    while (this.#nodes.length < id) this.#nodes.push(undefined);
    this.#nodes[id] = { owner: this.#token, mutable, sets: [] };
    this.#size++;
  }

  /** The lowest number that no reference has: those that ended leave theirs to others. */
  free(): number {
    while (this.#nodes[this.#firstFree] !== undefined) this.#firstFree++;
    return this.#firstFree;
  }

  /** Gives a reference another number, which none has. */
  rename(id: number, name: number): void {
    const node = this.#node(id);
    this.#remove(id);
    while (this.#nodes.length < name) this.#nodes.push(undefined);
    this.#nodes[name] = node;
    for (let parent = 0; parent < this.#nodes.length; parent++) {
      const set = this.#setOf(parent, id);
      if (set === noBorrows) continue;
      const { sets } = this.#own(parent);
      sets[id] = noBorrows;
      put(sets, name, set);
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
    this.#put(parent, child, this.#known.withPart(this.#setOf(parent, child), part, false));
  }

  /**
   * Borrows a part, or all when none is given. What was borrowed there before counts as borrowed from the child.
   *
   * @param child - from which nothing was borrowed so far
   */
  borrowPart(parent: number, part: number | undefined, child: number): void {
    const { sets } = this.#node(parent);
    for (let other = 0; other < sets.length; other++) {
      if (sets[other] === noBorrows) continue;
      const divided = this.#known.divide(sets[other]!, part);
      if (divided === undefined) continue;
      this.#put(parent, other, divided.rest);
      this.#put(child, other, divided.inside);
    }
    this.#put(parent, child, this.#known.withPart(this.#setOf(parent, child), part, true));
  }

  /** Ends a reference. What was borrowed from it counts as borrowed from its parents. */
  release(id: number): void {
    const { sets: below } = this.#node(id);
    const children: number[] = [];
    for (let child = 0; child < below.length; child++) {
      if (below[child] === noBorrows) continue;
      children.push(child);
      this.#size -= this.#known.count(below[child]!);
    }
    this.#remove(id);
    this.#size--;
    for (let parent = 0; parent < this.#nodes.length; parent++) {
      const above = this.#setOf(parent, id);
      if (above !== noBorrows) this.#inherit(parent, id, above, children, below);
    }
  }

  /** Takes what was borrowed from a reference that ended as borrowed from one of its parents. */
  #inherit(
    parent: number,
    id: number,
    above: BorrowSet,
    children: readonly number[],
    below: readonly BorrowSet[],
  ): void {
    const { sets } = this.#own(parent);
    let size = this.#size - this.#known.count(above);
    sets[id] = noBorrows;
    for (const child of children) {
      if (child === parent) continue;
      const before = sets[child] ?? noBorrows;
      const set = this.#known.withThrough(before, above, below[child]!);
      if (set === before) continue;
      put(sets, child, set);
      size += this.#known.count(set) - this.#known.count(before);
    }
    this.#size = size;
  }

  /**
   * True if something was borrowed from a reference.
   *
   * @param part - asks only for what may lie inside of one part
   * @param mutableOnly - asks only for mutable references
   */
  isBorrowed(id: number, part: number | undefined, mutableOnly: boolean): boolean {
    const { sets } = this.#node(id);
    for (let child = 0; child < sets.length; child++) {
      if (sets[child] === noBorrows || (mutableOnly && !this.isMutable(child))) continue;
      if (part === undefined || this.#known.reaches(sets[child]!, part)) return true;
    }
    return false;
  }

  /** True if all of a reference's value, or no one knows which part, was borrowed. */
  isBorrowedWhole(id: number): boolean {
    for (const set of this.#node(id).sets) if (this.#known.isWhole(set)) return true;
    return false;
  }

  /** Adds the borrows of another graph over the same references. @returns whether there was anything to add */
  join(other: BorrowGraph): boolean {
    let changed = false;
    const nodes = other.#nodes;
    for (let parent = 0; parent < nodes.length; parent++) {
      const node = nodes[parent];
      if (node === undefined || this.#nodes[parent] === node) continue;
      const { sets } = node;
      for (let child = 0; child < sets.length; child++) {
        const set = sets[child]!;
        if (set === noBorrows) continue;
        const known = this.#setOf(parent, child);
        if (set === known) continue;
        const joined = this.#known.join(known, set);
        if (joined === known) continue;
        this.#put(parent, child, joined);
        changed = true;
      }
    }
    return changed;
  }

  /** Writes the ways from a reference to one that was borrowed from it. */
  #put(parent: number, child: number, set: BorrowSet): void {
    const before = this.#setOf(parent, child);
    if (before === set) return;
    this.#size += this.#known.count(set) - this.#known.count(before);
    put(this.#own(parent).sets, child, set);
  }

  /** The ways from a reference, if there is one, to one that was borrowed from it. */
  #setOf(parent: number, child: number): BorrowSet {
    const node = this.#nodes[parent];
    return node !== undefined && child < node.sets.length ? node.sets[child]! : noBorrows;
  }

  /** A node that may be changed. */
  #own(id: number): Node {
    const node = this.#node(id);
    if (node.owner === this.#token) return node;
    const own = { owner: this.#token, mutable: node.mutable, sets: node.sets.slice() };
    this.#nodes[id] = own;
    return own;
  }

  #remove(id: number): void {
    this.#nodes[id] = undefined;
    this.#firstFree = Math.min(this.#firstFree, id);
  }

  #node(id: number): Node {
    return this.#nodes[id]!;
  }
}

/** Writes an entry of a list that has none for the last numbers. */
function put(sets: BorrowSet[], index: number, set: BorrowSet): void {
  while (sets.length < index) sets.push(noBorrows);
  sets[index] = set;
}

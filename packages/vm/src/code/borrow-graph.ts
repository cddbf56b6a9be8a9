/** The place inside of its value that a reference leads to: parts of places, outermost first. Equal numbers are the same part. */
type Path = readonly number[];

/** One way in which a reference was borrowed from another. */
interface Borrow {
  readonly path: Path;
  /** True if the path is the whole way; otherwise the reference may lead to anything below it. */
  readonly exact: boolean;
}

interface Node {
  readonly mutable: boolean;
  readonly children: Map<number, readonly Borrow[]>;
  readonly parents: Set<number>;
}

/** Borrows of one reference from another before they are replaced by "anything below it". */
const maxBorrows = 10;

const anything: Borrow = { path: [], exact: false };

/** Counts the work of an analysis, which hostile code could make endless. */
export interface WorkMeter {
  /** @throws when there was too much of it */
  spend(): void;
}

/**
 * The references that are alive at one point of a function, and which of them were borrowed from which.
 *
 * References are numbers that the analysis gives. A borrow leads from a parent to a child: while the child lives, the parent's
 * value must not change in a way that the child could see.
 */
export class BorrowGraph {
  readonly #nodes: Map<number, Node>;
  readonly #work: WorkMeter;

  constructor(work: WorkMeter, nodes = new Map<number, Node>()) {
    this.#work = work;
    this.#nodes = nodes;
  }

  copy(): BorrowGraph {
    return this.renamed((id) => id);
  }

  /** The same graph with other numbers. */
  renamed(name: (id: number) => number): BorrowGraph {
    const nodes = new Map<number, Node>();
    for (const [id, { mutable, children, parents }] of this.#nodes) {
      this.#work.spend();
      nodes.set(name(id), {
        mutable,
        children: new Map([...children].map(([child, borrows]) => [name(child), borrows])),
        parents: new Set([...parents].map(name)),
      });
    }
    return new BorrowGraph(this.#work, nodes);
  }

  add(id: number, mutable: boolean): void {
    this.#nodes.set(id, { mutable, children: new Map(), parents: new Set() });
  }

  isMutable(id: number): boolean {
    return this.#node(id).mutable;
  }

  /** Borrows something below the parent's value, by an unknown way. */
  borrowSomewhere(parent: number, child: number): void {
    this.#borrow(parent, anything, child);
  }

  /** Borrows something inside of a part. What was borrowed there before stays as it is. */
  borrowInside(parent: number, part: number, child: number): void {
    this.#borrow(parent, { path: [part], exact: false }, child);
  }

  /** Borrows a part, or all when none is given. What was borrowed there before counts as borrowed from the child. */
  borrowPart(parent: number, part: number | undefined, child: number): void {
    const path = part === undefined ? [] : [part];
    for (const [other, borrows] of this.#node(parent).children) {
      const inner = borrows.filter((borrow) => isPrefix(path, borrow.path));
      if (inner.length === 0) continue;
      this.#setBorrows(
        parent,
        other,
        borrows.filter((borrow) => !inner.includes(borrow)),
      );
      for (const borrow of inner) this.#borrow(child, { ...borrow, path: borrow.path.slice(path.length) }, other);
    }
    this.#borrow(parent, { path, exact: true }, child);
  }

  /** Ends a reference. What was borrowed from it counts as borrowed from its parents. */
  release(id: number): void {
    const { parents, children } = this.#node(id);
    for (const parent of parents) {
      const above = this.#node(parent).children.get(id)!;
      for (const [child, below] of children) {
        for (const outer of above) {
          for (const inner of below) {
            this.#borrow(
              parent,
              outer.exact ? { path: [...outer.path, ...inner.path], exact: inner.exact } : outer,
              child,
            );
          }
        }
      }
      this.#node(parent).children.delete(id);
    }
    for (const child of children.keys()) this.#node(child).parents.delete(id);
    this.#nodes.delete(id);
  }

  /**
   * True if something was borrowed from a reference.
   *
   * @param part - asks only for what may lie inside of one part
   * @param mutableOnly - asks only for mutable references
   */
  isBorrowed(id: number, part: number | undefined, mutableOnly: boolean): boolean {
    for (const [child, borrows] of this.#node(id).children) {
      this.#work.spend();
      if (mutableOnly && !this.isMutable(child)) continue;
      if (part === undefined || borrows.some(({ path }) => path.length === 0 || path[0] === part)) return true;
    }
    return false;
  }

  /** True if all of a reference's value, or no one knows which part, was borrowed. */
  isBorrowedWhole(id: number): boolean {
    for (const borrows of this.#node(id).children.values()) {
      if (borrows.some(({ path }) => path.length === 0)) return true;
    }
    return false;
  }

  /** Adds the borrows of another graph over the same references. @returns whether there was anything to add */
  join(other: BorrowGraph): boolean {
    let changed = false;
    for (const [parent, { children }] of other.#nodes) {
      for (const [child, borrows] of children) {
        for (const borrow of borrows) changed = this.#borrow(parent, borrow, child) || changed;
      }
    }
    return changed;
  }

  #borrow(parent: number, borrow: Borrow, child: number): boolean {
    this.#work.spend();
    const known = this.#node(parent).children.get(child) ?? [];
    if (known.some((other) => covers(other, borrow))) return false;
    const kept = [...known.filter((other) => !covers(borrow, other)), borrow];
    this.#setBorrows(parent, child, kept.length > maxBorrows ? [anything] : kept);
    return true;
  }

  #setBorrows(parent: number, child: number, borrows: readonly Borrow[]): void {
    if (borrows.length === 0) {
      this.#node(parent).children.delete(child);
      this.#node(child).parents.delete(parent);
    } else {
      this.#node(parent).children.set(child, borrows);
      this.#node(child).parents.add(parent);
    }
  }

  #node(id: number): Node {
    return this.#nodes.get(id)!;
  }
}

function isPrefix(prefix: Path, path: Path): boolean {
  return prefix.length <= path.length && prefix.every((part, i) => part === path[i]);
}

/** True if one borrow says at least as much as another. */
function covers(general: Borrow, special: Borrow): boolean {
  if (!general.exact) return isPrefix(general.path, special.path);
  return special.exact && general.path.length === special.path.length && isPrefix(general.path, special.path);
}

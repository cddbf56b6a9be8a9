/** One way in which a reference was borrowed from another: a path, and whether it is the whole way. The number is that of {@link BorrowSets}. */
type Borrow = number;

/** All ways in which one reference was borrowed from another: a number of {@link BorrowSets}, equal for equal sets. */
export type BorrowSet = number;

/** Borrows of one reference from another before they are replaced by "anything below it". */
const most = 10;

/** The empty set. */
export const noBorrows: BorrowSet = 0;
/** There were too many to keep: the set has {@link anything}, and takes no more. */
const full: BorrowSet = 1;

/** The place of the value itself: a path without parts. */
const whole = 0;
const anything: Borrow = borrowOf(whole, false);

/** A borrow along a path: exact where the path is the whole way, otherwise the reference may lead to anything below it. */
function borrowOf(path: number, isExact: boolean): Borrow {
  return path * 2 + (isExact ? 1 : 0);
}

function pathOf(borrow: Borrow): number {
  return borrow >> 1;
}

function isExact(borrow: Borrow): boolean {
  return (borrow & 1) === 1;
}

/**
 * The sets of borrows that occur in a function. Each set is made once and has a number, and what comes of two of them is worked out once:
 * hostile code makes the same few sets of thousands of pairs of references.
 *
 * A path is the place inside of its value that a reference leads to: numbers of parts, outermost first.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/verifier.md#9.5 | Specification, verifier 9.5}
 */
export class BorrowSets {
  /** Parts of each path. */
  readonly #paths: (readonly number[])[] = [[]];
  /** For each path, those with one part more. */
  readonly #longer: Map<number, number>[] = [new Map()];
  /** Borrows of each set, in the order of {@link BorrowSets.#isBefore}. */
  readonly #sets: (readonly Borrow[])[] = [[], [anything]];
  /** Sets by their borrows. */
  readonly #numbers = new Map<string, BorrowSet>();
  /** For each set, those with one borrow more. */
  readonly #grown: BorrowSet[][] = [[], []];
  /** For two sets, the borrows along both, one after the other. */
  readonly #through: (readonly Borrow[])[][] = [[], []];
  /** For two sets, the first with what the second adds. */
  readonly #joined: BorrowSet[][] = [[], []];

  /** How many borrows a set has. */
  count(set: BorrowSet): number {
    return this.#sets[set]!.length;
  }

  /** True if a set has a borrow of the value itself, or no one knows of which part. */
  isWhole(set: BorrowSet): boolean {
    for (const borrow of this.#sets[set]!) if (pathOf(borrow) === whole) return true;
    return false;
  }

  /** True if something in a set may lie inside of a part. */
  reaches(set: BorrowSet, part: number): boolean {
    for (const borrow of this.#sets[set]!) {
      const path = this.#paths[pathOf(borrow)]!;
      if (path.length === 0 || path[0] === part) return true;
    }
    return false;
  }

  /** A set with one more borrow: of a part, or of the value itself when none is given. */
  withPart(set: BorrowSet, part: number | undefined, isExact: boolean): BorrowSet {
    return this.#with(set, borrowOf(part === undefined ? whole : this.#below(whole, part), isExact));
  }

  /** A set with the ways from a reference to what was borrowed from one that was borrowed from it. */
  withThrough(set: BorrowSet, outer: BorrowSet, inner: BorrowSet): BorrowSet {
    this.#through[outer]![inner] ??= this.#along(outer, inner);
    let grown = set;
    for (const borrow of this.#through[outer]![inner]) {
      if (grown === full) break;
      grown = this.#with(grown, borrow);
    }
    return grown;
  }

  /** A set with those borrows of another that it does not cover. The same set where it covers all. */
  join(set: BorrowSet, other: BorrowSet): BorrowSet {
    this.#joined[set]![other] ??= this.#join(set, other);
    return this.#joined[set]![other];
  }

  /**
   * Divides a set into what lies inside of a part, as seen from there, and the rest. The part of the whole value is all of it.
   *
   * @returns undefined when nothing lies inside
   */
  divide(
    set: BorrowSet,
    part: number | undefined,
  ): { readonly inside: BorrowSet; readonly rest: BorrowSet } | undefined {
    if (part === undefined) return { inside: set === full ? this.#with(noBorrows, anything) : set, rest: noBorrows };
    let inside = noBorrows;
    let rest = noBorrows;
    for (const borrow of this.#sets[set]!) {
      const path = this.#paths[pathOf(borrow)]!;
      if (path[0] !== part) rest = this.#with(rest, borrow);
      else inside = this.#with(inside, borrowOf(this.#append(whole, path.slice(1)), isExact(borrow)));
    }
    return inside === noBorrows ? undefined : { inside, rest };
  }

  /** A set that is full counts one that it has as one more, as the ledger does. */
  #with(set: BorrowSet, borrow: Borrow): BorrowSet {
    if (set === full) return full;
    this.#grown[set]![borrow] ??= this.#grow(set, borrow);
    return this.#grown[set]![borrow];
  }

  #grow(set: BorrowSet, borrow: Borrow): BorrowSet {
    const borrows = this.#sets[set]!;
    if (borrows.length >= most) return full;
    if (borrows.includes(borrow)) return set;
    const place = borrows.findIndex((other) => this.#isBefore(borrow, other));
    const grown = borrows.toSpliced(place < 0 ? borrows.length : place, 0, borrow);
    const key = grown.join();
    let number = this.#numbers.get(key);
    if (number === undefined) {
      for (const table of [this.#grown, this.#through, this.#joined]) table.push([]);
      number = this.#sets.push(grown) - 1;
      this.#numbers.set(key, number);
    }
    return number;
  }

  /**
   * The order in which the ledger goes through a set: borrows of anything below come first, then those of lower parts. It counts where a
   * set is nearly full: one that it has already fills it only after the tenth.
   */
  #isBefore(one: Borrow, other: Borrow): boolean {
    if (isExact(one) !== isExact(other)) return isExact(other);
    const path = this.#paths[pathOf(one)]!;
    const otherPath = this.#paths[pathOf(other)]!;
    const at = path.findIndex((part, i) => part !== otherPath[i]);
    return at < 0 ? path.length < otherPath.length : at >= otherPath.length ? false : path[at]! < otherPath[at]!;
  }

  #along(outer: BorrowSet, inner: BorrowSet): readonly Borrow[] {
    const inside = this.#sets[inner]!;
    return this.#sets[outer]!.flatMap((borrow) => {
      if (!isExact(borrow)) return inside.map(() => borrow);
      return inside.map((next) => borrowOf(this.#append(pathOf(borrow), this.#paths[pathOf(next)]!), isExact(next)));
    });
  }

  #join(set: BorrowSet, other: BorrowSet): BorrowSet {
    const known = this.#sets[set]!;
    let joined = set;
    for (const borrow of this.#sets[other]!) {
      if (!known.some((general) => this.#covers(general, borrow))) joined = this.#with(joined, borrow);
    }
    return joined;
  }

  /** True if one way says at least as much as another. */
  #covers(general: Borrow, special: Borrow): boolean {
    if (isExact(general)) return general === special;
    const path = this.#paths[pathOf(special)]!;
    return this.#paths[pathOf(general)]!.every((part, i) => path[i] === part);
  }

  #append(path: number, parts: readonly number[]): number {
    return parts.reduce((longer, part) => this.#below(longer, part), path);
  }

  #below(path: number, part: number): number {
    const known = this.#longer[path]!.get(part);
    if (known !== undefined) return known;
    this.#longer.push(new Map());
    const longer = this.#paths.push([...this.#paths[path]!, part]) - 1;
    this.#longer[path]!.set(part, longer);
    return longer;
  }
}

/** The place inside of its value that a reference leads to: parts of places, outermost first. Equal numbers are the same part. */
type Path = readonly number[];

/** One way in which a reference was borrowed from another. */
export interface Borrow {
  readonly path: Path;
  /** True if the path is the whole way; otherwise the reference may lead to anything below it. */
  readonly exact: boolean;
}

/** Borrows of one reference from another before they are replaced by "anything below it". */
const most = 10;

const anything: Borrow = { path: [], exact: false };

/** The ways in which one reference was borrowed from another. Never changed: others may share it. */
export interface BorrowSet {
  readonly borrows: readonly Borrow[];
  /** True if there were too many to keep: the set takes no more then. */
  readonly isFull: boolean;
}

export const noBorrows: BorrowSet = { borrows: [], isFull: false };

/** A set with one more way. A set that is full counts one that it has as one more, as the ledger does. */
export function withBorrow(set: BorrowSet, borrow: Borrow): BorrowSet {
  if (set.isFull) return set;
  if (set.borrows.length >= most) return { borrows: [anything], isFull: true };
  for (const other of set.borrows) if (isSame(other, borrow)) return set;
  return { borrows: [...set.borrows, borrow], isFull: false };
}

/** The way from a reference to what was borrowed from one that was borrowed from it. */
export function throughBoth(outer: Borrow, inner: Borrow): Borrow {
  if (!outer.exact || (inner.exact && inner.path.length === 0)) return outer;
  return outer.path.length === 0 ? inner : { path: [...outer.path, ...inner.path], exact: inner.exact };
}

/** True if a path begins with a part, or with none where no part is given. */
export function beginsWith(path: Path, part: number | undefined): boolean {
  return part === undefined || path[0] === part;
}

/** True if one way says at least as much as another. */
export function covers(general: Borrow, special: Borrow): boolean {
  return general.exact ? isSame(general, special) : isPrefix(general.path, special.path);
}

function isSame(a: Borrow, b: Borrow): boolean {
  return a.exact === b.exact && a.path.length === b.path.length && isPrefix(a.path, b.path);
}

function isPrefix(prefix: Path, path: Path): boolean {
  if (prefix.length > path.length) return false;
  for (let i = 0; i < prefix.length; i++) if (prefix[i] !== path[i]) return false;
  return true;
}

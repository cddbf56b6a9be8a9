/** True if two lists hold the same types. Types that one table or pool made are the same when they are the same object. */
export function sameTypes<T extends object>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((type, i) => type === b[i]);
}

/** The kinds of values of JSON, from the least to the greatest. */
const ranks: readonly ((value: unknown) => boolean)[] = [
  (value) => value === null,
  (value) => typeof value === "string",
  (value) => typeof value === "number",
  (value) => typeof value === "boolean",
  Array.isArray,
];

const rankOf = (value: unknown): number => {
  const rank = ranks.findIndex((isOf) => isOf(value));
  return rank === -1 ? ranks.length : rank;
};

/**
 * Orders values of JSON as PostgreSQL does: by kind, lists and objects by their lengths, then by their items or members; of the names of
 * members shorter ones come first.
 */
export function compareJson(a: unknown, b: unknown): number {
  const rank = rankOf(a);
  if (rank !== rankOf(b)) return rank - rankOf(b);
  if (typeof a !== "object" || a === null) return a === b ? 0 : (a as string) < (b as string) ? -1 : 1;
  const [left, right] = [partsOf(a), partsOf(b as object)];
  if (left.length !== right.length) return left.length - right.length;
  for (const [place, part] of left.entries()) {
    const order = compareJson(part, right[place]);
    if (order !== 0) return order;
  }
  return 0;
}

/** The items of a list, or the names and values of an object in the order of names. */
function partsOf(value: object): readonly unknown[] {
  if (Array.isArray(value)) return value;
  const members = Object.entries(value).sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1));
  return members.flat();
}

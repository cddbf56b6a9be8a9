/** Keys of the on-chain gas schedule with one prefix that appeared in one gas feature version. */
export interface KeyGroup<Prefix extends string = string, Names extends readonly string[] = readonly string[]> {
  readonly prefix: Prefix;
  readonly names: Names;
  /** First gas feature version that has the keys. */
  readonly from: number;
  /** Last gas feature version that has the keys; the newest one when left out. */
  readonly until?: number | undefined;
}

/** Declares a {@link KeyGroup}, keeping the literal types of its keys. */
export function group<const Prefix extends string, const Names extends readonly string[]>(
  prefix: Prefix,
  from: number,
  names: Names,
  until?: number,
): KeyGroup<Prefix, Names> {
  return { prefix, names, from, until };
}

/** The full keys of some groups, as a union of literals. */
export type KeysOf<Groups extends readonly KeyGroup[]> = {
  [I in keyof Groups]: Groups[I] extends KeyGroup<infer Prefix, infer Names> ? `${Prefix}${Names[number]}` : never;
}[number];

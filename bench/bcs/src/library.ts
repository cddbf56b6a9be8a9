/** The values that are encoded and decoded. */
export const works = [
  "signing request",
  "signing request, reused array",
  "vector<u64>",
  "vector<u64>, typed array",
  "write set",
  "map",
  "short strings",
] as const;

/** One of {@link works}. */
export type Work = (typeof works)[number];

/** Both directions of one work by one library. `encode` returns the bytes; each is called with nothing prepared in between. */
export interface Codec {
  readonly encode: () => Uint8Array;
  readonly decode: () => unknown;
  /** Difference of this library's task from that of the others, if any. */
  readonly note?: string;
}

/** The tasks that a library takes part in. */
export type Library = Partial<Record<Work, Codec>>;

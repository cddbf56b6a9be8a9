/**
 * Hard limits of the binary format. Beyond them a reader and a writer refuse.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/module-format.md#7.1 | Specification, module format 7.1}
 */
export const binaryLimits = {
  /** Bytes of an identifier. */
  identifier: 255,
  /** Any index into a table, and instructions of one function. */
  tableIndex: 65_535,
  /** Bytes of a constant or of a metadata value. */
  blob: 65_535,
  /** Bytes of a metadata key. */
  metadataKey: 1_023,
  /** Tokens of a signature; type parameters, type arguments; fields; acquired structs; locals. */
  count: 255,
  /** Variants of an enum. */
  variants: 127,
  /** Type constructors around one token. */
  tokenDepth: 256,
  accessSpecifiers: 64,
  functionAttributes: 16,
} as const;

/** Lowest format version this package reads. Networks have 5 and later; 3 and 4 live on in old recorded scripts. */
export const minBinaryVersion = 3;

/** Newest format version this package knows. */
export const maxBinaryVersion = 10;

/** Bits of the version word that mark the flavour of the format and are no part of the number. */
export const versionFlavor = 0x0a00_0000;

/**
 * Deepest nesting of named containers (struct, newtype, enumeration) and of lazy codecs, each counted for itself.
 *
 * @see BCS, `MAX_CONTAINER_DEPTH`
 */
export const maxContainerDepth = 500;

/**
 * Longest sequence, string, map or set, in items.
 *
 * @see BCS, `MAX_SEQUENCE_LENGTH`
 */
export const maxSequenceLength = 0x7fff_ffff;

/**
 * Most items that may take no bytes at all (`vector<()>`), in all sequences of one input or output together. The input does
 * not bound them, so that five bytes could ask for two thousand million items; the format itself sets no bound here.
 */
export const maxZeroSizeItems = 0x10_0000;

/** True if this engine keeps the low byte of a number first, as BCS does. */
export const hostIsLittleEndian: boolean = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;

/** Indices of the low and the high half of `quad[0]` in `halves`. */
export const low: number = hostIsLittleEndian ? 0 : 1;
/** @see low */
export const high: number = 1 - low;

// Two 32-bit halves and a shared cell are faster than a DataView per input, and than shifting bigints together.
/** One 64-bit cell, seen as two halves. */
export const halves: Uint32Array<ArrayBuffer> = new Uint32Array(2);
/** The same cell, seen as an unsigned bigint. */
export const quad: BigUint64Array<ArrayBuffer> = new BigUint64Array(halves.buffer);

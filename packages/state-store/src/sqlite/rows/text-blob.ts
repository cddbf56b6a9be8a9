/**
 * Longest blob that travels as text, bytes. The driver makes a buffer of its own for every blob, with a backing store and a
 * finaliser. A text is a plain string, and decoded into a slab that many values share, 127 bytes arrive 0.3 µs sooner in a
 * loop and up to 1.5 µs where memory is busy. From 300 to 700 bytes on the digits cost more than the buffer.
 */
export const longestText = 384;

/** As large as the pool of Node's own small buffers: a kept value holds no more than this in memory. */
const slabBytes = 8_192;

/** SQL for a blob that {@link BlobSlab} takes: hex digits, or the blob itself if it is long. `blob` is a column or without effects. */
export function blobAsText(blob: string): string {
  return `iif(length(${blob}) <= ${longestText}, hex(${blob}), ${blob})`;
}

/** Holds what statements with {@link blobAsText} answer: short blobs side by side in slabs, long ones as they come. */
export class BlobSlab {
  /** The bytes that hold the last blob taken. No byte of it is written twice, so that views of it last. */
  bytes: Buffer = Buffer.allocUnsafeSlow(slabBytes);
  /** The offsets of that blob's start and end in {@link bytes}. */
  start = 0;
  end = 0;
  #slab = this.bytes;
  #used = 0;

  /** Takes an answer: {@link bytes}, {@link start} and {@link end} say where it lies. */
  put(answer: string | Buffer): void {
    if (typeof answer !== "string") {
      this.bytes = answer;
      this.start = 0;
      this.end = answer.length;
      return;
    }
    if (this.#used + answer.length / 2 > slabBytes) {
      this.#slab = Buffer.allocUnsafeSlow(slabBytes);
      this.#used = 0;
    }
    this.bytes = this.#slab;
    this.start = this.#used;
    this.#used += this.#slab.write(answer, this.#used, "hex");
    this.end = this.#used;
  }

  /** Takes an answer. @returns a view of it */
  view(answer: string | Buffer): Uint8Array {
    this.put(answer);
    return new Uint8Array(this.bytes.buffer, this.bytes.byteOffset + this.start, this.end - this.start);
  }
}

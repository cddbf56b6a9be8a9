/** Shared by vectors that begin empty: an array of their own takes ten times as long to make. */
export const noBytes = /* @__PURE__ */ new Uint8Array(0);

/** A `vector<u8>`: bytes that grow in place. */
export class ByteVector {
  /** Room for the bytes; only the first {@link length} count. */
  data: Uint8Array;
  length: number;

  /** @param data - taken over, not copied */
  constructor(data: Uint8Array) {
    this.data = data;
    this.length = data.length;
  }

  /** The bytes, without a copy: valid until the vector changes. */
  get bytes(): Uint8Array {
    return this.length === this.data.length ? this.data : this.data.subarray(0, this.length);
  }

  /** Appends a byte. */
  push(byte: number): void {
    if (this.length === this.data.length) {
      const grown = new Uint8Array(Math.max(16, 2 * this.length));
      grown.set(this.data);
      this.data = grown;
    }
    this.data[this.length++] = byte;
  }

  /** Another vector with the same bytes. */
  copy(): ByteVector {
    return new ByteVector(this.length === 0 ? noBytes : this.data.slice(0, this.length));
  }
}

import { concatBytes, sha3_256 } from "@ledger/types";
import { utf8Encoder } from "../host.ts";

const blockLength = 32;

/** Random bytes, the same for the same seed. */
export class RandomBytes {
  readonly #seed: Uint8Array;
  #blocks = 0;

  constructor(seed: string) {
    this.#seed = sha3_256(utf8Encoder.encode(seed));
  }

  take(length: number): Uint8Array {
    const blocks: Uint8Array[] = [];
    for (let have = 0; have < length; have += blockLength) {
      const number = new Uint8Array(4);
      new DataView(number.buffer).setUint32(0, this.#blocks++);
      blocks.push(sha3_256(concatBytes(this.#seed, number)));
    }
    return concatBytes(...blocks).subarray(0, length);
  }

  /** A number from 0 to below a limit of at most 256. */
  below(limit: number): number {
    return this.take(1)[0]! % limit;
  }
}

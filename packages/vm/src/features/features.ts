import { feature } from "./feature.ts";

/** The feature flags of one ledger version. */
export class Features {
  readonly #bits: Uint8Array;

  /** @param bits - as in `0x1::features::Features`: bit n is feature n, the lowest bit of a byte first */
  constructor(bits: Uint8Array) {
    this.#bits = bits;
  }

  /** The given flags and no other. */
  static of(flags: Iterable<number>): Features {
    const all = [...flags];
    const bits = new Uint8Array((Math.max(-1, ...all) >> 3) + 1);
    for (const flag of all) bits[flag >> 3]! |= 1 << (flag & 7);
    return new Features(bits);
  }

  /** The bits, as {@link constructor} takes them. */
  get bytes(): Uint8Array {
    return this.#bits.slice();
  }

  /** These flags with some switched. */
  with(changes: Iterable<readonly [flag: number, isOn: boolean]>): Features {
    const all = new Map(changes);
    const bits = new Uint8Array(Math.max(this.#bits.length, (Math.max(-1, ...all.keys()) >> 3) + 1));
    bits.set(this.#bits);
    for (const [flag, isOn] of all) {
      const bit = 1 << (flag & 7);
      if (isOn) bits[flag >> 3]! |= bit;
      else bits[flag >> 3]! &= ~bit;
    }
    return new Features(bits);
  }

  /** True if a flag is on; `features.has(feature.lazyLoading)`. */
  has(flag: number): boolean {
    return (((this.#bits[flag >> 3] ?? 0) >> (flag & 7)) & 1) === 1;
  }

  /**
   * Newest version of the binary format that publishing and scripts may use.
   *
   * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#1.2 | Specification, execution 1.2}
   */
  get maxBinaryVersion(): number {
    if (this.has(feature.binaryFormat10)) return 10;
    if (this.has(feature.binaryFormat9)) return 9;
    if (this.has(feature.binaryFormat8)) return 8;
    if (this.has(feature.binaryFormat7)) return 7;
    return this.has(feature.binaryFormat6) ? 6 : 5;
  }
}

import { type FeatureFlag, featureFlagNames, featureFlags } from "./feature.ts";

/** The version of the binary format that needs no flag. */
const firstBinaryFormat = 5;

/** The flags that allow later versions, as their names say. */
const binaryFormats = featureFlagNames.flatMap((name: FeatureFlag) => {
  const version = /^VM_BINARY_FORMAT_V([0-9]+)$/.exec(name)?.[1];
  return version === undefined ? [] : [{ version: Number(version), flag: featureFlags[name] }];
});

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
   * @see Ledger specification, execution §1.2
   */
  get maxBinaryVersion(): number {
    const allowed = binaryFormats.filter(({ flag }) => this.has(flag)).map(({ version }) => version);
    return Math.max(firstBinaryFormat, ...allowed);
  }
}

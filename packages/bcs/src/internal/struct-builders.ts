// Made by scripts/generate-struct-builders.ts: change that, then run `pnpm generate`.
//
// The engine optimises a function for the names and the calls it has seen in that function, wherever it was called from. One
// function that builds all structs sees them all, and settles for a look-up per field. A copy per struct sees one shape: fields
// become plain stores and the calls are inlined, which makes reading structs about a third faster. Copies of the source are the
// only way to have that without generating code at run time, which strict pages forbid; compressed they take next to nothing.
import { BcsError } from "../errors.ts";
import type { Reader } from "../reader.ts";

/** Reads one value. */
export type Read = (reader: Reader) => unknown;

type Members = Record<string, unknown>;
type Unrolled<T> = readonly [T, T, T, T, T, T, T, T];

/** Lets a function be called with `new`, to make objects that are as plain as literals. */
function toConstructor(fill: (this: Members, reader: Reader) => void): new (reader: Reader) => Members {
  fill.prototype = Object.prototype;
  // The language allows this, its types do not.
  return fill as unknown as new (
    reader: Reader,
  ) => Members;
}

function makeBuilder0(keys: readonly string[], reads: readonly Read[]): (reader: Reader) => Members {
  const { length } = keys;
  const [k0, k1, k2, k3, k4, k5, k6, k7] = keys as unknown as Unrolled<string>;
  const [r0, r1, r2, r3, r4, r5, r6, r7] = reads as unknown as Unrolled<Read>;
  const Struct = toConstructor(function (reader) {
    try {
      if (length > 0) this[k0] = r0(reader);
      if (length > 1) this[k1] = r1(reader);
      if (length > 2) this[k2] = r2(reader);
      if (length > 3) this[k3] = r3(reader);
      if (length > 4) this[k4] = r4(reader);
      if (length > 5) this[k5] = r5(reader);
      if (length > 6) this[k6] = r6(reader);
      if (length > 7) this[k7] = r7(reader);
      for (let i = 8; i < length; i++) this[keys[i]!] = reads[i]!(reader);
    } catch (error) {
      throw BcsError.within(error, keys[Object.keys(this).length]!);
    }
  });
  return (reader) => new Struct(reader);
}

function makeBuilder1(keys: readonly string[], reads: readonly Read[]): (reader: Reader) => Members {
  const { length } = keys;
  const [k0, k1, k2, k3, k4, k5, k6, k7] = keys as unknown as Unrolled<string>;
  const [r0, r1, r2, r3, r4, r5, r6, r7] = reads as unknown as Unrolled<Read>;
  const Struct = toConstructor(function (reader) {
    try {
      if (length > 0) this[k0] = r0(reader);
      if (length > 1) this[k1] = r1(reader);
      if (length > 2) this[k2] = r2(reader);
      if (length > 3) this[k3] = r3(reader);
      if (length > 4) this[k4] = r4(reader);
      if (length > 5) this[k5] = r5(reader);
      if (length > 6) this[k6] = r6(reader);
      if (length > 7) this[k7] = r7(reader);
      for (let i = 8; i < length; i++) this[keys[i]!] = reads[i]!(reader);
    } catch (error) {
      throw BcsError.within(error, keys[Object.keys(this).length]!);
    }
  });
  return (reader) => new Struct(reader);
}

function makeBuilder2(keys: readonly string[], reads: readonly Read[]): (reader: Reader) => Members {
  const { length } = keys;
  const [k0, k1, k2, k3, k4, k5, k6, k7] = keys as unknown as Unrolled<string>;
  const [r0, r1, r2, r3, r4, r5, r6, r7] = reads as unknown as Unrolled<Read>;
  const Struct = toConstructor(function (reader) {
    try {
      if (length > 0) this[k0] = r0(reader);
      if (length > 1) this[k1] = r1(reader);
      if (length > 2) this[k2] = r2(reader);
      if (length > 3) this[k3] = r3(reader);
      if (length > 4) this[k4] = r4(reader);
      if (length > 5) this[k5] = r5(reader);
      if (length > 6) this[k6] = r6(reader);
      if (length > 7) this[k7] = r7(reader);
      for (let i = 8; i < length; i++) this[keys[i]!] = reads[i]!(reader);
    } catch (error) {
      throw BcsError.within(error, keys[Object.keys(this).length]!);
    }
  });
  return (reader) => new Struct(reader);
}

function makeBuilder3(keys: readonly string[], reads: readonly Read[]): (reader: Reader) => Members {
  const { length } = keys;
  const [k0, k1, k2, k3, k4, k5, k6, k7] = keys as unknown as Unrolled<string>;
  const [r0, r1, r2, r3, r4, r5, r6, r7] = reads as unknown as Unrolled<Read>;
  const Struct = toConstructor(function (reader) {
    try {
      if (length > 0) this[k0] = r0(reader);
      if (length > 1) this[k1] = r1(reader);
      if (length > 2) this[k2] = r2(reader);
      if (length > 3) this[k3] = r3(reader);
      if (length > 4) this[k4] = r4(reader);
      if (length > 5) this[k5] = r5(reader);
      if (length > 6) this[k6] = r6(reader);
      if (length > 7) this[k7] = r7(reader);
      for (let i = 8; i < length; i++) this[keys[i]!] = reads[i]!(reader);
    } catch (error) {
      throw BcsError.within(error, keys[Object.keys(this).length]!);
    }
  });
  return (reader) => new Struct(reader);
}

function makeBuilder4(keys: readonly string[], reads: readonly Read[]): (reader: Reader) => Members {
  const { length } = keys;
  const [k0, k1, k2, k3, k4, k5, k6, k7] = keys as unknown as Unrolled<string>;
  const [r0, r1, r2, r3, r4, r5, r6, r7] = reads as unknown as Unrolled<Read>;
  const Struct = toConstructor(function (reader) {
    try {
      if (length > 0) this[k0] = r0(reader);
      if (length > 1) this[k1] = r1(reader);
      if (length > 2) this[k2] = r2(reader);
      if (length > 3) this[k3] = r3(reader);
      if (length > 4) this[k4] = r4(reader);
      if (length > 5) this[k5] = r5(reader);
      if (length > 6) this[k6] = r6(reader);
      if (length > 7) this[k7] = r7(reader);
      for (let i = 8; i < length; i++) this[keys[i]!] = reads[i]!(reader);
    } catch (error) {
      throw BcsError.within(error, keys[Object.keys(this).length]!);
    }
  });
  return (reader) => new Struct(reader);
}

function makeBuilder5(keys: readonly string[], reads: readonly Read[]): (reader: Reader) => Members {
  const { length } = keys;
  const [k0, k1, k2, k3, k4, k5, k6, k7] = keys as unknown as Unrolled<string>;
  const [r0, r1, r2, r3, r4, r5, r6, r7] = reads as unknown as Unrolled<Read>;
  const Struct = toConstructor(function (reader) {
    try {
      if (length > 0) this[k0] = r0(reader);
      if (length > 1) this[k1] = r1(reader);
      if (length > 2) this[k2] = r2(reader);
      if (length > 3) this[k3] = r3(reader);
      if (length > 4) this[k4] = r4(reader);
      if (length > 5) this[k5] = r5(reader);
      if (length > 6) this[k6] = r6(reader);
      if (length > 7) this[k7] = r7(reader);
      for (let i = 8; i < length; i++) this[keys[i]!] = reads[i]!(reader);
    } catch (error) {
      throw BcsError.within(error, keys[Object.keys(this).length]!);
    }
  });
  return (reader) => new Struct(reader);
}

function makeBuilder6(keys: readonly string[], reads: readonly Read[]): (reader: Reader) => Members {
  const { length } = keys;
  const [k0, k1, k2, k3, k4, k5, k6, k7] = keys as unknown as Unrolled<string>;
  const [r0, r1, r2, r3, r4, r5, r6, r7] = reads as unknown as Unrolled<Read>;
  const Struct = toConstructor(function (reader) {
    try {
      if (length > 0) this[k0] = r0(reader);
      if (length > 1) this[k1] = r1(reader);
      if (length > 2) this[k2] = r2(reader);
      if (length > 3) this[k3] = r3(reader);
      if (length > 4) this[k4] = r4(reader);
      if (length > 5) this[k5] = r5(reader);
      if (length > 6) this[k6] = r6(reader);
      if (length > 7) this[k7] = r7(reader);
      for (let i = 8; i < length; i++) this[keys[i]!] = reads[i]!(reader);
    } catch (error) {
      throw BcsError.within(error, keys[Object.keys(this).length]!);
    }
  });
  return (reader) => new Struct(reader);
}

function makeBuilder7(keys: readonly string[], reads: readonly Read[]): (reader: Reader) => Members {
  const { length } = keys;
  const [k0, k1, k2, k3, k4, k5, k6, k7] = keys as unknown as Unrolled<string>;
  const [r0, r1, r2, r3, r4, r5, r6, r7] = reads as unknown as Unrolled<Read>;
  const Struct = toConstructor(function (reader) {
    try {
      if (length > 0) this[k0] = r0(reader);
      if (length > 1) this[k1] = r1(reader);
      if (length > 2) this[k2] = r2(reader);
      if (length > 3) this[k3] = r3(reader);
      if (length > 4) this[k4] = r4(reader);
      if (length > 5) this[k5] = r5(reader);
      if (length > 6) this[k6] = r6(reader);
      if (length > 7) this[k7] = r7(reader);
      for (let i = 8; i < length; i++) this[keys[i]!] = reads[i]!(reader);
    } catch (error) {
      throw BcsError.within(error, keys[Object.keys(this).length]!);
    }
  });
  return (reader) => new Struct(reader);
}

function makeBuilder8(keys: readonly string[], reads: readonly Read[]): (reader: Reader) => Members {
  const { length } = keys;
  const [k0, k1, k2, k3, k4, k5, k6, k7] = keys as unknown as Unrolled<string>;
  const [r0, r1, r2, r3, r4, r5, r6, r7] = reads as unknown as Unrolled<Read>;
  const Struct = toConstructor(function (reader) {
    try {
      if (length > 0) this[k0] = r0(reader);
      if (length > 1) this[k1] = r1(reader);
      if (length > 2) this[k2] = r2(reader);
      if (length > 3) this[k3] = r3(reader);
      if (length > 4) this[k4] = r4(reader);
      if (length > 5) this[k5] = r5(reader);
      if (length > 6) this[k6] = r6(reader);
      if (length > 7) this[k7] = r7(reader);
      for (let i = 8; i < length; i++) this[keys[i]!] = reads[i]!(reader);
    } catch (error) {
      throw BcsError.within(error, keys[Object.keys(this).length]!);
    }
  });
  return (reader) => new Struct(reader);
}

function makeBuilder9(keys: readonly string[], reads: readonly Read[]): (reader: Reader) => Members {
  const { length } = keys;
  const [k0, k1, k2, k3, k4, k5, k6, k7] = keys as unknown as Unrolled<string>;
  const [r0, r1, r2, r3, r4, r5, r6, r7] = reads as unknown as Unrolled<Read>;
  const Struct = toConstructor(function (reader) {
    try {
      if (length > 0) this[k0] = r0(reader);
      if (length > 1) this[k1] = r1(reader);
      if (length > 2) this[k2] = r2(reader);
      if (length > 3) this[k3] = r3(reader);
      if (length > 4) this[k4] = r4(reader);
      if (length > 5) this[k5] = r5(reader);
      if (length > 6) this[k6] = r6(reader);
      if (length > 7) this[k7] = r7(reader);
      for (let i = 8; i < length; i++) this[keys[i]!] = reads[i]!(reader);
    } catch (error) {
      throw BcsError.within(error, keys[Object.keys(this).length]!);
    }
  });
  return (reader) => new Struct(reader);
}

function makeBuilder10(keys: readonly string[], reads: readonly Read[]): (reader: Reader) => Members {
  const { length } = keys;
  const [k0, k1, k2, k3, k4, k5, k6, k7] = keys as unknown as Unrolled<string>;
  const [r0, r1, r2, r3, r4, r5, r6, r7] = reads as unknown as Unrolled<Read>;
  const Struct = toConstructor(function (reader) {
    try {
      if (length > 0) this[k0] = r0(reader);
      if (length > 1) this[k1] = r1(reader);
      if (length > 2) this[k2] = r2(reader);
      if (length > 3) this[k3] = r3(reader);
      if (length > 4) this[k4] = r4(reader);
      if (length > 5) this[k5] = r5(reader);
      if (length > 6) this[k6] = r6(reader);
      if (length > 7) this[k7] = r7(reader);
      for (let i = 8; i < length; i++) this[keys[i]!] = reads[i]!(reader);
    } catch (error) {
      throw BcsError.within(error, keys[Object.keys(this).length]!);
    }
  });
  return (reader) => new Struct(reader);
}

function makeBuilder11(keys: readonly string[], reads: readonly Read[]): (reader: Reader) => Members {
  const { length } = keys;
  const [k0, k1, k2, k3, k4, k5, k6, k7] = keys as unknown as Unrolled<string>;
  const [r0, r1, r2, r3, r4, r5, r6, r7] = reads as unknown as Unrolled<Read>;
  const Struct = toConstructor(function (reader) {
    try {
      if (length > 0) this[k0] = r0(reader);
      if (length > 1) this[k1] = r1(reader);
      if (length > 2) this[k2] = r2(reader);
      if (length > 3) this[k3] = r3(reader);
      if (length > 4) this[k4] = r4(reader);
      if (length > 5) this[k5] = r5(reader);
      if (length > 6) this[k6] = r6(reader);
      if (length > 7) this[k7] = r7(reader);
      for (let i = 8; i < length; i++) this[keys[i]!] = reads[i]!(reader);
    } catch (error) {
      throw BcsError.within(error, keys[Object.keys(this).length]!);
    }
  });
  return (reader) => new Struct(reader);
}

function makeBuilder12(keys: readonly string[], reads: readonly Read[]): (reader: Reader) => Members {
  const { length } = keys;
  const [k0, k1, k2, k3, k4, k5, k6, k7] = keys as unknown as Unrolled<string>;
  const [r0, r1, r2, r3, r4, r5, r6, r7] = reads as unknown as Unrolled<Read>;
  const Struct = toConstructor(function (reader) {
    try {
      if (length > 0) this[k0] = r0(reader);
      if (length > 1) this[k1] = r1(reader);
      if (length > 2) this[k2] = r2(reader);
      if (length > 3) this[k3] = r3(reader);
      if (length > 4) this[k4] = r4(reader);
      if (length > 5) this[k5] = r5(reader);
      if (length > 6) this[k6] = r6(reader);
      if (length > 7) this[k7] = r7(reader);
      for (let i = 8; i < length; i++) this[keys[i]!] = reads[i]!(reader);
    } catch (error) {
      throw BcsError.within(error, keys[Object.keys(this).length]!);
    }
  });
  return (reader) => new Struct(reader);
}

function makeBuilder13(keys: readonly string[], reads: readonly Read[]): (reader: Reader) => Members {
  const { length } = keys;
  const [k0, k1, k2, k3, k4, k5, k6, k7] = keys as unknown as Unrolled<string>;
  const [r0, r1, r2, r3, r4, r5, r6, r7] = reads as unknown as Unrolled<Read>;
  const Struct = toConstructor(function (reader) {
    try {
      if (length > 0) this[k0] = r0(reader);
      if (length > 1) this[k1] = r1(reader);
      if (length > 2) this[k2] = r2(reader);
      if (length > 3) this[k3] = r3(reader);
      if (length > 4) this[k4] = r4(reader);
      if (length > 5) this[k5] = r5(reader);
      if (length > 6) this[k6] = r6(reader);
      if (length > 7) this[k7] = r7(reader);
      for (let i = 8; i < length; i++) this[keys[i]!] = reads[i]!(reader);
    } catch (error) {
      throw BcsError.within(error, keys[Object.keys(this).length]!);
    }
  });
  return (reader) => new Struct(reader);
}

function makeBuilder14(keys: readonly string[], reads: readonly Read[]): (reader: Reader) => Members {
  const { length } = keys;
  const [k0, k1, k2, k3, k4, k5, k6, k7] = keys as unknown as Unrolled<string>;
  const [r0, r1, r2, r3, r4, r5, r6, r7] = reads as unknown as Unrolled<Read>;
  const Struct = toConstructor(function (reader) {
    try {
      if (length > 0) this[k0] = r0(reader);
      if (length > 1) this[k1] = r1(reader);
      if (length > 2) this[k2] = r2(reader);
      if (length > 3) this[k3] = r3(reader);
      if (length > 4) this[k4] = r4(reader);
      if (length > 5) this[k5] = r5(reader);
      if (length > 6) this[k6] = r6(reader);
      if (length > 7) this[k7] = r7(reader);
      for (let i = 8; i < length; i++) this[keys[i]!] = reads[i]!(reader);
    } catch (error) {
      throw BcsError.within(error, keys[Object.keys(this).length]!);
    }
  });
  return (reader) => new Struct(reader);
}

function makeBuilder15(keys: readonly string[], reads: readonly Read[]): (reader: Reader) => Members {
  const { length } = keys;
  const [k0, k1, k2, k3, k4, k5, k6, k7] = keys as unknown as Unrolled<string>;
  const [r0, r1, r2, r3, r4, r5, r6, r7] = reads as unknown as Unrolled<Read>;
  const Struct = toConstructor(function (reader) {
    try {
      if (length > 0) this[k0] = r0(reader);
      if (length > 1) this[k1] = r1(reader);
      if (length > 2) this[k2] = r2(reader);
      if (length > 3) this[k3] = r3(reader);
      if (length > 4) this[k4] = r4(reader);
      if (length > 5) this[k5] = r5(reader);
      if (length > 6) this[k6] = r6(reader);
      if (length > 7) this[k7] = r7(reader);
      for (let i = 8; i < length; i++) this[keys[i]!] = reads[i]!(reader);
    } catch (error) {
      throw BcsError.within(error, keys[Object.keys(this).length]!);
    }
  });
  return (reader) => new Struct(reader);
}

const own = [
  makeBuilder1,
  makeBuilder2,
  makeBuilder3,
  makeBuilder4,
  makeBuilder5,
  makeBuilder6,
  makeBuilder7,
  makeBuilder8,
  makeBuilder9,
  makeBuilder10,
  makeBuilder11,
  makeBuilder12,
  makeBuilder13,
  makeBuilder14,
  makeBuilder15,
];

/** Makes a function that reads a struct's fields into an object, by code that all structs share. */
export const makeSharedBuilder: typeof makeBuilder0 = makeBuilder0;

/** The same by code of its own, while there are copies left. */
export function makeOwnBuilder(
  keys: readonly string[],
  reads: readonly Read[],
): ((reader: Reader) => Members) | undefined {
  return own.pop()?.(keys, reads);
}

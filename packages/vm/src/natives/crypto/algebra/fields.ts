import { concatBytes } from "@ledger/types";
import type { IField } from "@noble/curves/abstract/modular.js";
import type { Fp12, Fp12Bls } from "@noble/curves/abstract/tower.js";
import type { GasKey } from "../../../gas/keys/index.ts";
import { littleEndian, toLittleEndian } from "../byte-order.ts";
import type { Format, Structure } from "./structure.ts";

/** Operations of a field that have a price each. */
export type FieldOperation =
  | "add"
  | "deser"
  | "div"
  | "eq"
  | "from_u64"
  | "inv"
  | "mul"
  | "neg"
  | "one"
  | "serialize"
  | "square"
  | "sub"
  | "zero";

type FieldPrice = (operation: FieldOperation) => GasKey;

/** Bytes of an element of a scalar field, or of the base field of a curve of 254 bits. */
const shortLength = 32;

/** The operations that all fields have in common. */
function fieldStructure<T>(
  kind: string,
  size: number,
  order: bigint,
  field: IField<T>,
  price: FieldPrice,
  formats: Structure<T>["formats"],
): Structure<T> {
  const invert = (a: T): T | undefined => (field.is0(a) ? undefined : field.inv(a));
  return {
    kind,
    size,
    order,
    zero: { price: price("zero"), apply: () => field.ZERO },
    one: { price: price("one"), apply: () => field.ONE },
    add: { price: price("add"), apply: (a, b) => field.add(a, b) },
    subtract: { price: price("sub"), apply: (a, b) => field.sub(a, b) },
    negate: { price: price("neg"), apply: (a) => field.neg(a) },
    equal: { price: price("eq"), apply: (a, b) => field.eql(a, b) },
    fromU64: { price: price("from_u64"), apply: (value) => embed(field, value) },
    multiply: { price: price("mul"), apply: (a, b) => field.mul(a, b) },
    square: { price: price("square"), apply: (a) => field.sqr(a) },
    invert: { price: price("inv"), apply: invert },
    divide: { price: price("div"), apply: (a, b) => (field.is0(b) ? undefined : field.mul(a, field.inv(b))) },
    formats,
  };
}

/** The sum of this many ones. */
function embed<T>(field: IField<T>, value: bigint): T {
  let sum = field.ZERO;
  for (const bit of value.toString(2)) {
    sum = field.add(sum, sum);
    if (bit === "1") sum = field.add(sum, field.ONE);
  }
  return sum;
}

/** A prime field, written in 32 bytes either way round. @param name - as its formats are named: `Fr` */
export function primeField(
  kind: string,
  name: "Fr" | "Fq",
  field: IField<bigint>,
  price: FieldPrice,
  onePrice = price("one"),
): Structure<bigint> {
  const read = (bytes: Uint8Array): bigint | undefined => {
    const value = littleEndian(bytes);
    return value < field.ORDER ? value : undefined;
  };
  const prices = { writePrice: price("serialize"), readPrice: price("deser") };
  const lowestFirst: Format<bigint> = {
    length: shortLength,
    read,
    write: (value) => toLittleEndian(value, shortLength),
    ...prices,
  };
  const highestFirst: Format<bigint> = {
    length: shortLength,
    read: (bytes) => read(bytes.slice().reverse()),
    write: (value) => toLittleEndian(value, shortLength).reverse(),
    ...prices,
  };
  const structure = fieldStructure(kind, shortLength, field.ORDER, field, price, {
    [`Format${name}Lsb`]: lowestFirst,
    [`Format${name}Msb`]: highestFirst,
  });
  return { ...structure, one: { ...structure.one, price: onePrice } };
}

/** How elements of the extension of degree 12 are written: its coefficients, lowest first, each lowest byte first. */
function extensionFormat(field: Fp12Bls, base: bigint, length: number, price: FieldPrice): Format<Fp12> {
  return {
    length: 12 * length,
    writePrice: price("serialize"),
    readPrice: price("deser"),
    write({ c0, c1 }) {
      const coefficients = [c0, c1].flatMap((six) => [six.c0, six.c1, six.c2].flatMap((two) => [two.c0, two.c1]));
      return concatBytes(...coefficients.map((coefficient) => toLittleEndian(coefficient, length)));
    },
    read(bytes) {
      const coefficients = Array.from({ length: 12 }, (_, i) =>
        littleEndian(bytes.slice(i * length, (i + 1) * length)),
      );
      if (coefficients.some((coefficient) => coefficient >= base)) return undefined;
      return field.fromBigTwelve(coefficients as Parameters<Fp12Bls["fromBigTwelve"]>[0]);
    },
  };
}

/** The extension of degree 12 of a base field. */
export function extensionField(
  kind: string,
  field: Fp12Bls,
  base: bigint,
  length: number,
  price: FieldPrice,
): Structure<Fp12> {
  return fieldStructure(kind, 12 * length, base ** 12n, field, price, {
    FormatFq12LscLsb: extensionFormat(field, base, length, price),
  });
}

/** The subgroup of the extension that pairings lead to, written additively. */
export function targetGroup(
  { kind, size }: Structure<Fp12>,
  field: Fp12Bls,
  base: bigint,
  length: number,
  order: bigint,
  generator: () => Fp12,
  price: (operation: FieldOperation | "clone" | "pow_u256") => GasKey,
): Structure<Fp12> {
  const isMember = (element: Fp12): boolean => field.eql(field.pow(element, order), field.ONE);
  let known: Fp12 | undefined;
  return {
    kind,
    size,
    order,
    zero: { price: price("one"), apply: () => field.ONE },
    // A clone is what is paid for, and the generator is a pairing.
    one: { price: price("clone"), apply: () => (known ??= generator()) },
    add: { price: price("mul"), apply: (a, b) => field.mul(a, b) },
    subtract: { price: price("div"), apply: (a, b) => field.mul(a, field.inv(b)) },
    negate: { price: price("inv"), apply: (a) => field.inv(a) },
    equal: { price: price("eq"), apply: (a, b) => field.eql(a, b) },
    double: { price: price("square"), apply: (a) => field.sqr(a) },
    scale: { price: price("pow_u256"), apply: (a, scalar) => field.pow(a, scalar) },
    formats: {
      FormatGt: {
        ...extensionFormat(field, base, length, price),
        check: { prices: [price("pow_u256"), price("eq")], apply: isMember },
      },
    },
  };
}

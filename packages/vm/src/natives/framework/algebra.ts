import type { GasKey } from "../../gas/keys/index.ts";
import { type NativeCall, type NativeFunction, Results } from "../../port/native.ts";
import { ByteVector } from "../../value/byte-vector.ts";
import type { Integer } from "../../value/value.ts";
import { bytesBehind, integerOf, partsOf } from "../arguments.ts";
import { bls12381Algebra } from "../crypto/algebra/bls12381.ts";
import { hashToG1, hashToG2 } from "../crypto/algebra/hash-to-curve.ts";
import type { AnyStructure, Operation } from "../crypto/algebra/structure.ts";
import { toLittleEndian } from "../crypto/byte-order.ts";
import {
  argument,
  elementAt,
  elementsAt,
  type Named,
  nameOf,
  storeElement,
  structureOf,
  structuresOf,
  unsupported,
} from "./algebra-elements.ts";

/** The abort for lists that do not match. */
const lengthsDiffer = 0x1_0002;

/** Bits of the scalars that a sum of products is priced for. */
const scalarBits = 255;
const maxPlainDomain = 255;
/** Bytes that are hashed before a domain that is too long. */
const longDomainPrefix = 17;

/** An operation on some of a structure's elements. */
type OperationName =
  | "zero"
  | "one"
  | "add"
  | "subtract"
  | "negate"
  | "multiply"
  | "square"
  | "double"
  | "invert"
  | "divide";

/** Pays for an operation on the call's first elements, and does it. @returns its element and their structure */
function operate(call: NativeCall, name: OperationName, operands: number) {
  const { structure } = structureOf(call, 0);
  const { price, apply } =
    (structure[name] as Operation<(...of: unknown[]) => unknown> | undefined) ?? unsupported(call);
  const given = Array.from({ length: operands }, (_, i) => argument(call, structure, i));
  call.charge(price);
  return { structure, element: apply(...given) };
}

/** A native that makes one element of others by one operation. */
function operation(name: OperationName, operands: number): NativeFunction {
  return (call) => {
    const { structure, element } = operate(call, name, operands);
    return storeElement(call, structure, element);
  };
}

/** A native that may find no element. */
function partialOperation(name: "invert" | "divide", operands: number): NativeFunction {
  return (call) => {
    const { structure, element } = operate(call, name, operands);
    return element === undefined ? new Results(false, 0) : new Results(true, storeElement(call, structure, element));
  };
}

function isEqual(call: NativeCall): boolean {
  const { structure } = structureOf(call, 0);
  const [a, b] = [argument(call, structure, 0), argument(call, structure, 1)];
  call.charge(structure.equal.price);
  return structure.equal.apply(a, b);
}

function fromU64(call: NativeCall): number {
  const { structure } = structureOf(call, 0);
  const { price, apply } = structure.fromU64 ?? unsupported(call);
  call.charge(price);
  return storeElement(call, structure, apply(BigInt(integerOf(call.args[0]))));
}

function orderOf(call: NativeCall): ByteVector {
  const { order } = structureOf(call, 0).structure;
  return new ByteVector(toLittleEndian(order, Math.ceil(order.toString(16).length / 2)));
}

/** A group and its scalars, which the two type arguments must be. */
function scaledGroup(call: NativeCall): { readonly group: Named; readonly scalars: AnyStructure } {
  const [group, scalars] = [structureOf(call, 0), structureOf(call, 1)];
  if (group.family !== scalars.family || scalars.name !== "Fr") return unsupported(call);
  return { group, scalars: scalars.structure };
}

function scalarMul(call: NativeCall): number {
  const { group, scalars } = scaledGroup(call);
  const { price, apply } = group.structure.scale ?? unsupported(call);
  const element = argument(call, group.structure, 0);
  const scalar = argument(call, scalars, 1);
  call.charge(price);
  return storeElement(call, group.structure, apply(element, scalar as bigint));
}

/** Sums of fewer products than this are added up with {@link smallWindow}. */
const smallSum = 32;
const smallWindow = 3;

/** Bits of the windows that Pippenger's method cuts scalars into: ln n + 2 for larger sums, where ln 2 counts as 0.69. */
function windowBits(count: number): number {
  return count < smallSum ? smallWindow : Math.floor((Math.ceil(Math.log2(count)) * 69) / 100) + 2;
}

/**
 * Charges for a sum of products by the cost of Pippenger's method, as the reference estimates it: for each window an addition for every product
 * and every bucket, and a doubling for every bucket.
 */
function chargeSum(call: NativeCall, count: number, add: GasKey, double: GasKey): void {
  const window = windowBits(count);
  const windows = Math.ceil(scalarBits / window);
  const buckets = 2 ** window;
  call.charge(add, (count + buckets + 1) * windows);
  call.charge(double, buckets * windows);
}

function multiScalarMul(call: NativeCall): number {
  const { group, scalars } = scaledGroup(call);
  const { family, name, structure } = group;
  const prices = Object.hasOwn(family.groups, name) ? family.groups[name]! : unsupported(call);
  const [pointHandles, scalarHandles] = [partsOf(call.args[0]), partsOf(call.args[1])];
  const count = pointHandles.length;
  if (count !== scalarHandles.length) return call.abort(lengthsDiffer);
  call.charge(prices.toAffine, count);
  const points = elementsAt(call, structure, pointHandles);
  const factors = elementsAt(call, scalars, scalarHandles) as bigint[];
  chargeSum(call, count, prices.add, prices.double);
  const products = points.map((point, i) => structure.scale!.apply(point, factors[i]!));
  return storeElement(
    call,
    structure,
    products.reduce((sum, product) => structure.add.apply(sum, product), structure.zero.apply()),
  );
}

function pairing(call: NativeCall): number {
  const [g1, g2, gt] = structuresOf(call, "G1", "G2", "Gt") as [Named, Named, Named];
  const { family } = g1;
  const first = argument(call, g1.structure, 0);
  call.charge(family.groups.G1!.toAffine);
  const second = argument(call, g2.structure, 1);
  call.charge(family.groups.G2!.toAffine);
  call.charge(family.pairingPrice);
  return storeElement(call, gt.structure, family.pairing([first], [second]));
}

function multiPairing(call: NativeCall): number {
  const [g1, g2, gt] = structuresOf(call, "G1", "G2", "Gt") as [Named, Named, Named];
  const { family } = g1;
  const [firstHandles, secondHandles] = [partsOf(call.args[0]), partsOf(call.args[1])];
  const count = firstHandles.length;
  if (count !== secondHandles.length) return call.abort(lengthsDiffer);
  call.charge(family.groups.G1!.toAffine, count);
  const first = elementsAt(call, g1.structure, firstHandles);
  call.charge(family.groups.G2!.toAffine, count);
  const second = elementsAt(call, g2.structure, secondHandles);
  call.charge(family.multiPairingPrices.base);
  call.charge(family.multiPairingPrices.perPair, count);
  return storeElement(call, gt.structure, family.pairing(first, second));
}

function upcast(call: NativeCall): Integer {
  structuresOf(call, "Gt", "Fq12");
  return integerOf(call.args[0]);
}

function downcast(call: NativeCall): Results {
  const [, gt] = structuresOf(call, "Fq12", "Gt") as [Named, Named];
  const handle = integerOf(call.args[0]);
  const element = elementAt(call, gt.structure, handle);
  const { prices, apply } = gt.structure.formats.FormatGt!.check!;
  call.charge(prices[0]!);
  return new Results(apply(element), handle);
}

/** The structure of the first type argument, with the format that the second names. */
function formatted(call: NativeCall) {
  const format = nameOf(call, call.typeArgs[1]);
  const { family, structure } = structureOf(call, 0);
  const isKnown = family === format.family && Object.hasOwn(structure.formats, format.name);
  return { structure, format: isKnown ? structure.formats[format.name]! : unsupported(call) };
}

function serialize(call: NativeCall): ByteVector {
  const { structure, format } = formatted(call);
  const element = argument(call, structure, 0);
  const { paysNormalizing } = call.session.environment.rules;
  if (format.normalizePrice !== undefined && paysNormalizing) call.charge(format.normalizePrice);
  call.charge(format.writePrice);
  return new ByteVector(format.write(element));
}

function deserialize(call: NativeCall): Results {
  const { structure, format } = formatted(call);
  const bytes = bytesBehind(call.args[0]);
  if (bytes.length !== format.length) return new Results(false, 0);
  call.charge(format.readPrice);
  const element = format.read(bytes.slice());
  if (element === undefined) return new Results(false, 0);
  if (format.check !== undefined) {
    for (const price of format.check.prices) call.charge(price);
    if (!format.check.apply(element)) return new Results(false, 0);
  }
  return new Results(true, storeElement(call, structure, element));
}

const suites: Readonly<
  Record<
    string,
    {
      readonly group: string;
      readonly base: GasKey;
      readonly perByte: GasKey;
      readonly hash: (message: Uint8Array, domain: Uint8Array) => unknown;
    }
  >
> = {
  HashG1XmdSha256SswuRo: {
    group: "G1",
    base: "aptos_framework.algebra.ark_h2c_bls12381g1_xmd_sha256_sswu_base",
    perByte: "aptos_framework.algebra.ark_h2c_bls12381g1_xmd_sha256_sswu_per_msg_byte",
    hash: hashToG1,
  },
  HashG2XmdSha256SswuRo: {
    group: "G2",
    base: "aptos_framework.algebra.ark_h2c_bls12381g2_xmd_sha256_sswu_base",
    perByte: "aptos_framework.algebra.ark_h2c_bls12381g2_xmd_sha256_sswu_per_msg_byte",
    hash: hashToG2,
  },
};

function hashTo(call: NativeCall): number {
  const { family, name, structure } = structureOf(call, 0);
  const suiteName = nameOf(call, call.typeArgs[1]);
  const suite = Object.hasOwn(suites, suiteName.name) ? suites[suiteName.name]! : unsupported(call);
  const fits = family === bls12381Algebra && suiteName.family === family && suite.group === name;
  if (!fits) return unsupported(call);
  const [domain, message] = [bytesBehind(call.args[0]), bytesBehind(call.args[1])];
  call.charge(suite.base);
  call.charge(suite.perByte, message.length);
  if (domain.length > maxPlainDomain) {
    call.charge("move_stdlib.hash.sha2_256.base");
    call.charge("move_stdlib.hash.sha2_256.per_byte", longDomainPrefix + domain.length);
  }
  return storeElement(call, structure, suite.hash(message, domain));
}

/** `0x1::crypto_algebra`. */
export const natives: Readonly<Record<string, NativeFunction>> = {
  "0x1::crypto_algebra::add_internal": operation("add", 2),
  "0x1::crypto_algebra::deserialize_internal": deserialize,
  "0x1::crypto_algebra::div_internal": partialOperation("divide", 2),
  "0x1::crypto_algebra::double_internal": operation("double", 1),
  "0x1::crypto_algebra::downcast_internal": downcast,
  "0x1::crypto_algebra::eq_internal": isEqual,
  "0x1::crypto_algebra::from_u64_internal": fromU64,
  "0x1::crypto_algebra::hash_to_internal": hashTo,
  "0x1::crypto_algebra::inv_internal": partialOperation("invert", 1),
  "0x1::crypto_algebra::mul_internal": operation("multiply", 2),
  "0x1::crypto_algebra::multi_pairing_internal": multiPairing,
  "0x1::crypto_algebra::multi_scalar_mul_internal": multiScalarMul,
  "0x1::crypto_algebra::neg_internal": operation("negate", 1),
  "0x1::crypto_algebra::one_internal": operation("one", 0),
  "0x1::crypto_algebra::order_internal": orderOf,
  "0x1::crypto_algebra::pairing_internal": pairing,
  "0x1::crypto_algebra::scalar_mul_internal": scalarMul,
  "0x1::crypto_algebra::serialize_internal": serialize,
  "0x1::crypto_algebra::sqr_internal": operation("square", 1),
  "0x1::crypto_algebra::sub_internal": operation("subtract", 2),
  "0x1::crypto_algebra::upcast_internal": upcast,
  "0x1::crypto_algebra::zero_internal": operation("zero", 0),
};

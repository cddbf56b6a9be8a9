import { sha512 } from "@noble/hashes/sha2.js";
import type { GasKey } from "../../gas/keys/index.ts";
import { type NativeCall, type NativeFunction, Results } from "../../port/native.ts";
import { ByteVector } from "../../value/byte-vector.ts";
import { integerRanges } from "../../value/integer.ts";
import type { Integer, Value } from "../../value/value.ts";
import { boolOf, bytesOf, integerOf, partsBehind, partsOf } from "../arguments.ts";
import * as ristretto from "../crypto/ristretto255.ts";
import { findPoint, ristrettoPoints } from "./ristretto255-points.ts";

/** Aborts: too many points, no such point, one point where two are needed. */
const tooManyPoints = 0x9_0004;
const unknownHandle = 0xa_0001;
const duplicateHandle = 0xa_0003;

const maxPoints = 10_000;
const uniformLength = 64;

type Price<Name extends string> = `aptos_framework.ristretto255.${Name}`;
type PriceName = GasKey extends infer Key ? (Key extends Price<infer Name> ? Name : never) : never;

function charge(call: NativeCall, name: PriceName, units?: number): void {
  call.charge(`aptos_framework.ristretto255.${name}`, units);
}

function pointAt(call: NativeCall, handle: Integer): ristretto.RistrettoPoint {
  return findPoint(call, handle) ?? call.abort(unknownHandle, "Invalid point handle");
}

/** The handle in a `&RistrettoPoint`. */
function handleOf(call: NativeCall, index: number): Integer {
  return integerOf(partsBehind(call.args[index])[0]);
}

function store(call: NativeCall, point: ristretto.RistrettoPoint): number {
  const list = call.session.extension(ristrettoPoints);
  if (list.length >= maxPoints) {
    return call.abort(tooManyPoints, `Too many points created: ${list.length}, limit is ${maxPoints}`);
  }
  return list.push(point) - 1;
}

/** Keeps a result: at the handle of the first operand, or at a new one. */
function keep(call: NativeCall, inPlace: boolean, handle: Integer, point: ristretto.RistrettoPoint): Integer {
  if (!inPlace) return store(call, point);
  call.session.extension(ristrettoPoints)[Number(handle)] = point;
  return handle;
}

/** A scalar, which the framework has checked to be canonical. */
function scalarOf(call: NativeCall, value: Value | undefined): bigint {
  return ristretto.readScalar(bytesOf(value)) ?? call.invariant("a scalar is not canonical");
}

function scalarValue(scalar: bigint): ByteVector {
  return new ByteVector(ristretto.writeScalar(scalar));
}

/** Bytes of which the framework has checked the number. */
function bytesOfLength(call: NativeCall, length: number): Uint8Array {
  const bytes = bytesOf(call.args[0]);
  return bytes.length === length ? bytes : call.invariant(`${length} bytes are needed`);
}

function decompress(call: NativeCall): ristretto.RistrettoPoint | undefined {
  charge(call, "point_decompress");
  return ristretto.decompress(bytesOf(call.args[0]));
}

/** An operation with two points; the last argument says whether it changes the first. */
function twoPoints(
  name: "point_add" | "point_sub",
  operate: (a: ristretto.RistrettoPoint, b: ristretto.RistrettoPoint) => ristretto.RistrettoPoint,
): NativeFunction {
  return (call) => {
    charge(call, name);
    const inPlace = boolOf(call.args[2]);
    const a = handleOf(call, 0);
    const b = handleOf(call, 1);
    if (inPlace) requireTwo(call, a, b);
    return keep(call, inPlace, a, operate(pointAt(call, a), pointAt(call, b)));
  };
}

/** Two different points, both there. The message says which one is missing, by position in the list. */
function requireTwo(call: NativeCall, a: Integer, b: Integer): void {
  if (a === b) call.abort(duplicateHandle, "Duplicate Ristretto point handle");
  const { length } = call.session.extension(ristrettoPoints);
  const [low, high] = a < b ? [a, b] : [b, a];
  if (low >= length) call.abort(unknownHandle, "Invalid Ristretto point handle: split index out of bounds");
  if (high >= length) call.abort(unknownHandle, "Invalid Ristretto point handle: second handle out of bounds");
}

/** Products of a point and a scalar that a sum of some of them is paid as: n / ⌊log₂(n + 1)⌋, because adding them up together saves the rest. */
function productsOfSum(count: number): number {
  return Math.floor(count / Math.floor(Math.log2(count + 1)));
}

function multiScalarMul(call: NativeCall): number {
  const pointStructs = partsBehind(call.args[0]);
  const scalarStructs = partsBehind(call.args[1]);
  const count = scalarStructs.length;
  if (count === 0 || pointStructs.length !== count) return call.invariant("points and scalars do not match");
  charge(call, "point_parse_arg", count);
  charge(call, "scalar_parse_arg", count);
  charge(call, "point_mul", productsOfSum(count));
  const scalars = scalarStructs.map((scalar) => scalarOf(call, partsOf(scalar)[0]));
  let sum = ristretto.identity;
  for (const [index, point] of pointStructs.entries()) {
    const factor = pointAt(call, integerOf(partsOf(point)[0]));
    sum = sum.add(ristretto.multiply(factor, scalars[index]!));
  }
  return store(call, sum);
}

function scalarNative(name: PriceName, operate: (...scalars: bigint[]) => bigint): NativeFunction {
  return (call) => {
    charge(call, name);
    return scalarValue(operate(...call.args.map((value) => scalarOf(call, value))));
  };
}

function scalarFromInteger(name: "scalar_from_u64" | "scalar_from_u128"): NativeFunction {
  return (call) => {
    charge(call, name);
    return scalarValue(BigInt(integerOf(call.args[0])));
  };
}

/** Charges for the SHA-512 of a native's input, with what is made of it. */
function hash(call: NativeCall, name: PriceName): Uint8Array {
  const bytes = bytesOf(call.args[0]);
  charge(call, name);
  charge(call, "scalar_sha512_per_hash");
  charge(call, "scalar_sha512_per_byte", bytes.length);
  return sha512(bytes);
}

/** `0x1::ristretto255`. */
export const natives: Readonly<Record<string, NativeFunction>> = {
  "0x1::ristretto255::point_identity_internal": (call) => {
    charge(call, "point_identity");
    return store(call, ristretto.identity);
  },
  "0x1::ristretto255::point_is_canonical_internal": (call) => decompress(call) !== undefined,
  "0x1::ristretto255::point_decompress_internal": (call) => {
    const point = decompress(call);
    return point === undefined ? new Results(integerRanges.U64.max, false) : new Results(store(call, point), true);
  },
  "0x1::ristretto255::point_clone_internal": (call) => {
    charge(call, "point_clone");
    return store(call, pointAt(call, integerOf(call.args[0])));
  },
  "0x1::ristretto255::point_compress_internal": (call) => {
    charge(call, "point_compress");
    return new ByteVector(pointAt(call, handleOf(call, 0)).toBytes());
  },
  "0x1::ristretto255::point_equals": (call) => {
    charge(call, "point_equals");
    return pointAt(call, handleOf(call, 0)).equals(pointAt(call, handleOf(call, 1)));
  },
  "0x1::ristretto255::point_mul_internal": (call) => {
    charge(call, "point_mul");
    const scalar = scalarOf(call, call.args[1]);
    const handle = handleOf(call, 0);
    return keep(call, boolOf(call.args[2]), handle, ristretto.multiply(pointAt(call, handle), scalar));
  },
  "0x1::ristretto255::point_neg_internal": (call) => {
    charge(call, "point_neg");
    const handle = handleOf(call, 0);
    return keep(call, boolOf(call.args[1]), handle, pointAt(call, handle).negate());
  },
  "0x1::ristretto255::point_add_internal": twoPoints("point_add", (a, b) => a.add(b)),
  "0x1::ristretto255::point_sub_internal": twoPoints("point_sub", (a, b) => a.subtract(b)),
  "0x1::ristretto255::basepoint_mul_internal": (call) => {
    charge(call, "basepoint_mul");
    return store(call, ristretto.multiply(ristretto.basepoint, scalarOf(call, call.args[0])));
  },
  "0x1::ristretto255::basepoint_double_mul_internal": (call) => {
    charge(call, "basepoint_double_mul");
    const b = scalarOf(call, call.args[2]);
    const a = scalarOf(call, call.args[0]);
    const product = ristretto.multiply(pointAt(call, handleOf(call, 1)), a);
    return store(call, product.add(ristretto.multiply(ristretto.basepoint, b)));
  },
  "0x1::ristretto255::double_scalar_mul_internal": (call) => {
    charge(call, "point_double_mul");
    const second = scalarOf(call, call.args[3]);
    const first = scalarOf(call, call.args[2]);
    const product = ristretto.multiply(pointAt(call, integerOf(call.args[0])), first);
    return store(call, product.add(ristretto.multiply(pointAt(call, integerOf(call.args[1])), second)));
  },
  "0x1::ristretto255::multi_scalar_mul_internal": multiScalarMul,
  "0x1::ristretto255::new_point_from_64_uniform_bytes_internal": (call) => {
    charge(call, "point_from_64_uniform_bytes");
    return store(call, ristretto.fromUniformBytes(bytesOfLength(call, uniformLength)));
  },
  "0x1::ristretto255::new_point_from_sha512_internal": (call) =>
    store(call, ristretto.fromUniformBytes(hash(call, "point_from_64_uniform_bytes"))),
  "0x1::ristretto255::scalar_is_canonical_internal": (call) => {
    charge(call, "scalar_is_canonical");
    return ristretto.readScalar(bytesOf(call.args[0])) !== undefined;
  },
  "0x1::ristretto255::scalar_add_internal": scalarNative("scalar_add", ristretto.scalars.add),
  "0x1::ristretto255::scalar_sub_internal": scalarNative("scalar_sub", ristretto.scalars.subtract),
  "0x1::ristretto255::scalar_mul_internal": scalarNative("scalar_mul", ristretto.scalars.multiply),
  "0x1::ristretto255::scalar_neg_internal": scalarNative("scalar_neg", ristretto.scalars.negate),
  "0x1::ristretto255::scalar_invert_internal": scalarNative("scalar_invert", ristretto.scalars.invert),
  "0x1::ristretto255::scalar_from_u64_internal": scalarFromInteger("scalar_from_u64"),
  "0x1::ristretto255::scalar_from_u128_internal": scalarFromInteger("scalar_from_u128"),
  "0x1::ristretto255::scalar_reduced_from_32_bytes_internal": (call) => {
    charge(call, "scalar_reduced_from_32_bytes");
    return scalarValue(ristretto.reduceScalar(bytesOfLength(call, ristretto.elementLength)));
  },
  "0x1::ristretto255::scalar_uniform_from_64_bytes_internal": (call) => {
    charge(call, "scalar_uniform_from_64_bytes");
    return scalarValue(ristretto.reduceScalar(bytesOfLength(call, uniformLength)));
  },
  "0x1::ristretto255::scalar_from_sha512_internal": (call) =>
    scalarValue(ristretto.reduceScalar(hash(call, "scalar_uniform_from_64_bytes"))),
};

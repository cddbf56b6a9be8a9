import { createRequire as nodeRequire } from "node:module"; const require = nodeRequire(import.meta.url); globalThis.__log ??= []; globalThis.__seen ??= new Set(); globalThis.__walk ??= (f,n,l) => { if (!globalThis.__on) return; const k=f+":"+l; if (globalThis.__seen.has(k)) return; globalThis.__seen.add(k); globalThis.__log.push([f,n]); };
import {
  integerRanges
} from "./chunk-ME7GRUBL.js";
import {
  basepoint,
  decompress,
  elementLength,
  findPoint,
  fromUniformBytes,
  identity,
  multiply,
  readScalar,
  reduceScalar,
  ristrettoPoints,
  scalars,
  writeScalar
} from "./chunk-EE5EHD5B.js";
import "./chunk-GPAAP6A4.js";
import {
  Results
} from "./chunk-A3GLVXIS.js";
import "./chunk-ZHCS6YIL.js";
import "./chunk-7I2P44JX.js";
import {
  ByteVector,
  boolOf,
  bytesOf,
  integerOf,
  partsBehind,
  partsOf,
  sha512
} from "./chunk-FJ3JFEMO.js";
import "./chunk-V4L7RYGF.js";

// packages/vm/src/natives/framework/ristretto255.ts
var tooManyPoints = 589828;
var unknownHandle = 655361;
var duplicateHandle = 655363;
var maxPoints = 1e4;
var uniformLength = 64;
function charge(call, name, units) {
  globalThis.__walk?.("packages/vm/src/natives/framework/ristretto255.ts", "charge", 22);
  call.charge(`aptos_framework.ristretto255.${name}`, units);
}
function pointAt(call, handle) {
  globalThis.__walk?.("packages/vm/src/natives/framework/ristretto255.ts", "pointAt", 26);
  return findPoint(call, handle) ?? call.abort(unknownHandle, "Invalid point handle");
}
function handleOf(call, index) {
  globalThis.__walk?.("packages/vm/src/natives/framework/ristretto255.ts", "handleOf", 31);
  return integerOf(partsBehind(call.args[index])[0]);
}
function store(call, point) {
  globalThis.__walk?.("packages/vm/src/natives/framework/ristretto255.ts", "store", 35);
  const list = call.session.extension(ristrettoPoints);
  if (list.length >= maxPoints) {
    return call.abort(tooManyPoints, `Too many points created: ${list.length}, limit is ${maxPoints}`);
  }
  return list.push(point) - 1;
}
function keep(call, inPlace, handle, point) {
  globalThis.__walk?.("packages/vm/src/natives/framework/ristretto255.ts", "keep", 44);
  if (!inPlace) return store(call, point);
  call.session.extension(ristrettoPoints)[Number(handle)] = point;
  return handle;
}
function scalarOf(call, value) {
  globalThis.__walk?.("packages/vm/src/natives/framework/ristretto255.ts", "scalarOf", 51);
  return readScalar(bytesOf(value)) ?? call.invariant("a scalar is not canonical");
}
function scalarValue(scalar) {
  globalThis.__walk?.("packages/vm/src/natives/framework/ristretto255.ts", "scalarValue", 55);
  return new ByteVector(writeScalar(scalar));
}
function bytesOfLength(call, length) {
  globalThis.__walk?.("packages/vm/src/natives/framework/ristretto255.ts", "bytesOfLength", 60);
  const bytes = bytesOf(call.args[0]);
  return bytes.length === length ? bytes : call.invariant(`${length} bytes are needed`);
}
function decompress2(call) {
  globalThis.__walk?.("packages/vm/src/natives/framework/ristretto255.ts", "decompress", 65);
  charge(call, "point_decompress");
  return decompress(bytesOf(call.args[0]));
}
function twoPoints(name, operate) {
  globalThis.__walk?.("packages/vm/src/natives/framework/ristretto255.ts", "twoPoints", 71);
  return (call) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/ristretto255.ts", "twoPoints", 75);
    charge(call, name);
    const inPlace = boolOf(call.args[2]);
    const a = handleOf(call, 0);
    const b = handleOf(call, 1);
    if (inPlace) requireTwo(call, a, b);
    return keep(call, inPlace, a, operate(pointAt(call, a), pointAt(call, b)));
  };
}
function requireTwo(call, a, b) {
  globalThis.__walk?.("packages/vm/src/natives/framework/ristretto255.ts", "requireTwo", 86);
  if (a === b) call.abort(duplicateHandle, "Duplicate Ristretto point handle");
  const { length } = call.session.extension(ristrettoPoints);
  const [low, high] = a < b ? [a, b] : [b, a];
  if (low >= length) call.abort(unknownHandle, "Invalid Ristretto point handle: split index out of bounds");
  if (high >= length) call.abort(unknownHandle, "Invalid Ristretto point handle: second handle out of bounds");
}
function multiScalarMul(call) {
  globalThis.__walk?.("packages/vm/src/natives/framework/ristretto255.ts", "multiScalarMul", 94);
  const pointStructs = partsBehind(call.args[0]);
  const scalarStructs = partsBehind(call.args[1]);
  const count = scalarStructs.length;
  if (count === 0 || pointStructs.length !== count) return call.invariant("points and scalars do not match");
  charge(call, "point_parse_arg", count);
  charge(call, "scalar_parse_arg", count);
  charge(call, "point_mul", Math.floor(count / Math.floor(Math.log2(count + 1))));
  const scalars2 = scalarStructs.map((scalar) => (globalThis.__walk?.("packages/vm/src/natives/framework/ristretto255.ts", "scalars", 102), scalarOf(call, partsOf(scalar)[0])));
  let sum = identity;
  for (const [index, point] of pointStructs.entries()) {
    const factor = pointAt(call, integerOf(partsOf(point)[0]));
    sum = sum.add(multiply(factor, scalars2[index]));
  }
  return store(call, sum);
}
function scalarNative(name, operate) {
  globalThis.__walk?.("packages/vm/src/natives/framework/ristretto255.ts", "scalarNative", 111);
  return (call) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/ristretto255.ts", "scalarNative", 112);
    charge(call, name);
    return scalarValue(operate(...call.args.map((value) => (globalThis.__walk?.("packages/vm/src/natives/framework/ristretto255.ts", "scalarNative", 114), scalarOf(call, value)))));
  };
}
function scalarFromInteger(name) {
  globalThis.__walk?.("packages/vm/src/natives/framework/ristretto255.ts", "scalarFromInteger", 118);
  return (call) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/ristretto255.ts", "scalarFromInteger", 119);
    charge(call, name);
    return scalarValue(BigInt(integerOf(call.args[0])));
  };
}
function hash(call, name) {
  globalThis.__walk?.("packages/vm/src/natives/framework/ristretto255.ts", "hash", 126);
  const bytes = bytesOf(call.args[0]);
  charge(call, name);
  charge(call, "scalar_sha512_per_hash");
  charge(call, "scalar_sha512_per_byte", bytes.length);
  return sha512(bytes);
}
var natives = {
  "0x1::ristretto255::point_identity_internal": (call) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/ristretto255.ts", "natives", 136);
    charge(call, "point_identity");
    return store(call, identity);
  },
  "0x1::ristretto255::point_is_canonical_internal": (call) => (globalThis.__walk?.("packages/vm/src/natives/framework/ristretto255.ts", "natives", 140), decompress2(call) !== void 0),
  "0x1::ristretto255::point_decompress_internal": (call) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/ristretto255.ts", "natives", 141);
    const point = decompress2(call);
    return point === void 0 ? new Results(integerRanges.U64.max, false) : new Results(store(call, point), true);
  },
  "0x1::ristretto255::point_clone_internal": (call) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/ristretto255.ts", "natives", 145);
    charge(call, "point_clone");
    return store(call, pointAt(call, integerOf(call.args[0])));
  },
  "0x1::ristretto255::point_compress_internal": (call) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/ristretto255.ts", "natives", 149);
    charge(call, "point_compress");
    return new ByteVector(pointAt(call, handleOf(call, 0)).toBytes());
  },
  "0x1::ristretto255::point_equals": (call) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/ristretto255.ts", "natives", 153);
    charge(call, "point_equals");
    return pointAt(call, handleOf(call, 0)).equals(pointAt(call, handleOf(call, 1)));
  },
  "0x1::ristretto255::point_mul_internal": (call) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/ristretto255.ts", "natives", 157);
    charge(call, "point_mul");
    const scalar = scalarOf(call, call.args[1]);
    const handle = handleOf(call, 0);
    return keep(call, boolOf(call.args[2]), handle, multiply(pointAt(call, handle), scalar));
  },
  "0x1::ristretto255::point_neg_internal": (call) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/ristretto255.ts", "natives", 163);
    charge(call, "point_neg");
    const handle = handleOf(call, 0);
    return keep(call, boolOf(call.args[1]), handle, pointAt(call, handle).negate());
  },
  "0x1::ristretto255::point_add_internal": twoPoints("point_add", (a, b) => (globalThis.__walk?.("packages/vm/src/natives/framework/ristretto255.ts", "natives", 168), a.add(b))),
  "0x1::ristretto255::point_sub_internal": twoPoints("point_sub", (a, b) => (globalThis.__walk?.("packages/vm/src/natives/framework/ristretto255.ts", "natives", 169), a.subtract(b))),
  "0x1::ristretto255::basepoint_mul_internal": (call) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/ristretto255.ts", "natives", 170);
    charge(call, "basepoint_mul");
    return store(call, multiply(basepoint, scalarOf(call, call.args[0])));
  },
  "0x1::ristretto255::basepoint_double_mul_internal": (call) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/ristretto255.ts", "natives", 174);
    charge(call, "basepoint_double_mul");
    const b = scalarOf(call, call.args[2]);
    const a = scalarOf(call, call.args[0]);
    const product = multiply(pointAt(call, handleOf(call, 1)), a);
    return store(call, product.add(multiply(basepoint, b)));
  },
  "0x1::ristretto255::double_scalar_mul_internal": (call) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/ristretto255.ts", "natives", 181);
    charge(call, "point_double_mul");
    const second = scalarOf(call, call.args[3]);
    const first = scalarOf(call, call.args[2]);
    const product = multiply(pointAt(call, integerOf(call.args[0])), first);
    return store(call, product.add(multiply(pointAt(call, integerOf(call.args[1])), second)));
  },
  "0x1::ristretto255::multi_scalar_mul_internal": multiScalarMul,
  "0x1::ristretto255::new_point_from_64_uniform_bytes_internal": (call) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/ristretto255.ts", "natives", 189);
    charge(call, "point_from_64_uniform_bytes");
    return store(call, fromUniformBytes(bytesOfLength(call, uniformLength)));
  },
  "0x1::ristretto255::new_point_from_sha512_internal": (call) => (globalThis.__walk?.("packages/vm/src/natives/framework/ristretto255.ts", "natives", 193), store(call, fromUniformBytes(hash(call, "point_from_64_uniform_bytes")))),
  "0x1::ristretto255::scalar_is_canonical_internal": (call) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/ristretto255.ts", "natives", 195);
    charge(call, "scalar_is_canonical");
    return readScalar(bytesOf(call.args[0])) !== void 0;
  },
  "0x1::ristretto255::scalar_add_internal": scalarNative("scalar_add", scalars.add),
  "0x1::ristretto255::scalar_sub_internal": scalarNative("scalar_sub", scalars.subtract),
  "0x1::ristretto255::scalar_mul_internal": scalarNative("scalar_mul", scalars.multiply),
  "0x1::ristretto255::scalar_neg_internal": scalarNative("scalar_neg", scalars.negate),
  "0x1::ristretto255::scalar_invert_internal": scalarNative("scalar_invert", scalars.invert),
  "0x1::ristretto255::scalar_from_u64_internal": scalarFromInteger("scalar_from_u64"),
  "0x1::ristretto255::scalar_from_u128_internal": scalarFromInteger("scalar_from_u128"),
  "0x1::ristretto255::scalar_reduced_from_32_bytes_internal": (call) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/ristretto255.ts", "natives", 206);
    charge(call, "scalar_reduced_from_32_bytes");
    return scalarValue(reduceScalar(bytesOfLength(call, elementLength)));
  },
  "0x1::ristretto255::scalar_uniform_from_64_bytes_internal": (call) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/ristretto255.ts", "natives", 210);
    charge(call, "scalar_uniform_from_64_bytes");
    return scalarValue(reduceScalar(bytesOfLength(call, uniformLength)));
  },
  "0x1::ristretto255::scalar_from_sha512_internal": (call) => (globalThis.__walk?.("packages/vm/src/natives/framework/ristretto255.ts", "natives", 214), scalarValue(reduceScalar(hash(call, "scalar_uniform_from_64_bytes"))))
};
export {
  natives
};

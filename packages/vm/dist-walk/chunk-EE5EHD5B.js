import { createRequire as nodeRequire } from "node:module"; const require = nodeRequire(import.meta.url); globalThis.__log ??= []; globalThis.__seen ??= new Set(); globalThis.__walk ??= (f,n,l) => { if (!globalThis.__on) return; const k=f+":"+l; if (globalThis.__seen.has(k)) return; globalThis.__seen.add(k); globalThis.__log.push([f,n]); };
import {
  ristretto255,
  ristretto255_hasher
} from "./chunk-GPAAP6A4.js";
import {
  littleEndian,
  toLittleEndian
} from "./chunk-7I2P44JX.js";
import {
  __export
} from "./chunk-V4L7RYGF.js";

// packages/vm/src/natives/crypto/ristretto255.ts
var ristretto255_exports = {};
__export(ristretto255_exports, {
  basepoint: () => basepoint,
  decompress: () => decompress,
  elementLength: () => elementLength,
  fromUniformBytes: () => fromUniformBytes,
  identity: () => identity,
  multiply: () => multiply,
  readScalar: () => readScalar,
  reduceScalar: () => reduceScalar,
  scalars: () => scalars,
  writeScalar: () => writeScalar
});
var { Point } = ristretto255;
var { Fn } = Point;
var elementLength = 32;
var identity = Point.ZERO;
var basepoint = Point.BASE;
function decompress(bytes) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/ristretto255.ts", "decompress", 17);
  try {
    return Point.fromBytes(bytes);
  } catch {
    return void 0;
  }
}
function fromUniformBytes(bytes) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/ristretto255.ts", "fromUniformBytes", 26);
  return ristretto255_hasher.deriveToCurve(bytes);
}
function multiply(point, scalar) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/ristretto255.ts", "multiply", 31);
  return point.multiplyUnsafe(scalar);
}
function readScalar(bytes) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/ristretto255.ts", "readScalar", 36);
  if (bytes.length !== elementLength) return void 0;
  const scalar = littleEndian(bytes);
  return scalar < Fn.ORDER ? scalar : void 0;
}
function reduceScalar(bytes) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/ristretto255.ts", "reduceScalar", 43);
  return littleEndian(bytes) % Fn.ORDER;
}
function writeScalar(scalar) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/ristretto255.ts", "writeScalar", 48);
  return toLittleEndian(scalar, elementLength);
}
var scalars = {
  add: (a, b) => (globalThis.__walk?.("packages/vm/src/natives/crypto/ristretto255.ts", "add", 60), Fn.add(a, b)),
  subtract: (a, b) => (globalThis.__walk?.("packages/vm/src/natives/crypto/ristretto255.ts", "subtract", 61), Fn.sub(a, b)),
  multiply: (a, b) => (globalThis.__walk?.("packages/vm/src/natives/crypto/ristretto255.ts", "multiply", 62), Fn.mul(a, b)),
  negate: (a) => (globalThis.__walk?.("packages/vm/src/natives/crypto/ristretto255.ts", "negate", 63), Fn.neg(a)),
  invert: (a) => (globalThis.__walk?.("packages/vm/src/natives/crypto/ristretto255.ts", "invert", 64), a === 0n ? 0n : Fn.inv(a))
};

// packages/vm/src/natives/framework/ristretto255-points.ts
var ristrettoPoints = { name: "ristretto255 points", create: () => (globalThis.__walk?.("packages/vm/src/natives/framework/ristretto255-points.ts", "create", 7), []) };
function findPoint(call, handle) {
  globalThis.__walk?.("packages/vm/src/natives/framework/ristretto255-points.ts", "findPoint", 10);
  return call.session.extension(ristrettoPoints)[Number(handle)];
}

export {
  elementLength,
  identity,
  basepoint,
  decompress,
  fromUniformBytes,
  multiply,
  readScalar,
  reduceScalar,
  writeScalar,
  scalars,
  ristretto255_exports,
  ristrettoPoints,
  findPoint
};

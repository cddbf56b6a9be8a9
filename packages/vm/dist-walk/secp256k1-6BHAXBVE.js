import { createRequire as nodeRequire } from "node:module"; const require = nodeRequire(import.meta.url); globalThis.__log ??= []; globalThis.__seen ??= new Set(); globalThis.__walk ??= (f,n,l) => { if (!globalThis.__on) return; const k=f+":"+l; if (globalThis.__seen.has(k)) return; globalThis.__seen.add(k); globalThis.__log.push([f,n]); };
import {
  ecdsa,
  weierstrass
} from "./chunk-TH6MITXI.js";
import {
  Results
} from "./chunk-A3GLVXIS.js";
import {
  Field,
  pow2
} from "./chunk-ZHCS6YIL.js";
import {
  bigEndian
} from "./chunk-7I2P44JX.js";
import {
  ByteVector,
  bytesOf,
  integerOf,
  sha256
} from "./chunk-FJ3JFEMO.js";
import "./chunk-V4L7RYGF.js";

// node_modules/.pnpm/@noble+curves@2.4.0/node_modules/@noble/curves/secp256k1.js
var secp256k1_CURVE = {
  p: BigInt("0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f"),
  n: BigInt("0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"),
  h: BigInt(1),
  a: BigInt(0),
  b: BigInt(7),
  Gx: BigInt("0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"),
  Gy: BigInt("0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8")
};
var secp256k1_ENDO = {
  beta: BigInt("0x7ae96a2b657c07106e64479eac3434e99cf0497512f58995c1396c28719501ee"),
  basises: [
    [BigInt("0x3086d221a7d46bcde86c90e49284eb15"), -BigInt("0xe4437ed6010e88286f547fa90abfe4c3")],
    [BigInt("0x114ca50f7a8e2f3f657c1108d9d44cfd8"), BigInt("0x3086d221a7d46bcde86c90e49284eb15")]
  ]
};
var _2n = /* @__PURE__ */ BigInt(2);
function sqrtMod(y) {
  const P = secp256k1_CURVE.p;
  const _3n = BigInt(3), _6n = BigInt(6), _11n = BigInt(11), _22n = BigInt(22);
  const _23n = BigInt(23), _44n = BigInt(44), _88n = BigInt(88);
  const b2 = y * y * y % P;
  const b3 = b2 * b2 * y % P;
  const b6 = pow2(b3, _3n, P) * b3 % P;
  const b9 = pow2(b6, _3n, P) * b3 % P;
  const b11 = pow2(b9, _2n, P) * b2 % P;
  const b22 = pow2(b11, _11n, P) * b11 % P;
  const b44 = pow2(b22, _22n, P) * b22 % P;
  const b88 = pow2(b44, _44n, P) * b44 % P;
  const b176 = pow2(b88, _88n, P) * b88 % P;
  const b220 = pow2(b176, _44n, P) * b44 % P;
  const b223 = pow2(b220, _3n, P) * b3 % P;
  const t1 = pow2(b223, _23n, P) * b22 % P;
  const t2 = pow2(t1, _6n, P) * b2 % P;
  const root = pow2(t2, _2n, P);
  if (!Fpk1.eql(Fpk1.sqr(root), y))
    throw new Error("Cannot find square root");
  return root;
}
var Fpk1 = /* @__PURE__ */ Field(secp256k1_CURVE.p, { sqrt: sqrtMod });
var Pointk1 = /* @__PURE__ */ weierstrass(secp256k1_CURVE, {
  Fp: Fpk1,
  endo: secp256k1_ENDO
});
var secp256k1 = /* @__PURE__ */ ecdsa(Pointk1, sha256);

// packages/vm/src/natives/crypto/secp256k1.ts
var { Point } = secp256k1;
var { Fp, Fn } = Point;
function readSignature(bytes, recoveryId) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/secp256k1.ts", "readSignature", 15);
  if (bytes.length !== 64 || recoveryId > 3) return void 0;
  const r = bigEndian(bytes.subarray(0, 32));
  const s = bigEndian(bytes.subarray(32));
  return r < Fn.ORDER && s < Fn.ORDER ? { r, s, recoveryId } : void 0;
}
function recover({ r, s, recoveryId }, digest) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/secp256k1.ts", "recover", 29);
  if (r === 0n || s === 0n) return void 0;
  const x = (recoveryId & 2) === 0 ? r : r + Fn.ORDER;
  if (x >= Fp.ORDER) return void 0;
  try {
    const compressed = new Uint8Array(33);
    compressed[0] = 2 | recoveryId & 1;
    compressed.set(Fp.toBytes(x), 1);
    const inverse = Fn.inv(r);
    const u1 = Fn.neg(Fn.mul(Fn.create(bigEndian(digest)), inverse));
    const key = Point.BASE.mulAddUnsafe(u1, Point.fromBytes(compressed), Fn.mul(s, inverse));
    return key.is0() ? void 0 : key.toBytes(false).subarray(1);
  } catch {
    return void 0;
  }
}

// packages/vm/src/natives/framework/secp256k1.ts
var malformed = 65537;
var digestLength = 32;
var maxRecoveryId = 3;
function ecdsaRecover(call) {
  globalThis.__walk?.("packages/vm/src/natives/framework/secp256k1.ts", "ecdsaRecover", 12);
  const digest = bytesOf(call.args[0]);
  const recoveryId = Number(integerOf(call.args[1]));
  call.charge("aptos_framework.secp256k1.base");
  if (digest.length !== digestLength) return call.abort(malformed, "Message must be exactly 32 bytes");
  if (recoveryId > maxRecoveryId) return call.abort(malformed, "Recovery ID must be 0, 1, 2, or 3");
  const signature = readSignature(bytesOf(call.args[2]), recoveryId);
  if (signature === void 0) return call.abort(malformed, "Signature must be exactly 64 bytes");
  call.charge("aptos_framework.secp256k1.ecdsa_recover");
  const key = recover(signature, digest);
  return new Results(new ByteVector(key?.slice() ?? new Uint8Array()), key !== void 0);
}
var natives = {
  "0x1::secp256k1::ecdsa_recover_internal": ecdsaRecover
};
export {
  natives
};
/*! Bundled license information:

@noble/curves/secp256k1.js:
  (*! noble-curves - MIT License (c) 2022 Paul Miller (paulmillr.com) *)
*/

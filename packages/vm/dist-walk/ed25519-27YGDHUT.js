import { createRequire as nodeRequire } from "node:module"; const require = nodeRequire(import.meta.url); globalThis.__log ??= []; globalThis.__seen ??= new Set(); globalThis.__walk ??= (f,n,l) => { if (!globalThis.__on) return; const k=f+":"+l; if (globalThis.__seen.has(k)) return; globalThis.__seen.add(k); globalThis.__log.push([f,n]); };
import {
  ed25519
} from "./chunk-GPAAP6A4.js";
import {
  concatBytes
} from "./chunk-2XSFZ6XN.js";
import "./chunk-RBDAKBAQ.js";
import "./chunk-ZHCS6YIL.js";
import {
  littleEndian
} from "./chunk-7I2P44JX.js";
import {
  bytesOf,
  sha512
} from "./chunk-FJ3JFEMO.js";
import "./chunk-V4L7RYGF.js";

// packages/vm/src/natives/crypto/ed25519.ts
var half = 32;
var signatureLength = 64;
var publicKeyLength = half;
var { Point } = ed25519;
var groupOrder = Point.Fn.ORDER;
function decompress(bytes) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/ed25519.ts", "decompress", 35);
  try {
    return Point.fromBytes(bytes, true);
  } catch {
    return void 0;
  }
}
function readPublicKey(bytes) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/ed25519.ts", "readPublicKey", 44);
  if (bytes.length !== publicKeyLength) return void 0;
  const point = decompress(bytes);
  return point && { point, bytes };
}
function isSmallOrder({ point }) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/ed25519.ts", "isSmallOrder", 51);
  return point.isSmallOrder();
}
function readSignature(bytes) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/ed25519.ts", "readSignature", 56);
  if (bytes.length !== signatureLength) return void 0;
  const s = littleEndian(bytes.subarray(half));
  return s < groupOrder ? { r: bytes.subarray(0, half), s } : void 0;
}
function verifyStrict(signature, key, message) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/ed25519.ts", "verifyStrict", 68);
  const r = decompress(signature.r);
  if (r === void 0 || r.isSmallOrder() || key.point.isSmallOrder()) return false;
  const k = littleEndian(sha512(concatBytes(signature.r, key.bytes, message))) % groupOrder;
  return Point.BASE.multiplyUnsafe(signature.s).subtract(key.point.multiplyUnsafe(k)).equals(r);
}

// packages/vm/src/natives/crypto/multi-ed25519.ts
var maxKeys = 32;
var bitmapLength = 4;
function countKeys(bytes) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/multi-ed25519.ts", "countKeys", 19);
  return Math.floor(bytes.length / publicKeyLength);
}
function countSignatures(bytes) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/multi-ed25519.ts", "countSignatures", 24);
  return Math.floor(bytes.length / signatureLength);
}
function isKeyCount(count) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/multi-ed25519.ts", "isKeyCount", 29);
  return count <= maxKeys;
}
function readThreshold(bytes) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/multi-ed25519.ts", "readThreshold", 34);
  const count = countKeys(bytes);
  if (count === 0 || !isKeyCount(count) || bytes.length !== count * publicKeyLength + 1) return void 0;
  const threshold = bytes[bytes.length - 1];
  return threshold >= 1 && threshold <= count ? threshold : void 0;
}
function keyBytes(bytes, index) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/multi-ed25519.ts", "keyBytes", 42);
  return bytes.subarray(index * publicKeyLength, (index + 1) * publicKeyLength);
}
function readPublicKey2(bytes) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/multi-ed25519.ts", "readPublicKey", 47);
  const threshold = readThreshold(bytes);
  if (threshold === void 0) return void 0;
  const keys = [];
  for (let index = 0; index < countKeys(bytes); index++) {
    const key = readPublicKey(keyBytes(bytes, index));
    if (key === void 0) return void 0;
    keys.push(key);
  }
  return { keys, threshold };
}
function readSignature2(bytes) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/multi-ed25519.ts", "readSignature", 60);
  const count = countSignatures(bytes);
  if (count === 0 || count > maxKeys || bytes.length !== count * signatureLength + bitmapLength) {
    return void 0;
  }
  const bitmap = bytes.subarray(bytes.length - bitmapLength);
  const positions = [];
  for (let index = 0; index < bitmapLength * 8; index++) {
    if ((bitmap[index >> 3] & 128 >> (index & 7)) !== 0) positions.push(index);
  }
  if (positions.length !== count) return void 0;
  const signatures = [];
  for (let index = 0; index < count; index++) {
    const start = index * signatureLength;
    const signature = readSignature(bytes.subarray(start, start + signatureLength));
    if (signature === void 0) return void 0;
    signatures.push(signature);
  }
  return { signatures, positions };
}
function verifyStrict2({ signatures, positions }, { keys, threshold }, message) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/multi-ed25519.ts", "verifyStrict", 86);
  if (positions.at(-1) >= keys.length || signatures.length < threshold) return false;
  return signatures.every((signature, index) => (globalThis.__walk?.("packages/vm/src/natives/crypto/multi-ed25519.ts", "verifyStrict", 92), verifyStrict(signature, keys[positions[index]], message)));
}

// packages/vm/src/natives/framework/ed25519.ts
var wrongKeyLength = 1;
function validateKey(call) {
  globalThis.__walk?.("packages/vm/src/natives/framework/ed25519.ts", "validateKey", 9);
  const bytes = bytesOf(call.args[0]);
  call.charge("aptos_framework.signature.base");
  call.charge("aptos_framework.signature.per_pubkey_deserialize");
  if (bytes.length !== publicKeyLength) {
    if (call.session.environment.rules.ed25519WrongLength) return false;
    return call.abort(wrongKeyLength);
  }
  const key = readPublicKey(bytes);
  if (key === void 0) return false;
  call.charge("aptos_framework.signature.per_pubkey_small_order_check");
  return !isSmallOrder(key);
}
function chargeVerification(call, signatures, message) {
  globalThis.__walk?.("packages/vm/src/natives/framework/ed25519.ts", "chargeVerification", 24);
  call.charge("aptos_framework.signature.per_sig_strict_verify", signatures);
  call.charge("aptos_framework.signature.per_msg_hashing_base", signatures);
  call.charge("aptos_framework.signature.per_msg_byte_hashing", signatures * message.length);
}
function verify(call) {
  globalThis.__walk?.("packages/vm/src/natives/framework/ed25519.ts", "verify", 30);
  const message = bytesOf(call.args[2]);
  call.charge("aptos_framework.signature.base");
  call.charge("aptos_framework.signature.per_pubkey_deserialize");
  const key = readPublicKey(bytesOf(call.args[1]));
  if (key === void 0) return false;
  call.charge("aptos_framework.signature.per_sig_deserialize");
  const signature = readSignature(bytesOf(call.args[0]));
  if (signature === void 0) return false;
  chargeVerification(call, 1, message);
  return verifyStrict(signature, key, message);
}
function validateKeys(call, bytes) {
  globalThis.__walk?.("packages/vm/src/natives/framework/ed25519.ts", "validateKeys", 44);
  for (let index = 0; index < countKeys(bytes); index++) {
    call.charge("aptos_framework.signature.per_pubkey_deserialize");
    call.charge("aptos_framework.signature.per_pubkey_small_order_check");
    const key = readPublicKey(keyBytes(bytes, index));
    if (key === void 0 || isSmallOrder(key)) return false;
  }
  return true;
}
function verifyMulti(call) {
  globalThis.__walk?.("packages/vm/src/natives/framework/ed25519.ts", "verifyMulti", 54);
  const signatureBytes = bytesOf(call.args[0]);
  const keyBytes2 = bytesOf(call.args[1]);
  const message = bytesOf(call.args[2]);
  const signatures = countSignatures(signatureBytes);
  call.charge("aptos_framework.signature.base");
  call.charge("aptos_framework.signature.per_pubkey_deserialize", countKeys(keyBytes2));
  const key = readPublicKey2(keyBytes2);
  if (key === void 0) return false;
  call.charge("aptos_framework.signature.per_sig_deserialize", signatures);
  const signature = readSignature2(signatureBytes);
  if (signature === void 0) return false;
  chargeVerification(call, signatures, message);
  return verifyStrict2(signature, key, message);
}
var natives = {
  "0x1::ed25519::public_key_validate_internal": validateKey,
  "0x1::ed25519::signature_verify_strict_internal": verify,
  // The first form looks at whole keys only, whatever follows them.
  "0x1::multi_ed25519::public_key_validate_internal": (call) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/ed25519.ts", "natives", 75);
    const bytes = bytesOf(call.args[0]);
    call.charge("aptos_framework.signature.base");
    return isKeyCount(countKeys(bytes)) && validateKeys(call, bytes);
  },
  "0x1::multi_ed25519::public_key_validate_v2_internal": (call) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/ed25519.ts", "natives", 80);
    const bytes = bytesOf(call.args[0]);
    call.charge("aptos_framework.signature.base");
    return readThreshold(bytes) !== void 0 && validateKeys(call, bytes);
  },
  "0x1::multi_ed25519::signature_verify_strict_internal": verifyMulti
};
export {
  natives
};

import { createRequire as nodeRequire } from "node:module"; const require = nodeRequire(import.meta.url); globalThis.__log ??= []; globalThis.__seen ??= new Set(); globalThis.__walk ??= (f,n,l) => { if (!globalThis.__on) return; const k=f+":"+l; if (globalThis.__seen.has(k)) return; globalThis.__seen.add(k); globalThis.__log.push([f,n]); };
import {
  aggregatePublicKeys,
  aggregateSignatures,
  isInGroup,
  readPublicKey,
  readSignature,
  verify,
  verifyPossession
} from "./chunk-YGSRSLSI.js";
import "./chunk-TH6MITXI.js";
import {
  Results
} from "./chunk-A3GLVXIS.js";
import "./chunk-2XSFZ6XN.js";
import "./chunk-RBDAKBAQ.js";
import "./chunk-ZHCS6YIL.js";
import "./chunk-7I2P44JX.js";
import {
  ByteVector,
  bytesOf,
  partsOf
} from "./chunk-FJ3JFEMO.js";
import "./chunk-V4L7RYGF.js";

// packages/vm/src/natives/framework/bls12381.ts
function readKey(call, bytes) {
  globalThis.__walk?.("packages/vm/src/natives/framework/bls12381.ts", "readKey", 7);
  call.charge("aptos_framework.bls12381.per_pubkey_deserialize");
  return readPublicKey(bytes);
}
function readGroupKey(call, bytes) {
  globalThis.__walk?.("packages/vm/src/natives/framework/bls12381.ts", "readGroupKey", 13);
  const key = readKey(call, bytes);
  if (key === void 0) return void 0;
  call.charge("aptos_framework.bls12381.per_pubkey_deserialize");
  return isInGroup(key) ? key : void 0;
}
function readSignature2(call, bytes) {
  globalThis.__walk?.("packages/vm/src/natives/framework/bls12381.ts", "readSignature", 20);
  call.charge("aptos_framework.bls12381.per_sig_deserialize");
  return readSignature(bytes);
}
function verify2(readPublicKey2) {
  globalThis.__walk?.("packages/vm/src/natives/framework/bls12381.ts", "verify", 26);
  return (call) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/bls12381.ts", "verify", 27);
    const message = bytesOf(call.args[2]);
    call.charge("aptos_framework.bls12381.base");
    const key = readPublicKey2(call, bytesOf(call.args[1]));
    if (key === void 0) return false;
    const signature = readSignature2(call, bytesOf(call.args[0]));
    if (signature === void 0) return false;
    call.charge("aptos_framework.bls12381.per_sig_verify");
    call.charge("aptos_framework.bls12381.per_msg_hashing");
    call.charge("aptos_framework.bls12381.per_byte_hashing", message.length);
    return verify(signature, [key], [message]);
  };
}
function verifyPossession2(call) {
  globalThis.__walk?.("packages/vm/src/natives/framework/bls12381.ts", "verifyPossession", 41);
  call.charge("aptos_framework.bls12381.base");
  const key = readKey(call, bytesOf(call.args[0]));
  if (key === void 0) return false;
  const proof = readSignature2(call, bytesOf(call.args[1]));
  if (proof === void 0) return false;
  call.charge("aptos_framework.bls12381.per_pop_verify");
  return verifyPossession(proof, key);
}
function readAll(values, read) {
  globalThis.__walk?.("packages/vm/src/natives/framework/bls12381.ts", "readAll", 52);
  const points = [];
  for (const bytes of values) {
    const point = read(bytes);
    if (point === void 0) return void 0;
    points.push(point);
  }
  return points;
}
function wrappedBytes(call, index) {
  globalThis.__walk?.("packages/vm/src/natives/framework/bls12381.ts", "wrappedBytes", 63);
  return partsOf(call.args[index]).map((item) => (globalThis.__walk?.("packages/vm/src/natives/framework/bls12381.ts", "wrappedBytes", 64), bytesOf(partsOf(item)[0])));
}
function aggregate(read, price, sum) {
  globalThis.__walk?.("packages/vm/src/natives/framework/bls12381.ts", "aggregate", 67);
  return (call) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/bls12381.ts", "aggregate", 72);
    call.charge("aptos_framework.bls12381.base");
    const values = wrappedBytes(call, 0);
    const points = values.length === 0 ? void 0 : readAll(values, (bytes) => (globalThis.__walk?.("packages/vm/src/natives/framework/bls12381.ts", "points", 75), read(call, bytes)));
    if (points === void 0) return new Results(new ByteVector(new Uint8Array()), false);
    call.charge(price, points.length);
    return new Results(new ByteVector(sum(points)), true);
  };
}
function verifyAggregate(call) {
  globalThis.__walk?.("packages/vm/src/natives/framework/bls12381.ts", "verifyAggregate", 82);
  call.charge("aptos_framework.bls12381.base");
  const keyBytes = wrappedBytes(call, 1);
  const messages = partsOf(call.args[2]).map(bytesOf);
  if (keyBytes.length !== messages.length) return false;
  const keys = readAll(keyBytes, (bytes) => (globalThis.__walk?.("packages/vm/src/natives/framework/bls12381.ts", "keys", 87), readKey(call, bytes)));
  if (keys === void 0) return false;
  const signature = readSignature2(call, bytesOf(call.args[0]));
  if (signature === void 0) return false;
  const length = messages.reduce((sum, message) => (globalThis.__walk?.("packages/vm/src/natives/framework/bls12381.ts", "length", 91), sum + message.length), 0);
  call.charge("aptos_framework.bls12381.per_pairing", messages.length + 1);
  call.charge("aptos_framework.bls12381.per_msg_hashing", messages.length);
  call.charge("aptos_framework.bls12381.per_byte_hashing", length);
  return verify(signature, keys, messages);
}
var natives = {
  "0x1::bls12381::validate_pubkey_internal": (call) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/bls12381.ts", "natives", 100);
    call.charge("aptos_framework.bls12381.base");
    return readGroupKey(call, bytesOf(call.args[0])) !== void 0;
  },
  "0x1::bls12381::signature_subgroup_check_internal": (call) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/bls12381.ts", "natives", 104);
    call.charge("aptos_framework.bls12381.base");
    const signature = readSignature2(call, bytesOf(call.args[0]));
    if (signature === void 0) return false;
    call.charge("aptos_framework.bls12381.per_sig_subgroup_check");
    return isInGroup(signature);
  },
  "0x1::bls12381::verify_normal_signature_internal": verify2(readGroupKey),
  "0x1::bls12381::verify_multisignature_internal": verify2(readKey),
  "0x1::bls12381::verify_signature_share_internal": verify2(readKey),
  "0x1::bls12381::verify_proof_of_possession_internal": verifyPossession2,
  "0x1::bls12381::aggregate_pubkeys_internal": aggregate(
    readKey,
    "aptos_framework.bls12381.per_pubkey_aggregate",
    aggregatePublicKeys
  ),
  "0x1::bls12381::aggregate_signatures_internal": aggregate(
    readSignature2,
    "aptos_framework.bls12381.per_sig_aggregate",
    aggregateSignatures
  ),
  "0x1::bls12381::verify_aggregate_signature_internal": verifyAggregate
};
export {
  natives
};

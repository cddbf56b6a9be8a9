import type { GasKey } from "../../gas/keys/index.ts";
import { type NativeCall, type NativeFunction, Results } from "../../port/native.ts";
import { ByteVector } from "../../value/byte-vector.ts";
import { bytesOf, partsOf } from "../arguments.ts";
import * as bls from "../crypto/bls12381.ts";

function readKey(call: NativeCall, bytes: Uint8Array): bls.PublicKey | undefined {
  call.charge("aptos_framework.bls12381.per_pubkey_deserialize");
  return bls.readPublicKey(bytes);
}

/** The check of the group has the price of reading the key, though the schedule has a price of its own. */
function readGroupKey(call: NativeCall, bytes: Uint8Array): bls.PublicKey | undefined {
  const key = readKey(call, bytes);
  if (key === undefined) return undefined;
  call.charge("aptos_framework.bls12381.per_pubkey_deserialize");
  return bls.isInGroup(key) ? key : undefined;
}

function readSignature(call: NativeCall, bytes: Uint8Array): bls.Signature | undefined {
  call.charge("aptos_framework.bls12381.per_sig_deserialize");
  return bls.readSignature(bytes);
}

/** A signature of one key, or of several whose sum is given. */
function verify(readPublicKey: typeof readKey): NativeFunction {
  return (call) => {
    const message = bytesOf(call.args[2]);
    call.charge("aptos_framework.bls12381.base");
    const key = readPublicKey(call, bytesOf(call.args[1]));
    if (key === undefined) return false;
    const signature = readSignature(call, bytesOf(call.args[0]));
    if (signature === undefined) return false;
    call.charge("aptos_framework.bls12381.per_sig_verify");
    call.charge("aptos_framework.bls12381.per_msg_hashing");
    call.charge("aptos_framework.bls12381.per_byte_hashing", message.length);
    return bls.verify(signature, [key], [message]);
  };
}

function verifyPossession(call: NativeCall): boolean {
  call.charge("aptos_framework.bls12381.base");
  const key = readKey(call, bytesOf(call.args[0]));
  if (key === undefined) return false;
  const proof = readSignature(call, bytesOf(call.args[1]));
  if (proof === undefined) return false;
  call.charge("aptos_framework.bls12381.per_pop_verify");
  return bls.verifyPossession(proof, key);
}

/** Reads points until one is none. Every one that was tried is paid for. */
function readAll<T>(values: readonly Uint8Array[], read: (bytes: Uint8Array) => T | undefined): T[] | undefined {
  const points: T[] = [];
  for (const bytes of values) {
    const point = read(bytes);
    if (point === undefined) return undefined;
    points.push(point);
  }
  return points;
}

/** The bytes of structs that hold nothing else. */
function wrappedBytes(call: NativeCall, index: number): Uint8Array[] {
  return partsOf(call.args[index]).map((item) => bytesOf(partsOf(item)[0]));
}

function aggregate<T>(
  read: (call: NativeCall, bytes: Uint8Array) => T | undefined,
  price: GasKey,
  sum: (points: readonly T[]) => Uint8Array,
): NativeFunction {
  return (call) => {
    call.charge("aptos_framework.bls12381.base");
    const values = wrappedBytes(call, 0);
    const points = values.length === 0 ? undefined : readAll(values, (bytes) => read(call, bytes));
    if (points === undefined) return new Results(new ByteVector(new Uint8Array()), false);
    call.charge(price, points.length);
    return new Results(new ByteVector(sum(points)), true);
  };
}

function verifyAggregate(call: NativeCall): boolean {
  call.charge("aptos_framework.bls12381.base");
  const keyBytes = wrappedBytes(call, 1);
  const messages = partsOf(call.args[2]).map(bytesOf);
  if (keyBytes.length !== messages.length) return false;
  const keys = readAll(keyBytes, (bytes) => readKey(call, bytes));
  if (keys === undefined) return false;
  const signature = readSignature(call, bytesOf(call.args[0]));
  if (signature === undefined) return false;
  const length = messages.reduce((sum, message) => sum + message.length, 0);
  call.charge("aptos_framework.bls12381.per_pairing", messages.length + 1);
  call.charge("aptos_framework.bls12381.per_msg_hashing", messages.length);
  call.charge("aptos_framework.bls12381.per_byte_hashing", length);
  return bls.verify(signature, keys, messages);
}

/** `0x1::bls12381`. */
export const natives: Readonly<Record<string, NativeFunction>> = {
  "0x1::bls12381::validate_pubkey_internal": (call) => {
    call.charge("aptos_framework.bls12381.base");
    return readGroupKey(call, bytesOf(call.args[0])) !== undefined;
  },
  "0x1::bls12381::signature_subgroup_check_internal": (call) => {
    call.charge("aptos_framework.bls12381.base");
    const signature = readSignature(call, bytesOf(call.args[0]));
    if (signature === undefined) return false;
    call.charge("aptos_framework.bls12381.per_sig_subgroup_check");
    return bls.isInGroup(signature);
  },
  "0x1::bls12381::verify_normal_signature_internal": verify(readGroupKey),
  "0x1::bls12381::verify_multisignature_internal": verify(readKey),
  "0x1::bls12381::verify_signature_share_internal": verify(readKey),
  "0x1::bls12381::verify_proof_of_possession_internal": verifyPossession,
  "0x1::bls12381::aggregate_pubkeys_internal": aggregate(
    readKey,
    "aptos_framework.bls12381.per_pubkey_aggregate",
    bls.aggregatePublicKeys,
  ),
  "0x1::bls12381::aggregate_signatures_internal": aggregate(
    readSignature,
    "aptos_framework.bls12381.per_sig_aggregate",
    bls.aggregateSignatures,
  ),
  "0x1::bls12381::verify_aggregate_signature_internal": verifyAggregate,
};

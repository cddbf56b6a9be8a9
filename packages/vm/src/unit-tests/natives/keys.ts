import { concatBytes } from "@ledger/types";
import { bls12_381 } from "@noble/curves/bls12-381.js";
import { ed25519 } from "@noble/curves/ed25519.js";
import { bytesOf, integerOf } from "../../natives/arguments.ts";
import { possessionDomain, signatureDomain } from "../../natives/crypto/bls12381.ts";
import { reduceScalar, writeScalar } from "../../natives/crypto/ristretto255.ts";
import { type NativeCall, type NativeFunction, Results } from "../../port/native.ts";
import { ByteVector } from "../../value/byte-vector.ts";
import { madeUp } from "./made-up.ts";

const { longSignatures } = bls12_381;
const keyLength = 32;

function keyPair(secret: Uint8Array, publicKey: Uint8Array): Results {
  return new Results(new ByteVector(secret), new ByteVector(publicKey));
}

/** Several keys, one after the other, and the number of them that have to sign. */
function generateMulti(call: NativeCall): Results {
  const [threshold, count] = [Number(integerOf(call.args[0])), Number(integerOf(call.args[1]))];
  const secrets = Array.from({ length: count }, () => madeUp(call, keyLength));
  const end = Uint8Array.of(threshold);
  const publicKeys = secrets.map((secret) => ed25519.getPublicKey(secret));
  return keyPair(concatBytes(...secrets, end), concatBytes(...publicKeys, end));
}

/** The first keys sign, as many as have to. A bitmap says so, the highest bit of its first byte for the first key. */
function signMulti(call: NativeCall): ByteVector {
  const [secrets, message] = [bytesOf(call.args[0]), bytesOf(call.args[1])];
  const threshold = secrets.at(-1)!;
  const bitmap = new Uint8Array(4);
  const signatures = Array.from({ length: threshold }, (_, i) => {
    bitmap[i >> 3]! |= 0x80 >> (i & 7);
    return ed25519.sign(message, secrets.subarray(i * keyLength, (i + 1) * keyLength));
  });
  return new ByteVector(concatBytes(...signatures, bitmap));
}

function signBls(secret: Uint8Array, message: Uint8Array, domain: string): ByteVector {
  return new ByteVector(longSignatures.sign(longSignatures.hash(message, domain), secret).toBytes());
}

/** The key pairs and signatures of tests. */
export const natives: Readonly<Record<string, NativeFunction>> = {
  "0x1::ed25519::generate_keys_internal": (call) => {
    const secret = madeUp(call, keyLength);
    return keyPair(secret, ed25519.getPublicKey(secret));
  },
  "0x1::ed25519::sign_internal": (call) => new ByteVector(ed25519.sign(bytesOf(call.args[1]), bytesOf(call.args[0]))),
  "0x1::multi_ed25519::generate_keys_internal": generateMulti,
  "0x1::multi_ed25519::sign_internal": signMulti,
  "0x1::bls12381::generate_keys_internal": (call) => {
    const secret = bls12_381.utils.randomSecretKey(madeUp(call, 48));
    return keyPair(secret, longSignatures.getPublicKey(secret).toBytes());
  },
  "0x1::bls12381::sign_internal": (call) => signBls(bytesOf(call.args[0]), bytesOf(call.args[1]), signatureDomain),
  "0x1::bls12381::generate_proof_of_possession_internal": (call) => {
    const secret = bytesOf(call.args[0]);
    return signBls(secret, longSignatures.getPublicKey(secret).toBytes(), possessionDomain);
  },
  "0x1::ristretto255::random_scalar_internal": (call) => new ByteVector(writeScalar(reduceScalar(madeUp(call, 64)))),
};

import { blake2b } from "@noble/hashes/blake2.js";
import { ripemd160 } from "@noble/hashes/legacy.js";
import { sha512 } from "@noble/hashes/sha2.js";
import { sha3_512 } from "@noble/hashes/sha3.js";
import type { NativeFunction } from "../../port/native.ts";
import { ByteVector } from "../../value/byte-vector.ts";
import { bytesOf } from "../arguments.ts";

type HashName = "sha2_512" | "sha3_512" | "ripemd160" | "blake2b_256";

function hash(name: HashName, digest: (bytes: Uint8Array) => Uint8Array): NativeFunction {
  return (call) => {
    const bytes = bytesOf(call.args[0]);
    call.charge(`aptos_framework.hash.${name}.base`);
    call.charge(`aptos_framework.hash.${name}.per_byte`, bytes.length);
    return new ByteVector(digest(bytes));
  };
}

/** The hashes of `0x1::aptos_hash` that little code uses. */
export const natives: Readonly<Record<string, NativeFunction>> = {
  "0x1::aptos_hash::sha2_512_internal": hash("sha2_512", sha512),
  "0x1::aptos_hash::sha3_512_internal": hash("sha3_512", sha3_512),
  "0x1::aptos_hash::ripemd160_internal": hash("ripemd160", ripemd160),
  "0x1::aptos_hash::blake2b_256_internal": hash("blake2b_256", (bytes) => blake2b(bytes, { dkLen: 32 })),
};

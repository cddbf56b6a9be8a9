import { sha3_256 } from "@ledger/types";
import { sha256 } from "@noble/hashes/sha2.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import type { NativeFunction } from "../../port/native.ts";
import { ByteVector } from "../../value/byte-vector.ts";
import { integer } from "../../value/integer.ts";
import { bytesOf } from "../arguments.ts";
import { sipHash } from "../crypto/sip-hash.ts";

/** `0x1::hash`, and what most code uses of `0x1::aptos_hash`. */
export const hashNatives: Readonly<Record<string, NativeFunction>> = {
  "0x1::hash::sha2_256": (call) => {
    const bytes = bytesOf(call.args[0]);
    call.charge("move_stdlib.hash.sha2_256.base");
    call.charge("move_stdlib.hash.sha2_256.per_byte", bytes.length);
    return new ByteVector(sha256(bytes));
  },
  "0x1::hash::sha3_256": (call) => {
    const bytes = bytesOf(call.args[0]);
    call.charge("move_stdlib.hash.sha3_256.base");
    call.charge("move_stdlib.hash.sha3_256.per_byte", bytes.length);
    return new ByteVector(sha3_256(bytes).slice());
  },
  "0x1::aptos_hash::keccak256": (call) => {
    const bytes = bytesOf(call.args[0]);
    call.charge("aptos_framework.hash.keccak256.base");
    call.charge("aptos_framework.hash.keccak256.per_byte", bytes.length);
    return new ByteVector(keccak_256(bytes));
  },
  "0x1::aptos_hash::sip_hash": (call) => {
    const bytes = bytesOf(call.args[0]);
    call.charge("aptos_framework.hash.sip_hash.base");
    call.charge("aptos_framework.hash.sip_hash.per_byte", bytes.length);
    return integer(sipHash(bytes));
  },
};

import { type NativeCall, type NativeFunction, Results } from "../../port/native.ts";
import { ByteVector } from "../../value/byte-vector.ts";
import { bytesOf, integerOf } from "../arguments.ts";
import { readSignature, recover } from "../crypto/secp256k1.ts";

/** Abort of arguments that cannot be read. */
const malformed = 0x1_0001;

const digestLength = 32;
const maxRecoveryId = 3;

function ecdsaRecover(call: NativeCall): Results {
  const digest = bytesOf(call.args[0]);
  const recoveryId = Number(integerOf(call.args[1]));
  call.charge("aptos_framework.secp256k1.base");
  if (digest.length !== digestLength) return call.abort(malformed, "Message must be exactly 32 bytes");
  if (recoveryId > maxRecoveryId) return call.abort(malformed, "Recovery ID must be 0, 1, 2, or 3");
  const signature = readSignature(bytesOf(call.args[2]), recoveryId);
  if (signature === undefined) return call.abort(malformed, "Signature must be exactly 64 bytes");
  call.charge("aptos_framework.secp256k1.ecdsa_recover");
  const key = recover(signature, digest);
  return new Results(new ByteVector(key?.slice() ?? new Uint8Array()), key !== undefined);
}

/** `0x1::secp256k1`. */
export const natives: Readonly<Record<string, NativeFunction>> = {
  "0x1::secp256k1::ecdsa_recover_internal": ecdsaRecover,
};

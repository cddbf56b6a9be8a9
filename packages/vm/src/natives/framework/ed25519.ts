import type { NativeCall, NativeFunction } from "../../port/native.ts";
import { bytesOf } from "../arguments.ts";
import * as ed25519 from "../crypto/ed25519.ts";
import * as multi from "../crypto/multi-ed25519.ts";

/** Abort of a public key of another length, before feature 14. */
const wrongKeyLength = 1;

function validateKey(call: NativeCall): boolean {
  const bytes = bytesOf(call.args[0]);
  call.charge("aptos_framework.signature.base");
  call.charge("aptos_framework.signature.per_pubkey_deserialize");
  if (bytes.length !== ed25519.publicKeyLength) {
    if (call.session.environment.rules.ed25519WrongLength) return false;
    return call.abort(wrongKeyLength);
  }
  const key = ed25519.readPublicKey(bytes);
  if (key === undefined) return false;
  call.charge("aptos_framework.signature.per_pubkey_small_order_check");
  return !ed25519.isSmallOrder(key);
}

/** The price of verifying signatures over one message each. */
function chargeVerification(call: NativeCall, signatures: number, message: Uint8Array): void {
  call.charge("aptos_framework.signature.per_sig_strict_verify", signatures);
  call.charge("aptos_framework.signature.per_msg_hashing_base", signatures);
  call.charge("aptos_framework.signature.per_msg_byte_hashing", signatures * message.length);
}

function verify(call: NativeCall): boolean {
  const message = bytesOf(call.args[2]);
  call.charge("aptos_framework.signature.base");
  call.charge("aptos_framework.signature.per_pubkey_deserialize");
  const key = ed25519.readPublicKey(bytesOf(call.args[1]));
  if (key === undefined) return false;
  call.charge("aptos_framework.signature.per_sig_deserialize");
  const signature = ed25519.readSignature(bytesOf(call.args[0]));
  if (signature === undefined) return false;
  chargeVerification(call, 1, message);
  return ed25519.verifyStrict(signature, key, message);
}

/** True if all keys in the bytes are valid. The first that is not ends the look, and its price is due too. */
function validateKeys(call: NativeCall, bytes: Uint8Array): boolean {
  for (let index = 0; index < multi.countKeys(bytes); index++) {
    call.charge("aptos_framework.signature.per_pubkey_deserialize");
    call.charge("aptos_framework.signature.per_pubkey_small_order_check");
    const key = ed25519.readPublicKey(multi.keyBytes(bytes, index));
    if (key === undefined || ed25519.isSmallOrder(key)) return false;
  }
  return true;
}

function verifyMulti(call: NativeCall): boolean {
  const signatureBytes = bytesOf(call.args[0]);
  const keyBytes = bytesOf(call.args[1]);
  const message = bytesOf(call.args[2]);
  const signatures = multi.countSignatures(signatureBytes);
  call.charge("aptos_framework.signature.base");
  call.charge("aptos_framework.signature.per_pubkey_deserialize", multi.countKeys(keyBytes));
  const key = multi.readPublicKey(keyBytes);
  if (key === undefined) return false;
  call.charge("aptos_framework.signature.per_sig_deserialize", signatures);
  const signature = multi.readSignature(signatureBytes);
  if (signature === undefined) return false;
  chargeVerification(call, signatures, message);
  return multi.verifyStrict(signature, key, message);
}

/** `0x1::ed25519` and `0x1::multi_ed25519`. */
export const natives: Readonly<Record<string, NativeFunction>> = {
  "0x1::ed25519::public_key_validate_internal": validateKey,
  "0x1::ed25519::signature_verify_strict_internal": verify,
  // The first form looks at whole keys only, whatever follows them.
  "0x1::multi_ed25519::public_key_validate_internal": (call) => {
    const bytes = bytesOf(call.args[0]);
    call.charge("aptos_framework.signature.base");
    return multi.isKeyCount(multi.countKeys(bytes)) && validateKeys(call, bytes);
  },
  "0x1::multi_ed25519::public_key_validate_v2_internal": (call) => {
    const bytes = bytesOf(call.args[0]);
    call.charge("aptos_framework.signature.base");
    return multi.readThreshold(bytes) !== undefined && validateKeys(call, bytes);
  },
  "0x1::multi_ed25519::signature_verify_strict_internal": verifyMulti,
};

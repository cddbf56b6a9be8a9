import { type Address, formatAddressLong } from "@ledger/types";
import type { NativeCall, NativeFunction } from "../../port/native.ts";
import { Reference, signerValue, type Value } from "../../value/value.ts";
import { addressOf, bytesOf, partsBehind, referenceOf } from "../arguments.ts";

/** Position of the master address in a signer, after its tag. */
const masterAddress = 1;
/** Position of the address of its permissions in a permissioned signer. */
const permissionAddress = 2;

/** Tag of a permissioned signer. */
const permissioned = 1;

const notPermissioned = 3;
const permissionedSignersOff = 9;
const wrongLength = 2;

function createSigner(call: NativeCall): Value {
  call.charge("aptos_framework.account.create_signer.base");
  return signerValue(addressOf(call.args[0]));
}

function createAddress(call: NativeCall): Value {
  call.charge("aptos_framework.account.create_address.base");
  const bytes = bytesOf(call.args[0]);
  return bytes.length === 32 ? formatAddressLong(bytes as Address) : call.abort(wrongLength);
}

function borrowAddress(call: NativeCall): Value {
  const signer = partsBehind(call.args[0]);
  if (signer[0] === permissioned) requirePermissionedSigners(call);
  call.charge("move_stdlib.signer.borrow_address.base");
  return new Reference(signer, masterAddress, referenceOf(call.args[0]).origin);
}

function requirePermissionedSigners(call: NativeCall): void {
  if (!call.session.environment.rules.permissionedSigner) call.abort(permissionedSignersOff);
}

/** The natives that create and read signers. */
export const signerNatives: Readonly<Record<string, NativeFunction>> = {
  "0x1::signer::borrow_address": borrowAddress,
  "0x1::create_signer::create_signer": createSigner,
  "0x1::account::create_signer": createSigner,
  "0x1::genesis::create_signer": createSigner,
  "0x1::account::create_address": createAddress,
  // Frameworks of early 2025 have it there.
  "0x1::permissioned_signer::borrow_address": borrowAddress,
  "0x1::permissioned_signer::is_permissioned_signer_impl": (call) => {
    requirePermissionedSigners(call);
    call.charge("aptos_framework.permissioned_signer.is_permissioned_signer.base");
    return partsBehind(call.args[0])[0] === permissioned;
  },
  "0x1::permissioned_signer::permission_address": (call) => {
    requirePermissionedSigners(call);
    call.charge("aptos_framework.permissioned_signer.permission_address.base");
    const signer = partsBehind(call.args[0]);
    return signer[0] === permissioned ? signer[permissionAddress] : call.abort(notPermissioned);
  },
  "0x1::permissioned_signer::signer_from_permissioned_handle_impl": (call) => {
    requirePermissionedSigners(call);
    call.charge("aptos_framework.permissioned_signer.signer_from_permissioned_handle.base");
    return [permissioned, addressOf(call.args[0]), addressOf(call.args[1])];
  },
};

import { whenReady } from "@ledger/types";
import type { NativeCall, NativeFunction } from "../../port/native.ts";
import { addressOf, partsBehind } from "../arguments.ts";

/** Abort of a slot whose resource is not there. */
const notFound = 2;

function borrow(call: NativeCall, name: "borrow" | "borrow_mut"): ReturnType<NativeFunction> {
  call.charge(`aptos_framework.storage_slot.${name}.base`);
  const address = addressOf(partsBehind(call.args[0])[0]);
  const type = call.typeArgs[1]!;
  if (type.kind !== "Struct") return call.invariant(`${type.text} is not a resource`);
  return whenReady(call.session.resource(address, type), (cell) => {
    if (!cell.exists) return call.abort(notFound, `StorageSlotResource at address ${address.slice(2)} not found`);
    if (cell.unpaid) {
      cell.unpaid = false;
      call.charge(`aptos_framework.storage_slot.${name}.per_byte_loaded`, cell.loadedBytes);
    }
    return cell.borrow();
  });
}

/** `0x1::storage_slot`. */
export const storageSlotNatives: Readonly<Record<string, NativeFunction>> = {
  "0x1::storage_slot::borrow_storage_slot_resource": (call) => borrow(call, "borrow"),
  "0x1::storage_slot::borrow_storage_slot_resource_mut": (call) => borrow(call, "borrow_mut"),
};

import { derivedObjectAddress, formatAddressLong, LruCache, parseAddress, whenReady } from "@ledger/types";
import type { AddressText } from "../../address.ts";
import type { Cell } from "../../port/cell.ts";
import type { NativeCall, NativeFunction } from "../../port/native.ts";
import { addressOf } from "../arguments.ts";

/** Abort of a type that cannot be a resource. */
const noResource = 11;

function existsAt(call: NativeCall): ReturnType<NativeFunction> {
  const { session } = call;
  const type = call.typeArgs[0]!;
  call.charge("aptos_framework.object.exists_at.base");
  if (type.kind !== "Struct") {
    if (!session.environment.rules.abortsWithoutResource) return call.invariant(`${type.text} is not a resource`);
    return call.abort(noResource, "object type argument must be a resource (struct) type");
  }
  return whenReady(session.resource(addressOf(call.args[0]), type), (cell: Cell) => {
    if (cell.unpaid) {
      cell.unpaid = false;
      call.charge("aptos_framework.object.exists_at.per_item_loaded");
      call.charge("aptos_framework.object.exists_at.per_byte_loaded", cell.loadedBytes);
    }
    return cell.exists;
  });
}

/** `0x1::object`. */
export const objectNatives: Readonly<Record<string, NativeFunction>> = {
  "0x1::object::exists_at": existsAt,
  "0x1::object::create_user_derived_object_address_impl": (call) => {
    call.charge("aptos_framework.object.user_derived_address.base");
    return derivedAddress(addressOf(call.args[0]), addressOf(call.args[1]));
  },
};

/** Addresses that were derived last: each transfer asks for those of its two stores seven times. */
const derived = new LruCache<string, AddressText>(4_096);

function derivedAddress(source: AddressText, derivedFrom: AddressText): AddressText {
  const pair = source + derivedFrom;
  let address = derived.get(pair);
  if (address === undefined) {
    address = formatAddressLong(derivedObjectAddress(parseAddress(source), parseAddress(derivedFrom)));
    derived.set(pair, address);
  }
  return address;
}

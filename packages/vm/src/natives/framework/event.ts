import { type Address, formatAddressLong, whenReady } from "@ledger/types";
import type { NativeCall, NativeFunction } from "../../port/native.ts";
import { VmError } from "../../status/vm-error.ts";
import type { Type } from "../../type/type.ts";
import type { ValueLayout } from "../../value/layout.ts";
import { serializeValue } from "../../value/serialize.ts";
import type { Value } from "../../value/value.ts";
import { bytesOf, integerOf } from "../arguments.ts";
import { littleEndian } from "../crypto/byte-order.ts";
import { requireTag } from "../type-tag-limit.ts";

/** Bytes of an event's guid: the creation number, then the address. */
const guidLength = 40;

function chargeMessage(call: NativeCall, message: Value, type: Type): void {
  call.charge("aptos_framework.event.write_to_event_store.base");
  const size = call.session.sizeOf(message, type);
  call.charge("aptos_framework.event.write_to_event_store.per_abstract_memory_unit", size);
  requireTag(type);
}

function serializeMessage(message: Value, layout: ValueLayout): Uint8Array {
  try {
    return serializeValue(message, layout);
  } catch (error) {
    if (error instanceof VmError && error.status === "VALUE_SERIALIZATION_ERROR") {
      throw new VmError("UNKNOWN_INVARIANT_VIOLATION_ERROR", "an event cannot be serialized");
    }
    throw error;
  }
}

function writeToEventStore(call: NativeCall): ReturnType<NativeFunction> {
  const { session } = call;
  const type = call.typeArgs[0]!;
  const message = call.args[2]!;
  chargeMessage(call, message, type);
  return whenReady(session.layout(type), (layout) => {
    const data = serializeMessage(message, layout);
    const guid = bytesOf(call.args[0]);
    if (guid.length !== guidLength) throw new VmError("EVENT_KEY_MISMATCH", "the guid of an event is malformed");
    session.emit({
      key: {
        creationNumber: littleEndian(guid.subarray(0, 8)),
        address: formatAddressLong(guid.slice(8) as Address),
      },
      sequenceNumber: BigInt(integerOf(call.args[1])),
      type,
      data,
    });
    return undefined;
  });
}

function writeModuleEvent(call: NativeCall): ReturnType<NativeFunction> {
  const { session } = call;
  const type = call.typeArgs[0]!;
  const message = call.args[0]!;
  chargeMessage(call, message, type);
  // The native's caller is the framework's `emit`; what counts is who called that.
  const emitter = call.frame(1);
  if (emitter?.module === undefined) return call.invariant("only modules emit events");
  const { address, name } = emitter.module;
  if (type.kind !== "Struct" || type.address !== address || type.module !== name) {
    throw new VmError("INTERNAL_TYPE_ERROR", "a module emits only events of its own");
  }
  return whenReady(session.layout(type), (layout) => {
    session.emit({ key: undefined, sequenceNumber: 0n, type, data: serializeMessage(message, layout) });
    return undefined;
  });
}

/** `0x1::event`. */
export const eventNatives: Readonly<Record<string, NativeFunction>> = {
  "0x1::event::write_to_event_store": writeToEventStore,
  "0x1::event::write_module_event_to_store": writeModuleEvent,
};

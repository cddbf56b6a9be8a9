import { whenReady } from "@ledger/types";
import type { NativeCall, NativeFunction } from "../../port/native.ts";
import { deserializeValue } from "../../value/deserialize.ts";
import { bytesOf } from "../arguments.ts";

/** Abort of bytes that are no value of the type. */
const invalidBytes = 0x1_0001;

function fromBytes(call: NativeCall): ReturnType<NativeFunction> {
  return whenReady(call.session.layout(call.typeArgs[0]!), (layout) => {
    const bytes = bytesOf(call.args[0]);
    call.charge("aptos_framework.util.from_bytes.base");
    call.charge("aptos_framework.util.from_bytes.per_byte", bytes.length);
    if (call.session.delayedFields?.mayHold(call.typeArgs[0]!) === true) return call.abort(invalidBytes);
    return deserializeValue(bytes, layout, call.session.types) ?? call.abort(invalidBytes);
  });
}

/** `0x1::from_bcs`, and `0x1::util`, where it was before. */
export const fromBcsNatives: Readonly<Record<string, NativeFunction>> = {
  "0x1::from_bcs::from_bytes": fromBytes,
  "0x1::util::from_bytes": fromBytes,
};

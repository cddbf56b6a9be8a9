import { utf8Encoder } from "../../host.ts";
import type { NativeCall, NativeFunction } from "../../port/native.ts";
import { ByteVector } from "../../value/byte-vector.ts";
import type { Value } from "../../value/value.ts";
import { stringValue } from "../framework-values.ts";
import { requireTag } from "../type-tag-limit.ts";

/** Abort of a type that is no struct. */
const noStruct = 1;

function typeOf(call: NativeCall): Value {
  call.charge("aptos_framework.type_info.type_of.base");
  const type = call.typeArgs[0]!;
  requireTag(type);
  call.charge("aptos_framework.type_info.type_of.per_abstract_memory_unit", type.text.length);
  if (type.kind !== "Struct") return call.abort(noStruct, `Expected a struct type, found: ${type.text}`);
  const typeArgs = type.typeArgs.length === 0 ? "" : `<${type.typeArgs.map(({ text }) => text).join(", ")}>`;
  return [
    type.address,
    new ByteVector(utf8Encoder.encode(type.module)),
    new ByteVector(utf8Encoder.encode(`${type.name}${typeArgs}`)),
  ];
}

/** `0x1::type_info`. */
export const typeInfoNatives: Readonly<Record<string, NativeFunction>> = {
  "0x1::type_info::type_of": typeOf,
  "0x1::type_info::type_name": (call) => {
    call.charge("aptos_framework.type_info.type_name.base");
    const type = call.typeArgs[0]!;
    requireTag(type);
    call.charge("aptos_framework.type_info.type_name.per_abstract_memory_unit", type.text.length);
    return stringValue(type.text);
  },
  "0x1::type_info::chain_id_internal": (call) => {
    call.charge("aptos_framework.type_info.chain_id.base");
    return call.session.environment.chainId;
  },
};

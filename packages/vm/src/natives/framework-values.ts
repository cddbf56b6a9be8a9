import { type Awaitable, whenReady } from "@ledger/types";
import { frameworkText } from "../address.ts";
import { utf8Decoder, utf8Encoder } from "../host.ts";
import type { NativeCall } from "../port/native.ts";
import { ByteVector } from "../value/byte-vector.ts";
import type { Value } from "../value/value.ts";

/** A `0x1::string::String`. @param bytes - taken over when they are bytes */
export function stringValue(text: string | Uint8Array): Value {
  return [new ByteVector(typeof text === "string" ? utf8Encoder.encode(text) : text)];
}

/** The text of UTF-8 bytes, undefined when they are none. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return utf8Decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * A `0x1::option::Option` of anything but u8: an enum where the ledger's module has it so, else a struct of a vector. The flag for
 * enums alone does not say it: networks turned it on before they published the module.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/virtual-machine.md#1.8 | Specification, virtual machine 1.8}
 */
export function optionValue({ session }: NativeCall, value: Value | undefined): Awaitable<Value> {
  return whenReady(session.isEnum(frameworkText, "option", "Option"), (isEnum) => {
    if (isEnum) return value === undefined ? [0] : [1, value];
    return [value === undefined ? [] : [value]];
  });
}

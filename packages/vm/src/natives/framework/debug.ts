import { whenReady } from "@ledger/types";
import { utf8Decoder } from "../../host.ts";
import type { NativeCall, NativeFunction } from "../../port/native.ts";
import type { ExtensionKey } from "../../port/session.ts";
import type { CodeLocation } from "../../status/vm-error.ts";
import { referenceOf, textBytesOf } from "../arguments.ts";
import { decodeUtf8, stringValue } from "../framework-values.ts";
import { show } from "./string-utils.ts";

/** A text that code printed. */
export interface DebugOutput {
  readonly text: string;
  /** The place in the function that printed it. */
  readonly location: CodeLocation | undefined;
}

/** The texts that the code of a session has printed, in order. Printing costs no gas and changes no outcome. */
export const debugOutput: ExtensionKey<DebugOutput[]> = { name: "debug output", create: () => [] };

function record(call: NativeCall, text: string, location: CodeLocation | undefined): void {
  call.session.extension(debugOutput).push({ text, location });
}

/** The print of the first frameworks takes any value. */
function print(call: NativeCall): ReturnType<NativeFunction> {
  const { target } = referenceOf(call.args[0]);
  const options = { typeTag: true, canonicalize: false, singleLine: false, includeIntTypes: false };
  return whenReady(show(call, target, call.typeArgs[0]!, options, true), (text) => {
    record(call, utf8Decoder.decode(text), call.frame(0));
    return undefined;
  });
}

/** `0x1::debug`. */
export const debugNatives: Readonly<Record<string, NativeFunction>> = {
  "0x1::debug::print": print,
  "0x1::debug::print_stack_trace": () => undefined,
  // Called by the framework's own `print`, whose caller is the place to show.
  "0x1::debug::native_print": (call) => {
    record(call, decodeUtf8(textBytesOf(call.args[0])) ?? "", call.frame(1));
    return undefined;
  },
  "0x1::debug::native_stack_trace": () => stringValue(""),
};

import { type Awaitable, whenReady } from "@ledger/types";
import { shortAddress } from "../../address.ts";
import { isDelayed } from "../../port/delayed-fields.ts";
import type { NativeCall, NativeFunction } from "../../port/native.ts";
import type { StructType, Type } from "../../type/type.ts";
import { ByteSink } from "../../value/byte-sink.ts";
import { copyValue } from "../../value/copy.ts";
import type { Value } from "../../value/value.ts";
import { boolOf, bytesBehind, partsOf, referenceOf } from "../arguments.ts";
import { decodeUtf8, stringValue } from "../framework-values.ts";
import { captureLayouts } from "./captured-layouts.ts";
import { type FormatStyle, formatValue } from "./format-value.ts";

/** Aborts: a list that does not fit its placeholders, a format that cannot be read, a value that is decided later. */
const wrongList = 1;
const invalidFormat = 2;
const delayedField = 3;

type Options = Pick<FormatStyle, "typeTag" | "canonicalize" | "singleLine" | "includeIntTypes">;

/** Shows a value in UTF-8, for gas or, where `isFree`, for the host's eyes only. */
export function show(
  call: NativeCall,
  value: Value,
  type: Type,
  options: Options,
  isFree = false,
): Awaitable<Uint8Array> {
  const { session } = call;
  const { rules } = session.environment;
  const chargesBytes = rules.chargeBytesForPrints;
  return whenReady(session.layout(type), (layout) =>
    whenReady(captureLayouts(session, value, layout), (capturedLayouts) =>
      formatValue(value, layout, {
        ...options,
        showsSigners: rules.signerNativeFormat,
        capturedLayouts,
        onStruct: (type) => {
          if (session.delayedFields !== undefined && isDelayed(type)) call.abort(delayedField);
        },
        onValue: () => {
          if (!isFree) call.charge("aptos_framework.string_utils.format.base");
        },
        onText: (bytes) => {
          if (!isFree) call.charge("aptos_framework.string_utils.format.per_byte", bytes);
        },
        onBytes: (bytes) => {
          if (!isFree && chargesBytes) call.charge("aptos_framework.string_utils.format.per_byte", bytes);
        },
      }),
    ),
  );
}

function format(call: NativeCall): ReturnType<NativeFunction> {
  const { args } = call;
  const options: Options = {
    typeTag: boolOf(args[1]),
    canonicalize: boolOf(args[2]),
    singleLine: boolOf(args[3]),
    includeIntTypes: boolOf(args[4]),
  };
  // The layout comes first: a type without one fails before a value that is nested too deeply.
  return whenReady(call.session.layout(call.typeArgs[0]!), () =>
    whenReady(
      show(call, copyValue(referenceOf(args[0]).target, call.session.budget), call.typeArgs[0]!, options),
      stringValue,
    ),
  );
}

const listOptions: Options = { typeTag: true, canonicalize: false, singleLine: true, includeIntTypes: false };

/** The struct of `0x1::string_utils` that a type is to be. */
function requireList(call: NativeCall, type: Type, name: "Cons" | "NIL"): StructType {
  const fits =
    type.kind === "Struct" &&
    type.module === "string_utils" &&
    type.name === name &&
    shortAddress(type.address) === "0x1";
  return fits ? type : call.abort(wrongList);
}

const opening = "{".charCodeAt(0);
const closing = "}".charCodeAt(0);

/** Fills the placeholders of one format, left to right, as far as it can go without waiting. */
class ListFormatter {
  readonly #call: NativeCall;
  /** The format. Its brackets are no part of any other character of UTF-8. */
  readonly #bytes: Uint8Array;
  readonly #sink = new ByteSink();
  #at = 0;
  #type: Type;
  #list: Value;

  constructor(call: NativeCall, format: Uint8Array) {
    this.#call = call;
    this.#bytes = format;
    this.#sink.reserve(format.length);
    this.#type = call.typeArgs[0]!;
    this.#list = copyValue(referenceOf(call.args[1]).target, call.session.budget);
  }

  run(): Awaitable<Uint8Array> {
    const call = this.#call;
    const bytes = this.#bytes;
    while (this.#at < bytes.length) {
      const byte = bytes[this.#at++]!;
      if (byte !== opening && byte !== closing) {
        this.#sink.byte(byte);
        continue;
      }
      const next = bytes[this.#at++];
      if (next === undefined) return call.abort(invalidFormat, "Invalid format string: unclosed brackets");
      if (next === byte) {
        this.#sink.byte(byte);
        continue;
      }
      if (byte === closing) return call.abort(invalidFormat, "Invalid format string: unmatched '}}' bracket");
      if (next !== closing) return call.abort(invalidFormat, "Invalid format string: unmatched '{{' bracket");
      const shown = this.#next();
      if (shown instanceof Promise) {
        return shown.then((text) => {
          this.#sink.bytes(text);
          return this.run();
        });
      }
      this.#sink.bytes(shown);
    }
    requireList(call, this.#type, "NIL");
    return this.#sink.finish();
  }

  /** The text of the list's next element. */
  #next(): Awaitable<Uint8Array> {
    const [head, tail] = requireList(this.#call, this.#type, "Cons").typeArgs;
    const [value, rest] = partsOf(this.#list);
    this.#type = tail!;
    this.#list = rest!;
    return show(this.#call, value!, head!, listOptions);
  }
}

function formatList(call: NativeCall): ReturnType<NativeFunction> {
  const bytes = bytesBehind(call.args[0]);
  if (decodeUtf8(bytes) === undefined) return call.abort(invalidFormat);
  call.charge("aptos_framework.string_utils.format.per_byte", bytes.length);
  return whenReady(new ListFormatter(call, bytes).run(), stringValue);
}

/** `0x1::string_utils`. */
export const stringUtilsNatives: Readonly<Record<string, NativeFunction>> = {
  "0x1::string_utils::native_format": format,
  "0x1::string_utils::native_format_list": formatList,
};

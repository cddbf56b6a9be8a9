import { BcsError, string, type Writer } from "@ledger/bcs";
import { parseAddress, parseHex } from "@ledger/types";
import { jsonFault, parseJsonText } from "../value/fault.ts";
import { type JsonValue, jsonKind } from "../value/json-value.ts";
import type { JsonWriter } from "../value/json-writer.ts";
import { isUtf8 } from "../value/utf8.ts";
import type { ValueReader } from "../value/value-reader.ts";
import { type LayoutNode, LeafNode } from "./layout-node.ts";

const trueText = asciiBytes("true");
const falseText = asciiBytes("false");
const unparsable = asciiBytes('"Unparsable utf-8 0x');
const quote = asciiBytes('"');
const addressSize = 32;

/** bool: one byte, 0 or 1. */
export class BoolNode extends LeafNode implements LayoutNode {
  readonly jsonType = "boolean";

  constructor() {
    super(1);
  }

  writeJson(input: ValueReader, output: JsonWriter): void {
    const at = input.take(1);
    const byte = input.bytes[at]!;
    if (byte > 1) throw input.fault("a boolean is neither 0 nor 1", at);
    output.raw(byte === 1 ? trueText : falseText);
  }

  skip(input: ValueReader): void {
    input.take(1);
  }

  encode(json: JsonValue | undefined, output: Writer): void {
    if (typeof json !== "boolean") throw jsonFault(this.jsonType, jsonKind(json));
    output.u8(json ? 1 : 0);
  }
}

/** address: 32 bytes, printed without leading zeros. */
export class AddressNode extends LeafNode implements LayoutNode {
  readonly jsonType = "string<address>";

  constructor() {
    super(addressSize);
  }

  writeJson(input: ValueReader, output: JsonWriter): void {
    output.addressString(input.bytes, input.take(addressSize));
  }

  skip(input: ValueReader): void {
    input.take(addressSize);
  }

  encode(json: JsonValue | undefined, output: Writer): void {
    output.bytes(parseJsonText(json, this.jsonType, parseAddress));
  }
}

/** `vector<u8>`: a hex string. */
export class BytesNode extends LeafNode implements LayoutNode {
  readonly jsonType = "string<hex>";
  override readonly depth = 1;

  constructor() {
    super(undefined);
  }

  writeJson(input: ValueReader, output: JsonWriter): void {
    const at = input.take(input.uleb());
    output.hexString(input.bytes, at, input.position);
  }

  skip(input: ValueReader): void {
    input.take(input.uleb());
  }

  encode(json: JsonValue | undefined, output: Writer): void {
    const bytes = parseJsonText(json, this.jsonType, parseHex);
    output.uleb128(bytes.length);
    output.bytes(bytes);
  }
}

/** `0x1::string::String`: a string, or a note with the bytes in hex when they are no UTF-8. */
export class StringNode extends LeafNode implements LayoutNode {
  readonly jsonType = "string<move_struct_tag_id>";
  override readonly depth = 2;

  constructor() {
    super(undefined);
  }

  writeJson(input: ValueReader, output: JsonWriter): void {
    const { bytes } = input;
    const start = input.take(input.uleb());
    const end = input.position;
    if (isUtf8(bytes, start, end)) {
      output.utf8String(bytes, start, end);
      return;
    }
    output.raw(unparsable);
    output.hexDigits(bytes, start, end);
    output.raw(quote);
  }

  skip(input: ValueReader): void {
    input.take(input.uleb());
  }

  encode(json: JsonValue | undefined, output: Writer): void {
    if (typeof json !== "string") throw jsonFault(this.jsonType, jsonKind(json));
    try {
      string.write(output, json);
    } catch (error) {
      if (error instanceof BcsError) throw jsonFault(this.jsonType, "text with a lone surrogate");
      throw error;
    }
  }
}

/** The bytes of ASCII text. */
export function asciiBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

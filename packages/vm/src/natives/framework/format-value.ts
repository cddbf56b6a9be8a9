import { type AddressText, shortAddress } from "../../address.ts";
import { VmError } from "../../status/vm-error.ts";
import type { StructType } from "../../type/type.ts";
import { ByteSink } from "../../value/byte-sink.ts";
import type { FieldLayout, StructLayout, ValueLayout, VectorLayout } from "../../value/layout.ts";
import { Closure, type Value } from "../../value/value.ts";
import { addressOf, bytesOf, integerOf, partsOf, textBytesOf } from "../arguments.ts";
import { decodeUtf8 } from "../framework-values.ts";

/** How values are shown, and what showing them costs. */
export interface FormatStyle {
  /** Structs are named by their whole type rather than by their name. */
  readonly typeTag: boolean;
  /** Addresses have 64 digits. */
  readonly canonicalize: boolean;
  readonly singleLine: boolean;
  /** Integers end in their type. */
  readonly includeIntTypes: boolean;
  /** Signers have the form they have since feature 25; before, none could be shown. */
  readonly showsSigners: boolean;
  /** Layouts of what a function value captured. */
  readonly capturedLayouts: (closure: Closure) => readonly ValueLayout[];
  /** Called with the type of every struct. */
  readonly onStruct: (type: StructType | undefined) => void;
  /** Called for every value, parts of values included. */
  readonly onValue: () => void;
  /** Called with the number of bytes of every text. */
  readonly onText: (bytes: number) => void;
  /** Called with the number of bytes of every `vector<u8>`. */
  readonly onBytes: (bytes: number) => void;
}

/**
 * Shows a value as `0x1::string_utils` does.
 *
 * @returns UTF-8
 * @throws {@link VmError} for text that is not UTF-8, and for signers where they cannot be shown
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/virtual-machine.md#5.2 | Specification, virtual machine 5.2}
 */
export function formatValue(value: Value, layout: ValueLayout, style: FormatStyle): Uint8Array {
  const formatter = new Formatter(style);
  formatter.value(value, layout, 0, true);
  return formatter.sink.finish();
}

/** One part that {@link Formatter.parts} shows between brackets: a layout, with its name. */
interface Part {
  readonly name: string | undefined;
  readonly layout: ValueLayout;
}

class Formatter {
  /** Text of bytes: a long one of short strings takes far longer to put together. */
  readonly sink = new ByteSink();
  readonly #style: FormatStyle;

  constructor(style: FormatStyle) {
    this.#style = style;
  }

  /** @param named - whether types and fields have names: what enums and function values hold has none */
  value(value: Value, layout: ValueLayout, depth: number, named: boolean): void {
    const { onValue, includeIntTypes, showsSigners } = this.#style;
    onValue();
    switch (layout.kind) {
      case "Bool":
        this.sink.ascii(String(value));
        return;
      case "Address":
        this.#address(addressOf(value));
        return;
      case "Signer":
        if (!showsSigners) throw new VmError("INTERNAL_TYPE_ERROR", "signers cannot be shown before feature 25");
        this.sink.ascii("signer(");
        this.#address(addressOf(partsOf(value)[1]));
        this.sink.ascii(")");
        return;
      case "Vector":
        this.#vector(value, layout, depth, named);
        return;
      case "Struct":
        this.#struct(partsOf(value), layout, depth, named);
        return;
      case "Enum":
        this.#enum(partsOf(value), layout.variants, depth, named ? layout.type : undefined);
        return;
      case "Function":
        this.#closure(value, depth);
        return;
      default:
        this.sink.ascii(integerOf(value).toString());
        if (includeIntTypes) this.sink.ascii(layout.kind.toLowerCase());
    }
  }

  #address(address: AddressText): void {
    this.sink.ascii(`@${this.#style.canonicalize ? address.slice(2) : shortAddress(address)}`);
  }

  #vector(value: Value, { element }: VectorLayout, depth: number, named: boolean): void {
    if (element.kind === "U8") {
      const bytes = bytesOf(value);
      this.#style.onBytes(bytes.length);
      this.sink.ascii("0x");
      this.sink.hex(bytes);
      return;
    }
    const hasParts = element.kind === "Vector" || element.kind === "Struct" || element.kind === "Enum";
    this.sink.ascii("[");
    this.#parts(partsOf(value), 0, () => ({ name: undefined, layout: element }), depth, hasParts, named);
    this.sink.ascii("]");
  }

  #struct(value: Value[], { type, fields }: StructLayout, depth: number, named: boolean): void {
    this.#style.onStruct(type);
    if (!named || type === undefined) {
      this.#fields("{", value, 0, fields, depth, false);
    } else if (isFramework(type, "string", "String")) {
      this.#string(value);
    } else if (isFramework(type, "option", "Option")) {
      const vector = fields[0]!.layout as VectorLayout;
      const held = value[0]!;
      if (Array.isArray(held)) this.#option(held[0], vector.element, depth);
      else this.#option(bytesOf(held)[0], vector.element, depth);
    } else {
      this.#fields(`${this.#style.typeTag ? type.text : type.name} {`, value, 0, fields, depth, true);
    }
  }

  #string(value: Value[]): void {
    const bytes = textBytesOf(value);
    this.#style.onText(bytes.length);
    // The engine's own decoder takes less time than any loop over the bytes.
    if (decodeUtf8(bytes) === undefined) {
      throw new VmError("UNKNOWN_INVARIANT_VIOLATION_ERROR", "a string is not UTF-8");
    }
    this.sink.quoted(bytes);
  }

  #option(held: Value | undefined, layout: ValueLayout, depth: number): void {
    if (held === undefined) {
      this.sink.ascii("None");
      return;
    }
    this.sink.ascii("Some(");
    this.value(held, layout, depth, true);
    this.sink.ascii(")");
  }

  #enum(
    value: Value[],
    variants: readonly { readonly fields: readonly FieldLayout[] }[],
    depth: number,
    type: StructType | undefined,
  ): void {
    const tag = integerOf(value[0]) as number;
    const { fields } = variants[tag]!;
    if (type !== undefined && isFramework(type, "option", "Option")) {
      this.#option(value[1], (fields[0] ?? variants[1]!.fields[0]!).layout, depth);
      return;
    }
    this.#fields(`#${tag}{`, value, 1, fields, depth, false);
  }

  #fields(
    opening: string,
    value: readonly Value[],
    from: number,
    fields: readonly FieldLayout[],
    depth: number,
    named: boolean,
  ): void {
    this.sink.ascii(opening);
    const part = (index: number): Part => {
      const { name, layout } = fields[index]!;
      return { name: named ? name : undefined, layout };
    };
    this.#parts(value, from, part, depth, true, named);
    this.sink.ascii("}");
  }

  /** The parts of a value between its brackets, which are the caller's. */
  #parts(
    values: readonly Value[],
    from: number,
    part: (index: number) => Part,
    depth: number,
    mayBreak: boolean,
    named: boolean,
  ): void {
    const count = values.length - from;
    if (count === 0) return;
    const breaks = mayBreak && !this.#style.singleLine;
    for (let index = 0; index < count; index++) {
      if (index > 0) this.sink.ascii(",");
      this.#space(breaks, depth + 1);
      const { name, layout } = part(index);
      if (name !== undefined) this.sink.ascii(`${name}: `);
      this.value(values[from + index]!, layout, depth + 1, named);
    }
    this.#space(breaks, depth);
  }

  #space(breaks: boolean, depth: number): void {
    this.sink.ascii(breaks ? `\n${"  ".repeat(depth)}` : " ");
  }

  #closure(value: Value, depth: number): void {
    if (!(value instanceof Closure))
      throw new VmError("INTERNAL_TYPE_ERROR", "a value of a function type is not a function value");
    const { target, mask, captured } = value;
    const typeArgs = target.typeArgs.length === 0 ? "" : `<${target.typeArgs.map(({ text }) => text).join(", ")}>`;
    const short = shortAddress(target.address);
    const address = short.length === 3 ? short : target.address;
    this.sink.ascii(`${address}::${target.module}::${target.name}${typeArgs}(`);
    if (captured.length > 0) {
      const layouts = this.#style.capturedLayouts(value);
      const breaks = !this.#style.singleLine;
      let next = 0;
      for (let rest = mask; rest !== 0n; rest >>= 1n) {
        if ((rest & 1n) === 0n) {
          this.sink.ascii("_");
        } else {
          this.value(captured[next]!, layouts[next]!, depth + 1, false);
          next++;
        }
        this.sink.ascii(",");
        this.#space(breaks, depth + 1);
      }
      this.sink.ascii("..");
    }
    this.sink.ascii(")");
  }
}

function isFramework({ address, module, name }: StructType, wantedModule: string, wantedName: string): boolean {
  return name === wantedName && module === wantedModule && shortAddress(address) === "0x1";
}

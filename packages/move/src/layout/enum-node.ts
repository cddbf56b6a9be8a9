import type { Writer } from "@ledger/bcs";
import { quoteText } from "@ledger/types";
import { addSegment, jsonFault } from "../value/fault.ts";
import { isJsonObject, type JsonValue, jsonKind } from "../value/json-value.ts";
import type { JsonWriter } from "../value/json-writer.ts";
import type { ValueReader } from "../value/value-reader.ts";
import { type ConstantMember, FieldGroup, type LayoutField } from "./field-group.ts";
import type { LayoutNode } from "./layout-node.ts";
import { structJsonType } from "./struct-node.ts";

const variantMember = "__variant__";

/** A variant of an enum and its fields. */
export interface LayoutVariant {
  readonly name: string;
  readonly fields: readonly LayoutField[];
}

interface CompiledVariant {
  readonly name: string;
  readonly group: FieldGroup;
}

/**
 * An enum: the index of a variant, then that variant's fields. Printed as the fields with `__variant__`; as input also
 * `{"Variant":{…}}`, the form that the reference takes.
 */
export class EnumNode implements LayoutNode {
  readonly fixedSize = undefined;
  readonly minSize: number;
  readonly unfolded: number;
  readonly depth: number;
  readonly encodable: boolean;
  readonly jsonType = structJsonType;
  readonly #variants: readonly CompiledVariant[];

  /** @param variantMarks - the member that tells variants apart; by default `__variant__` with the variant's name */
  constructor(variants: readonly LayoutVariant[], variantMarks?: readonly ConstantMember[]) {
    this.#variants = variants.map(({ name, fields }, i) => ({
      name,
      group: new FieldGroup(fields, variantMarks?.[i] ?? { name: variantMember, text: `"${name}"` }),
    }));
    const groups = this.#variants.map(({ group }) => group);
    this.minSize = 1 + Math.min(...groups.map((group) => group.minSize));
    this.unfolded = groups.reduce((sum, group) => sum + group.unfolded, 1);
    this.depth = Math.max(...groups.map((group) => group.depth));
    this.encodable = groups.every((group) => group.encodable);
  }

  writeJson(input: ValueReader, output: JsonWriter): void {
    this.#readVariant(input).writeJson(input, output);
  }

  skip(input: ValueReader): void {
    this.#readVariant(input).skip(input);
  }

  #readVariant(input: ValueReader): FieldGroup {
    const at = input.position;
    const variant = this.#variants[input.uleb()];
    if (variant === undefined) throw input.fault("an enum has no variant with this index", at);
    return variant.group;
  }

  encode(json: JsonValue | undefined, output: Writer): void {
    if (!isJsonObject(json)) throw jsonFault("an object", jsonKind(json));
    const tag = Object.hasOwn(json, variantMember) ? json[variantMember] : undefined;
    if (typeof tag === "string") {
      this.#encodeVariant(tag, json, 1, output);
      return;
    }
    const names = Object.keys(json);
    const [name] = names;
    if (name === undefined || names.length > 1)
      throw jsonFault("an object with one member, the variant", "a different number of members");
    const fields = json[name];
    if (!isJsonObject(fields)) throw jsonFault("an object of the variant's fields", jsonKind(fields));
    this.#encodeVariant(name, fields, 0, output);
  }

  /** @param extra - members of the object that are no fields */
  #encodeVariant(name: string, json: { readonly [name: string]: JsonValue }, extra: number, output: Writer): void {
    const index = this.#variants.findIndex((variant) => variant.name === name);
    if (index < 0) throw jsonFault("the name of a variant of the enum", quoteText(name));
    const { group } = this.#variants[index]!;
    try {
      if (Object.keys(json).length - extra > group.fields.length) {
        throw jsonFault("the variant's fields", "additional members");
      }
      output.uleb128(index);
      group.encode(json, output, this.jsonType);
    } catch (error) {
      throw addSegment(error, name);
    }
  }
}

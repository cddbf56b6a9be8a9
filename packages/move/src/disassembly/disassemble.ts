import { BcsError, string } from "@ledger/bcs";
import { formatHex } from "@ledger/types";
import type { Ability } from "../binary/abilities.ts";
import type { CompiledModule, CompiledScript } from "../binary/compiled-module.ts";
import type {
  FieldSpec,
  FunctionSpec,
  InstructionOperandSpec,
  InstructionSpec,
  StructSpec,
  TypeParameterSpec,
} from "../builder/spec.ts";
import { describeModule, describeScript } from "./describe-module.ts";

/** Characters of a note at most: the type of a local is repeated wherever it is used. */
const longestNote = 100;

/**
 * Writes a module as text for people: its structs as Move's source has them, and of each function every instruction with its number
 * and the names of what it is about, as {@link InstructionSpec} has them. Uses of locals show their types.
 *
 * @param source - a module, or its bytes
 * @throws {@link MoveError} as {@link describeModule}
 */
export function disassembleModule(source: CompiledModule | Uint8Array): string {
  const { address, name, version, friends = [], structs = [], functions = [] } = describeModule(source);
  const head = [`module ${address}::${name} // version ${version}`, ...friends.map((friend) => `friend ${friend}`)];
  return [head.join("\n"), ...structs.map(structText), ...functions.map(functionText), ""].join("\n\n").trimEnd();
}

/**
 * Writes a transaction script as text: {@link disassembleModule} for its one function.
 *
 * @throws {@link MoveError} as {@link describeScript}
 */
export function disassembleScript(source: CompiledScript | Uint8Array): string {
  const { version, ...main } = describeScript(source);
  return [
    `script // version ${version}`,
    functionText({ name: "main", visibility: "public", entry: true, ...main }),
  ].join("\n\n");
}

function structText({ name, abilities = [], typeParams = [], fields, variants, native }: StructSpec): string {
  const kind = native === true ? "native struct" : variants === undefined ? "struct" : "enum";
  const head = `${kind} ${name}${typeParamsText(typeParams)}${hasText(abilities)}`;
  const members = variants?.map((variant) => `${variant.name}${variantText(variant.fields ?? [])}`);
  const lines = members ?? fields?.map(fieldText);
  return lines === undefined ? head : `${head} {\n${lines.map((line) => `    ${line},\n`).join("")}}`;
}

function variantText(fields: readonly FieldSpec[]): string {
  return fields.length === 0 ? "" : ` { ${fields.map(fieldText).join(", ")} }`;
}

function fieldText({ name, type }: FieldSpec): string {
  return `${name}: ${type}`;
}

function functionText(spec: FunctionSpec): string {
  const { acquires = [], params = [], locals = [], code } = spec;
  const head = `${signatureText(spec)}${acquires.length === 0 ? "" : ` acquires ${acquires.join(", ")}`}`;
  if (code === undefined) return `native ${head}`;
  const types = [...params, ...locals];
  const declared = locals.map((type, place) => `    local ${params.length + place}: ${type}\n`);
  const lines = code.map((instruction, place) => `    ${place}: ${instructionText(instruction, types)}\n`);
  return `${head} {\n${declared.join("")}${lines.join("")}}`;
}

function signatureText({ name, visibility, entry, typeParams = [], params = [], returns = [] }: FunctionSpec): string {
  const who = visibility === "public" ? "public " : visibility === "friend" ? "public(friend) " : "";
  const results = returns.length === 0 ? "" : `: ${returns.length === 1 ? returns[0] : `(${returns.join(", ")})`}`;
  return `${who}${entry === true ? "entry " : ""}fun ${name}${typeParamsText(typeParams)}(${params.join(", ")})${results}`;
}

function typeParamsText(typeParams: readonly TypeParameterSpec[]): string {
  if (typeParams.length === 0) return "";
  const texts = typeParams.map(({ constraints = [], phantom }, place) => {
    const needs = constraints.length === 0 ? "" : `: ${constraints.join(" + ")}`;
    return `${phantom === true ? "phantom " : ""}T${place}${needs}`;
  });
  return `<${texts.join(", ")}>`;
}

function hasText(abilities: readonly Ability[]): string {
  return abilities.length === 0 ? "" : ` has ${abilities.join(" + ")}`;
}

function instructionText([name, ...operands]: InstructionSpec, locals: readonly string[]): string {
  const text = operands.length === 0 ? name : `${name} ${operands.map(operandText).join(", ")}`;
  const note = name.endsWith("_loc")
    ? locals[Number(operands[0])]
    : name === "ld_const"
      ? readable(operands)
      : undefined;
  return note === undefined || note.length > longestNote ? text : `${text} // ${note}`;
}

function operandText(operand: InstructionOperandSpec): string {
  if (operand instanceof Uint8Array) return formatHex(operand);
  return Array.isArray(operand) ? `[${operand.join(", ")}]` : String(operand);
}

/** A constant of bytes as the text that it mostly is. */
function readable([type, data]: readonly InstructionOperandSpec[]): string | undefined {
  if (type !== "vector<u8>" || !(data instanceof Uint8Array)) return undefined;
  try {
    const text = string.decode(data);
    return /^[\P{C}]+$/u.test(text) ? JSON.stringify(text) : undefined;
  } catch (error) {
    if (error instanceof BcsError) return undefined;
    throw error;
  }
}

import { type CompiledModule, type Instruction as Decoded, decodeInstructions } from "@ledger/move";
import { effectOf, isGeneric, opcodeOf, plainName } from "../instructions/names.ts";
import { instantiationTable } from "../instructions/subjects.ts";
import { CodeContext, type FunctionSource, type Operands } from "./code-context.ts";
import type { CodeTables } from "./code-tables.ts";
import { type Body, Instruction } from "./instruction.ts";
import { splitSegments } from "./segments.ts";
import { translationRules } from "./translation-rules.ts";

/**
 * Makes a function's code ready to run: operands looked up, every type known. Each block of verified code begins
 * and ends with an empty stack, so one pass over the instructions finds the type of every operand.
 *
 * @param module - the module of the code; undefined for a script
 * @param source - code that is verified
 */
export function translate(tables: CodeTables, module: CompiledModule | undefined, source: FunctionSource): Body {
  const context = new CodeContext(tables, module, source);
  const decoded = decodeInstructions(context.source.code, context.common.version);
  const targets = new Set<number>();
  for (const [name, target] of decoded) {
    if (effectOf(name).ends !== undefined && target !== undefined) targets.add(Number(target));
  }
  const instructions = decoded.map((stored) => {
    const { height } = context.stack;
    const name = plainName(stored[0]);
    const parts = translationRules[name](context, operandsOf(context, stored));
    return new Instruction({ ...parts, op: opcodeOf[name], form: opcodeOf[stored[0]], height });
  });
  return {
    instructions,
    segments: splitSegments(instructions, targets),
    locals: source.locals,
    sites: context.sites,
    borrowed: context.borrowed,
  };
}

/** The operands of an instruction: an instantiation holds those of a generic form. */
function operandsOf(context: CodeContext, [name, first = 0, second]: Decoded): Operands {
  const literal = second ?? first;
  const index = typeof first === "number" ? first : 0;
  if (!isGeneric(name)) return { index, typeArgs: undefined, instantiation: -1, literal };
  const { target, typeArgs } = instantiationTable(context.common, effectOf(name).names!)![index]!;
  return { index: target, typeArgs, instantiation: index, literal };
}

import { type CompiledModule, type Instruction as Decoded, decodeInstructions } from "@ledger/move";
import { effectOf, isGeneric, opcodeOf, plainName } from "../instructions/names.ts";
import { instantiationTable, isOfModules } from "../instructions/subjects.ts";
import { drop } from "../type/abilities.ts";
import { checkOperandType } from "./check-definitions.ts";
import { checkLocals } from "./check-locals.ts";
import { checkReferences } from "./check-references.ts";
import { CodeContext, type FunctionSource, type Operands } from "./code-context.ts";
import type { CodeTables } from "./code-tables.ts";
import { type Body, Instruction } from "./instruction.ts";
import { splitSegments } from "./segments.ts";
import { typeRules } from "./type-rules.ts";
import { illTyped } from "./type-stack.ts";

/**
 * Checks a function's code and makes it ready to run: operands looked up, every type known. Each block of verified code begins
 * and ends with an empty stack, so one pass over the instructions finds the type of every operand.
 *
 * @param module - the module of the code; undefined for a script
 * @throws {@link VmError} `UNEXPECTED_VERIFIER_ERROR` for code that is not well typed
 */
export function translate(tables: CodeTables, module: CompiledModule | undefined, source: FunctionSource): Body {
  const context = new CodeContext(tables, module, source);
  const instructions: Instruction[] = [];
  const decoded = decodeInstructions(context.source.code, context.common.version);
  const targets = new Set<number>();
  for (const [name, target] of decoded) {
    if (!effectOf(name).ends || target === undefined) continue;
    if (Number(target) >= decoded.length) throw illTyped("a branch leaves the function", "INDEX_OUT_OF_BOUNDS");
    targets.add(Number(target));
  }
  for (const [i, stored] of decoded.entries()) {
    if (targets.has(i)) expectEmpty(context);
    const height = context.stack.height;
    const name = plainName(stored[0]);
    const { refusals, ends } = effectOf(name);
    context.stack.refusals = refusals;
    const parts = typeRules[name](context, operandsOf(context, stored));
    instructions.push(new Instruction({ ...parts, op: opcodeOf[name], form: opcodeOf[stored[0]], height }));
    if (ends !== undefined) expectEmpty(context);
  }
  const { ends } = instructions.at(-1)?.effect ?? {};
  if (ends === undefined || ends === "branch") {
    throw illTyped("a function's code runs past its end", "INVALID_FALL_THROUGH");
  }
  const { locals, params, acquires } = context.source;
  for (const type of [...locals, ...context.source.results]) {
    checkOperandType(type, context.source.constraints, context.tables);
  }
  checkLocals(instructions, locals.length, params, (local) => (context.abilities(locals[local]!) & drop) !== 0);
  checkReferences({ instructions, targets, locals, params, acquires });
  return {
    instructions,
    segments: splitSegments(instructions, targets),
    locals,
    sites: context.sites,
    borrowed: context.borrowed,
  };
}

function expectEmpty({ stack }: CodeContext): void {
  if (stack.height > 0) throw illTyped("a block leaves operands on the stack", "POSITIVE_STACK_SIZE_AT_BLOCK_END");
}

/** The operands of an instruction: an instantiation holds those of a generic form. */
function operandsOf(context: CodeContext, [name, first = 0, second]: Decoded): Operands {
  const literal = second ?? first;
  const index = typeof first === "number" ? first : 0;
  if (!isGeneric(name)) return { index, typeArgs: undefined, instantiation: -1, literal };
  const subject = effectOf(name).names!;
  const source = isOfModules(subject) ? context.definitions() : context.common;
  const { target, typeArgs } = context.entry(instantiationTable(source, subject)!, index);
  return { index: target, typeArgs, instantiation: index, literal };
}

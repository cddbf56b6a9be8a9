import { type CompiledModule, decodeInstructions, opcodes } from "@ledger/move";
import { drop } from "../type/abilities.ts";
import { checkOperandType } from "./check-definitions.ts";
import { checkLocals } from "./check-locals.ts";
import { checkReferences } from "./check-references.ts";
import { CodeContext, type FunctionSource, type Translated } from "./code-context.ts";
import { type Body, Instruction } from "./instruction.ts";
import type { CodeTables } from "./loaded-module.ts";
import { operandRefusals } from "./operand-refusals.ts";
import { isTerminator, splitSegments } from "./segments.ts";
import { call, callClosure, packClosure, site } from "./translate-calls.ts";
import { useOperands } from "./translate-operands.ts";
import { touchGlobal, useVector } from "./translate-storage.ts";
import { borrowField, borrowVariantField, pack, variant } from "./translate-structs.ts";
import { illTyped } from "./type-stack.ts";

const opByName = new Map(opcodes.flatMap((row) => (row === undefined ? [] : [[row.name, row.byte] as const])));

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
    if (name !== "branch" && name !== "br_true" && name !== "br_false") continue;
    if (Number(target) >= decoded.length) throw illTyped("a branch leaves the function", "INDEX_OUT_OF_BOUNDS");
    targets.add(Number(target));
  }
  for (const [i, [name, first, second]] of decoded.entries()) {
    if (targets.has(i)) expectEmpty(context);
    const height = context.stack.height;
    const op = opByName.get(name)!;
    context.stack.refusals = operandRefusals(op);
    const parts = translateOne(context, op, first ?? 0, second ?? 0);
    instructions.push(new Instruction({ ...parts, height }));
    if (isTerminator(parts.op)) expectEmpty(context);
  }
  const last = instructions.at(-1);
  if (last === undefined || !isTerminator(last.op) || last.op === 0x03 || last.op === 0x04) {
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
    tier: { heat: 0, compiled: undefined },
  };
}

function expectEmpty({ stack }: CodeContext): void {
  if (stack.height > 0) throw illTyped("a block leaves operands on the stack", "POSITIVE_STACK_SIZE_AT_BLOCK_END");
}

/** Families share their instructions: plain forms name their thing, generic ones an instantiation of it. */
function translateOne(context: CodeContext, op: number, first: number | bigint, second: number | bigint): Translated {
  const translated = useOperands(context, op, first);
  if (translated !== undefined) return translated;
  const a = typeof first === "number" ? first : 0;
  switch (op) {
    case 0x0f:
    case 0x10:
      return borrowField(context, op, a, undefined);
    case 0x36:
    case 0x37: {
      const { target, typeArgs } = context.entry(context.definitions().fieldInstantiations, a);
      return borrowField(context, op, target, typeArgs);
    }
    case 0x4e:
    case 0x4f:
      return borrowVariantField(context, op, a, undefined);
    case 0x50:
    case 0x51: {
      const { target, typeArgs } = context.entry(context.definitions().variantFieldInstantiations, a);
      return borrowVariantField(context, op, target, typeArgs);
    }
    case 0x11:
      return call(context, op, site(context, a, [], -1));
    case 0x38: {
      const { target, typeArgs } = context.entry(context.common.functionInstantiations, a);
      return call(context, op, site(context, target, context.tables.signature(typeArgs), a));
    }
    case 0x58:
      return packClosure(context, op, site(context, a, [], -1), BigInt(second));
    case 0x59: {
      const { target, typeArgs } = context.entry(context.common.functionInstantiations, a);
      return packClosure(context, op, site(context, target, context.tables.signature(typeArgs), a), BigInt(second));
    }
    case 0x5a:
      return callClosure(context, op, a);
    case 0x12:
    case 0x13:
      return pack(context, op, a, undefined, undefined);
    case 0x39:
    case 0x3a: {
      const { target, typeArgs } = context.entry(context.definitions().structInstantiations, a);
      return pack(context, op, target, typeArgs, undefined);
    }
    case 0x52:
    case 0x54:
    case 0x56:
      return variant(context, op, a, undefined);
    case 0x53:
    case 0x55:
    case 0x57: {
      const { target, typeArgs } = context.entry(context.definitions().variantInstantiations, a);
      return variant(context, op, target, typeArgs);
    }
    case 0x29:
    case 0x2a:
    case 0x2b:
    case 0x2c:
    case 0x2d:
      return touchGlobal(context, op, context.structType(a, undefined), []);
    case 0x3b:
    case 0x3c:
    case 0x3d:
    case 0x3e:
    case 0x3f: {
      const { target, typeArgs } = context.entry(context.definitions().structInstantiations, a);
      const type = context.structType(target, typeArgs);
      return touchGlobal(context, op, type, [type]);
    }
    default:
      return useVector(context, op, a, Number(second));
  }
}

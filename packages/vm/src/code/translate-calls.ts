import type { InstructionName } from "../instructions/table.ts";
import { copy, drop, store } from "../type/abilities.ts";
import type { FunctionType, Type } from "../type/type.ts";
import type { CodeContext, Operands, Translated, TranslationRule } from "./code-context.ts";
import type { CallSite } from "./instruction.ts";

/** The function that an instruction calls, or makes a closure of. */
function site(context: CodeContext, { index, typeArgs: signature, instantiation }: Operands): CallSite {
  const typeArgs = signature === undefined ? [] : context.tables.signature(signature);
  const { module, name, params, returns, typeParameters } = context.common.functionHandles[index]!;
  const owner = context.tables.moduleName(module);
  return {
    target: { address: owner.address, module: owner.name, name: context.common.identifiers[name]!, typeArgs },
    index: context.sites++,
    params: context.tables.signature(params),
    results: context.tables.signature(returns),
    constraints: typeParameters,
    instantiation,
  };
}

function instantiate(context: CodeContext, types: readonly Type[], site: CallSite): Type[] {
  return types.map((type) => context.types.substitute(type, site.target.typeArgs));
}

/** A call: arguments for results. */
function call(context: CodeContext, operands: Operands): Translated {
  const called = site(context, operands);
  context.stack.drop(called.params.length);
  context.stack.pushAll(instantiate(context, called.results, called));
  return { site: called };
}

/** A closure: captured arguments for a function value of the others. The literal has a bit for each parameter that is captured. */
function packClosure(context: CodeContext, operands: Operands): Translated {
  const called = site(context, operands);
  const mask = BigInt(operands.literal);
  const params = instantiate(context, called.params, called);
  const isCaptured = (i: number): boolean => ((mask >> BigInt(i)) & 1n) === 1n;
  const captured = params.filter((_, i) => isCaptured(i));
  const { attributes } = context.common.functionHandles[operands.index]!;
  let abilities = copy | drop | (attributes.some(({ kind }) => kind === "persistent") ? store : 0);
  // What lies on the stack may have more abilities than the parameter asks for.
  for (let i = 0; i < captured.length; i++) abilities &= context.abilities(context.stack.pop());
  const rest = params.filter((_, i) => !isCaptured(i));
  context.stack.push(context.types.function(rest, instantiate(context, called.results, called), abilities));
  return { site: called, count: captured.length, value: mask, fields: captured };
}

/** A call of a function value. The index is that of the signature that holds its type. */
function callClosure(context: CodeContext, { index }: Operands): Translated {
  const [type] = context.tables.signature(index) as readonly [FunctionType];
  context.stack.drop(type.args.length + 1);
  context.stack.pushAll(type.results);
  return { type, count: type.args.length };
}

/** Calls and closures. */
export const callRules = {
  call,
  pack_closure: packClosure,
  call_closure: callClosure,
} as const satisfies Partial<Record<InstructionName, TranslationRule>>;

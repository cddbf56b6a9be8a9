import type { AbilitySet } from "@ledger/move";
import type { InstructionName } from "../instructions/table.ts";
import { copy, drop, store } from "../type/abilities.ts";
import type { Type } from "../type/type.ts";
import type { CodeContext, Operands, Translated, TypeRule } from "./code-context.ts";
import type { CallSite } from "./instruction.ts";
import { illTyped } from "./type-stack.ts";

/** The function that an instruction calls, or makes a closure of. */
function site(context: CodeContext, { index, typeArgs: signature, instantiation }: Operands): CallSite {
  const typeArgs = signature === undefined ? [] : context.tables.signature(signature);
  const { module, name, params, returns, typeParameters } = context.entry(context.common.functionHandles, index);
  if (typeArgs.length !== typeParameters.length)
    throw illTyped("a function has the wrong number of type arguments", "NUMBER_OF_TYPE_ARGUMENTS_MISMATCH");
  typeArgs.forEach((type, i) => {
    context.requireValue(type);
    context.stack.require(type, typeParameters[i]!, "CONSTRAINT_NOT_SATISFIED");
  });
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
  context.stack.expectAll(instantiate(context, called.params, called));
  context.stack.pushAll(instantiate(context, called.results, called));
  return { site: called };
}

/** A closure: captured arguments for a function value of the others. The literal has a bit for each parameter that is captured. */
function packClosure(context: CodeContext, operands: Operands): Translated {
  const called = site(context, operands);
  const mask = BigInt(operands.literal);
  const params = instantiate(context, called.params, called);
  if (params.length < 64 && mask >> BigInt(params.length) !== 0n)
    throw illTyped("a closure captures too much", "INVALID_CLOSURE_MASK");
  const isCaptured = (i: number): boolean => ((mask >> BigInt(i)) & 1n) === 1n;
  const captured = params.filter((_, i) => isCaptured(i));
  let abilities = closureAbilities(context, called);
  for (const type of captured) {
    if (type.kind === "Reference") throw illTyped("a closure captures a reference", "PACK_TYPE_MISMATCH_ERROR");
    abilities &= context.abilities(type);
  }
  context.stack.expectAll(captured);
  const rest = params.filter((_, i) => !isCaptured(i));
  context.stack.push(context.types.function(rest, instantiate(context, called.results, called), abilities));
  return { site: called, count: captured.length, value: mask, fields: captured };
}

/** Function values of this site: those of public and of marked functions may be stored. */
function closureAbilities(context: CodeContext, site: CallSite): AbilitySet {
  const handle = context.common.functionHandles.find(
    ({ module, name }) =>
      context.common.identifiers[name] === site.target.name &&
      context.tables.moduleName(module).name === site.target.module &&
      context.tables.moduleName(module).address === site.target.address,
  );
  const own = context.module?.functionDefinitions.find(
    ({ handle: index }) => context.common.functionHandles[index] === handle,
  );
  const persistent =
    own?.visibility === "public" || handle?.attributes.some(({ kind }) => kind === "persistent") === true;
  return persistent ? copy | drop | store : copy | drop;
}

/** A call of a function value. The index is that of the signature that holds its type. */
function callClosure(context: CodeContext, { index }: Operands): Translated {
  const [type, ...others] = context.tables.signature(index);
  if (type?.kind !== "Function" || others.length > 0)
    throw illTyped("a closure call without a function type", "CLOSURE_CALL_REQUIRES_FUNCTION");
  context.requireValue(type);
  context.stack.expect(type);
  context.stack.expectAll(type.args);
  context.stack.pushAll(type.results);
  return { type, count: type.args.length };
}

/** Calls and closures. */
export const callRules = {
  call,
  pack_closure: packClosure,
  call_closure: callClosure,
} as const satisfies Partial<Record<InstructionName, TypeRule>>;

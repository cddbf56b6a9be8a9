import type { AbilitySet } from "@ledger/move";
import { copy, drop, store } from "../type/abilities.ts";
import type { Type } from "../type/type.ts";
import type { CodeContext, Translated } from "./code-context.ts";
import type { CallSite } from "./instruction.ts";
import { illTyped } from "./type-stack.ts";

/** What an instruction calls, or makes a closure of. @param handle - of the function */
export function site(context: CodeContext, handle: number, typeArgs: readonly Type[], instantiation: number): CallSite {
  const { module, name, params, returns, typeParameters } = context.entry(context.common.functionHandles, handle);
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
export function call(context: CodeContext, op: number, site: CallSite): Translated {
  context.stack.expectAll(instantiate(context, site.params, site));
  context.stack.pushAll(instantiate(context, site.results, site));
  return { op, site, a: site.params.length, b: site.results.length };
}

/** A closure: captured arguments for a function value of the others. @param mask - bits of the parameters that are captured */
export function packClosure(context: CodeContext, op: number, site: CallSite, mask: bigint): Translated {
  const params = instantiate(context, site.params, site);
  if (params.length < 64 && mask >> BigInt(params.length) !== 0n)
    throw illTyped("a closure captures too much", "INVALID_CLOSURE_MASK");
  const isCaptured = (i: number): boolean => ((mask >> BigInt(i)) & 1n) === 1n;
  const captured = params.filter((_, i) => isCaptured(i));
  let abilities = closureAbilities(context, site);
  for (const type of captured) {
    if (type.kind === "Reference") throw illTyped("a closure captures a reference", "PACK_TYPE_MISMATCH_ERROR");
    abilities &= context.abilities(type);
  }
  context.stack.expectAll(captured);
  const rest = params.filter((_, i) => !isCaptured(i));
  context.stack.push(context.types.function(rest, instantiate(context, site.results, site), abilities));
  return { op, site, a: captured.length, value: mask, fields: captured };
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

/** A call of a function value. @param index - of the signature that holds its type */
export function callClosure(context: CodeContext, op: number, index: number): Translated {
  const [type, ...others] = context.tables.signature(index);
  if (type?.kind !== "Function" || others.length > 0)
    throw illTyped("a closure call without a function type", "CLOSURE_CALL_REQUIRES_FUNCTION");
  context.requireValue(type);
  context.stack.expect(type);
  context.stack.expectAll(type.args);
  context.stack.pushAll(type.results);
  return { op, type, a: type.args.length, b: type.results.length };
}

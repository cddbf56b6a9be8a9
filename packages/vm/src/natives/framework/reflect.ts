import { type AbilitySet, abilitySet } from "@ledger/move";
import { type Awaitable, whenReady } from "@ledger/types";
import type { NativeCall, NativeFunction } from "../../port/native.ts";
import type { FunctionSignature } from "../../port/session.ts";
import { VmError } from "../../status/vm-error.ts";
import type { FunctionType, Type } from "../../type/type.ts";
import { Closure, type Value } from "../../value/value.ts";
import { addressOf, bytesOf, partsBehind } from "../arguments.ts";
import { type FunctionName, identifierOf } from "./function-info.ts";

/** Tags of `0x1::result::Result`. */
const ok = 0;
const err = 1;

/** Tags of `0x1::reflect::ReflectionError`. */
const errors = {
  invalidIdentifier: 0,
  functionNotFound: 1,
  functionNotAccessible: 2,
  incompatibleType: 3,
  notInstantiated: 4,
} as const;

function failed(error: keyof typeof errors): Value {
  return [err, [errors[error]]];
}

/** The abilities of a public function's value that captures nothing. */
const publicFunctionAbilities = abilitySet(["copy", "drop", "store"]);

function isSubset(part: AbilitySet, whole: AbilitySet): boolean {
  return (part & ~whole) === 0;
}

/** Matches a type of a generic signature with a type, and notes what its type parameters stand for. */
function infer(declared: Type, actual: Type, typeArgs: (Type | undefined)[]): boolean {
  if (declared.kind === "TypeParameter") {
    typeArgs[declared.index] ??= actual;
    return typeArgs[declared.index] === actual;
  }
  if (!declared.generic) return declared === actual;
  switch (declared.kind) {
    case "Vector":
      return actual.kind === "Vector" && infer(declared.element, actual.element, typeArgs);
    case "Reference":
      return (
        actual.kind === "Reference" &&
        actual.mutable === declared.mutable &&
        infer(declared.target, actual.target, typeArgs)
      );
    case "Struct":
      return (
        actual.kind === "Struct" &&
        actual.name === declared.name &&
        actual.module === declared.module &&
        actual.address === declared.address &&
        inferAll(declared.typeArgs, actual.typeArgs, typeArgs)
      );
    case "Function":
      return (
        actual.kind === "Function" &&
        actual.abilities === declared.abilities &&
        inferAll(declared.args, actual.args, typeArgs) &&
        inferAll(declared.results, actual.results, typeArgs)
      );
    default:
      return false;
  }
}

function inferAll(declared: readonly Type[], actual: readonly Type[], typeArgs: (Type | undefined)[]): boolean {
  return declared.length === actual.length && declared.every((type, index) => infer(type, actual[index]!, typeArgs));
}

/** Makes the value of a function, if the function can be of the type. */
function resolve(call: NativeCall, signature: FunctionSignature, wanted: FunctionType): Awaitable<Value> {
  if (signature.visibility !== "public") return failed("functionNotAccessible");
  if (!isSubset(wanted.abilities, publicFunctionAbilities)) return failed("incompatibleType");
  const { typeParameters, params, results, target } = signature;
  const typeArgs: (Type | undefined)[] = typeParameters.map(() => undefined);
  if (!inferAll(params, wanted.args, typeArgs) || !inferAll(results, wanted.results, typeArgs)) {
    return failed("incompatibleType");
  }
  const known = typeArgs.filter((type) => type !== undefined);
  if (known.length < typeArgs.length) return failed("notInstantiated");
  return whenReady(satisfies(call, known, typeParameters), (fits) =>
    fits ? [ok, new Closure({ ...target, typeArgs: known }, 0n, [], [], [])] : failed("incompatibleType"),
  );
}

/** True if every type has the abilities that its parameter asks for. */
function satisfies(call: NativeCall, types: readonly Type[], constraints: readonly AbilitySet[]): Awaitable<boolean> {
  let fits: Awaitable<boolean> = true;
  for (const [index, type] of types.entries()) {
    if (constraints[index] === 0) continue;
    fits = whenReady(fits, (before) =>
      before ? whenReady(call.session.abilitiesOf(type), (has) => isSubset(constraints[index]!, has)) : false,
    );
  }
  return fits;
}

/** Finds a function; undefined when there is none. */
function find(call: NativeCall, { address, module, name }: FunctionName): Awaitable<FunctionSignature | undefined> {
  const pass = (error: unknown): undefined => {
    if (
      error instanceof VmError &&
      (error.status === "LINKER_ERROR" || error.status === "FUNCTION_RESOLUTION_FAILURE")
    ) {
      return undefined;
    }
    throw error;
  };
  try {
    const signature = call.session.signature(address, module, name);
    return signature instanceof Promise ? signature.catch(pass) : signature;
  } catch (error) {
    return pass(error);
  }
}

function nativeResolve(call: NativeCall): ReturnType<NativeFunction> {
  call.charge("aptos_framework.reflect.resolve_base");
  const address = addressOf(call.args[0]);
  const module = identifierOf(bytesOf(partsBehind(call.args[1])[0]));
  const name = identifierOf(bytesOf(partsBehind(call.args[2])[0]));
  if (module === undefined || name === undefined) return failed("invalidIdentifier");
  return whenReady(find(call, { address, module, name }), (signature) => {
    if (signature === undefined) return failed("functionNotFound");
    const wanted = call.typeArgs[0]!;
    return wanted.kind === "Function" ? resolve(call, signature, wanted) : failed("incompatibleType");
  });
}

/** `0x1::reflect`. */
export const reflectNatives: Readonly<Record<string, NativeFunction>> = {
  "0x1::reflect::native_resolve": nativeResolve,
};

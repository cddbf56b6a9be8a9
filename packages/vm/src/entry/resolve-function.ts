import { type EntryFunctionId, formatAddressLong, type TypeTag } from "@ledger/types";
import type { FunctionSignature, Session } from "../port/session.ts";
import { VmError } from "../status/vm-error.ts";
import type { Type } from "../type/type.ts";
import type { ClosureTarget } from "../value/value.ts";

/** A function that is about to be called from outside, with its types in concrete form. */
export interface ResolvedFunction {
  readonly target: ClosureTarget;
  readonly signature: FunctionSignature;
  readonly params: readonly Type[];
  readonly results: readonly Type[];
}

/**
 * Finds a function and puts its type arguments in.
 *
 * @throws {@link VmError} `LINKER_ERROR`, `FUNCTION_RESOLUTION_FAILURE`, `TYPE_RESOLUTION_FAILURE`,
 * `NUMBER_OF_TYPE_ARGUMENTS_MISMATCH`, `CONSTRAINT_NOT_SATISFIED`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/virtual-machine.md#3.9 | Specification, virtual machine 3.9}
 */
export async function resolveFunction(
  session: Session,
  id: EntryFunctionId,
  typeArgs: readonly TypeTag[],
): Promise<ResolvedFunction> {
  const address = formatAddressLong(id.address);
  const signature = await session.signature(address, id.module, id.name);
  const types = await resolveTypeArguments(session, typeArgs, signature.typeParameters);
  const substitute = (type: Type): Type => session.types.substitute(type, types);
  return {
    target: { address, module: id.module, name: id.name, typeArgs: types },
    signature,
    params: signature.params.map(substitute),
    results: signature.results.map(substitute),
  };
}

/**
 * The types that type arguments name, checked against the constraints of the type parameters.
 *
 * @param constraints - the abilities that each type parameter asks for
 * @throws {@link VmError} `TYPE_RESOLUTION_FAILURE`, `NUMBER_OF_TYPE_ARGUMENTS_MISMATCH`, `CONSTRAINT_NOT_SATISFIED`
 */
export async function resolveTypeArguments(
  session: Session,
  typeArgs: readonly TypeTag[],
  constraints: readonly number[],
): Promise<Type[]> {
  const types = typeArgs.map((tag) => session.types.ofTag(tag));
  const abilities: number[] = [];
  for (const type of types) abilities.push(await session.abilitiesOf(type));
  if (types.length !== constraints.length) {
    const reason = `expected ${constraints.length} type arguments, got ${types.length}`;
    throw new VmError("NUMBER_OF_TYPE_ARGUMENTS_MISMATCH", reason);
  }
  constraints.forEach((constraint, i) => {
    if ((abilities[i]! & constraint) !== constraint) {
      throw new VmError(
        "CONSTRAINT_NOT_SATISFIED",
        `type argument ${i} lacks an ability that its type parameter requires`,
      );
    }
  });
  return types;
}

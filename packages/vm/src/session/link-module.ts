import type { Awaitable } from "@ledger/types";
import type { LoadedModule } from "../code/loaded-module.ts";
import { whenReady } from "../natives/native.ts";
import { VmError } from "../status/vm-error.ts";
import type { AddressText } from "../value/value.ts";

/** Finds the module of an address and a name. */
type Load = (address: AddressText, name: string) => Awaitable<LoadedModule>;

/**
 * Checks all code of a module, and that everything it names in other modules is there as it says.
 *
 * @throws {@link VmError} `LINKER_ERROR`, `LOOKUP_FAILED`, `TYPE_MISMATCH`, `UNKNOWN_VERIFICATION_ERROR`
 * @see Ledger specification, Move VM §3.10
 */
export function linkModule(module: LoadedModule, load: Load): Awaitable<void> {
  const { compiled } = module;
  checkBodies(module);
  const next = (handle: number): Awaitable<void> => {
    if (handle === compiled.moduleHandles.length) return undefined;
    if (handle === compiled.self) return next(handle + 1);
    const { address, name } = module.tables.moduleName(handle);
    return whenReady(load(address, name), (dependency) => {
      checkStructs(module, handle, dependency);
      checkFunctions(module, handle, dependency);
      return next(handle + 1);
    });
  };
  return next(0);
}

function checkBodies(module: LoadedModule): void {
  for (const [index, { code }] of module.compiled.functionDefinitions.entries()) {
    const fn = module.functionAt(index);
    try {
      if (code !== undefined) void fn.body;
    } catch (error) {
      if (!(error instanceof VmError)) throw error;
      throw new VmError("UNKNOWN_VERIFICATION_ERROR", `${module.key}::${fn.name}: ${error.message}`);
    }
  }
}

/** The structs of a dependency that a module names must have the type parameters and at least the abilities that it counts on. */
function checkStructs({ compiled, key }: LoadedModule, handle: number, dependency: LoadedModule): void {
  for (const named of compiled.structHandles) {
    if (named.module !== handle) continue;
    const name = compiled.identifiers[named.name]!;
    const definition = dependency.findStruct(name);
    if (definition === undefined) throw missing(key, `${dependency.key}::${name}`);
    const actual = dependency.compiled.structHandles[definition.handle]!;
    const sameParameters =
      actual.typeParameters.length === named.typeParameters.length &&
      actual.typeParameters.every(({ constraints, phantom }, i) => {
        const wanted = named.typeParameters[i]!;
        return (constraints & ~wanted.constraints) === 0 && (phantom || !wanted.phantom);
      });
    if (!sameParameters || (named.abilities & ~actual.abilities) !== 0)
      throw mismatch(key, `${dependency.key}::${name}`);
  }
}

function checkFunctions(module: LoadedModule, handle: number, dependency: LoadedModule): void {
  const { compiled, tables, key } = module;
  for (const named of compiled.functionHandles) {
    if (named.module !== handle) continue;
    const name = compiled.identifiers[named.name]!;
    const fn = dependency.find(name);
    if (fn === undefined) throw missing(key, `${dependency.key}::${name}`);
    const { visibility } = fn.definition;
    const isVisible =
      visibility === "public" || visibility === "script" || (visibility === "friend" && dependency.isFriend(key));
    const sameSignature =
      sameItems(tables.signature(named.params), fn.params) && sameItems(tables.signature(named.returns), fn.results);
    const sameParameters =
      fn.constraints.length === named.typeParameters.length &&
      fn.constraints.every((constraints, i) => (constraints & ~named.typeParameters[i]!) === 0);
    if (!(isVisible && sameSignature && sameParameters)) throw mismatch(key, `${dependency.key}::${name}`);
  }
}

/** Types of one table are the same type when they are the same object. */
function sameItems<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((item, i) => item === b[i]);
}

function missing(module: string, subject: string): VmError {
  return new VmError("LOOKUP_FAILED", `${module} uses ${subject}, which does not exist`);
}

function mismatch(module: string, subject: string): VmError {
  return new VmError("TYPE_MISMATCH", `${module} declares ${subject} differently`);
}

import { decodeScript, MoveError } from "@ledger/move";
import { type Awaitable, whenReady } from "@ledger/types";
import type { AddressText } from "../address.ts";
import { isSpecialAddress, moduleKey } from "../address.ts";
import type { CodeTables } from "../code/code-tables.ts";
import type { LoadedModule, LoadedScript } from "../code/loaded-module.ts";
import { type ModuleName, VmError } from "../status/vm-error.ts";

/** Finds the module of an address and a name. */
type Load = (address: AddressText, name: string) => Awaitable<LoadedModule>;

/**
 * Checks that everything which a module names in other modules is there as it says.
 *
 * @throws {@link VmError} `LINKER_ERROR`, `LOOKUP_FAILED`, `TYPE_MISMATCH`
 * @see Ledger specification, Move VM §3.10
 */
export function linkModule(module: LoadedModule, load: Load): Awaitable<void> {
  return linkTables({ key: module.key, tables: module.tables, self: module.compiled.self }, load);
}

/**
 * Checks a script in the same way.
 *
 * @throws {@link VmError} as {@link linkModule}
 */
export function linkScript(script: LoadedScript, load: Load): Awaitable<void> {
  return linkTables({ key: "the script", tables: script.tables, self: undefined }, load);
}

/** A module or script, whose code names other modules. */
interface Linked {
  readonly key: string;
  readonly tables: CodeTables;
  /** The handle of the module itself; a script has none. */
  readonly self: number | undefined;
}

/** Checks that everything that is named in other modules is there as it says. */
function linkTables(linked: Linked, load: Load): Awaitable<void> {
  const { tables, self } = linked;
  const next = (handle: number): Awaitable<void> => {
    if (handle === tables.tables.moduleHandles.length) return undefined;
    if (handle === self) return next(handle + 1);
    const { address, name } = tables.moduleName(handle);
    return whenReady(load(address, name), (dependency) => {
      checkStructs(linked, handle, dependency);
      checkFunctions(linked, handle, dependency);
      return next(handle + 1);
    });
  };
  return next(0);
}

/**
 * Checks that nothing which a module depends on depends on the module: code relies on being entered again through function values
 * only. The ledger's own modules depend on no others, so the way back never leads through them.
 *
 * @param look - finds a module without using it
 * @throws {@link VmError} `CYCLIC_MODULE_DEPENDENCY`
 */
export function checkCircles(module: LoadedModule, look: Load): Awaitable<void> {
  const seen = new Set<string>();
  const open = dependenciesOf(module);
  const next = (): Awaitable<void> => {
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      const key = moduleKey(name.address, name.name);
      if (key === module.key) throw new VmError("CYCLIC_MODULE_DEPENDENCY", `${key} depends on itself`);
      if (seen.has(key) || (isSpecialAddress(name.address) && !module.isSpecial)) continue;
      seen.add(key);
      const dependency = look(name.address, name.name);
      if (dependency instanceof Promise) {
        return dependency.then((found) => {
          open.push(...dependenciesOf(found));
          return next();
        });
      }
      open.push(...dependenciesOf(dependency));
    }
    return undefined;
  };
  return next();
}

function dependenciesOf({ compiled, tables }: LoadedModule): ModuleName[] {
  const names: ModuleName[] = [];
  for (let handle = 0; handle < compiled.moduleHandles.length; handle++) {
    if (handle !== compiled.self) names.push(tables.moduleName(handle));
  }
  return names;
}

/** The structs of a dependency that a module names must have the type parameters and at least the abilities that it counts on. */
function checkStructs({ key, tables: { tables } }: Linked, handle: number, dependency: LoadedModule): void {
  for (const named of tables.structHandles) {
    if (named.module !== handle) continue;
    const name = tables.identifiers[named.name]!;
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

function checkFunctions({ key, tables }: Linked, handle: number, dependency: LoadedModule): void {
  for (const named of tables.tables.functionHandles) {
    if (named.module !== handle) continue;
    const name = tables.tables.identifiers[named.name]!;
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

/** A script from its bytecode. @throws {@link VmError} `CODE_DESERIALIZATION_ERROR` */
export function readScript(bytecode: Uint8Array) {
  try {
    return decodeScript(bytecode);
  } catch (error) {
    if (!(error instanceof MoveError)) throw error;
    throw new VmError("CODE_DESERIALIZATION_ERROR", `the script does not decode: ${error.message}`);
  }
}

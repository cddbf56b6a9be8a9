import { decodeScript, type FunctionAttribute, type FunctionHandle, MoveError, type StructHandle } from "@ledger/move";
import { type Awaitable, whenReady } from "@ledger/types";
import type { AddressText } from "../address.ts";
import { isSpecialAddress, moduleKey } from "../address.ts";
import type { CodeTables } from "../code/code-tables.ts";
import type { LoadedFunction, LoadedModule, LoadedScript } from "../code/loaded-module.ts";
import { now } from "../host.ts";
import type { Pause } from "../port/pause.ts";
import type { ExecutionHost } from "../run/execution-host.ts";
import { type ModuleName, VmError } from "../status/vm-error.ts";
import { sameTypes } from "../type/same-types.ts";
import { checkDecodedScript } from "../verify/decoded-code.ts";

/** Finds the module of an address and a name. */
type Load = (address: AddressText, name: string) => Awaitable<LoadedModule>;

/** Milliseconds of verifying after which others are asked for. */
const stretchMs = 5;

/**
 * Verifies a module whole, alone, and links it.
 *
 * @param load - finds a module that is used
 * @param look - finds a module without using it
 * @throws {@link VmError} the ledger's own status
 */
export function checkModule(
  module: LoadedModule,
  load: Load,
  look: Load,
  { rules, pause }: Pick<ExecutionHost, "rules" | "pause">,
): Awaitable<void> {
  return whenReady(runSteps(module.verify(), pause), () =>
    whenReady(linkModule(module, load), () => (rules.lazyLoading ? undefined : checkCircles(module, look))),
  );
}

/**
 * Takes the steps of a verification. Whatever runs the session is asked in between whether others come first, where it has taken a while,
 * and at the end.
 */
export function runSteps(steps: Iterator<undefined, void>, pause: Pause | undefined): Awaitable<void> {
  let began = now();
  const next = (): Awaitable<void> => {
    while (!steps.next().done) {
      const ran = now() - began;
      if (pause === undefined || ran < stretchMs) continue;
      began = now();
      const paused = pause(ran);
      if (paused === undefined) continue;
      return paused.then(() => {
        began = now();
        return next();
      });
    }
    return pause?.(now() - began);
  };
  return next();
}

/**
 * Checks that everything which a module names in other modules is there as it says: all modules, then all structs, then all functions.
 *
 * @throws {@link VmError} `MISSING_DEPENDENCY`, `LOOKUP_FAILED`, `TYPE_MISMATCH`, `LINKER_ERROR`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/verifier.md#11 | Specification, verifier 11}
 */
function linkModule(module: LoadedModule, load: Load): Awaitable<void> {
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

function linkTables(linked: Linked, load: Load): Awaitable<void> {
  const { tables, self } = linked;
  const { structHandles, functionHandles, moduleHandles } = tables.tables;
  const dependencies = new Map<number, LoadedModule>();
  const next = (handle: number): Awaitable<void> => {
    if (handle === moduleHandles.length) {
      for (const named of structHandles) checkStruct(linked, named, dependencies.get(named.module));
      for (const named of functionHandles) checkFunction(linked, named, dependencies.get(named.module));
      return undefined;
    }
    if (handle === self) return next(handle + 1);
    const { address, name } = tables.moduleName(handle);
    return whenReady(load(address, name), (dependency) => {
      dependencies.set(handle, dependency);
      return next(handle + 1);
    });
  };
  return next(0);
}

/**
 * Checks that nothing which a module depends on depends on the module. The ledger's own modules depend on no others, so the way back never leads through them.
 *
 * @param look - finds a module without using it
 * @throws {@link VmError} `CYCLIC_MODULE_DEPENDENCY`
 */
function checkCircles(module: LoadedModule, look: Load): Awaitable<void> {
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

/** A struct that a module names must have the type parameters and at least the abilities that it counts on. */
function checkStruct(
  { key, tables: { tables } }: Linked,
  named: StructHandle,
  dependency: LoadedModule | undefined,
): void {
  if (dependency === undefined) return;
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
  if (!sameParameters || (named.abilities & ~actual.abilities) !== 0) throw mismatch(key, `${dependency.key}::${name}`);
}

/** A function that a module names, used or not, must be there for it, with the types and attributes that it counts on. */
function checkFunction({ key, tables }: Linked, named: FunctionHandle, dependency: LoadedModule | undefined): void {
  if (dependency === undefined) return;
  const name = tables.tables.identifiers[named.name]!;
  const fn = dependency.find(name);
  if (fn === undefined || !isVisible(fn, key)) throw missing(key, `${dependency.key}::${name}`);
  const sameParameters =
    fn.constraints.length === named.typeParameters.length &&
    fn.constraints.every((constraints, i) => (constraints & ~named.typeParameters[i]!) === 0);
  const sameSignature =
    sameTypes(tables.signature(named.params), fn.params) && sameTypes(tables.signature(named.returns), fn.results);
  if (!(sameParameters && sameSignature)) throw mismatch(key, `${dependency.key}::${name}`);
  const given = attributesOf(fn).map(attributeText);
  const isMarked = named.attributes.every(
    (attribute) => attribute.kind === "module_lock" || given.includes(attributeText(attribute)),
  );
  if (!isMarked)
    throw new VmError("LINKER_ERROR", `${key} counts on marks that ${dependency.key}::${name} does not have`);
}

function isVisible({ definition: { visibility }, module }: LoadedFunction, key: string): boolean {
  return visibility === "public" || visibility === "script" || (visibility === "friend" && module.isFriend(key));
}

/** Compilers mark public functions as persistent; where there is no mark, those of older ones count as marked. */
function attributesOf({ handle, definition }: LoadedFunction): readonly FunctionAttribute[] {
  if (handle.attributes.length > 0 || definition.visibility !== "public") return handle.attributes;
  return [{ kind: "persistent" }];
}

function attributeText(attribute: FunctionAttribute): string {
  return "operand" in attribute ? `${attribute.kind} ${attribute.operand}` : attribute.kind;
}

function missing(module: string, subject: string): VmError {
  return new VmError("LOOKUP_FAILED", `${module} uses ${subject}, which is not there for it`);
}

function mismatch(module: string, subject: string): VmError {
  return new VmError("TYPE_MISMATCH", `${module} declares ${subject} differently`);
}

/** A script from its bytecode. @throws {@link VmError} `CODE_DESERIALIZATION_ERROR` */
export function readScript(bytecode: Uint8Array) {
  try {
    const script = decodeScript(bytecode);
    checkDecodedScript(script);
    return script;
  } catch (error) {
    if (!(error instanceof MoveError)) throw error;
    throw new VmError("CODE_DESERIALIZATION_ERROR", `the script does not decode: ${error.message}`);
  }
}

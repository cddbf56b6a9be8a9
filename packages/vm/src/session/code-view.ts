import { attributeKinds } from "@ledger/move";
import {
  type Awaitable,
  parseAddress,
  type StateItem,
  type StateView,
  moduleKey as stateKeyOfModule,
  whenReady,
} from "@ledger/types";
import type { AddressText } from "../address.ts";
import { isSpecialAddress, moduleKey } from "../address.ts";
import type { LoadedFunction, LoadedModule } from "../code/loaded-module.ts";
import type { GasMeter } from "../gas/gas-meter.ts";
import type { StructShape } from "../gas/value-sizes.ts";
import type { FunctionSignature } from "../port/session.ts";
import { type ModuleName, VmError } from "../status/vm-error.ts";
import { abilitiesOf } from "../type/abilities.ts";
import type { StructType, Type } from "../type/type.ts";
import type { CodeCache } from "./code-cache.ts";

/** How a ledger charges for modules. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#5.7 | Specification, execution 5.7} */
export type DependencyCharge = "lazy" | "eager" | "none";

/** The modules of a session's state, each asked for once and charged once in its transaction. */
export class CodeView {
  readonly cache: CodeCache;
  readonly #state: StateView;
  readonly #meter: GasMeter;
  readonly #visited: Set<string>;
  readonly #charge: DependencyCharge;
  readonly #modules = new Map<string, LoadedModule>();
  /** Modules that were looked at before they are used. */
  readonly #seen = new Map<string, LoadedModule>();
  readonly #era: Map<string, LoadedModule> | undefined;

  /**
   * @param visited - modules that earlier sessions of the transaction used
   * @param era - see the sessions' `codeEra`
   */
  constructor(
    cache: CodeCache,
    state: StateView,
    meter: GasMeter,
    visited: Set<string>,
    charge: DependencyCharge,
    era: unknown,
  ) {
    this.cache = cache;
    this.#state = state;
    this.#meter = meter;
    this.#visited = visited;
    this.#charge = charge;
    this.#era = era === undefined ? undefined : findEra(cache, era);
  }

  /** True if a module was used in this transaction. */
  isVisited(address: AddressText, name: string): boolean {
    return this.#visited.has(moduleKey(address, name));
  }

  /** True if a module is known to be the one of this state. */
  isConfirmed(module: LoadedModule): boolean {
    if (module.confirmedBy === this) return true;
    const used = this.#modules.get(module.key);
    if (used === undefined && this.#era?.get(module.key) === module) {
      this.#keep(module);
      return true;
    }
    if (used !== module) return false;
    module.confirmedBy = this;
    return true;
  }

  /**
   * A module, charged at its first use.
   *
   * @throws {@link VmError} `LINKER_ERROR`, `UNEXPECTED_DESERIALIZATION_ERROR`, and those of the charge
   */
  load(address: AddressText, name: string): Awaitable<LoadedModule> {
    const key = moduleKey(address, name);
    const known = this.#modules.get(key);
    if (known !== undefined) return known;
    const settled = this.#era?.get(key);
    if (settled !== undefined) return this.#keep(settled);
    const seen = this.#seen.get(key);
    if (seen !== undefined) return this.#keep(seen);
    const item = this.#stored(address, name);
    if (item instanceof Promise) return item.then((found) => this.#keep(this.#take(key, address, name, found)));
    return this.#keep(this.#take(key, address, name, item));
  }

  /** The module that a struct is of. @throws {@link VmError} as {@link load} */
  home(type: StructType): Awaitable<LoadedModule> {
    const { homes } = this.cache;
    const known = homes.get(type);
    if (known !== undefined && this.isConfirmed(known)) return known;
    return whenReady(this.load(type.address, type.module), (module) => {
      homes.set(type, module);
      return module;
    });
  }

  /** A module that is looked at and not used: nothing is charged for it. @throws {@link VmError} as {@link load} */
  look(address: AddressText, name: string): Awaitable<LoadedModule> {
    return whenReady(this.find(address, name), (module) => module ?? missingModule(address, name));
  }

  /** A module as {@link look} gives it, undefined where there is none. */
  find(address: AddressText, name: string): Awaitable<LoadedModule | undefined> {
    const key = moduleKey(address, name);
    const known = this.#modules.get(key) ?? this.#era?.get(key) ?? this.#seen.get(key);
    if (known !== undefined) return known;
    return whenReady(this.#stored(address, name), (found) => {
      if (found === undefined) return undefined;
      const module = this.#take(key, address, name, found);
      this.#seen.set(key, module);
      return module;
    });
  }

  /**
   * Puts modules in the place of those of the state, for the rest of the session. Whatever was linked with the older ones is
   * linked again.
   *
   * @throws {@link VmError} as {@link load}
   */
  stage(modules: readonly Uint8Array[]): void {
    for (const bytecode of modules) {
      const module = this.cache.module(bytecode);
      const older = this.#modules.get(module.key);
      if (older !== undefined) older.confirmedBy = undefined;
      this.#modules.set(module.key, module);
      // Publishing has paid for it.
      this.#visited.add(module.key);
    }
  }

  #stored(address: AddressText, name: string): Awaitable<StateItem | undefined> {
    return this.#state.get(stateKeyOfModule(parseAddress(address), name));
  }

  #take(key: string, address: AddressText, name: string, item: StateItem | undefined): LoadedModule {
    if (item === undefined) missingModule(address, name);
    const module = this.cache.module(item.bytes);
    if (module.key !== key) {
      throw new VmError("UNEXPECTED_DESERIALIZATION_ERROR", `the module stored as ${key} is named ${module.key}`);
    }
    this.#era?.set(key, module);
    return module;
  }

  #keep(module: LoadedModule): LoadedModule {
    this.#modules.set(module.key, module);
    module.confirmedBy = this;
    // Where the ledger charges ahead, using a module does not pay for it.
    if (this.#charge !== "eager" && !this.#visited.has(module.key)) {
      this.#visited.add(module.key);
      if (this.#charge === "lazy" && !module.isSpecial) this.#meter.chargeDependency(module.code.bytecode.length);
    }
    return module;
  }

  /**
   * A function.
   *
   * @throws {@link VmError} `FUNCTION_RESOLUTION_FAILURE`, and as {@link load}
   */
  findFunction(address: AddressText, module: string, name: string): Awaitable<LoadedFunction> {
    const loaded = this.load(address, module);
    return loaded instanceof Promise ? loaded.then((found) => functionOf(found, name)) : functionOf(loaded, name);
  }

  /** The signature of a function, for callers from outside. @throws {@link VmError} as {@link findFunction} */
  signature(address: AddressText, module: string, name: string): Awaitable<FunctionSignature> {
    return whenReady(this.findFunction(address, module, name), (fn) => ({
      target: { address, module, name, typeArgs: [] },
      visibility: fn.definition.visibility === "script" ? "public" : fn.definition.visibility,
      isEntry: fn.definition.isEntry,
      isNative: fn.isNative,
      typeParameters: fn.constraints,
      params: fn.params,
      results: fn.results,
      isPersistent: fn.isPersistent,
      isView: fn.isMarked(attributeKinds.legacyView, attributeKinds.view),
      drawsRandomness: fn.isMarked(attributeKinds.randomness),
    }));
  }

  /** The abilities of a type without parameters. @throws {@link VmError} `TYPE_RESOLUTION_FAILURE`, and as {@link load} */
  abilitiesOf(type: Type): Awaitable<number> {
    const names = modulesOf([type]);
    const next = (i: number): Awaitable<number> => {
      const name = names[i];
      if (name !== undefined) return whenReady(this.load(name.address, name.name), () => next(i + 1));
      return abilitiesOf(type, [], (struct) => {
        const module = this.load(struct.address, struct.module) as LoadedModule;
        const definition = module.findStruct(struct.name);
        if (definition === undefined)
          throw new VmError("TYPE_RESOLUTION_FAILURE", `Struct ${struct.text} does not exist`);
        return module.compiled.structHandles[definition.handle]!;
      });
    };
    return next(0);
  }

  /** The shape of a struct whose module is loaded. */
  readonly shape = (type: StructType): StructShape => {
    const { shapes } = this.cache;
    const known = shapes.get(type);
    if (known !== undefined && this.isConfirmed(known.module)) return known.shape;
    const module = this.load(type.address, type.module);
    if (module instanceof Promise) {
      throw new VmError("UNKNOWN_INVARIANT_VIOLATION_ERROR", `a value of ${type.text} exists without its module`);
    }
    const shape = this.makeShape(module, type);
    shapes.set(type, { module, shape });
    return shape;
  };

  /** @throws {@link VmError} `TYPE_RESOLUTION_FAILURE` */
  makeShape(module: LoadedModule, type: StructType): StructShape {
    const content = module.findStruct(type.name)?.content;
    if (content === undefined || content.kind === "native") {
      throw new VmError("TYPE_RESOLUTION_FAILURE", `Struct ${type.text} does not exist`);
    }
    const { types } = this.cache;
    const { compiled } = module;
    const typesOf = (fields: readonly { readonly type: Parameters<typeof types.ofToken>[1] }[]) =>
      fields.map((field) => types.substitute(types.ofToken(compiled, field.type), type.typeArgs));
    return content.kind === "struct"
      ? { kind: "Struct", fields: typesOf(content.fields) }
      : { kind: "Enum", variants: content.variants.map((variant) => typesOf(variant.fields)) };
  }

  /**
   * Loads and charges modules with everything that they depend on and their friends, as ledgers without lazy loading do before an entry.
   * Those of the special addresses are free, and so is what they depend on.
   *
   * @throws {@link VmError} as {@link load}
   */
  chargeClosure(roots: readonly ModuleName[]): Awaitable<void> {
    if (this.#charge !== "eager") return undefined;
    const open: ModuleName[] = [];
    const push = (named: readonly ModuleName[]): void => {
      const fresh = named.filter(({ address, name }) => {
        const key = moduleKey(address, name);
        if (isSpecialAddress(address) || this.#visited.has(key)) return false;
        this.#visited.add(key);
        return true;
      });
      open.push(...fresh.reverse());
    };
    const take = ({ code, compiled, tables }: LoadedModule): void => {
      this.#meter.chargeDependency(code.bytecode.length);
      const { moduleHandles, friends, self, identifiers } = compiled;
      const named = [...moduleHandles.filter((_, i) => i !== self), ...friends];
      push(named.map(({ address, name }) => ({ address: tables.addressOf(address), name: identifiers[name]! })));
    };
    const run = (): Awaitable<void> => {
      for (let next = open.pop(); next !== undefined; next = open.pop()) {
        const module = this.load(next.address, next.name);
        if (module instanceof Promise) {
          return module.then((loaded) => {
            take(loaded);
            return run();
          });
        }
        take(module);
      }
      return undefined;
    };
    push(roots);
    return run();
  }
}

function missingModule(address: AddressText, name: string): never {
  throw new VmError("LINKER_ERROR", `Linker Error: Module ${address.slice(2)}::${name} doesn't exist`);
}

function functionOf(module: LoadedModule, name: string): LoadedFunction {
  const found = module.find(name);
  if (found === undefined) {
    throw new VmError("FUNCTION_RESOLUTION_FAILURE", `Function ${module.key}::${name} doesn't exist`);
  }
  return found;
}

function findEra(cache: CodeCache, token: unknown): Map<string, LoadedModule> {
  const known = cache.eras.get(token);
  if (known !== undefined) return known;
  const era = new Map<string, LoadedModule>();
  cache.eras.set(token, era);
  return era;
}

/** Modules of the structs in some types, sorted. */
export function modulesOf(types: readonly Type[]): ModuleName[] {
  const modules = new Map<string, ModuleName>();
  const visit = (type: Type): void => {
    if (type.kind === "Vector") visit(type.element);
    else if (type.kind === "Reference") visit(type.target);
    else if (type.kind === "Function") [...type.args, ...type.results].forEach(visit);
    else if (type.kind === "Struct") {
      modules.set(`${type.address}::${type.module}`, { address: type.address, name: type.module });
      type.typeArgs.forEach(visit);
    }
  };
  types.forEach(visit);
  return [...modules].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, name]) => name);
}

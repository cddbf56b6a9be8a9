import { createMoveCache, MoveError } from "@ledger/move";
import { LruCache, type StructTag } from "@ledger/types";
import { shortAddress } from "../address.ts";
import { LoadedModule, type RunnableFunction } from "../code/loaded-module.ts";
import type { VmEnvironment } from "../environment/environment.ts";
import { InstructionCosts } from "../gas/instruction-costs.ts";
import { type StructShape, ValueSizes } from "../gas/value-sizes.ts";
import type { NativeTable } from "../port/native.ts";
import type { Tier } from "../run/compiled-code.ts";
import { FunctionInstance, type InstanceHost } from "../run/function-instance.ts";
import { VmError } from "../status/vm-error.ts";
import type { StructType, Type } from "../type/type.ts";
import { TypeTable } from "../type/type-table.ts";
import type { ValueLayout } from "../value/layout.ts";
import type { Value } from "../value/value.ts";
import { ResourceKeys } from "./resource-keys.ts";

/** A layout with the modules that it was made from: it holds wherever they are the modules of the state. */
export interface CachedLayout {
  readonly layout: ValueLayout;
  readonly modules: readonly LoadedModule[];
  /** Nodes of the layout, once they were counted; what exceeds the limit is not counted to the end. */
  nodes?: number;
}

/** The instances of one function, by the texts of their type arguments. */
interface Instances {
  readonly tier: Tier;
  readonly byTypes: LruCache<string, FunctionInstance>;
}

/** Bytecode that is kept parsed: what is made of a module for running takes up to fifty times as much. */
const maxModuleBytes = 16 * 1024 * 1024;

/** States whose modules are kept by their tokens. */
const maxEras = 4;

/**
 * Values that are kept, with one more for each of their kibibytes: few, so that only those stay that every transaction reads. What is kept for
 * long, and seldom read, costs more to collect than to decode.
 */
const maxValues = 192;

/** The value of a resource as its bytes have it. Nothing changes it. */
export interface CachedValue {
  readonly layout: ValueLayout;
  readonly value: Value;
}

/** Instances of one function that are kept: only hostile code makes that many. */
const maxInstances = 256;

/** The cache that the sessions of a machine share: modules by content, types, layouts, functions ready to run. */
export class CodeCache {
  readonly types = new TypeTable();
  readonly keys = new ResourceKeys();
  readonly sizes: ValueSizes;
  readonly costs: InstructionCosts;
  readonly layouts = new Map<Type, CachedLayout>();
  readonly shapes = new Map<StructType, { readonly module: LoadedModule; readonly shape: StructShape }>();
  /** The modules that structs are of, where they were found last. */
  readonly homes = new Map<StructType, LoadedModule>();
  /** Modules of states that a token identifies; see the sessions' `codeEra`. */
  readonly eras = new LruCache<unknown, Map<string, LoadedModule>>(maxEras);
  /** Values by the array that they were read from: where the state keeps its arrays, sessions after one another read the same one. */
  readonly values = new LruCache<Uint8Array, CachedValue>(maxValues);
  readonly #groups = new WeakMap<StructTag, StructType>();
  readonly #modules = createMoveCache({ maxModuleBytes });
  readonly #loaded = new WeakMap<object, LoadedModule>();
  readonly #instances = new WeakMap<RunnableFunction, Instances>();
  readonly #natives: NativeTable;
  readonly #host: InstanceHost;

  constructor(environment: VmEnvironment, natives: NativeTable) {
    const { gas, limits, rules } = environment;
    this.#natives = natives;
    this.sizes = new ValueSizes(gas);
    this.costs = new InstructionCosts(gas, this.sizes);
    this.#host = {
      types: this.types,
      costs: this.costs,
      maxTypeNodes: limits.typeSize,
      maxTypeDepth: limits.typeDepth,
      rules,
    };
  }

  /**
   * The module of some bytecode.
   *
   * @throws {@link VmError} `UNEXPECTED_DESERIALIZATION_ERROR`
   */
  module(bytecode: Uint8Array): LoadedModule {
    try {
      const code = this.#modules.module(bytecode);
      let loaded = this.#loaded.get(code);
      if (loaded === undefined) {
        loaded = new LoadedModule(code, this.types, this.#host.rules);
        this.#loaded.set(code, loaded);
      }
      return loaded;
    } catch (error) {
      if (!(error instanceof MoveError)) throw error;
      throw new VmError("UNEXPECTED_DESERIALIZATION_ERROR", `a stored module does not decode: ${error.message}`);
    }
  }

  /** The container of the group that a struct of a module is a member of; `undefined` for one that is stored by itself. */
  groupOf(module: LoadedModule, { name }: StructType): StructType | undefined {
    const tag = module.code.resourceGroupOf(name);
    if (tag === undefined) return undefined;
    let type = this.#groups.get(tag);
    if (type === undefined) {
      type = this.types.ofStructTag(tag);
      this.#groups.set(tag, type);
    }
    return type;
  }

  /** A function with type arguments. */
  instance(fn: RunnableFunction, typeArgs: readonly Type[]): FunctionInstance {
    let known = this.#instances.get(fn);
    if (known === undefined) {
      known = { tier: { heat: 0, compiled: undefined }, byTypes: new LruCache(maxInstances) };
      this.#instances.set(fn, known);
    }
    const { tier, byTypes } = known;
    const key = typeArgs.length === 0 ? "" : typeArgs.map((type) => type.text).join();
    let instance = byTypes.get(key);
    if (instance === undefined) {
      instance = new FunctionInstance(fn, typeArgs, this.#findNative(fn), tier, this.#host);
      byTypes.set(key, instance);
    }
    return instance;
  }

  #findNative(fn: RunnableFunction) {
    if (!fn.isNative || fn.module === undefined) return undefined;
    const { address, name } = fn.module.name;
    return this.#natives.get(`${shortAddress(address)}::${name}::${fn.name}`);
  }
}

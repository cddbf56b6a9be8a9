import {
  type Address,
  type Awaitable,
  type EntryFunctionId,
  formatModuleId,
  type StructTag,
  type TransactionArgument,
  type TypeTag,
} from "@ledger/types";
import { describeAbortCode, type ErrorDescription } from "./abi/metadata.ts";
import {
  encodeArguments,
  type FunctionParameters,
  functionParameters,
  writeArguments,
} from "./arguments/function-arguments.ts";
import { encodeScriptArguments } from "./arguments/script-arguments.ts";
import { wholeLayout } from "./arguments/whole-value.ts";
import { MoveError } from "./errors.ts";
import type { Layout } from "./layout/layout.ts";
import { LayoutResolver } from "./layout/layout-resolver.ts";
import type { ModuleCode } from "./layout/module-code.ts";
import type { ModuleResolver } from "./layout/module-resolver.ts";
import type { CodeEra, MoveCache } from "./layout/move-cache.ts";
import type { JsonValue } from "./value/json-value.ts";
import { JsonWriter } from "./value/json-writer.ts";

/** Options of {@link MoveView}. */
export interface MoveViewOptions {
  /**
   * Identifies the whole code of the state, e.g. the version of the newest write to any module: views of one cache with the
   * same token take settled modules and layouts from one another without reading modules again. Leave it out where
   * other code may be in force, as at older versions.
   */
  readonly codeEra?: string | number | bigint;
}

/**
 * Move types and values of the state at one ledger version. A view is cheap: make one for every request. Everything it
 * learns that does not depend on the version stays in the shared {@link MoveCache}.
 *
 * Errors of the resolver pass through unchanged.
 *
 * @example
 * ```ts
 * const view = new MoveView({ findModule: (address, name) => store.read(moduleKey(address, name)) }, cache);
 * await view.decodeToJson(parseTypeTag("0x1::chain_id::ChainId"), bytes); // { id: 1 }
 * ```
 */
export class MoveView {
  readonly #resolver: ModuleResolver;
  readonly #cache: MoveCache;
  readonly #era: CodeEra;
  readonly #layouts: LayoutResolver;

  constructor(resolver: ModuleResolver, cache: MoveCache, options: MoveViewOptions = {}) {
    this.#resolver = resolver;
    this.#cache = cache;
    this.#era = cache.era(options.codeEra);
    this.#layouts = new LayoutResolver((address, name) => this.findModule(address, name), cache, this.#era);
  }

  /**
   * A module of the state, parsed; undefined when there is none.
   *
   * @throws {@link MoveError} `malformed_module` for bytes that are no module
   */
  findModule(address: Address, name: string): Awaitable<ModuleCode | undefined> {
    const key = formatModuleId({ address, name });
    const known = this.#era.modules.get(key);
    if (known !== undefined) return known ?? undefined;
    const found = this.#resolver.findModule(address, name);
    if (found instanceof Promise) return found.then((bytecode) => this.#keepModule(key, bytecode));
    return this.#keepModule(key, found);
  }

  #keepModule(key: string, bytecode: Uint8Array | undefined): ModuleCode | undefined {
    const code = bytecode === undefined ? undefined : this.#parse(key, bytecode);
    this.#era.modules.set(key, code ?? null);
    return code;
  }

  #parse(key: string, bytecode: Uint8Array): ModuleCode {
    try {
      return this.#cache.module(bytecode);
    } catch (cause) {
      if (!(cause instanceof MoveError)) throw cause;
      throw new MoveError("malformed_module", `module ${key} does not parse`, { subject: key }, { cause });
    }
  }

  /**
   * The layout of a type, for callers with many values of it.
   *
   * @throws {@link MoveError} `module_not_found`, `struct_not_found`, `type_argument_count`, `type_without_values`,
   * `cyclic_layout`, `layout_too_large`, `malformed_module`
   * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/move-values.md#5.1 | Specification, Move values 5.1}
   */
  async layout(tag: TypeTag): Promise<Layout> {
    return (await this.#layouts.resolve(tag)).layout;
  }

  /**
   * The layout of a type if this state's code has settled it before; undefined when {@link layout} would have to look at
   * modules. Loops over many values use it to stay synchronous.
   */
  findLayout(tag: TypeTag): Layout | undefined {
    return this.#layouts.settled(tag)?.layout;
  }

  /**
   * The layout of a value that is alone, such as a table key: as {@link layout}, but an `Object<T>` as a whole is an
   * address, and its `T` need not exist. Given at once when {@link findLayout} finds it.
   *
   * @throws {@link MoveError} as {@link layout}
   * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/move-values.md#2 | Specification, Move values 2}
   */
  wholeLayout(tag: TypeTag): Awaitable<Layout> {
    return wholeLayout(this, tag);
  }

  /**
   * A stored value as JSON.
   *
   * @throws {@link MoveError} as {@link layout}, `malformed_value`, `value_too_large`
   */
  async decodeToJson(tag: TypeTag, bytes: Uint8Array): Promise<JsonValue> {
    return (await this.layout(tag)).decodeToJson(bytes);
  }

  /** Appends a stored value as JSON text; see {@link decodeToJson}. The writer is left as it was when the value is refused. */
  async writeJson(tag: TypeTag, bytes: Uint8Array, output: JsonWriter): Promise<void> {
    (await this.layout(tag)).writeJson(bytes, output);
  }

  /**
   * The bytes of a value given as JSON, such as a table key. A value that is an `Object<T>` as a whole is an address.
   *
   * @throws {@link MoveError} as {@link layout}, or `json_mismatch` with path and expected JSON type
   * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/move-values.md#2 | Specification, Move values 2}
   */
  async encodeFromJson(tag: TypeTag, json: JsonValue): Promise<Uint8Array> {
    return (await this.wholeLayout(tag)).encodeFromJson(json);
  }

  /**
   * The arguments of an entry function, each as its BCS. Signers take no argument.
   *
   * @throws {@link MoveError} `module_not_found`, `function_not_found`, `function_not_entry`, `type_argument_count`,
   * `argument_count`, or `bad_argument` with the argument's index, its expected JSON type and the fault as `cause`
   * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/move-values.md#3 | Specification, Move values 3}
   */
  async encodeEntryFunction(
    id: EntryFunctionId,
    typeArgs: readonly TypeTag[],
    jsonArgs: readonly JsonValue[],
  ): Promise<Uint8Array[]> {
    return encodeArguments(this, await this.#parameters(id, typeArgs, "entry"), jsonArgs);
  }

  /** The arguments of any function, such as a view function; see {@link encodeEntryFunction}. */
  async encodeFunctionArguments(
    id: EntryFunctionId,
    typeArgs: readonly TypeTag[],
    jsonArgs: readonly JsonValue[],
  ): Promise<Uint8Array[]> {
    return encodeArguments(this, await this.#parameters(id, typeArgs, "any"), jsonArgs);
  }

  /**
   * The arguments of a script, whose parameters are in its own bytecode.
   *
   * @throws {@link MoveError} `malformed_script`, `argument_count`, or `bad_argument`, also for types that scripts do
   * not take as arguments
   * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#3.5 | Specification, REST API 3.5}
   */
  async encodeScriptArguments(
    code: Uint8Array,
    typeArgs: readonly TypeTag[],
    jsonArgs: readonly JsonValue[],
  ): Promise<TransactionArgument[]> {
    return encodeScriptArguments(this, code, typeArgs, jsonArgs);
  }

  /**
   * Appends the stored arguments of an entry function as a JSON array. If any of them cannot be shown by the function as it is
   * now, all are shown as hex strings of their bytes.
   *
   * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/move-values.md#3 | Specification, Move values 3}
   */
  async writeFunctionArguments(
    id: EntryFunctionId,
    typeArgs: readonly TypeTag[],
    args: readonly Uint8Array[],
    output: JsonWriter,
  ): Promise<void> {
    await writeArguments(this, () => this.#parameters(id, typeArgs, "any"), args, output);
  }

  /** The stored arguments of an entry function as JSON values; see {@link writeFunctionArguments}. */
  async decodeFunctionArguments(
    id: EntryFunctionId,
    typeArgs: readonly TypeTag[],
    args: readonly Uint8Array[],
  ): Promise<JsonValue[]> {
    const output = new JsonWriter();
    await this.writeFunctionArguments(id, typeArgs, args, output);
    return JSON.parse(output.text()) as JsonValue[];
  }

  /**
   * The container of the resource group that holds a resource; undefined when it is stored by itself, or when its module is
   * not there.
   *
   * @throws {@link MoveError} `malformed_module`, `malformed_metadata`
   * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/move-values.md#6.1 | Specification, Move values 6.1}
   */
  async resourceGroupOf(tag: StructTag): Promise<StructTag | undefined> {
    return (await this.findModule(tag.address, tag.module))?.resourceGroupOf(tag.name);
  }

  /** True if a struct is the container of a resource group. */
  async isResourceGroup(tag: StructTag): Promise<boolean> {
    return (await this.findModule(tag.address, tag.module))?.isResourceGroup(tag.name) ?? false;
  }

  /**
   * The description that a module has for an abort code.
   *
   * @see {@link describeAbortCode}
   */
  async describeAbort(address: Address, name: string, code: bigint): Promise<ErrorDescription | undefined> {
    return describeAbortCode((await this.findModule(address, name))?.metadata.errorMap, code);
  }

  async #parameters(
    id: EntryFunctionId,
    typeArgs: readonly TypeTag[],
    kind: "entry" | "any",
  ): Promise<FunctionParameters> {
    const code = await this.findModule(id.address, id.module);
    if (code === undefined) {
      const subject = formatModuleId({ address: id.address, name: id.module });
      throw new MoveError("module_not_found", `module ${subject} does not exist`, { subject });
    }
    return functionParameters(code, id, typeArgs, kind);
  }
}

import type {
  AbilitySet,
  AccessSpecifier,
  CompiledModule,
  CompiledScript,
  FunctionDefinition,
  FunctionHandle,
  ModuleCode,
  StructDefinition,
} from "@ledger/move";
import { isSpecialAddress, moduleKey } from "../address.ts";
import type { Rules } from "../features/rules.ts";
import { type ModuleName, VmError } from "../status/vm-error.ts";
import type { Type } from "../type/type.ts";
import type { TypeTable } from "../type/type-table.ts";
import { Verifier } from "../verify/verifier.ts";
import { CodeTables } from "./code-tables.ts";
import type { Body } from "./instruction.ts";
import { translate } from "./translate.ts";

/** A function that can run: of a module, or the one of a script. */
export interface RunnableFunction {
  /** Undefined for a script. */
  readonly module: LoadedModule | undefined;
  /** Among the module's function definitions; 0 for a script. */
  readonly index: number;
  readonly name: string;
  readonly tables: CodeTables;
  readonly constraints: readonly AbilitySet[];
  readonly params: readonly Type[];
  readonly results: readonly Type[];
  /** Types of parameters and locals. */
  readonly localTypes: readonly Type[];
  readonly accessSpecifiers: readonly AccessSpecifier[] | undefined;
  readonly isNative: boolean;
  /** Public, or marked: closures of it may be stored. */
  readonly isPersistent: boolean;
  /** True if it takes its module's lock. */
  readonly locksModule: boolean;
  /**
   * The code, verified and ready to run.
   *
   * @throws {@link VmError} `UNEXPECTED_VERIFIER_ERROR` for code of the state that the verifier refuses
   */
  readonly body: Body;
}

/** A transaction script. */
export class LoadedScript implements RunnableFunction {
  readonly module = undefined;
  readonly index = 0;
  readonly name = "main";
  readonly tables: CodeTables;
  readonly constraints: readonly AbilitySet[];
  readonly params: readonly Type[];
  readonly results: readonly Type[] = [];
  readonly accessSpecifiers: readonly AccessSpecifier[] | undefined;
  readonly isNative = false;
  readonly isPersistent = false;
  readonly locksModule = false;
  readonly #script: CompiledScript;
  readonly #rules: Rules;
  #body: Body | undefined;

  constructor(script: CompiledScript, types: TypeTable, rules: Rules) {
    this.tables = new CodeTables(script, types);
    this.constraints = script.typeParameters;
    this.params = this.tables.signature(script.params);
    this.accessSpecifiers = script.accessSpecifiers;
    this.#script = script;
    this.#rules = rules;
  }

  /** Verifies the script, alone, step by step. @throws {@link VmError} the ledger's own status */
  verify(): Iterator<undefined, void> {
    return Verifier.ofScript(this.#script, this.#rules).steps();
  }

  get localTypes(): readonly Type[] {
    return [...this.params, ...this.tables.signature(this.#script.code.locals)];
  }

  get body(): Body {
    this.#body ??= translate(this.tables, undefined, {
      name: this.name,
      locals: this.localTypes,
      results: [],
      constraints: this.constraints,
      code: this.#script.code,
    });
    return this.#body;
  }
}

/** A function of a loaded module. */
export class LoadedFunction implements RunnableFunction {
  readonly module: LoadedModule;
  readonly tables: CodeTables;
  /** Among the module's function definitions. */
  readonly index: number;
  readonly name: string;
  readonly definition: FunctionDefinition;
  readonly handle: FunctionHandle;
  readonly params: readonly Type[];
  readonly results: readonly Type[];
  #body: Body | undefined;

  constructor(module: LoadedModule, index: number) {
    const { tables } = module;
    this.module = module;
    this.tables = tables;
    this.index = index;
    this.definition = module.compiled.functionDefinitions[index]!;
    this.handle = module.compiled.functionHandles[this.definition.handle]!;
    this.name = module.compiled.identifiers[this.handle.name]!;
    this.params = tables.signature(this.handle.params);
    this.results = tables.signature(this.handle.returns);
  }

  get constraints(): readonly AbilitySet[] {
    return this.handle.typeParameters;
  }

  get accessSpecifiers(): readonly AccessSpecifier[] | undefined {
    return this.handle.accessSpecifiers;
  }

  get isNative(): boolean {
    return this.definition.code === undefined;
  }

  /** True if the module's metadata marks the function with one of some kinds of attribute. */
  isMarked(...kinds: readonly number[]): boolean {
    return (
      this.module.code.metadata.functionAttributes.get(this.name)?.some(({ kind }) => kinds.includes(kind)) ?? false
    );
  }

  get isPersistent(): boolean {
    return this.definition.visibility === "public" || this.handle.attributes.some(({ kind }) => kind === "persistent");
  }

  get locksModule(): boolean {
    return this.handle.attributes.some(({ kind }) => kind === "module_lock");
  }

  /** @throws as {@link body}: what a function declares is read no sooner than it was verified */
  get localTypes(): readonly Type[] {
    const { code } = this.definition;
    if (code === undefined) return this.params;
    this.module.checkFunction(this.index);
    return [...this.params, ...this.module.tables.signature(code.locals)];
  }

  get body(): Body {
    if (this.#body !== undefined) return this.#body;
    this.module.checkFunction(this.index);
    this.#body = translate(this.module.tables, this.module.compiled, {
      name: this.name,
      locals: this.localTypes,
      results: this.results,
      constraints: this.constraints,
      code: this.definition.code!,
    });
    return this.#body;
  }
}

/** A module that code may call, with its functions by name. */
export class LoadedModule {
  readonly name: ModuleName;
  /** `0x1::coin`. */
  readonly key: string;
  readonly code: ModuleCode;
  readonly compiled: CompiledModule;
  readonly tables: CodeTables;
  readonly isSpecial: boolean;
  /** The last session that found this to be the module of its state. */
  confirmedBy: object | undefined;
  readonly #functions: (LoadedFunction | undefined)[] = [];
  readonly #byName = new Map<string, number>();
  readonly #friends: ReadonlySet<string>;
  readonly #verifier: Verifier;

  /** @param rules - in force, by which the code is verified */
  constructor(code: ModuleCode, types: TypeTable, rules: Rules) {
    this.code = code;
    this.#verifier = Verifier.ofModule(code.module, rules);
    this.compiled = code.module;
    this.tables = new CodeTables(code.module, types);
    this.name = this.tables.moduleName(code.module.self);
    this.key = moduleKey(this.name.address, this.name.name);
    this.isSpecial = isSpecialAddress(this.name.address);
    code.module.functionDefinitions.forEach(({ handle }, i) => {
      const name = code.module.identifiers[code.module.functionHandles[handle]!.name]!;
      if (!this.#byName.has(name)) this.#byName.set(name, i);
    });
    this.#friends = new Set(
      code.module.friends.map(({ address, name }) =>
        moduleKey(this.tables.addressOf(address), code.module.identifiers[name]!),
      ),
    );
  }

  /** The function of a name. */
  find(name: string): LoadedFunction | undefined {
    const index = this.#byName.get(name);
    return index === undefined ? undefined : this.functionAt(index);
  }

  /** The function definition of an index. */
  functionAt(index: number): LoadedFunction {
    this.#functions[index] ??= new LoadedFunction(this, index);
    return this.#functions[index];
  }

  findStruct(name: string): StructDefinition | undefined {
    return this.code.findStruct(name);
  }

  /** Verifies the whole module, alone, as publishing it does: step by step. @throws {@link VmError} the ledger's own status */
  verify(): Iterator<undefined, void> {
    return this.#verifier.steps();
  }

  /** Verifies one function of a module that is stored. @throws {@link VmError} `UNEXPECTED_VERIFIER_ERROR` */
  checkFunction(index: number): void {
    try {
      this.#verifier.checkFunction(index);
    } catch (error) {
      if (!(error instanceof VmError)) throw error;
      throw new VmError("UNEXPECTED_VERIFIER_ERROR", `${this.key} is not valid: ${error.status}, ${error.message}`);
    }
  }

  /** True if a module is declared a friend. */
  isFriend(key: string): boolean {
    return this.#friends.has(key);
  }
}

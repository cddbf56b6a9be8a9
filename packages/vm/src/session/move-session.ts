import { type Awaitable, type StateView, whenReady } from "@ledger/types";
import type { AddressText } from "../address.ts";
import { type LoadedModule, LoadedScript } from "../code/loaded-module.ts";
import { canCompile, compileBody } from "../compile/compile.ts";
import type { VmEnvironment } from "../environment/environment.ts";
import type { GasMeter } from "../gas/gas-meter.ts";
import type { Cell } from "../port/cell.ts";
import { type NewTable, type SessionChange, type StateChange, sortChanges } from "../port/changes.ts";
import type { SessionContext } from "../port/context.ts";
import { DelayedFields } from "../port/delayed-fields.ts";
import type { EmittedEvent } from "../port/event-log.ts";
import { inTime, type Pause } from "../port/pause.ts";
import type { CallOutcome, ExtensionKey, FunctionSignature, ScriptSignature, Session } from "../port/session.ts";
import type { WorkBudget } from "../port/work-budget.ts";
import { Execution } from "../run/execution.ts";
import type { ExecutionHost } from "../run/execution-host.ts";
import type { FunctionInstance } from "../run/function-instance.ts";
import type { Tracer } from "../run/tracer.ts";
import { HostError } from "../status/host-error.ts";
import { type ModuleName, VmError } from "../status/vm-error.ts";
import type { StructType, Type } from "../type/type.ts";
import type { TypeTable } from "../type/type-table.ts";
import type { ValueLayout } from "../value/layout.ts";
import type { ClosureTarget, Value } from "../value/value.ts";
import type { CodeCache } from "./code-cache.ts";
import { CodeView, type DependencyCharge, modulesOf } from "./code-view.ts";
import { GlobalStore } from "./global-store.ts";
import { LayoutBuilder } from "./layout-builder.ts";
import { checkModule, linkScript, readScript, runSteps } from "./link-module.ts";
import { createLinks } from "./links.ts";
import { TableStore } from "./table-store.ts";
import { tracedState } from "./traced-state.ts";

/** Pages have policies against code from text: there it is for the page to ask for. */
const compilesByDefault =
  typeof (globalThis as { readonly document?: unknown }).document === "undefined" && canCompile();
/** By then a function has run long enough to pay for being compiled. */
const hot = 200;

/** Options of a session; see `MoveVm.createSession`. */
export interface SessionOptions {
  readonly environment: VmEnvironment;
  /** The machine suspends at a promise and continues where it stood. Every item is asked for once in a session. */
  readonly state: StateView;
  readonly context: SessionContext;
  readonly meter: GasMeter;
  /** Modules used so far in the transaction; sessions of one transaction share the set. */
  readonly visited?: Set<string> | undefined;
  /**
   * Identifies the whole code of the state, e.g. the version of the newest write to any module: sessions with the same token take
   * modules from one another without reading them again.
   */
  readonly codeEra?: unknown;
  /** Sees everything that runs. Nothing is compiled then. */
  readonly tracer?: Tracer | undefined;
  /**
   * Which functions are compiled to JavaScript: none, those that run often, or all. By default those that run often where the
   * host is no browser and lets code be made from text, else none. Results and gas are the same either way.
   */
  readonly compile?: "never" | "hot" | "always" | undefined;
  /** Asked now and then, after some 10 ms of running. */
  readonly pause?: Pause | undefined;
  /** The work that the host does at most for this session and all others that share the budget. It says nothing about gas. */
  readonly budget?: WorkBudget | undefined;
}

/** The session of the machine. */
export class MoveSession implements Session {
  readonly environment: VmEnvironment;
  readonly context: SessionContext;
  readonly meter: GasMeter;
  unbiasable: boolean;
  readonly types: TypeTable;
  readonly state: StateView;
  readonly events: EmittedEvent[] = [];
  readonly delayedFields: DelayedFields | undefined;
  readonly budget: WorkBudget | undefined;
  readonly #code: CodeView;
  readonly #cache: CodeCache;
  readonly #layouts: LayoutBuilder;
  readonly #globals: GlobalStore;
  readonly #tables: TableStore;
  readonly #host: ExecutionHost;
  readonly #extensions = new Map<ExtensionKey<unknown>, unknown>();
  /** The script that was read last. */
  #known: { readonly bytecode: Uint8Array; readonly script: LoadedScript } | undefined;
  #isBusy = false;
  #hasFailed = false;

  constructor(cache: CodeCache, options: SessionOptions) {
    const { environment, context, meter } = options;
    const state = tracedState(options.state, options.tracer);
    const { rules } = environment;
    this.environment = environment;
    this.context = context;
    this.meter = meter;
    this.budget = options.budget;
    this.unbiasable = context.unbiasable;
    this.types = cache.types;
    this.state = state;
    this.#cache = cache;
    const charge: DependencyCharge = !rules.paysModules ? "none" : rules.lazyLoading ? "lazy" : "eager";
    this.#code = new CodeView(cache, state, meter, options.visited ?? new Set(), charge, options.codeEra);
    const { layoutSize, layoutDepth } = environment.limits;
    this.#layouts = new LayoutBuilder(this.#code, layoutSize, layoutDepth, rules.countsLayoutsOnce);
    this.#globals = new GlobalStore(state, this.#code, (type) => this.layout(type), rules.countsGroups);
    this.#tables = new TableStore(state, cache.types, context);
    const delays = context.inBlock === true && rules.delayedFields && rules.splitResourceGroups;
    this.delayedFields = delays ? new DelayedFields(this.#code.shape) : undefined;
    this.#host = {
      session: this,
      rules,
      meter,
      sizes: cache.sizes,
      costs: cache.costs,
      shape: this.#code.shape,
      tracer: options.tracer,
      tracksMemory: rules.memory && meter.memory !== Number.POSITIVE_INFINITY,
      pause: inTime(options.pause, options.budget),
      budget: options.budget,
      compileAfter: compileAfter(options),
      compile: ({ body }) => compileBody(body, cache.sizes),
      keepsArguments: ({ key }) => key === "0x1::table" || (rules.eventsKeepArguments && key === "0x1::event"),
      isConfirmed: (module) => this.#code.isConfirmed(module),
      ...createLinks(this.#code, cache, environment),
    };
  }

  call(target: ClosureTarget, args: readonly Value[]): Awaitable<CallOutcome> {
    return this.#run(() => whenReady(this.#host.instance(target), (instance) => this.#execute(instance, args)));
  }

  callScript(bytecode: Uint8Array, typeArgs: readonly Type[], args: readonly Value[]): Awaitable<CallOutcome> {
    return this.#run(() =>
      whenReady(this.#script(bytecode), (script) => {
        const isWrong = typeArgs.length !== script.constraints.length;
        if (isWrong) throw new VmError("NUMBER_OF_TYPE_ARGUMENTS_MISMATCH", "the number of type arguments is wrong");
        return this.#execute(this.#cache.instance(script, typeArgs), args);
      }),
    );
  }

  loadScript(bytecode: Uint8Array, typeArgs: readonly Type[]): Awaitable<ScriptSignature> {
    const script = this.#readScript(bytecode);
    const { tables } = script.tables;
    const named = [...tables.moduleHandles.keys()].map((handle) => script.tables.moduleName(handle));
    return whenReady(this.payAhead(named, typeArgs), () =>
      whenReady(this.#script(bytecode, script), ({ constraints, params }) => ({ typeParameters: constraints, params })),
    );
  }

  #readScript(bytecode: Uint8Array): LoadedScript {
    return new LoadedScript(readScript(bytecode), this.types, this.environment.rules);
  }

  /** A script, verified. */
  #script(bytecode: Uint8Array, read?: LoadedScript): Awaitable<LoadedScript> {
    if (this.#known?.bytecode === bytecode) return this.#known.script;
    const script = read ?? this.#readScript(bytecode);
    return whenReady(runSteps(script.verify(), this.#host.pause), () =>
      whenReady(
        linkScript(script, (address, name) => this.#code.load(address, name)),
        () => {
          this.#known = { bytecode, script };
          return script;
        },
      ),
    );
  }

  #execute(instance: FunctionInstance, args: readonly Value[]): Awaitable<readonly Value[]> {
    return new Execution(this.#host).run(instance, args);
  }

  /** One call at a time; a failure of the program is an outcome, and the session's last. */
  #run(work: () => Awaitable<readonly Value[]>): Awaitable<CallOutcome> {
    if (this.#isBusy || this.#hasFailed) {
      throw new HostError("session_closed", "session", "the session is running another call or has failed");
    }
    this.#isBusy = true;
    const returned = (results: readonly Value[]): CallOutcome => {
      this.#checkDelayedFields();
      this.#isBusy = false;
      return { kind: "returned", results };
    };
    const failed = (error: unknown): CallOutcome => {
      this.#isBusy = false;
      this.#hasFailed = true;
      if (error instanceof VmError) return { kind: "failed", error };
      throw error;
    };
    try {
      const results = work();
      return results instanceof Promise ? results.then(returned).catch(failed) : returned(results);
    } catch (error) {
      return failed(error);
    }
  }

  /** Refuses written items that hold more delayed fields than one item may. */
  #checkDelayedFields(): void {
    const { delayedFields } = this;
    if (delayedFields === undefined) return;
    for (const { cell, layout } of [...this.#globals.changed(), ...this.#tables.changed()]) {
      if (cell.exists) delayedFields.checkNumber(cell.slot[0]!, layout);
    }
  }

  resource(address: AddressText, type: StructType): Awaitable<Cell> {
    return this.#globals.resource(address, type);
  }

  tableItem(handle: AddressText, key: Uint8Array, value: ValueLayout): Awaitable<Cell> {
    return this.#tables.item(handle, key, value);
  }

  createTable(keyType: Type, valueType: Type): AddressText {
    return this.#tables.create(keyType, valueType);
  }

  get newTables(): readonly NewTable[] {
    return this.#tables.newTables;
  }

  emit(event: EmittedEvent): void {
    this.events.push(event);
  }

  layout(type: Type): Awaitable<ValueLayout> {
    return this.#layouts.layout(type);
  }

  sizeOf(value: Value, type: Type): number {
    return this.#cache.sizes.of(value, type, this.#code.shape);
  }

  dereferencedSizeOf(value: Value, type: Type): number {
    return this.#cache.sizes.dereferenced(value, type, this.#code.shape);
  }

  payAhead(modules: readonly ModuleName[], typeArgs: readonly Type[]): Awaitable<void> {
    const isPaid = this.environment.rules.paysTypeArguments;
    return this.#code.chargeClosure(isPaid ? [...modules, ...modulesOf(typeArgs)] : modules);
  }

  loadAhead(address: AddressText, name: string): Awaitable<void> {
    return whenReady(this.payAhead([{ address, name }], []), () =>
      whenReady(this.#code.load(address, name), () => undefined),
    );
  }

  isEnum(address: AddressText, module: string, name: string): Awaitable<boolean> {
    return whenReady(this.#code.find(address, module), (found) => found?.findStruct(name)?.content.kind === "enum");
  }

  isVisited(address: AddressText, module: string): boolean {
    return this.#code.isVisited(address, module);
  }

  signature(address: AddressText, module: string, name: string): Awaitable<FunctionSignature> {
    return this.#code.signature(address, module, name);
  }

  module(address: AddressText, name: string): Awaitable<LoadedModule> {
    return this.#code.load(address, name);
  }

  stageModules(modules: readonly Uint8Array[]): void {
    this.#code.stage(modules);
  }

  linkModule(address: AddressText, name: string): Awaitable<void> {
    const load = (owner: AddressText, module: string) => this.#code.load(owner, module);
    const look = (owner: AddressText, module: string) => this.#code.look(owner, module);
    return whenReady(load(address, name), (module) => checkModule(module, load, look, this.#host));
  }

  abilitiesOf(type: Type): Awaitable<number> {
    return this.#code.abilitiesOf(type);
  }

  changes(): readonly SessionChange[] {
    return [...this.#globals.changes(), ...this.#tables.changes()];
  }

  stateChanges(): readonly StateChange[] {
    return sortChanges([...this.#globals.stateChanges(), ...this.#tables.stateChanges()]);
  }

  extension<T>(key: ExtensionKey<T>): T {
    if (!this.#extensions.has(key)) this.#extensions.set(key, key.create());
    return this.#extensions.get(key) as T;
  }
}

/** Calls and turns of loops after which a function is compiled. */
function compileAfter({ compile = compilesByDefault ? "hot" : "never", tracer }: SessionOptions): number {
  if (tracer !== undefined || compile === "never") return Number.POSITIVE_INFINITY;
  return compile === "always" ? 0 : hot;
}

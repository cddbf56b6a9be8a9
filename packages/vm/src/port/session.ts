import type { Awaitable, StateView } from "@ledger/types";
import type { AddressText } from "../address.ts";
import type { VmEnvironment } from "../environment/environment.ts";
import type { GasMeter } from "../gas/gas-meter.ts";
import type { ModuleName, VmError } from "../status/vm-error.ts";
import type { StructType, Type } from "../type/type.ts";
import type { TypeTable } from "../type/type-table.ts";
import type { ValueLayout } from "../value/layout.ts";
import type { ClosureTarget, Value } from "../value/value.ts";
import type { Cell } from "./cell.ts";
import type { NewTable, SessionChange, StateChange } from "./changes.ts";
import type { SessionContext } from "./context.ts";
import type { DelayedFields } from "./delayed-fields.ts";
import type { EmittedEvent } from "./event-log.ts";
import type { WorkBudget } from "./work-budget.ts";

/** Names a piece of state that one native family keeps in a session. */
export interface ExtensionKey<T> {
  readonly name: string;
  create(): T;
}

/** A function as its module declares it. */
export interface FunctionSignature {
  readonly target: ClosureTarget;
  readonly visibility: "private" | "public" | "friend";
  readonly isEntry: boolean;
  readonly isNative: boolean;
  /** True if its module marks it as a view function. */
  readonly isView: boolean;
  /** True if its module marks it as one that may draw randomness. */
  readonly drawsRandomness: boolean;
  /** Constraints of each type parameter, as ability sets. */
  readonly typeParameters: readonly number[];
  /** In terms of the function's own type parameters. */
  readonly params: readonly Type[];
  readonly results: readonly Type[];
  /** Public, or marked persistent: its closures may be stored. */
  readonly isPersistent: boolean;
}

/** The type parameters and parameters of a script. */
export interface ScriptSignature extends Pick<FunctionSignature, "typeParameters" | "params"> {}

/** How a call ended. */
export type CallOutcome =
  | { readonly kind: "returned"; readonly results: readonly Value[] }
  | { readonly kind: "failed"; readonly error: VmError };

/**
 * One run of code over a state: what it read and changed, its events, its gas. Sessions of one transaction follow one another,
 * each over the changes of the earlier ones.
 */
export interface Session {
  readonly environment: VmEnvironment;
  readonly context: SessionContext;
  readonly meter: GasMeter;
  /** True if randomness may be drawn: {@link SessionContext.unbiasable}, until an entry function is called that may draw it. */
  unbiasable: boolean;
  /** The checks of delayed fields; undefined where there are none. */
  readonly delayedFields: DelayedFields | undefined;
  /** The work that the host does for its code at most; undefined where gas is all that bounds it. */
  readonly budget: WorkBudget | undefined;
  readonly types: TypeTable;
  readonly state: StateView;

  /**
   * Runs a function, past visibility. The session owns the arguments afterwards; for a reference parameter pass a
   * `Reference`. At most one call runs at a time.
   *
   * @throws what the host's own code throws, and `HostError`; failures of the program are outcomes
   */
  call(target: ClosureTarget, args: readonly Value[]): Awaitable<CallOutcome>;
  /** Runs a script; see {@link call}. */
  callScript(bytecode: Uint8Array, typeArgs: readonly Type[], args: readonly Value[]): Awaitable<CallOutcome>;

  /** The global resource of a type at an address, loaded. Charges nothing: see `Cell.unpaid`. */
  resource(address: AddressText, type: StructType): Awaitable<Cell>;
  /** A table item, loaded. Charges nothing: see `Cell.unpaid`. @param key - BCS */
  tableItem(handle: AddressText, key: Uint8Array, value: ValueLayout): Awaitable<Cell>;
  /** Makes a table and its handle. */
  createTable(keyType: Type, valueType: Type): AddressText;
  readonly newTables: readonly NewTable[];
  /** Appends an event. */
  emit(event: EmittedEvent): void;
  readonly events: readonly EmittedEvent[];

  /**
   * A type with all that its values need, modules loaded and paid for.
   *
   * @throws {@link VmError} when a module or struct is missing or the layout exceeds its limits
   */
  layout(type: Type): Awaitable<ValueLayout>;
  /** Size in abstract units of a value. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#5.6 | Specification, execution 5.6} */
  sizeOf(value: Value, type: Type): number;
  /** The same with one reference followed. */
  dereferencedSizeOf(value: Value, type: Type): number;
  /**
   * Pays for everything that an entry may reach, on a ledger that charges ahead: modules with all that they depend on, and those of its
   * type arguments. On others nothing happens.
   *
   * @throws {@link VmError} `LINKER_ERROR`, and those of the charge
   */
  payAhead(modules: readonly ModuleName[], typeArgs: readonly Type[]): Awaitable<void>;
  /**
   * Reads and verifies a script, with what it names paid for.
   *
   * @throws {@link VmError} `CODE_DESERIALIZATION_ERROR`, those of the verifier and of {@link payAhead}
   */
  loadScript(bytecode: Uint8Array, typeArgs: readonly Type[]): Awaitable<ScriptSignature>;
  /**
   * Loads a module that code will reach by its name, paid for: where the ledger charges ahead, with all that it depends on.
   *
   * @throws {@link VmError} `LINKER_ERROR`
   */
  loadAhead(address: AddressText, module: string): Awaitable<void>;
  /** True if a struct is an enum, by the module of this state. Nothing is paid for it. False where there is no such struct. */
  isEnum(address: AddressText, module: string, name: string): Awaitable<boolean>;
  /** True if a module was loaded in this transaction. */
  isVisited(address: AddressText, module: string): boolean;
  /**
   * A function's declaration, its module loaded and paid for.
   *
   * @throws {@link VmError} `LINKER_ERROR`, `FUNCTION_RESOLUTION_FAILURE`
   */
  signature(address: AddressText, module: string, name: string): Awaitable<FunctionSignature>;
  /**
   * Puts new versions of modules in the place of those of the state, for the rest of the session: how a transaction that publishes
   * runs the initialisers of what it publishes.
   *
   * @param modules - bytecode that decodes
   */
  stageModules(modules: readonly Uint8Array[]): void;
  /**
   * Verifies a module as the ledger does when it is published, and that everything it names in other modules is there as it says.
   *
   * @throws {@link VmError} of the verification class
   */
  linkModule(address: AddressText, name: string): Awaitable<void>;
  /** Abilities of a type whose modules are loaded. */
  abilitiesOf(type: Type): Awaitable<number>;

  /**
   * The changes of resources and table items, in the order in which it first looked at them.
   *
   * @throws {@link VmError} `VALUE_SERIALIZATION_ERROR`, `VM_MAX_VALUE_DEPTH_REACHED`
   */
  changes(): readonly SessionChange[];
  /**
   * The same by state key, resource groups put together, ascending by encoded state key: what a write set holds.
   *
   * @throws {@link VmError} as {@link changes}
   */
  stateChanges(): readonly StateChange[];

  /** The state that a native family keeps in this session. */
  extension<T>(key: ExtensionKey<T>): T;
}

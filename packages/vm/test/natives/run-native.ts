import type { AddressText } from "../../src/address.ts";
import { createEnvironment } from "../../src/environment/read-environment.ts";
import { Features } from "../../src/features/features.ts";
import { createUnmeteredGas } from "../../src/gas/gas-meter.ts";
import type { GasKey } from "../../src/gas/keys/index.ts";
import { GasSchedule } from "../../src/gas/schedule.ts";
import { frameworkNatives } from "../../src/natives/index.ts";
import { Cell } from "../../src/port/cell.ts";
import type { NewTable } from "../../src/port/changes.ts";
import type { SessionContext } from "../../src/port/context.ts";
import type { EmittedEvent } from "../../src/port/event-log.ts";
import { NativeCall, type NativeResult } from "../../src/port/native.ts";
import type { ExtensionKey, FunctionSignature, Session } from "../../src/port/session.ts";
import { type CodeLocation, VmError } from "../../src/status/vm-error.ts";
import type { Type } from "../../src/type/type.ts";
import { TypeTable } from "../../src/type/type-table.ts";
import { ByteVector } from "../../src/value/byte-vector.ts";
import type { ValueLayout } from "../../src/value/layout.ts";
import { Reference, type Value } from "../../src/value/value.ts";

/** What a test says about the world around a native. */
export interface World {
  readonly features?: readonly number[];
  readonly featureVersion?: number;
  readonly context?: Partial<SessionContext>;
  /** True if `0x1::option::Option` is an enum. */
  readonly enumOption?: boolean;
  /** Fields of structs by the text of their type. */
  readonly structs?: Readonly<Record<string, ValueLayout>>;
  readonly signatures?: Readonly<Record<string, FunctionSignature>>;
  readonly visited?: readonly string[];
  /** Stored values of table items and resources, by handle or address and key or type. */
  readonly stored?: Readonly<Record<string, { readonly value: Value; readonly bytes: number }>>;
  readonly frames?: readonly CodeLocation[];
}

/** How a native ended: what it answered or how it failed, and which prices it took how often. */
export interface Outcome {
  readonly result?: NativeResult;
  readonly error?: VmError;
  readonly gas: Readonly<Record<string, number>>;
}

class RecordingCall extends NativeCall {
  readonly gas: Record<string, number> = {};

  override charge(name: GasKey, units = 1): void {
    this.gas[name] = (this.gas[name] ?? 0) + units;
  }
}

const emptyContext: SessionContext = {
  sessionHash: new Uint8Array(32).fill(7),
  scriptHash: new Uint8Array(),
  sessionNumber: 5,
  user: undefined,
  unbiasable: false,
  storageUsage: undefined,
};

/** A session that holds only what natives ask for: no code runs in it. */
export class NativeBench {
  readonly types = new TypeTable();
  readonly events: EmittedEvent[] = [];
  readonly newTables: NewTable[] = [];
  readonly cells = new Map<string, Cell>();
  readonly #world: World;
  readonly #extensions = new Map<ExtensionKey<unknown>, unknown>();
  readonly #session: Session;

  constructor(world: World = {}) {
    this.#world = world;
    const gas = new GasSchedule({ featureVersion: world.featureVersion ?? 50, entries: [], storageGas: undefined });
    const cell = (key: string): Cell => {
      const known = this.cells.get(key) ?? new Cell(world.stored?.[key], world.stored?.[key]?.bytes ?? 0);
      this.cells.set(key, known);
      return known;
    };
    const unused = (): never => {
      throw new Error("not a part of this session");
    };
    this.#session = {
      environment: createEnvironment({ features: Features.of(world.features ?? []), gas, chainId: 9 }),
      context: { ...emptyContext, ...world.context },
      meter: createUnmeteredGas(),
      types: this.types,
      events: this.events,
      newTables: this.newTables,
      resource: (address: AddressText, type: Type) => cell(`${address} ${type.text}`),
      tableItem: (handle: AddressText, key: Uint8Array) => cell(`${handle} ${key.join()}`),
      createTable: (keyType: Type, valueType: Type) => {
        const handle = address(0x7ab1e + this.newTables.length);
        this.newTables.push({ handle, keyType, valueType });
        return handle;
      },
      emit: (event: EmittedEvent) => void this.events.push(event),
      layout: (type: Type) => this.layout(type),
      sizeOf: () => 40,
      dereferencedSizeOf: () => 40,
      loadAhead: () => undefined,
      payAhead: () => undefined,
      unbiasable: { ...emptyContext, ...world.context }.unbiasable,
      isEnum: () => world.enumOption === true,
      isVisited: (at: AddressText, module: string) => world.visited?.includes(`${at}::${module}`) ?? false,
      signature: (at: AddressText, module: string, name: string) => {
        const found = world.signatures?.[`${at}::${module}::${name}`];
        if (found === undefined) throw new VmError("FUNCTION_RESOLUTION_FAILURE", "no such function");
        return found;
      },
      abilitiesOf: () => 0b0111,
      extension: <T>(key: ExtensionKey<T>): T => {
        if (!this.#extensions.has(key)) this.#extensions.set(key, key.create());
        return this.#extensions.get(key) as T;
      },
      call: unused,
      callScript: unused,
      state: undefined,
    } as unknown as Session;
  }

  get session(): Session {
    return this.#session;
  }

  layout(type: Type): ValueLayout {
    switch (type.kind) {
      case "Vector":
        return { kind: "Vector", element: this.layout(type.element) };
      case "Struct": {
        const layout = this.#world.structs?.[type.text];
        if (layout === undefined) throw new VmError("TYPE_RESOLUTION_FAILURE", `no ${type.text}`);
        return { ...layout, type } as ValueLayout;
      }
      case "Function":
        return { kind: "Function" };
      default:
        return { kind: type.kind } as ValueLayout;
    }
  }

  /** Calls a native and waits for its end. */
  async run(name: string, args: readonly Value[] = [], typeArgs: readonly Type[] = []): Promise<Outcome> {
    const at = name.lastIndexOf("::");
    const module = { address: address(1), name: name.slice(5, at) };
    const frames = this.#world.frames ?? [];
    const self = { module, name: name.slice(at + 2) };
    const call = new RecordingCall(this.#session, args, typeArgs, self, (depth) => frames[depth]);
    try {
      return { result: await frameworkNatives.get(name)!(call), gas: call.gas };
    } catch (error) {
      if (error instanceof VmError) return { error, gas: call.gas };
      throw error;
    }
  }

  /** The one result of a native that must not fail. */
  async result(name: string, args: readonly Value[] = [], typeArgs: readonly Type[] = []): Promise<NativeResult> {
    const { result, error } = await this.run(name, args, typeArgs);
    if (error !== undefined) throw error;
    return result;
  }

  /** The code a native aborts with, undefined when it does not. */
  async abortOf(
    name: string,
    args: readonly Value[] = [],
    typeArgs: readonly Type[] = [],
  ): Promise<bigint | undefined> {
    return (await this.run(name, args, typeArgs)).error?.abortCode;
  }
}

/** The text of a short address. */
export function address(value: number | bigint): AddressText {
  return `0x${value.toString(16).padStart(64, "0")}`;
}

/** A `vector<u8>` of text or hex. */
export function bytes(content: string | Uint8Array): ByteVector {
  return new ByteVector(typeof content === "string" ? new TextEncoder().encode(content) : content);
}

/** A `0x1::string::String`. */
export function text(content: string): Value {
  return [bytes(content)];
}

/** A reference to a value that nothing else holds. */
export function ref(value: Value): Reference {
  return new Reference([value], 0);
}

/** What bytes hold, as text. */
export function textOf(value: NativeResult): string {
  const held = Array.isArray(value) ? value[0] : value;
  if (!(held instanceof ByteVector)) throw new Error("no bytes");
  return new TextDecoder().decode(held.bytes);
}

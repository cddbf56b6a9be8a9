import { abilitySet } from "@ledger/move";
import { whenReady } from "@ledger/types";
import { frameworkText } from "../address.ts";
import type { Session } from "../port/session.ts";
import { abortError, VmError } from "../status/vm-error.ts";
import type { StructType, Type } from "../type/type.ts";
import type { ClosureTarget, Value } from "../value/value.ts";
import { ArgumentCursor, badArgument, badSignature } from "./argument-cursor.ts";

const copy = /* @__PURE__ */ abilitySet(["copy"]);
const key = /* @__PURE__ */ abilitySet(["key"]);

/** Functions that make the values of structs that may be arguments, `String` apart. */
const constructors: Readonly<Record<string, { readonly module: string; readonly name: string }>> = {
  "object::Object": { module: "object", name: "address_to_object" },
  "option::Option": { module: "option", name: "from_vec" },
  "fixed_point32::FixedPoint32": { module: "fixed_point32", name: "create_from_raw_value" },
  "fixed_point64::FixedPoint64": { module: "fixed_point64", name: "create_from_raw_value" },
};

/** A value that is an argument once {@link finish} has refused what only the call itself refuses. */
export interface BuiltArgument {
  /** @throws {@link VmError} `FAILED_TO_DESERIALIZE_ARGUMENT` */
  finish(): Value;
}

/**
 * Makes arguments from bytes that come from outside. Structs are not read from bytes: their own modules' constructors make
 * them, so that code outside cannot make a value that the module would not.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/virtual-machine.md#3.9 | Specification, virtual machine 3.9}
 */
export class ArgumentBuilder {
  readonly #session: Session;
  readonly #makesStructs: boolean;
  readonly #makesPublicStructs: boolean;

  constructor(session: Session) {
    const { rules } = session.environment;
    this.#session = session;
    this.#makesStructs = rules.structConstructors;
    this.#makesPublicStructs = rules.publicStructArguments;
  }

  /** True if bytes from outside can make values of a type. */
  async isConstructible(type: Type): Promise<boolean> {
    switch (type.kind) {
      case "Vector":
        return this.isConstructible(type.element);
      case "Struct":
        return isString(type) || this.#constructorOf(type) !== undefined || this.#isPublicStruct(type);
      case "Signer":
      case "Reference":
      case "Function":
      case "TypeParameter":
        return false;
      default:
        return true;
    }
  }

  /**
   * Makes an argument. Constructors run now, so their failures come before those of {@link BuiltArgument.finish}.
   *
   * @throws {@link VmError} `FAILED_TO_DESERIALIZE_ARGUMENT`, `INVALID_MAIN_FUNCTION_SIGNATURE` for a type that no argument can
   * have, and whatever a constructor fails with
   */
  async build(type: Type, bytes: Uint8Array): Promise<BuiltArgument> {
    const cursor = new ArgumentCursor(bytes, this.#session.types);
    if (type.kind !== "Vector" && type.kind !== "Struct") {
      if (!(await this.isConstructible(type)))
        throw badSignature(`a parameter of type ${type.text} cannot be given an argument`);
      return { finish: () => finished(cursor, cursor.primitive(type)!) };
    }
    const value = await this.#read(type, cursor, { left: this.#makesPublicStructs ? 32 : 10 });
    if (!cursor.isAtEnd) throw badArgument("the argument has bytes left over");
    return { finish: () => finished(cursor, value) };
  }

  #read(type: Type, cursor: ArgumentCursor, calls: CallBudget): Value | Promise<Value> {
    if (type.kind === "Vector") return this.#readVector(type.element, cursor, calls);
    if (type.kind !== "Struct") {
      const value = cursor.primitive(type);
      if (value === undefined) throw badSignature(`a parameter of type ${type.text} cannot be given an argument`);
      return value;
    }
    if (!isString(type)) return this.#readStruct(type, cursor, calls);
    if (calls.left === 0) throw tooManyCalls();
    const text = cursor.text();
    if (text === undefined) throw this.#makesStructs ? brokenText() : badArgument("a string is not UTF-8");
    // No constructor runs that would load the module, and code that copies the value cannot wait for it.
    return whenReady(this.#session.layout(type), () => [text]);
  }

  async #readVectorSlowly(element: Type, from: Value[], count: number, cursor: ArgumentCursor, calls: CallBudget) {
    while (from.length < count) from.push(await this.#read(element, cursor, calls));
    return from;
  }

  #readVector(element: Type, cursor: ArgumentCursor, calls: CallBudget): Value | Promise<Value> {
    if (element.kind === "U8") return cursor.byteVector();
    const count = cursor.uleb();
    const items: Value[] = [];
    while (items.length < count) {
      const item = this.#read(element, cursor, calls);
      if (item instanceof Promise) {
        return item.then((first) => {
          items.push(first);
          return this.#readVectorSlowly(element, items, count, cursor, calls);
        });
      }
      items.push(item);
    }
    return items;
  }

  async #readStruct(type: StructType, cursor: ArgumentCursor, calls: CallBudget): Promise<Value> {
    const target = this.#constructorOf(type) ?? (await this.#packFunction(type, cursor));
    if (target === undefined) throw badSignature(`a parameter of type ${type.text} cannot be given an argument`);
    if (calls.left === 0) throw tooManyCalls();
    calls.left--;
    const args = await cursor.apart(async () => {
      const values: Value[] = [];
      const { params } = await this.#session.signature(target.address, target.module, target.name);
      for (const param of params) {
        const concrete = this.#session.types.substitute(param, target.typeArgs);
        values.push(await this.#read(concrete, cursor, calls));
        if (cursor.hasBadBool) throw badArgument("a boolean is neither 0 nor 1");
      }
      return values;
    });
    return this.#callConstructor(target, args);
  }

  async #callConstructor(target: ClosureTarget, args: readonly Value[]): Promise<Value> {
    const { meter, environment } = this.#session;
    const isFree = !environment.rules.lazyLoading;
    if (isFree) meter.suspend();
    try {
      const outcome = await this.#session.call(target, args);
      if (outcome.kind === "failed") throw outcome.error;
      return outcome.results[0]!;
    } finally {
      if (isFree) meter.resume();
    }
  }

  #constructorOf(type: StructType): ClosureTarget | undefined {
    if (!this.#makesStructs || type.address !== frameworkText) return undefined;
    const found = constructors[`${type.module}::${type.name}`];
    return found && { address: frameworkText, ...found, typeArgs: type.typeArgs };
  }

  /** True if callers may make a struct or enum: it is `copy`, not `key`, and its module has functions that pack it. */
  async #isPublicStruct(type: StructType): Promise<boolean> {
    if (!this.#makesPublicStructs) return false;
    const has = await this.#session.abilitiesOf(type);
    if ((has & copy) === 0 || (has & key) !== 0) return false;
    const layout = await this.#session.layout(type);
    const names =
      layout.kind === "Enum"
        ? layout.variants.map((variant) => `pack$${type.name}$${variant.name}`)
        : [`pack$${type.name}`];
    for (const name of names) {
      if (!(await this.#isPublicFunction(type, name))) return false;
    }
    return true;
  }

  async #packFunction(type: StructType, cursor: ArgumentCursor): Promise<ClosureTarget | undefined> {
    if (!(await this.#isPublicStruct(type))) return undefined;
    const { address, module, typeArgs } = type;
    const layout = await this.#session.layout(type);
    if (layout.kind !== "Enum") return { address, module, name: `pack$${type.name}`, typeArgs };
    const variant = layout.variants[cursor.uleb()];
    if (variant === undefined) throw badArgument(`${type.text} has no variant with that index`);
    return { address, module, name: `pack$${type.name}$${variant.name}`, typeArgs };
  }

  async #isPublicFunction({ address, module }: StructType, name: string): Promise<boolean> {
    try {
      return (await this.#session.signature(address, module, name)).visibility === "public";
    } catch (error) {
      if (error instanceof VmError && error.status === "FUNCTION_RESOLUTION_FAILURE") return false;
      throw error;
    }
  }
}

/** How many more constructors an argument may call. */
interface CallBudget {
  left: number;
}

function finished(cursor: ArgumentCursor, value: Value): Value {
  if (cursor.hasBadBool) throw badArgument("a boolean is neither 0 nor 1");
  if (!cursor.isAtEnd) throw badArgument("the argument has bytes left over");
  return value;
}

function isString(type: StructType): boolean {
  return type.address === frameworkText && type.module === "string" && type.name === "String";
}

function tooManyCalls(): VmError {
  return badArgument("an argument needs too many constructors");
}

/** As if the constructor of strings had run. */
function brokenText(): VmError {
  const error = abortError(1);
  error.module = { address: frameworkText, name: "string" };
  return error;
}

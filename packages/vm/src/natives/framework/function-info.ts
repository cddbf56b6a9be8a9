import { type Awaitable, isIdentifier, whenReady } from "@ledger/types";
import type { AddressText } from "../../address.ts";
import { shortAddress } from "../../address.ts";
import type { NativeCall, NativeFunction } from "../../port/native.ts";
import type { FunctionSignature, Session } from "../../port/session.ts";
import { VmError } from "../../status/vm-error.ts";
import type { Value } from "../../value/value.ts";
import { addressOf, bytesBehind, partsBehind, textBytesOf } from "../arguments.ts";
import { decodeUtf8 } from "../framework-values.ts";

/** Aborts of a name that is no identifier, and of a function that cannot be used. */
const invalidIdentifier = 1;
const invalidFunction = 2;

/** A function by name, as `0x1::function_info::FunctionInfo` holds it. */
export interface FunctionName {
  readonly address: AddressText;
  readonly module: string;
  readonly name: string;
}

/** The identifier that bytes are, undefined when they are none. */
export function identifierOf(bytes: Uint8Array): string | undefined {
  const text = decodeUtf8(bytes);
  return text !== undefined && isIdentifier(text) ? text : undefined;
}

/** Reads a `&FunctionInfo`. */
export function functionInfoOf(call: NativeCall, value: Value | undefined): FunctionName {
  const [address, module, name] = partsBehind(value);
  const fail = (): never => call.abort(invalidIdentifier, "String is not a valid Move identifier");
  return {
    address: addressOf(address),
    module: identifierOf(textBytesOf(module)) ?? fail(),
    name: identifierOf(textBytesOf(name)) ?? fail(),
  };
}

/** True if an address is one of 0x0 to 0xf, where the framework lives. */
function isSpecial(address: AddressText): boolean {
  return shortAddress(address).length === 3;
}

/** True if a module was loaded before in the transaction, so that dispatch may lead to it. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/virtual-machine.md#3.4 | Specification, virtual machine 3.4} */
export function isVisited(session: Session, { address, module }: FunctionName): boolean {
  const { rules } = session.environment;
  const specialCounts = rules.accountAbstraction || rules.derivableAccountAbstraction;
  return (specialCounts && isSpecial(address)) || session.isVisited(address, module);
}

/** A module as messages show it: all digits, no prefix. */
export function messageName({ address, module }: FunctionName): string {
  return `${address.slice(2)}::${module}`;
}

/** True if a call of one function may be dispatched to another: the same but for the last parameter. */
export function isDispatchable(from: FunctionSignature, to: FunctionSignature): boolean {
  return (
    sameLists(to.typeParameters, from.typeParameters) &&
    sameLists(to.results, from.results) &&
    sameLists(to.params, from.params.slice(0, -1)) &&
    to.visibility === "public" &&
    !to.isNative &&
    !(to.target.address === from.target.address && to.target.module === from.target.module)
  );
}

function sameLists<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

/** Finds a function; one that cannot be loaded is an abort. */
function load(call: NativeCall, side: "RHS" | "LHS", target: FunctionName): Awaitable<FunctionSignature> {
  const fail = (error: unknown): never => {
    if (!(error instanceof VmError)) throw error;
    return call.abort(invalidFunction, `Cannot load ${side} function: ${messageName(target)}::${target.name}`);
  };
  try {
    const signature = call.session.signature(target.address, target.module, target.name);
    return signature instanceof Promise ? signature.catch(fail) : signature;
  } catch (error) {
    return fail(error);
  }
}

function checkCompatibility(call: NativeCall): ReturnType<NativeFunction> {
  call.charge("aptos_framework.function_info.check_dispatch_type_compatibility_impl.base");
  const right = functionInfoOf(call, call.args[1]);
  if (!isVisited(call.session, right)) {
    return call.abort(invalidFunction, `Module ${messageName(right)} is not loaded prior to native dispatch`);
  }
  return whenReady(load(call, "RHS", right), (to) => {
    const left = functionInfoOf(call, call.args[0]);
    return whenReady(load(call, "LHS", left), (from) => {
      if (from.params.length === 0) {
        const name = `${messageName(left)}::${left.name}`;
        return call.abort(invalidFunction, `Expected LHS function ${name} to have 1 or more parameters`);
      }
      return isDispatchable(from, to);
    });
  });
}

/** Loads a module, so that later dispatch may lead to it. Whether it has the function is not looked at. */
function loadFunction(call: NativeCall): ReturnType<NativeFunction> {
  call.charge("aptos_framework.function_info.load_function.base");
  const { address, module } = functionInfoOf(call, call.args[0]);
  return whenReady(call.session.loadAhead(address, module), () => undefined);
}

/** `0x1::function_info`. */
export const functionInfoNatives: Readonly<Record<string, NativeFunction>> = {
  "0x1::function_info::is_identifier": (call) => {
    const bytes = bytesBehind(call.args[0]);
    call.charge("aptos_framework.function_info.is_identifier.base");
    call.charge("aptos_framework.function_info.is_identifier.per_byte", bytes.length);
    return identifierOf(bytes) !== undefined;
  },
  "0x1::function_info::check_dispatch_type_compatibility_impl": checkCompatibility,
  "0x1::function_info::load_function_impl": loadFunction,
};

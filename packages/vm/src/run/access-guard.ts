import type { AccessSpecifier } from "@ledger/move";
import { type Address, formatAddressLong } from "@ledger/types";
import type { AddressText } from "../address.ts";
import type { CodeTables } from "../code/code-tables.ts";
import type { RunnableFunction } from "../code/loaded-module.ts";
import type { Rules } from "../features/rules.ts";
import { HostError } from "../status/host-error.ts";
import { VmError } from "../status/vm-error.ts";
import type { StructType } from "../type/type.ts";
import { Reference, type Value } from "../value/value.ts";

const maxActive = 256;

interface Rule {
  readonly negated: boolean;
  readonly writesOnly: boolean;
  matches(type: StructType, address: AddressText): boolean;
}

/**
 * Holds functions to the accesses that they declared: every enclosing declaration must allow an access.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/virtual-machine.md#3.7 | Specification, virtual machine 3.7}
 */
export class AccessGuard {
  readonly #isOn: boolean;
  readonly #active: (readonly Rule[])[] = [];

  constructor({ resourceAccessControl }: Rules) {
    this.#isOn = resourceAccessControl;
  }

  /** Before a frame is made, with its arguments. @throws {@link VmError} `ACCESS_STACK_LIMIT_EXCEEDED` */
  enter(fn: RunnableFunction, locals: readonly (Value | undefined)[]): void {
    if (!this.#isOn || fn.accessSpecifiers === undefined) return;
    if (this.#active.length >= maxActive) {
      throw new VmError("ACCESS_STACK_LIMIT_EXCEEDED", "too many access specifiers are active");
    }
    this.#active.push(fn.accessSpecifiers.map((specifier) => toRule(specifier, fn.tables, locals)));
  }

  leave(fn: RunnableFunction): void {
    if (this.#isOn && fn.accessSpecifiers !== undefined) this.#active.pop();
  }

  /** @throws {@link VmError} `ACCESS_DENIED` */
  check(type: StructType, address: AddressText, writes: boolean): void {
    for (const rules of this.#active) {
      if (!allows(rules, type, address, writes)) {
        throw new VmError("ACCESS_DENIED", `${type.text} may not be accessed here`);
      }
    }
  }
}

function allows(rules: readonly Rule[], type: StructType, address: AddressText, writes: boolean): boolean {
  const includes = rules.filter((rule) => !rule.negated);
  const excludes = rules.filter((rule) => rule.negated);
  // Including reads covers reads only; excluding writes leaves reads.
  const included = includes.some((rule) => (rule.writesOnly || !writes) && rule.matches(type, address));
  const excluded = excludes.some((rule) => (!rule.writesOnly || writes) && rule.matches(type, address));
  return !excluded && (included || (includes.length === 0 && excludes.length > 0));
}

function toRule(specifier: AccessSpecifier, tables: CodeTables, locals: readonly (Value | undefined)[]): Rule {
  const place = addressOf(specifier.address, tables, locals);
  const matchesType = resourceTest(specifier.resource, tables);
  return {
    negated: specifier.negated,
    writesOnly: specifier.access === "writes",
    matches: (type, address) => (place === undefined || place === address) && matchesType(type, address),
  };
}

function addressOf(
  specifier: AccessSpecifier["address"],
  tables: CodeTables,
  locals: readonly (Value | undefined)[],
): AddressText | undefined {
  if (specifier.kind === "any") return undefined;
  if (specifier.kind === "literal") return formatAddressLong(tables.tables.addresses[specifier.address] as Address);
  const argument = locals[specifier.parameter];
  const value = argument instanceof Reference ? argument.target : argument;
  if (specifier.derivedBy === undefined) return value as AddressText;
  const { target } = tables.tables.functionInstantiations[specifier.derivedBy]!;
  const { module, name } = tables.tables.functionHandles[target]!;
  const owner = tables.moduleName(module);
  if (owner.name !== "signer" || tables.tables.identifiers[name] !== "address_of") {
    throw new HostError(
      "unsupported",
      "access specifier",
      "an access specifier derives its address with an unknown function",
    );
  }
  return (value as Value[])[1] as AddressText;
}

function resourceTest(
  specifier: AccessSpecifier["resource"],
  tables: CodeTables,
): (type: StructType, address: AddressText) => boolean {
  switch (specifier.kind) {
    case "any":
      return () => true;
    case "at_address": {
      const wanted = formatAddressLong(tables.tables.addresses[specifier.address] as Address);
      return (type) => type.address === wanted;
    }
    case "in_module": {
      const wanted = tables.moduleName(specifier.module);
      return (type) => type.address === wanted.address && type.module === wanted.name;
    }
    default: {
      const { module, name } = tables.tables.structHandles[specifier.struct]!;
      const owner = tables.moduleName(module);
      const text = tables.tables.identifiers[name];
      const args = specifier.kind === "instantiation" ? tables.signature(specifier.typeArgs) : undefined;
      return (type) =>
        type.address === owner.address &&
        type.module === owner.name &&
        type.name === text &&
        (args === undefined || args.every((argument, i) => argument === type.typeArgs[i]));
    }
  }
}

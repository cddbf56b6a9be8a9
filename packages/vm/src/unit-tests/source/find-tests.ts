import { type Address, formatAddress, parseAddress } from "@ledger/types";
import { statusCodes } from "../../status/status-code.ts";
import type { SourceFile } from "../../trace/source-map.ts";
import type { ExpectedFailure } from "../expected-failure.ts";
import type { DeclaredTest, UnitTest } from "../unit-test.ts";
import type { Attribute } from "./attributes.ts";
import { evaluate, toNumber } from "./constant.ts";
import { type FunctionDeclaration, type ModuleDeclaration, type ModulePath, readDeclarations } from "./declarations.ts";

/** The sources of tests. */
export interface FindTestsOptions {
  /** The sources that tests are looked for in. */
  readonly sources: readonly SourceFile[];
  /** Further sources, whose constants the attributes of tests may name: those of the packages that this one depends on. */
  readonly dependencies?: readonly SourceFile[] | undefined;
  /** Addresses by the names that the sources call them. */
  readonly addresses: ReadonlyMap<string, Address>;
}

/** An attribute names something that does not exist, or says something that no test can be. The message is for their author. */
class AttributeProblem extends Error {}

/**
 * Finds the functions that sources mark as tests: `#[test]`, with values of parameters, and `#[expected_failure]` in all its forms.
 * The compiler does not write these attributes into the bytecode. A parameter without a value asks for random ones; `#[rand_test]`
 * marks a function of which all parameters do.
 *
 * @returns the tests in the order of the sources; one whose attributes cannot be understood has a problem in place of a test
 */
export function findTests({ sources, dependencies = [], addresses }: FindTestsOptions): DeclaredTest[] {
  const modules = sources.flatMap(readDeclarations);
  const names = new Names([...modules, ...dependencies.flatMap(readDeclarations)], addresses);
  return modules.flatMap((module) =>
    module.functions.filter(isTest).map(
      (fn): DeclaredTest => ({
        module: names.tryModule(module) ?? `${module.address}::${module.name}`,
        name: fn.name,
        place: fn.place,
        ...readTest(names, module, fn),
      }),
    ),
  );
}

function isTest({ attributes }: FunctionDeclaration): boolean {
  return attributes.some(({ name }) => name === "test" || name === "rand_test" || name === "random_test");
}

function readTest(
  names: Names,
  module: ModuleDeclaration,
  fn: FunctionDeclaration,
): Pick<DeclaredTest, "test" | "problem"> {
  try {
    const given = fn.attributes.filter(({ name }) => name === "test").flatMap(({ args }) => args);
    // The compiler takes a value for a parameter that the function has not, and so does its runner.
    const expected = fn.attributes.find(({ name }) => name === "expected_failure");
    const test: UnitTest = {
      id: { address: names.address(module.address), module: module.name, name: fn.name },
      arguments: fn.params.map((param) => names.value(given.find(({ name }) => name === param))),
      expectedFailure: expected && readExpectedFailure(names, module, expected.args),
    };
    return { test, problem: undefined };
  } catch (error) {
    if (error instanceof AttributeProblem) return { test: undefined, problem: error.message };
    throw error;
  }
}

/** Statuses by the words that attributes have for them. */
const namedStatuses: Readonly<Record<string, number>> = {
  abort_code: statusCodes.ABORTED,
  arithmetic_error: statusCodes.ARITHMETIC_ERROR,
  vector_error: statusCodes.VECTOR_OPERATION_ERROR,
  out_of_gas: statusCodes.OUT_OF_GAS,
};

function readExpectedFailure(names: Names, module: ModuleDeclaration, args: readonly Attribute[]): ExpectedFailure {
  if (args.length === 0) return {};
  const argument = (name: string) => args.find((one) => one.name === name);
  const number = (name: string) => {
    const found = argument(name);
    return found && names.number(found.value ?? [], module);
  };
  const location = argument("location");
  const kinds = args.filter(({ name }) => Object.hasOwn(namedStatuses, name) || name === "major_status");
  const kind = kinds[0]?.name;
  if (kind === undefined || kinds.length > 1)
    throw new AttributeProblem(
      "expected_failure needs one of abort_code, arithmetic_error, vector_error, out_of_gas, major_status",
    );
  const abort = number("abort_code");
  return {
    status: namedStatuses[kind] ?? Number(number("major_status")!.value),
    code: abort?.value ?? number("minor_status")?.value ?? "none",
    module: location ? names.location(location.value ?? [], module) : abort?.module,
  };
}

/** The names that sources use. */
class Names {
  readonly #addresses: ReadonlyMap<string, Address>;
  readonly #modules = new Map<string, ModuleDeclaration>();

  constructor(modules: readonly ModuleDeclaration[], addresses: ReadonlyMap<string, Address>) {
    this.#addresses = addresses;
    for (const module of modules) {
      const id = this.tryModule(module);
      if (id !== undefined) this.#modules.set(id, module);
    }
  }

  address(word: string): Address {
    if (/^\d/.test(word)) return parseAddress(toHex(word));
    const found = this.#addresses.get(word);
    if (found === undefined) throw new AttributeProblem(`the address ${word} is not known`);
    return found;
  }

  /** `0x1::coin`; undefined where its address is not known. */
  tryModule({ address, name }: ModulePath): string | undefined {
    const known = /^\d/.test(address) || this.#addresses.has(address);
    return known ? this.#module({ address, name }) : undefined;
  }

  /** `@0x1` or `@name`; undefined asks for a random value. */
  value(attribute: Attribute | undefined): Address | undefined {
    if (attribute === undefined) return undefined;
    const [at, word, ...more] = attribute.value ?? [];
    if (at !== "@" || word === undefined || more.length > 0)
      throw new AttributeProblem(`the value of ${attribute.name} is no address`);
    return this.address(word);
  }

  /** `Self`, a module that is in use, or `address::module`. */
  location(words: readonly string[], module: ModuleDeclaration): string {
    const path = words.filter((word) => word !== "::");
    if (path.length === 2) return this.#module({ address: path[0]!, name: path[1]! });
    return this.#module(this.#alias(path.join("::"), module));
  }

  /** A number, or a constant of this module or of another one. Of a constant that is named with its module, that too. */
  number(words: readonly string[], module: ModuleDeclaration): { readonly value: bigint; readonly module?: string } {
    const path = words.filter((word) => word !== "::");
    const literal = path.length === 1 ? toNumber(path[0]!) : undefined;
    if (literal !== undefined) return { value: literal };
    const name = path.at(-1) ?? "";
    if (path.length === 1) {
      const imported = module.constants.has(name) ? undefined : module.members.get(name);
      if (imported === undefined) return { value: this.#constant(module, name) };
      return { value: this.#constant(imported, imported.member), module: this.#module(imported) };
    }
    const owner = path.length === 2 ? this.#alias(path[0]!, module) : { address: path[0]!, name: path[1]! };
    return { value: this.#constant(owner, name), module: this.#module(owner) };
  }

  #module({ address, name }: ModulePath): string {
    return `${formatAddress(this.address(address))}::${name}`;
  }

  #alias(word: string, module: ModuleDeclaration): ModulePath {
    const found = word === "Self" || word === module.name ? module : module.aliases.get(word);
    if (found === undefined) throw new AttributeProblem(`the module ${word} is not in use`);
    return found;
  }

  #constant(owner: ModulePath, name: string): bigint {
    const id = this.#module(owner);
    const words = this.#modules.get(id)?.constants.get(name);
    if (words === undefined) throw new AttributeProblem(`the constant ${name} of ${id} is not known`);
    const value = evaluate(words, (other) => this.#constant(owner, other));
    if (value === undefined) throw new AttributeProblem(`the constant ${name} of ${id} is no number`);
    return value;
  }
}

/** The text of an address, of which the sources may write a decimal number too. */
function toHex(word: string): string {
  const value = toNumber(word);
  if (value === undefined) throw new AttributeProblem(`${word} is no address`);
  return `0x${value.toString(16)}`;
}

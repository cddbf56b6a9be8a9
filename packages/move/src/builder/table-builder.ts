import { type Address, formatAddress, formatHex, isIdentifier } from "@ledger/types";
import { type AbilitySet, abilitySet } from "../binary/abilities.ts";
import type {
  CommonTables,
  Constant,
  FunctionAttribute,
  FunctionHandle,
  Instantiation,
  ModuleHandle,
  StructHandle,
} from "../binary/compiled-module.ts";
import { versionToWord } from "../binary/encode.ts";
import { functionAttributeSince } from "../binary/function-attribute.ts";
import { type SignatureToken, tokenSince } from "../binary/signature-token.ts";
import { MoveError } from "../errors.ts";
import { Pool } from "./pool.ts";
import type { FunctionImportSpec, ModuleSpec, StructImportSpec, TypeParameterSpec } from "./spec.ts";
import { type NamedType, parseNamedType, parseQualifiedName, type QualifiedName } from "./type-text.ts";

const defaultVersion = 7;

/** The parts of a function that its handle needs. */
export interface FunctionShape {
  readonly typeParams?: readonly TypeParameterSpec[];
  readonly params?: readonly string[];
  readonly returns?: readonly string[];
  readonly attributes?: readonly FunctionAttribute[];
}

/**
 * Collects the tables that modules and scripts share, turning names and type texts into indices, and remembers which
 * binary version the content needs.
 */
export class TableBuilder {
  readonly identifiers = new Pool<string>();
  readonly addresses = new Pool<Uint8Array>();
  readonly moduleHandles = new Pool<ModuleHandle>();
  readonly structHandles = new Pool<StructHandle>();
  readonly functionHandles = new Pool<FunctionHandle>();
  readonly functionInstantiations = new Pool<Instantiation>();
  readonly signatures = new Pool<readonly SignatureToken[]>();
  readonly constants = new Pool<Constant>();
  readonly #self: QualifiedName["module"];
  readonly #structImports: ReadonlyMap<string, StructImportSpec>;
  readonly #functionImports: ReadonlyMap<string, FunctionImportSpec>;
  #needed = defaultVersion;

  constructor(self: QualifiedName["module"], imports: ModuleSpec["imports"]) {
    this.#self = self;
    this.#structImports = new Map(imports?.structs?.map((spec) => [this.#key(parseQualifiedName(spec.type)), spec]));
    this.#functionImports = new Map(
      imports?.functions?.map((spec) => [this.#key(parseQualifiedName(spec.function)), spec]),
    );
  }

  /** Notes that the content needs at least a version. */
  need(version: number): void {
    this.#needed = Math.max(this.#needed, version);
  }

  identifier(name: string): number {
    if (!isIdentifier(name)) throw specError("a name is malformed");
    if (name.includes("$")) this.need(9);
    return this.identifiers.intern(name, () => name);
  }

  address(address: Address): number {
    return this.addresses.intern(formatAddress(address), () => address);
  }

  module(address: Address, name: string): number {
    return this.moduleHandles.intern(`${formatAddress(address)}::${name}`, () => ({
      address: this.address(address),
      name: this.identifier(name),
    }));
  }

  /** Declares a struct of this module; the first declaration decides its abilities and parameters. */
  declareStruct(name: string, abilities: AbilitySet, typeParams: readonly TypeParameterSpec[]): number {
    const qualified = { module: undefined, name };
    const key = this.#key(qualified);
    if (this.structHandles.find(key) !== undefined) throw specError(`${name} is defined twice`);
    return this.#structHandle(key, qualified, abilities, typeParams);
  }

  /** Handle of a struct used with `arity` type arguments. */
  struct(name: QualifiedName, arity: number): number {
    const key = this.#key(name);
    const known = this.structHandles.find(key);
    if (known !== undefined) return known;
    if (this.#isOwn(name)) throw specError(`${name.name} is not defined`);
    const spec = this.#structImports.get(key);
    const typeParams = spec?.typeParams ?? Array.from({ length: arity }, () => ({}));
    return this.#structHandle(key, name, abilitySet(spec?.abilities ?? []), typeParams);
  }

  /** Declares a function of this module. */
  declareFunction(name: string, shape: FunctionShape): number {
    const qualified = { module: undefined, name };
    const key = this.#key(qualified);
    if (this.functionHandles.find(key) !== undefined) throw specError(`${name} is defined twice`);
    return this.#functionHandle(key, qualified, shape);
  }

  /** Handle of a function by name: one of this module, or an import. */
  function(text: string): number {
    const name = parseQualifiedName(text);
    const key = this.#key(name);
    const known = this.functionHandles.find(key);
    if (known !== undefined) return known;
    const spec = this.#functionImports.get(key);
    if (spec === undefined) throw specError(`${name.name} is neither defined nor imported`);
    return this.#functionHandle(key, name, spec);
  }

  functionInstantiation(text: string, typeArgs: readonly string[]): number {
    return instantiate(this.functionInstantiations, this.function(text), this.signature(typeArgs));
  }

  /** Index of the signature of some type texts. */
  signature(texts: readonly string[]): number {
    const tokens = texts.map((text) => this.token(text));
    return this.signatures.intern(JSON.stringify(tokens), () => tokens);
  }

  /** The token of a type text. */
  token(text: string): SignatureToken {
    return this.#token(parseNamedType(text));
  }

  constant(type: string, data: Uint8Array): number {
    const token = this.token(type);
    return this.constants.intern(JSON.stringify(token) + formatHex(data), () => ({ type: token, data }));
  }

  /** The tables, for a version at least as high as the content needs unless `version` states one. */
  finish(version: number | undefined): Omit<CommonTables, "metadata"> {
    const chosen = version ?? this.#needed;
    return {
      version: chosen,
      versionWord: versionToWord(chosen),
      moduleHandles: this.moduleHandles.entries,
      structHandles: this.structHandles.entries,
      functionHandles: this.functionHandles.entries,
      functionInstantiations: this.functionInstantiations.entries,
      signatures: this.signatures.entries,
      identifiers: this.identifiers.entries,
      addresses: this.addresses.entries,
      constants: this.constants.entries,
    };
  }

  #structHandle(
    key: string,
    name: QualifiedName,
    abilities: AbilitySet,
    typeParams: readonly TypeParameterSpec[],
  ): number {
    return this.structHandles.intern(key, () => ({
      module: this.#moduleOf(name),
      name: this.identifier(name.name),
      abilities,
      typeParameters: typeParams.map((parameter) => ({
        constraints: abilitySet(parameter.constraints ?? []),
        phantom: parameter.phantom ?? false,
      })),
    }));
  }

  #functionHandle(key: string, name: QualifiedName, shape: FunctionShape): number {
    return this.functionHandles.intern(key, () => ({
      module: this.#moduleOf(name),
      name: this.identifier(name.name),
      params: this.signature(shape.params ?? []),
      returns: this.signature(shape.returns ?? []),
      typeParameters: (shape.typeParams ?? []).map((parameter) => abilitySet(parameter.constraints ?? [])),
      accessSpecifiers: undefined,
      attributes: this.#attributes(shape.attributes ?? []),
    }));
  }

  #attributes(attributes: readonly FunctionAttribute[]): readonly FunctionAttribute[] {
    for (const { kind } of attributes) this.need(functionAttributeSince(kind));
    return attributes;
  }

  #token(type: NamedType): SignatureToken {
    this.need(tokenSince(type.kind));
    switch (type.kind) {
      case "Vector":
      case "Reference":
      case "MutableReference":
        return { kind: type.kind, value: this.#token(type.value) };
      case "Struct": {
        const typeArgs = type.typeArgs.map((argument) => this.#token(argument));
        return { kind: "Struct", handle: this.struct(type.name, typeArgs.length), typeArgs };
      }
      case "Function":
        return {
          kind: "Function",
          abilities: type.abilities,
          args: type.args.map((argument) => this.#token(argument)),
          results: type.results.map((result) => this.#token(result)),
        };
      default:
        return type;
    }
  }

  #isOwn({ module }: QualifiedName): boolean {
    if (module === undefined || this.#self === undefined) return module === undefined;
    return module.name === this.#self.name && formatAddress(module.address) === formatAddress(this.#self.address);
  }

  #moduleOf(name: QualifiedName): number {
    const module = name.module ?? this.#self;
    if (module === undefined) throw specError("a script cannot define anything");
    return this.module(module.address, module.name);
  }

  #key(name: QualifiedName): string {
    return this.#isOwn(name) ? name.name : `${formatAddress(name.module!.address)}::${name.module!.name}::${name.name}`;
  }
}

/** Index of a generic entry with its type arguments. */
export function instantiate(pool: Pool<Instantiation>, target: number, typeArgs: number): number {
  return pool.intern(`${target}/${typeArgs}`, () => ({ target, typeArgs }));
}

/** An error of the module's description. */
export function specError(reason: string): MoveError {
  return new MoveError("invalid_spec", reason);
}

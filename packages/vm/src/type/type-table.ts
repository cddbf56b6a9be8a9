import { type AbilitySet, allAbilities, type CommonTables, listAbilities, type SignatureToken } from "@ledger/move";
import {
  type Address,
  type FunctionParamOrReturnTag,
  formatAddressLong,
  isIdentifier,
  type PrimitiveKind,
  parseAddress,
  primitiveWords,
  type StructTag,
  type TypeTag,
} from "@ledger/types";
import type { AddressText } from "../address.ts";
import { shortAddress } from "../address.ts";
import { VmError } from "../status/vm-error.ts";
import type {
  FunctionType,
  PrimitiveType,
  ReferenceType,
  StructType,
  Type,
  TypeParameter,
  VectorType,
} from "./type.ts";

const kinds = Object.keys(primitiveWords) as PrimitiveKind[];

/** The types without parts, the same objects in every table. */
export const primitiveTypes = Object.fromEntries(
  kinds.map((kind) => [kind, { kind, text: primitiveWords[kind], nodes: 1, depth: 1, generic: false }]),
) as unknown as Readonly<Record<PrimitiveKind, PrimitiveType>>;

/** Nodes of a type that no rule of a ledger allows: a bound on memory, far above those rules. */
const maxNodes = 4_096;

/** Types that a table holds before its time is over, and characters of their texts: only hostile code and requests make that many. */
const maxTypes = 100_000;
const maxCharacters = 32 * 1024 * 1024;

/** Makes types, each once: types of one table may be compared by `===`. */
export class TypeTable {
  readonly #types = new Map<string, Type>();
  readonly #parameters: TypeParameter[] = [];
  #characters = 0;

  /** True if it holds so much that later sessions are to begin with a new one. */
  get isFull(): boolean {
    return this.#types.size > maxTypes || this.#characters > maxCharacters;
  }

  vector(element: Type): VectorType {
    checkNodes(element.nodes + 1);
    const text = `vector<${element.text}>`;
    return this.#intern<VectorType>(text, () => ({
      kind: "Vector",
      element,
      text,
      nodes: element.nodes + 1,
      depth: element.depth + 1,
      generic: element.generic,
    }));
  }

  struct(address: AddressText, module: string, name: string, typeArgs: readonly Type[]): StructType {
    return this.#struct(address, module, name, typeArgs, `${module}::${name}`);
  }

  /** @param names - text of the module and the struct */
  #struct(address: AddressText, module: string, name: string, typeArgs: readonly Type[], names: string): StructType {
    checkNodes(countNodes(typeArgs));
    const head = `${shortAddress(address)}::${names}`;
    const text = typeArgs.length === 0 ? head : `${head}<${typeArgs.map((type) => type.text).join(", ")}>`;
    return this.#intern<StructType>(text, () => ({
      kind: "Struct",
      address,
      module,
      name,
      typeArgs,
      text,
      ...measure(typeArgs),
    }));
  }

  reference(mutable: boolean, target: Type): ReferenceType {
    checkNodes(target.nodes + 1);
    const text = mutable ? `&mut ${target.text}` : `&${target.text}`;
    return this.#intern<ReferenceType>(text, () => ({
      kind: "Reference",
      mutable,
      target,
      text,
      nodes: target.nodes + 1,
      depth: target.depth + 1,
      generic: target.generic,
    }));
  }

  function(args: readonly Type[], results: readonly Type[], abilities: AbilitySet): FunctionType {
    checkNodes(countNodes(args) + countNodes(results));
    const suffix = abilities === 0 ? "" : ` has ${abilitiesText(abilities)}`;
    const text = `|${args.map((type) => type.text).join(", ")}|(${results.map((type) => type.text).join(", ")})${suffix}`;
    return this.#intern<FunctionType>(text, () => ({
      kind: "Function",
      args,
      results,
      abilities,
      text,
      ...measure([...args, ...results]),
    }));
  }

  parameter(index: number): TypeParameter {
    this.#parameters[index] ??= { kind: "TypeParameter", index, text: `T${index}`, nodes: 1, depth: 1, generic: true };
    return this.#parameters[index];
  }

  /** The type with its parameters replaced; itself when it has none. */
  substitute(type: Type, typeArgs: readonly Type[]): Type {
    if (!type.generic) return type;
    switch (type.kind) {
      case "TypeParameter":
        return typeArgs[type.index]!;
      case "Vector":
        return this.vector(this.substitute(type.element, typeArgs));
      case "Reference":
        return this.reference(type.mutable, this.substitute(type.target, typeArgs));
      case "Struct":
        return this.struct(type.address, type.module, type.name, this.#substituteAll(type.typeArgs, typeArgs));
      case "Function":
        return this.function(
          this.#substituteAll(type.args, typeArgs),
          this.#substituteAll(type.results, typeArgs),
          type.abilities,
        );
      default:
        return type;
    }
  }

  #substituteAll(types: readonly Type[], typeArgs: readonly Type[]): Type[] {
    return types.map((type) => this.substitute(type, typeArgs));
  }

  /** The type of a token of a module or script. */
  ofToken(tables: CommonTables, token: SignatureToken): Type {
    switch (token.kind) {
      case "Vector":
        return this.vector(this.ofToken(tables, token.value));
      case "Reference":
      case "MutableReference":
        return this.reference(token.kind === "MutableReference", this.ofToken(tables, token.value));
      case "TypeParameter":
        return this.parameter(token.index);
      case "Struct": {
        const { module, name } = tables.structHandles[token.handle]!;
        const owner = tables.moduleHandles[module]!;
        return this.struct(
          formatAddressLong(tables.addresses[owner.address] as Address),
          tables.identifiers[owner.name]!,
          tables.identifiers[name]!,
          token.typeArgs.map((argument) => this.ofToken(tables, argument)),
        );
      }
      case "Function":
        return this.function(
          token.args.map((argument) => this.ofToken(tables, argument)),
          token.results.map((result) => this.ofToken(tables, result)),
          token.abilities,
        );
      default:
        return primitiveTypes[token.kind];
    }
  }

  /** The type that a tag names. */
  ofTag(tag: TypeTag): Type {
    switch (tag.kind) {
      case "Vector":
        return this.vector(this.ofTag(tag.value));
      case "Struct":
        return this.ofStructTag(tag.value);
      case "Function":
        return this.function(
          tag.value.args.map((param) => this.#ofParam(param)),
          tag.value.results.map((param) => this.#ofParam(param)),
          tag.value.abilities,
        );
      default:
        return primitiveTypes[tag.kind];
    }
  }

  /** The struct type that a tag names. */
  ofStructTag({ address, module, name, typeArgs }: StructTag): StructType {
    const types = typeArgs.map((argument) => this.ofTag(argument));
    // The names of tags from outside are any texts: `S<u8>` must not be taken for an instance of `S`.
    const isName = isIdentifier(module) && isIdentifier(name);
    const names = isName ? `${module}::${name}` : JSON.stringify([module, name]);
    return this.#struct(formatAddressLong(address), module, name, types, names);
  }

  #ofParam(param: FunctionParamOrReturnTag): Type {
    const type = this.ofTag(param.value);
    return param.kind === "Value" ? type : this.reference(param.kind === "MutableReference", type);
  }

  #intern<T extends Type>(text: string, make: () => T): T {
    // The text determines the kind: no two kinds share a form.
    let type = this.#types.get(text) as T | undefined;
    if (type === undefined) {
      type = make();
      this.#types.set(text, type);
      this.#characters += text.length;
    }
    return type;
  }
}

/** As canonical texts of tags have it. Tags from outside may have bits that are no abilities: those are other types than without them. */
function abilitiesText(abilities: AbilitySet): string {
  const rest = abilities & ~allAbilities;
  return [...listAbilities(abilities), ...(rest === 0 ? [] : [`0x${rest.toString(16)}`])].join(" + ");
}

function countNodes(parts: readonly Type[]): number {
  return parts.reduce((sum, part) => sum + part.nodes, 1);
}

function checkNodes(nodes: number): void {
  if (nodes > maxNodes) throw new VmError("TOO_MANY_TYPE_NODES", "a type is too large");
}

function measure(parts: readonly Type[]): { nodes: number; depth: number; generic: boolean } {
  let nodes = 1;
  let depth = 0;
  let generic = false;
  for (const part of parts) {
    nodes += part.nodes;
    depth = Math.max(depth, part.depth);
    generic ||= part.generic;
  }
  return { nodes, depth: depth + 1, generic };
}

/** The tag of a type without parameters and references. */
export function typeToTag(type: Type): TypeTag {
  switch (type.kind) {
    case "Vector":
      return { kind: "Vector", value: typeToTag(type.element) };
    case "Struct":
      return { kind: "Struct", value: structToTag(type) };
    case "Function":
      return {
        kind: "Function",
        value: { args: type.args.map(toParam), results: type.results.map(toParam), abilities: type.abilities },
      };
    case "Reference":
    case "TypeParameter":
      throw new TypeError(`${type.text} has no tag`);
    default:
      return { kind: type.kind };
  }
}

const structTags = new WeakMap<StructType, StructTag>();

/** The tag of a struct type, the same object every time. */
export function structToTag(type: StructType): StructTag {
  let tag = structTags.get(type);
  if (tag === undefined) {
    tag = {
      address: parseAddress(type.address),
      module: type.module,
      name: type.name,
      typeArgs: type.typeArgs.map(typeToTag),
    };
    structTags.set(type, tag);
  }
  return tag;
}

function toParam(type: Type): FunctionParamOrReturnTag {
  if (type.kind !== "Reference") return { kind: "Value", value: typeToTag(type) };
  return { kind: type.mutable ? "MutableReference" : "Reference", value: typeToTag(type.target) };
}

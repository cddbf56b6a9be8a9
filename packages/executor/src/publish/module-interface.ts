import type {
  AbilitySet,
  CompiledModule,
  FieldDefinition,
  ModuleHandle,
  SignatureToken,
  StructTypeParameter,
} from "@ledger/move";
import { bytesToAddress, formatAddress, primitiveWords } from "@ledger/types";

/** The part of a module that other modules and stored values rely on, in texts that do not depend on a module's tables. */
export interface ModuleInterface {
  /** `0x1::coin`. */
  readonly id: string;
  readonly structs: ReadonlyMap<string, StructInterface>;
  readonly functions: ReadonlyMap<string, FunctionInterface>;
  /** Ids of the friends. */
  readonly friends: readonly string[];
}

/** A struct or enum. */
export interface StructInterface {
  /** Bits of abilities. */
  readonly abilities: number;
  readonly typeParameters: readonly StructTypeParameter[];
  /** The fields of each variant; a struct is a variant without a name. */
  readonly variants: readonly string[];
  readonly isEnum: boolean;
}

/** A function. */
export interface FunctionInterface {
  readonly visibility: "private" | "public" | "friend";
  readonly isEntry: boolean;
  /** Marks of the compiler, those for locks left out. */
  readonly attributes: readonly string[];
  /** Abilities that each type argument must have. */
  readonly constraints: readonly AbilitySet[];
  /** Parameters and results. */
  readonly signature: string;
}

/** The interface of a decoded module. */
export function moduleInterface(module: CompiledModule): ModuleInterface {
  const printer = new TokenPrinter(module);
  const structs = module.structDefinitions.map(({ handle, content }): [string, StructInterface] => {
    const { name, abilities, typeParameters } = module.structHandles[handle]!;
    return [
      module.identifiers[name]!,
      {
        abilities,
        typeParameters,
        variants:
          content.kind === "enum"
            ? content.variants.map((variant) => `${module.identifiers[variant.name]!}${printer.fields(variant.fields)}`)
            : [content.kind === "native" ? "native" : printer.fields(content.fields)],
        isEnum: content.kind === "enum",
      },
    ];
  });
  const functions = module.functionDefinitions.map(({ handle, visibility, isEntry }): [string, FunctionInterface] => {
    const { name, params, returns, typeParameters, attributes } = module.functionHandles[handle]!;
    return [
      module.identifiers[name]!,
      {
        visibility: visibility === "script" ? "public" : visibility,
        isEntry: isEntry || visibility === "script",
        attributes: attributes
          .filter(({ kind }) => kind !== "module_lock")
          .map((attribute) => ("operand" in attribute ? `${attribute.kind} ${attribute.operand}` : attribute.kind)),
        constraints: typeParameters,
        signature: `(${printer.signature(params)}):(${printer.signature(returns)})`,
      },
    ];
  });
  return {
    id: printer.moduleName(module.moduleHandles[module.self]!),
    structs: new Map(structs),
    functions: new Map(functions),
    friends: module.friends.map((friend) => printer.moduleName(friend)),
  };
}

/** Prints types by names, so that those of two modules can be compared. */
class TokenPrinter {
  readonly #module: CompiledModule;

  constructor(module: CompiledModule) {
    this.#module = module;
  }

  moduleName({ address, name }: ModuleHandle): string {
    const { addresses, identifiers } = this.#module;
    return `${formatAddress(bytesToAddress(addresses[address]!))}::${identifiers[name]!}`;
  }

  signature(index: number): string {
    return this.#list(this.#module.signatures[index]!);
  }

  fields(fields: readonly FieldDefinition[]): string {
    return `{${fields.map(({ name, type }) => `${this.#module.identifiers[name]!}:${this.#type(type)}`).join(",")}}`;
  }

  #list(tokens: readonly SignatureToken[]): string {
    return tokens.map((token) => this.#type(token)).join(",");
  }

  #type(token: SignatureToken): string {
    switch (token.kind) {
      case "Vector":
        return `vector<${this.#type(token.value)}>`;
      case "Reference":
        return `&${this.#type(token.value)}`;
      case "MutableReference":
        return `&mut ${this.#type(token.value)}`;
      case "TypeParameter":
        return `T${token.index}`;
      case "Function":
        return `|${this.#list(token.args)}|${this.#list(token.results)}+${token.abilities}`;
      case "Struct": {
        const { module, name } = this.#module.structHandles[token.handle]!;
        return `${this.moduleName(this.#module.moduleHandles[module]!)}::${this.#module.identifiers[name]!}<${this.#list(token.typeArgs)}>`;
      }
      default:
        return primitiveWords[token.kind];
    }
  }
}

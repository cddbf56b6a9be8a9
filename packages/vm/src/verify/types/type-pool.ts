import type { AbilitySet, CommonTables, SignatureToken } from "@ledger/move";
import type { PrimitiveKind } from "@ledger/types";
import { abilitiesOfInstance, copy, drop, store } from "../../type/abilities.ts";

interface Base {
  /** Distinguishes the types of one pool. */
  readonly id: number;
  /** Parts of the whole tree. */
  readonly nodes: number;
  /** True if type parameters occur in it. */
  readonly generic: boolean;
}

/** A type in terms of the tables of one module or script: structs are named by handle. */
export type PoolType = Base &
  (
    | { readonly kind: PrimitiveKind }
    | { readonly kind: "Vector"; readonly target: PoolType }
    | { readonly kind: "Reference"; readonly mutable: boolean; readonly target: PoolType }
    | { readonly kind: "TypeParameter"; readonly index: number }
    | { readonly kind: "Struct"; readonly handle: number; readonly typeArgs: readonly PoolType[] }
    | {
        readonly kind: "Function";
        readonly args: readonly PoolType[];
        readonly results: readonly PoolType[];
        readonly abilities: AbilitySet;
      }
  );

/** A type of the pool without what the pool adds. */
type Parts = PoolType extends infer T ? (T extends PoolType ? Omit<T, keyof Base> : never) : never;

/** Type arguments, with the types that were made of them. */
export interface TypeArguments {
  readonly types: readonly PoolType[];
  readonly made: Map<PoolType, PoolType>;
}

/**
 * The types of one module or script, each made once: two are the same type exactly when they are the same object. Parts are shared, so
 * that a type of many parts takes no more memory than the code that spells it.
 */
export class TypePool {
  readonly #tables: CommonTables;
  readonly #types = new Map<string, PoolType>();
  readonly #tokens = new Map<SignatureToken, PoolType>();
  readonly #signatures: (readonly PoolType[] | undefined)[] = [];
  readonly #arguments: (TypeArguments | undefined)[] = [];

  constructor(tables: CommonTables) {
    this.#tables = tables;
  }

  primitive(kind: PrimitiveKind): PoolType {
    return this.#intern(kind, { kind }, []);
  }

  vector(target: PoolType): PoolType {
    return this.#intern(`v${target.id}`, { kind: "Vector", target }, [target]);
  }

  reference(mutable: boolean, target: PoolType): PoolType {
    return this.#intern(`${mutable ? "m" : "r"}${target.id}`, { kind: "Reference", mutable, target }, [target]);
  }

  struct(handle: number, typeArgs: readonly PoolType[]): PoolType {
    return this.#intern(`s${handle}<${ids(typeArgs)}`, { kind: "Struct", handle, typeArgs }, typeArgs);
  }

  function(args: readonly PoolType[], results: readonly PoolType[], abilities: AbilitySet): PoolType {
    const key = `f${abilities}|${ids(args)}|${ids(results)}`;
    return this.#intern(key, { kind: "Function", args, results, abilities }, [...args, ...results]);
  }

  /** The type that a token spells. */
  ofToken(token: SignatureToken): PoolType {
    let type = this.#tokens.get(token);
    if (type === undefined) {
      type = this.#make(token);
      this.#tokens.set(token, type);
    }
    return type;
  }

  /** The types of a signature. */
  signature(index: number): readonly PoolType[] {
    this.#signatures[index] ??= this.#tables.signatures[index]!.map((token) => this.ofToken(token));
    return this.#signatures[index];
  }

  /** The types of a signature, as type arguments. */
  typeArguments(index: number): TypeArguments {
    this.#arguments[index] ??= { types: this.signature(index), made: new Map() };
    return this.#arguments[index];
  }

  /** A type with its parameters replaced; itself when it has none, or none are given. */
  substitute(type: PoolType, given: TypeArguments | undefined): PoolType {
    if (given === undefined || !type.generic) return type;
    let made = given.made.get(type);
    if (made === undefined) {
      made = this.#substitute(type, given);
      given.made.set(type, made);
    }
    return made;
  }

  #substitute(type: PoolType, given: TypeArguments): PoolType {
    const all = (types: readonly PoolType[]) => types.map((part) => this.substitute(part, given));
    switch (type.kind) {
      case "TypeParameter":
        return given.types[type.index]!;
      case "Vector":
        return this.vector(this.substitute(type.target, given));
      case "Reference":
        return this.reference(type.mutable, this.substitute(type.target, given));
      case "Struct":
        return this.struct(type.handle, all(type.typeArgs));
      case "Function":
        return this.function(all(type.args), all(type.results), type.abilities);
      default:
        return type;
    }
  }

  #make(token: SignatureToken): PoolType {
    const all = (tokens: readonly SignatureToken[]) => tokens.map((part) => this.ofToken(part));
    switch (token.kind) {
      case "Vector":
        return this.vector(this.ofToken(token.value));
      case "Reference":
      case "MutableReference":
        return this.reference(token.kind === "MutableReference", this.ofToken(token.value));
      case "TypeParameter":
        return this.#intern(`t${token.index}`, { kind: "TypeParameter", index: token.index }, []);
      case "Struct":
        return this.struct(token.handle, all(token.typeArgs));
      case "Function":
        return this.function(all(token.args), all(token.results), token.abilities);
      default:
        return this.primitive(token.kind);
    }
  }

  #intern(key: string, parts: Parts, inner: readonly PoolType[]): PoolType {
    let type = this.#types.get(key);
    if (type === undefined) {
      type = {
        ...parts,
        id: this.#types.size,
        nodes: inner.reduce((sum, part) => sum + part.nodes, 1),
        generic: parts.kind === "TypeParameter" || inner.some((part) => part.generic),
      } as PoolType;
      this.#types.set(key, type);
    }
    return type;
  }
}

function ids(types: readonly PoolType[]): string {
  return types.map(({ id }) => id).join();
}

/** Abilities of types in one function, whose type parameters have some. */
export class PoolAbilities {
  readonly #tables: CommonTables;
  readonly #parameters: readonly AbilitySet[];
  readonly #known = new Map<PoolType, AbilitySet>();

  constructor(tables: CommonTables, parameters: readonly AbilitySet[]) {
    this.#tables = tables;
    this.#parameters = parameters;
  }

  /** @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/verifier.md#7 | Specification, verifier 7} */
  of(type: PoolType): AbilitySet {
    let abilities = this.#known.get(type);
    if (abilities === undefined) {
      abilities = this.#work(type);
      this.#known.set(type, abilities);
    }
    return abilities;
  }

  #work(type: PoolType): AbilitySet {
    switch (type.kind) {
      case "Signer":
        return drop;
      case "Reference":
        return copy | drop;
      case "TypeParameter":
        return this.#parameters[type.index] ?? 0;
      case "Function":
        return type.abilities;
      case "Vector":
        return (copy | drop | store) & this.of(type.target);
      case "Struct":
        return abilitiesOfInstance(this.#tables.structHandles[type.handle]!, type.typeArgs, (part) => this.of(part));
      default:
        return copy | drop | store;
    }
  }
}

import {
  type Address,
  isIdentifier,
  type PrimitiveKind,
  parseAddress,
  primitiveWords,
  TypesError,
} from "@ledger/types";
import { type Ability, abilities, abilitySet } from "../binary/abilities.ts";
import { binaryLimits } from "../binary/limits.ts";
import { MoveError } from "../errors.ts";

/** A type as a module's source names it: structs by name, not yet by handle. */
export type NamedType =
  | { readonly kind: PrimitiveKind }
  | { readonly kind: "Vector" | "Reference" | "MutableReference"; readonly value: NamedType }
  | { readonly kind: "TypeParameter"; readonly index: number }
  | { readonly kind: "Struct"; readonly name: QualifiedName; readonly typeArgs: readonly NamedType[] }
  | {
      readonly kind: "Function";
      readonly args: readonly NamedType[];
      readonly results: readonly NamedType[];
      readonly abilities: number;
    };

/** A struct or function: of the module at hand when `module` is absent. */
export interface QualifiedName {
  readonly module: { readonly address: Address; readonly name: string } | undefined;
  readonly name: string;
}

const words: ReadonlyMap<string, PrimitiveKind> = new Map(
  Object.entries(primitiveWords).map(([kind, word]) => [word, kind as PrimitiveKind]),
);

/**
 * Reads a type as ABIs print it: `&mut 0x1::coin::Coin<T0>`, `vector<u8>`, `|&T0,u64|bool`. Beyond that a struct of the
 * same module may be written without its module, results of a function type may be in parentheses (and must, inside other
 * types, when there are several), and its abilities may follow: `|u64|(u64, bool) has copy + drop`.
 *
 * @throws {@link MoveError} `bad_type_text` with the offset in the text
 */
export function parseNamedType(text: string): NamedType {
  const parser = new NamedTypeParser(text);
  const type = parser.type(0);
  parser.end();
  return type;
}

/**
 * Reads `name`, of the module at hand, or `0x1::module::name`.
 *
 * @throws {@link MoveError} `bad_type_text`
 */
export function parseQualifiedName(text: string): QualifiedName {
  const parser = new NamedTypeParser(text);
  const name = parser.qualifiedName();
  parser.end();
  return name;
}

class NamedTypeParser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    this.#skipSpace();
  }

  type(depth: number): NamedType {
    if (depth > binaryLimits.tokenDepth) throw this.#error("a type is nested too deeply");
    if (this.#accept("&")) {
      const kind = this.#acceptWord("mut") ? "MutableReference" : "Reference";
      return { kind, value: this.type(depth + 1) };
    }
    if (this.#accept("|")) return this.#function(depth);
    const name = this.qualifiedName();
    if (name.module !== undefined) return { kind: "Struct", name, typeArgs: this.#typeArguments(depth) };
    const primitive = words.get(name.name);
    if (primitive !== undefined) return { kind: primitive };
    if (/^T[0-9]+$/.test(name.name)) return { kind: "TypeParameter", index: Number(name.name.slice(1)) };
    const typeArgs = this.#typeArguments(depth);
    if (name.name !== "vector") return { kind: "Struct", name, typeArgs };
    const [value] = typeArgs;
    if (value === undefined || typeArgs.length > 1) throw this.#error("a vector has one type argument");
    return { kind: "Vector", value };
  }

  qualifiedName(): QualifiedName {
    if (this.#text[this.#at] !== "0") return { module: undefined, name: this.#identifier() };
    const address = this.#address();
    this.#expect("::");
    const module = this.#identifier();
    this.#expect("::");
    return { module: { address, name: module }, name: this.#identifier() };
  }

  end(): void {
    if (this.#at < this.#text.length) throw this.#error("unexpected text after the type");
  }

  #typeArguments(depth: number): NamedType[] {
    return this.#accept("<") ? this.#list(depth + 1, ">") : [];
  }

  #function(depth: number): NamedType {
    const args = this.#list(depth + 1, "|");
    const results = this.#results(depth);
    const found: Ability[] = [];
    if (this.#acceptWord("has")) {
      do {
        const ability = abilities.find((candidate) => this.#acceptWord(candidate));
        if (ability === undefined) throw this.#error("expected an ability");
        found.push(ability);
      } while (this.#accept("+"));
    }
    return { kind: "Function", args, results, abilities: abilitySet(found) };
  }

  #results(depth: number): NamedType[] {
    if (this.#accept("(")) return this.#list(depth + 1, ")");
    if (this.#at >= this.#text.length || /[>,|)]|has\b/y.test(this.#text.slice(this.#at, this.#at + 4))) return [];
    const results = [this.type(depth + 1)];
    // ABIs print several results without parentheses; only at the outermost level is it clear where they end.
    while (depth === 0 && this.#accept(",")) results.push(this.type(depth + 1));
    return results;
  }

  #list(depth: number, close: string): NamedType[] {
    const types: NamedType[] = [];
    if (this.#accept(close)) return types;
    do types.push(this.type(depth));
    while (this.#accept(","));
    this.#expect(close);
    return types;
  }

  #address(): Address {
    const digits = this.#match(/0x[0-9a-fA-F]{1,64}/y, "expected an address");
    try {
      return parseAddress(digits);
    } catch (cause) {
      if (cause instanceof TypesError) throw this.#error("expected an address", cause);
      throw cause;
    }
  }

  #identifier(): string {
    const name = this.#match(/[A-Za-z0-9_$]+/y, "expected a name");
    if (!isIdentifier(name)) throw this.#error("a name is malformed");
    return name;
  }

  #match(pattern: RegExp, expected: string): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found === undefined) throw this.#error(expected);
    this.#at += found.length;
    this.#skipSpace();
    return found;
  }

  #accept(token: string): boolean {
    if (!this.#text.startsWith(token, this.#at)) return false;
    this.#at += token.length;
    this.#skipSpace();
    return true;
  }

  #acceptWord(word: string): boolean {
    const next = this.#text.charAt(this.#at + word.length);
    return !/[A-Za-z0-9_$:]/.test(next) && this.#accept(word);
  }

  #expect(token: string): void {
    if (!this.#accept(token)) throw this.#error(`expected "${token}"`);
  }

  #skipSpace(): void {
    while (this.#text[this.#at] === " ") this.#at++;
  }

  #error(reason: string, cause?: unknown): MoveError {
    return new MoveError("bad_type_text", reason, { offset: this.#at }, { cause });
  }
}

import { type Address, parseAddress } from "../address.ts";
import { TypesError, type TypesErrorCode } from "../errors.ts";
import { isIdentifier } from "../identifier.ts";
import { hexDigitAt } from "../text/hex.ts";
import { quoteCharacter, quoteText } from "../text/quote.ts";
import { maxTypeTagNesting, type PrimitiveKind, primitiveWords, type StructTag, type TypeTag } from "./type-tag.ts";

/** One shared value for each single-word type. */
const primitives: ReadonlyMap<string, TypeTag> = new Map(
  Object.entries(primitiveWords).map(([kind, word]) => [word, Object.freeze({ kind: kind as PrimitiveKind })]),
);

/** Words that cannot be a module or struct name here. Signed integer words can: they came after such modules existed. */
const reservedWords: ReadonlySet<string> = new Set(
  "u8 u16 u32 u64 u128 u256 bool address vector signer true false".split(" "),
);

/**
 * Reads a type: a word such as `u64`, `vector<T>`, or `0xADDRESS::module::Name<A, B>`. Addresses need `0x`; ASCII white
 * space may be between tokens; empty `<>` and a trailing comma pass. References, type parameters and function types
 * are refused.
 *
 * @throws {@link TypesError} `invalid_type_tag` with a position, or `type_tag_too_deep` beyond
 * {@link maxTypeTagNesting} levels
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/move-values.md#4.2 | Specification, Move values 4.2}
 * @example
 * ```ts
 * formatTypeTag(parseTypeTag("vector< 0x01::coin::Coin<u8,> >")); // => "vector<0x1::coin::Coin<u8>>"
 * ```
 */
export function parseTypeTag(text: string): TypeTag {
  const parser = new TypeTagParser(text, "invalid_type_tag", "type tag");
  const tag = parser.type(0);
  parser.end();
  return tag;
}

/**
 * Reads a struct type, as `resource_type` and `asset_type` are given.
 *
 * @throws {@link TypesError} `invalid_struct_tag` with a position, also for another type, or `type_tag_too_deep`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/move-values.md#4.2 | Specification, Move values 4.2}
 */
export function parseStructTag(text: string): StructTag {
  const parser = new TypeTagParser(text, "invalid_struct_tag", "struct tag");
  const tag = parser.type(0);
  parser.end();
  if (tag.kind === "Struct") return tag.value;
  throw parser.error("not a struct type", 0);
}

class TypeTagParser {
  readonly #text: string;
  readonly #code: TypesErrorCode;
  readonly #noun: string;
  #at = 0;

  constructor(text: string, code: TypesErrorCode, noun: string) {
    this.#text = text;
    this.#code = code;
    this.#noun = noun;
    this.#skipSpace();
  }

  /** @param nesting - composite tags around this one */
  type(nesting: number): TypeTag {
    const start = this.#at;
    if (this.#text.charCodeAt(start) === 0x30) {
      this.#nest(nesting, start);
      return { kind: "Struct", value: this.#struct(nesting) };
    }
    const word = this.#word("a type");
    const primitive = primitives.get(word);
    if (primitive !== undefined) return primitive;
    if (word !== "vector") throw this.error("expected a type", start);
    this.#nest(nesting, start);
    this.#expect("<");
    const value = this.type(nesting + 1);
    this.#expect(">");
    return { kind: "Vector", value };
  }

  end(): void {
    if (this.#at < this.#text.length) throw this.error("expected the end of the text", this.#at);
  }

  /** An error that names the whole text and what is at a position. */
  error(fault: string, position: number): TypesError {
    const found = quoteCharacter(this.#text, position);
    const message = `invalid ${this.#noun} ${quoteText(this.#text)}: ${fault} at position ${position}, found ${found}`;
    return new TypesError(this.#code, message, { position });
  }

  #struct(nesting: number): StructTag {
    const address = this.#address();
    this.#expect("::");
    const module = this.#name("a module name");
    this.#expect("::");
    const name = this.#name("a struct name");
    return { address, module, name, typeArgs: this.#typeArguments(nesting + 1) };
  }

  #typeArguments(nesting: number): readonly TypeTag[] {
    const args: TypeTag[] = [];
    if (!this.#accept("<")) return args;
    while (!this.#accept(">")) {
      args.push(this.type(nesting));
      if (this.#accept(",")) continue;
      this.#expect(">");
      break;
    }
    return args;
  }

  #address(): Address {
    const start = this.#at;
    const text = this.#text;
    const marker = text.charCodeAt(start + 1) | 0x20;
    let end = start + 2;
    while (end < text.length && hexDigitAt(text, end) < 16) end++;
    const digits = end - start - 2;
    if (marker !== 0x78 || digits < 1 || digits > 64)
      throw this.error("expected an address of 1 to 64 hex digits", start);
    this.#at = end;
    this.#skipSpace();
    return parseAddress(text.slice(start + 2, end));
  }

  #name(expected: string): string {
    const start = this.#at;
    const name = this.#word(expected);
    if (reservedWords.has(name)) throw this.error(`expected ${expected}, but "${name}" is a reserved word,`, start);
    if (!isIdentifier(name)) throw this.error(`expected ${expected}`, start);
    return name;
  }

  /** A run of name characters that begins with a letter or `_`. */
  #word(expected: string): string {
    const text = this.#text;
    const start = this.#at;
    if (!isWordStart(text.charCodeAt(start))) throw this.error(`expected ${expected}`, start);
    let end = start + 1;
    while (end < text.length && isWordPart(text.charCodeAt(end))) end++;
    this.#at = end;
    this.#skipSpace();
    return text.slice(start, end);
  }

  #accept(token: string): boolean {
    if (!this.#text.startsWith(token, this.#at)) return false;
    this.#at += token.length;
    this.#skipSpace();
    return true;
  }

  #expect(token: string): void {
    if (!this.#accept(token)) throw this.error(`expected "${token}"`, this.#at);
  }

  #nest(nesting: number, position: number): void {
    if (nesting < maxTypeTagNesting) return;
    const message = `invalid ${this.#noun} ${quoteText(this.#text)}: nested deeper than ${maxTypeTagNesting} levels`;
    throw new TypesError("type_tag_too_deep", `${message} at position ${position}`, { position });
  }

  #skipSpace(): void {
    while (isSpace(this.#text.charCodeAt(this.#at))) this.#at++;
  }
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0c || code === 0x0d;
}

function isWordStart(code: number): boolean {
  return isLetter(code) || code === 0x5f;
}

function isWordPart(code: number): boolean {
  return isLetter(code) || code === 0x5f || code === 0x24 || (code >= 0x30 && code <= 0x39);
}

function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

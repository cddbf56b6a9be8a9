import { bytesToAddress, formatAddress, primitiveWords } from "@ledger/types";
import { listAbilities } from "../binary/abilities.ts";
import type { CommonTables, ModuleHandle } from "../binary/compiled-module.ts";
import type { SignatureToken } from "../binary/signature-token.ts";
import { MoveError } from "../errors.ts";

/**
 * Most characters of one module's texts. A few shared signatures of a hostile module could unfold to gigabytes; the largest
 * real ABI has about 60,000.
 */
const maxTextLength = 1 << 22;

const words: Partial<Record<SignatureToken["kind"], string>> = primitiveWords;

/**
 * Prints the types of one module as ABIs show them, remembering the texts of shared structs and signatures. In the form `whole`
 * function types have their abilities, and parentheses around their results: that text means one type only.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/module-format.md#9.2 | Specification, module format 9.2}
 */
export class TypePrinter {
  readonly #tables: CommonTables;
  readonly #form: "abi" | "whole";
  readonly #structNames: (string | undefined)[] = [];
  readonly #signatures: (readonly string[] | undefined)[] = [];
  readonly #signatureLengths: number[] = [];
  readonly #moduleNames: (string | undefined)[] = [];
  #length = 0;

  constructor(tables: CommonTables, form: "abi" | "whole" = "abi") {
    this.#tables = tables;
    this.#form = form;
  }

  /** `0x1::coin` of a module. */
  module({ address, name }: ModuleHandle): string {
    const text = `${formatAddress(bytesToAddress(this.#tables.addresses[address]!))}::${this.#tables.identifiers[name]!}`;
    this.count(text.length);
    return text;
  }

  /** The types of a signature, in an array that all its users share. */
  signature(index: number): readonly string[] {
    let texts = this.#signatures[index];
    if (texts === undefined) {
      const before = this.#length;
      texts = this.#tables.signatures[index]!.map((token) => this.type(token));
      this.#signatures[index] = texts;
      this.#signatureLengths[index] = this.#length - before;
    } else {
      this.count(this.#signatureLengths[index]!);
    }
    return texts;
  }

  /**
   * The text of a type.
   *
   * @throws {@link MoveError} as {@link count}
   */
  type(token: SignatureToken): string {
    const text = this.#print(token);
    this.count(text.length);
    return text;
  }

  /**
   * Adds to the length of the module's texts.
   *
   * @throws {@link MoveError} `limit_exceeded` beyond 4 Mi characters
   */
  count(length: number): void {
    this.#length += length;
    if (this.#length > maxTextLength) throw new MoveError("limit_exceeded", "the text of the module is too long");
  }

  #print(token: SignatureToken): string {
    switch (token.kind) {
      case "Vector":
        return `vector<${this.#print(token.value)}>`;
      case "Reference":
        return `&${this.#print(token.value)}`;
      case "MutableReference":
        return `&mut ${this.#print(token.value)}`;
      case "TypeParameter":
        return `T${token.index}`;
      case "Function":
        return this.#function(token);
      case "Struct": {
        const name = this.#structName(token.handle);
        return token.typeArgs.length === 0 ? name : `${name}<${this.#list(token.typeArgs, ", ")}>`;
      }
      default:
        return words[token.kind]!;
    }
  }

  #function({ args, results, abilities }: Extract<SignatureToken, { kind: "Function" }>): string {
    if (this.#form === "abi") return `|${this.#list(args, ",")}|${this.#list(results, ",")}`;
    const has = abilities === 0 ? "" : ` has ${listAbilities(abilities).join(" + ")}`;
    return `|${this.#list(args, ", ")}|(${this.#list(results, ", ")})${has}`;
  }

  #list(tokens: readonly SignatureToken[], separator: string): string {
    return tokens.map((token) => this.#print(token)).join(separator);
  }

  #structName(index: number): string {
    const known = this.#structNames[index];
    if (known !== undefined) return known;
    const handle = this.#tables.structHandles[index]!;
    const { identifiers, moduleHandles } = this.#tables;
    this.#moduleNames[handle.module] ??= this.module(moduleHandles[handle.module]!);
    const text = `${this.#moduleNames[handle.module]!}::${identifiers[handle.name]!}`;
    this.#structNames[index] = text;
    return text;
  }
}

import {
  type Ability,
  abilities,
  type ErrorSpec,
  type FieldSpec,
  type FunctionSpec,
  type ModuleSpec,
  type StructAttributeSpec,
  type StructSpec,
  type TypeParameterSpec,
  type VariantSpec,
} from "@ledger/move";
import { DevnetError } from "../errors.ts";
import { TokenStream } from "./tokens.ts";

const PRIMITIVES = new Set("bool u8 u16 u32 u64 u128 u256 i8 i16 i32 i64 i128 i256 address signer".split(" "));
const SCOPES = ["global", "address", "module_"] as const;

/**
 * Reads the declarations of a Move module, as its source would state them, into what the module builder takes.
 *
 * A subset of Move's syntax: friends, error constants with their documentation, structs, enums, attributes, and function
 * signatures that end in `;` instead of a body. Types name their module in full (`0x1::coin::Coin`), or without the address
 * when it is the same (`coin::Coin`), or plainly when they are declared here.
 *
 * @throws {@link DevnetError} `invalid_definition`
 */
export function parseModule(text: string): ModuleSpec {
  return new ModuleParser(text).module();
}

class ModuleParser {
  readonly #tokens: TokenStream;
  #address = "";
  #name = "";
  #typeParams: readonly string[] = [];

  constructor(text: string) {
    this.#tokens = new TokenStream(text);
  }

  module(): ModuleSpec {
    const tokens = this.#tokens;
    tokens.expect("module");
    this.#address = tokens.take();
    tokens.expect("::");
    this.#name = tokens.take();
    tokens.expect("{");
    const friends: string[] = [];
    const errors: ErrorSpec[] = [];
    const structs: StructSpec[] = [];
    const functions: FunctionSpec[] = [];
    while (!tokens.skip("}")) {
      const description = this.#documentation();
      const attributes = this.#attributes();
      if (tokens.peek() === "friend" && tokens.peek(2) === "::") friends.push(this.#friend());
      else if (tokens.peek() === "const") errors.push(this.#error(description));
      else if (tokens.peek() === "struct") structs.push(this.#struct(attributes));
      else if (tokens.peek() === "enum") structs.push(this.#enum(attributes));
      else functions.push(this.#function(attributes.includes("view")));
    }
    return { address: this.#address, name: this.#name, friends, errors, structs, functions };
  }

  #documentation(): string {
    const lines: string[] = [];
    while (this.#tokens.peek().startsWith("///")) lines.push(this.#tokens.take().slice(3).trim());
    return lines.join(" ");
  }

  /** `#[event]`, `#[view]`, `#[resource_group(scope = global)]`, `#[resource_group_member(group = 0x1::m::S)]`. */
  #attributes(): (StructAttributeSpec | "view")[] {
    const tokens = this.#tokens;
    const attributes: (StructAttributeSpec | "view")[] = [];
    while (tokens.skip("#")) {
      tokens.expect("[");
      const name = tokens.take();
      if (name === "event" || name === "view") attributes.push(name);
      else if (name === "resource_group") {
        attributes.push({ resourceGroup: this.#argument("scope", () => oneOf(SCOPES, tokens.take())) });
      } else if (name === "resource_group_member") {
        attributes.push({ resourceGroupMember: this.#argument("group", () => this.#type()) });
      } else throw new DevnetError("invalid_definition", `unknown attribute ${name}`);
      tokens.expect("]");
    }
    return attributes;
  }

  #argument<T>(name: string, value: () => T): T {
    this.#tokens.expect("(");
    this.#tokens.expect(name);
    this.#tokens.expect("=");
    const argument = value();
    this.#tokens.expect(")");
    return argument;
  }

  #friend(): string {
    this.#tokens.expect("friend");
    const address = this.#tokens.take();
    this.#tokens.expect("::");
    const name = this.#tokens.take();
    this.#tokens.expect(";");
    return `${address}::${name}`;
  }

  #error(description: string): ErrorSpec {
    const tokens = this.#tokens;
    tokens.expect("const");
    const name = tokens.take();
    for (const token of [":", "u64", "="]) tokens.expect(token);
    const code = Number(tokens.take());
    tokens.expect(";");
    return { code, name, description };
  }

  #struct(attributes: readonly (StructAttributeSpec | "view")[]): StructSpec {
    const head = this.#structHead("struct", attributes);
    const fields = this.#fields();
    return fields.length === 0 ? head : { ...head, fields };
  }

  #enum(attributes: readonly (StructAttributeSpec | "view")[]): StructSpec {
    const head = this.#structHead("enum", attributes);
    const variants = this.#tokens.list("{", "}", (): VariantSpec => {
      const name = this.#tokens.take();
      if (this.#tokens.peek() === "{") return { name, fields: this.#fields() };
      if (this.#tokens.peek() !== "(") return { name };
      const types = this.#tokens.list("(", ")", () => this.#type());
      return { name, fields: types.map((type, i) => ({ name: `_${i}`, type })) };
    });
    return { ...head, variants };
  }

  #structHead(keyword: string, attributes: readonly (StructAttributeSpec | "view")[]): StructSpec {
    this.#tokens.expect(keyword);
    const name = this.#tokens.take();
    const typeParams = this.#typeParameters();
    const has = this.#tokens.skip("has") ? this.#abilities(",") : [];
    return { name, typeParams, abilities: has, attributes: attributes.filter((attribute) => attribute !== "view") };
  }

  #fields(): FieldSpec[] {
    return this.#tokens.list("{", "}", () => {
      const name = this.#tokens.take();
      this.#tokens.expect(":");
      return { name, type: this.#type() };
    });
  }

  #function(view: boolean): FunctionSpec {
    const tokens = this.#tokens;
    const native = tokens.skip("native");
    const visibility = tokens.skip("public") ? "public" : tokens.skip("friend") ? "friend" : "private";
    const entry = tokens.skip("entry");
    tokens.expect("fun");
    const name = tokens.take();
    const typeParams = this.#typeParameters();
    const params = tokens.list("(", ")", () => {
      tokens.take();
      tokens.expect(":");
      return this.#type();
    });
    const returns: string[] = [];
    if (tokens.skip(":")) {
      if (tokens.peek() === "(") returns.push(...tokens.list("(", ")", () => this.#type()));
      else returns.push(this.#type());
    }
    tokens.expect(";");
    return { name, visibility, entry, view, native, typeParams, params, returns };
  }

  /** `<phantom Asset: store, Item: copy + drop>`; the names are in scope until the next declaration. */
  #typeParameters(): TypeParameterSpec[] {
    const tokens = this.#tokens;
    const names: string[] = [];
    this.#typeParams = names;
    if (tokens.peek() !== "<") return [];
    return tokens.list("<", ">", () => {
      const phantom = tokens.skip("phantom");
      names.push(tokens.take());
      return { phantom, constraints: tokens.skip(":") ? this.#abilities("+") : [] };
    });
  }

  #abilities(separator: string): Ability[] {
    const listed: Ability[] = [];
    do listed.push(oneOf(abilities, this.#tokens.take()));
    while (this.#tokens.skip(separator));
    return listed;
  }

  /** A type, as the text that ABIs use. */
  #type(): string {
    const tokens = this.#tokens;
    if (tokens.skip("&")) return tokens.skip("mut") ? `&mut ${this.#type()}` : `&${this.#type()}`;
    const first = tokens.take();
    if (PRIMITIVES.has(first)) return first;
    if (first === "vector") return `vector${this.#typeArguments()}`;
    const parameter = this.#typeParams.indexOf(first);
    if (parameter >= 0) return `T${parameter}`;
    const path = [first];
    while (tokens.skip("::")) path.push(tokens.take());
    if (path.length === 1) path.unshift(this.#name);
    if (path.length === 2) path.unshift(this.#address);
    return path.join("::") + this.#typeArguments();
  }

  #typeArguments(): string {
    if (this.#tokens.peek() !== "<") return "";
    return `<${this.#tokens.list("<", ">", () => this.#type()).join(", ")}>`;
  }
}

function oneOf<T extends string>(known: readonly T[], text: string): T {
  const found = known.find((word) => word === text);
  if (found === undefined) throw new DevnetError("invalid_definition", `${text} is none of ${known.join(", ")}`);
  return found;
}

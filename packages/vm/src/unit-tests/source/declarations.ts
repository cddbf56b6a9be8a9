import type { SourceFile, SourcePlace } from "../../trace/source-map.ts";
import { type Attribute, readAttributes } from "./attributes.ts";
import { TokenReader } from "./tokens.ts";

/** A function as its source declares it. */
export interface FunctionDeclaration {
  readonly name: string;
  readonly attributes: readonly Attribute[];
  /** Names of the parameters. */
  readonly params: readonly string[];
  readonly place: SourcePlace;
}

/** A module as its source declares it. */
export interface ModuleDeclaration {
  /** A number, or a named address. */
  readonly address: string;
  readonly name: string;
  readonly attributes: readonly Attribute[];
  readonly functions: readonly FunctionDeclaration[];
  /** The tokens of each constant's value. */
  readonly constants: ReadonlyMap<string, readonly string[]>;
  /** Modules by the names that they have in this one. */
  readonly aliases: ReadonlyMap<string, ModulePath>;
  /** Members of other modules by the names that they have in this one. */
  readonly members: ReadonlyMap<string, MemberPath>;
}

/** A module by the words of a source. */
export type ModulePath = Pick<ModuleDeclaration, "address" | "name">;

/** A member of a module by the words of a source. */
export interface MemberPath extends ModulePath {
  readonly member: string;
}

/** Reads the modules of a source file, as far as tests need them: functions, constants and imports. */
export function readDeclarations(source: SourceFile): ModuleDeclaration[] {
  const reader = new TokenReader(source);
  const modules: ModuleDeclaration[] = [];
  let address = "";
  while (!reader.isAtEnd) {
    const attributes = readAttributes(reader);
    if (reader.skip("address")) {
      address = reader.take();
      reader.skip("{");
    } else if (reader.skip("module")) {
      modules.push(readModule(reader, address, attributes));
    } else if (reader.next === "script") {
      skipItem(reader);
    } else {
      reader.take();
    }
  }
  return modules;
}

function readModule(reader: TokenReader, surrounding: string, attributes: readonly Attribute[]): ModuleDeclaration {
  const first = reader.take();
  const [address, name] = reader.skip("::") ? [first, reader.take()] : [surrounding, first];
  // A module that ends with the file has no braces.
  if (!reader.skip("{")) reader.skip(";");
  const functions: FunctionDeclaration[] = [];
  const constants = new Map<string, readonly string[]>();
  const imports: Imports = { aliases: new Map(), members: new Map() };
  while (!reader.isAtEnd && !reader.skip("}")) {
    const ofItem = readAttributes(reader);
    takeModifiers(reader);
    const { next, place } = reader;
    reader.take();
    if (next === "use") readUse(reader, imports);
    else if (next === "const") readConstant(reader, constants);
    else if (next === "fun") functions.push(readFunction(reader, ofItem, place));
    else if (next !== ";") skipItem(reader);
  }
  return { address, name, attributes, functions, constants, ...imports };
}

const modifiers = new Set(["public", "friend", "entry", "native", "inline", "package"]);

/** `public(friend) entry` and the like. A declaration of a friend begins with a modifier too: what follows it is skipped. */
function takeModifiers(reader: TokenReader): void {
  while (modifiers.has(reader.next)) {
    reader.take();
    if (!reader.skip("(")) continue;
    reader.takeUntil(")");
    reader.take();
  }
}

/** Takes the rest of a declaration: it ends with `;` or a group of braces. */
function skipItem(reader: TokenReader): void {
  while (!reader.isAtEnd && reader.next !== ";" && reader.next !== "{" && reader.next !== "}") reader.take();
  if (reader.skip("{")) {
    reader.takeUntil("}");
    reader.take();
  } else {
    reader.skip(";");
  }
}

function readFunction(reader: TokenReader, attributes: readonly Attribute[], place: SourcePlace): FunctionDeclaration {
  const name = reader.take();
  reader.takeUntil("(");
  reader.take();
  const params: string[] = [];
  while (!reader.isAtEnd && !reader.skip(")")) {
    params.push(reader.take());
    reader.takeTypeUntil(",", ")");
    reader.skip(",");
  }
  skipItem(reader);
  return { name, attributes, params, place };
}

function readConstant(reader: TokenReader, constants: Map<string, readonly string[]>): void {
  const name = reader.take();
  reader.takeUntil("=");
  reader.take();
  constants.set(name, reader.takeUntil(";"));
  reader.skip(";");
}

/** The names that a module has for others and their members. */
interface Imports {
  readonly aliases: Map<string, ModulePath>;
  readonly members: Map<string, MemberPath>;
}

/** `use a::b;`, `use a::b as c;`, `use a::b::{Self, x, Self as c};`, `use a::{b, c::{Self as d}};` */
function readUse(reader: TokenReader, imports: Imports): void {
  const address = reader.take();
  reader.skip("::");
  if (reader.skip("{")) {
    while (!reader.isAtEnd && !reader.skip("}")) {
      readUsedModule(reader, address, imports);
      reader.skip(",");
    }
  } else {
    readUsedModule(reader, address, imports);
  }
  reader.takeUntil(";");
  reader.skip(";");
}

function readUsedModule(reader: TokenReader, address: string, { aliases, members }: Imports): void {
  const name = reader.take();
  const add = (member: string) => {
    const alias = reader.skip("as") ? reader.take() : member;
    if (member === "Self") aliases.set(alias === "Self" ? name : alias, { address, name });
    else members.set(alias, { address, name, member });
  };
  if (!reader.skip("::")) {
    aliases.set(reader.skip("as") ? reader.take() : name, { address, name });
  } else if (!reader.skip("{")) {
    add(reader.take());
  } else {
    while (!reader.isAtEnd && !reader.skip("}")) {
      add(reader.take());
      reader.skip(",");
    }
  }
}

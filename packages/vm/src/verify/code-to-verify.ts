import type {
  CommonTables,
  CompiledModule,
  CompiledScript,
  FieldDefinition,
  FunctionHandle,
  OpcodeName,
  SignatureToken,
  StructDefinition,
  StructHandle,
} from "@ledger/move";
import type { Subject } from "../instructions/effect.ts";
import { effectOf, isGeneric } from "../instructions/names.ts";
import { instantiationTable, isOfModules, namedEntry } from "../instructions/subjects.ts";
import { type FunctionCode, functionCode } from "./function-code.ts";
import { refused } from "./refused.ts";

/** A module or script while it is verified: finds what its instructions name. Indexes must have been checked. */
export class CodeToVerify {
  readonly tables: CommonTables;
  /** Undefined for a script. */
  readonly module: CompiledModule | undefined;
  readonly #script: CompiledScript | undefined;
  readonly #functions: (FunctionCode | undefined)[] = [];
  #definitionOf: ReadonlyMap<number, number> | undefined;
  #structsByName: ReadonlyMap<string, number> | undefined;

  private constructor(module: CompiledModule | undefined, script: CompiledScript | undefined) {
    this.tables = (module ?? script)!;
    this.module = module;
    this.#script = script;
  }

  static ofModule(module: CompiledModule): CodeToVerify {
    return new CodeToVerify(module, undefined);
  }

  static ofScript(script: CompiledScript): CodeToVerify {
    return new CodeToVerify(undefined, script);
  }

  get functionCount(): number {
    return this.module === undefined ? 1 : this.module.functionDefinitions.length;
  }

  /** Every function, in the order of the definitions. */
  *functions(): Iterable<FunctionCode> {
    for (let index = 0; index < this.functionCount; index++) yield this.functionAt(index);
  }

  functionAt(index: number): FunctionCode {
    this.#functions[index] ??= this.module === undefined ? this.#scriptFunction() : this.#moduleFunction(index);
    return this.#functions[index];
  }

  /** Lets go of the decoded instructions of a function that is verified. */
  forget(index: number): void {
    this.#functions[index] = undefined;
  }

  #moduleFunction(index: number): FunctionCode {
    const { functionDefinitions, functionHandles, identifiers, signatures, version } = this.module!;
    const { handle, code, acquires } = functionDefinitions[index]!;
    const { name, params, returns, typeParameters, attributes } = functionHandles[handle]!;
    const parameters = signatures[params]!;
    const declared = {
      index,
      name: identifiers[name]!,
      isScript: false,
      params: parameters,
      results: signatures[returns]!,
      locals: code === undefined ? parameters : [...parameters, ...signatures[code.locals]!],
      constraints: typeParameters,
      attributes,
      acquires,
    };
    return functionCode(declared, code, version);
  }

  #scriptFunction(): FunctionCode {
    const { params, code, typeParameters, signatures, version } = this.#script!;
    const parameters = signatures[params]!;
    const declared = {
      index: 0,
      name: "main",
      isScript: true,
      params: parameters,
      results: [],
      locals: [...parameters, ...signatures[code.locals]!],
      constraints: typeParameters,
      attributes: [],
      acquires: [],
    };
    return functionCode(declared, code, version);
  }

  /** The definition of a function handle of the module's own; undefined for those of others. */
  definitionOf(functionHandle: number): number | undefined {
    this.#definitionOf ??= new Map(this.module?.functionDefinitions.map(({ handle }, index) => [handle, index]));
    return this.#definitionOf.get(functionHandle);
  }

  /** The struct definitions of a module. */
  get structsByName(): ReadonlyMap<string, number> {
    this.#structsByName ??= new Map(
      this.module?.structDefinitions.map(({ handle }, index) => [
        this.tables.identifiers[this.tables.structHandles[handle]!.name]!,
        index,
      ]),
    );
    return this.#structsByName;
  }

  /**
   * The entry of its table that an instruction names, through an instantiation in a generic form.
   *
   * @throws {@link VmError} `INVALID_OPERATION_IN_SCRIPT` where a script has no such table
   */
  entry(name: OpcodeName, index: number): number {
    const subject = effectOf(name).names!;
    if (this.module === undefined && isOfModules(subject)) {
      throw refused("INVALID_OPERATION_IN_SCRIPT", `${name} in a script`);
    }
    return namedEntry(this.tables, name, index)!;
  }

  /** The signature of the type arguments that an instruction gives; undefined in a plain form. */
  typeArgs(name: OpcodeName, index: number): number | undefined {
    if (!isGeneric(name)) return undefined;
    return instantiationTable(this.tables, effectOf(name).names!)?.[index]?.typeArgs;
  }

  /** The function that a call or closure names. */
  functionHandle(name: OpcodeName, index: number): FunctionHandle {
    return this.tables.functionHandles[this.entry(name, index)]!;
  }

  /** The struct definition that an instruction names, or whose field or variant it names. */
  structOf(name: OpcodeName, index: number): number {
    return this.ownerOf(effectOf(name).names!, this.entry(name, index));
  }

  /** The struct definition that an entry of one of the tables of structs, fields and variants belongs to. */
  ownerOf(subject: Subject, entry: number): number {
    const module = this.module!;
    switch (subject) {
      case "field":
        return module.fieldHandles[entry]!.struct;
      case "variantField":
        return module.variantFieldHandles[entry]!.struct;
      case "variant":
        return module.variantHandles[entry]!.struct;
      default:
        return entry;
    }
  }

  structDefinition(definition: number): StructDefinition {
    return this.module!.structDefinitions[definition]!;
  }

  structHandle(definition: number): StructHandle {
    return this.tables.structHandles[this.structDefinition(definition).handle]!;
  }

  /** Fields of the struct or variant that a pack or unpack names; undefined where there is none of that kind. */
  packedFields(name: OpcodeName, index: number): readonly FieldDefinition[] | undefined {
    const { content } = this.structDefinition(this.structOf(name, index));
    if (effectOf(name).names !== "variant") return content.kind === "struct" ? content.fields : undefined;
    const { variant } = this.module!.variantHandles[this.entry(name, index)]!;
    return content.kind === "enum" ? content.variants[variant]?.fields : undefined;
  }
}

/** All fields of a struct, or of the variants of an enum, in order. */
export function fieldsOf({ content }: StructDefinition): readonly FieldDefinition[] {
  if (content.kind === "struct") return content.fields;
  return content.kind === "enum" ? content.variants.flatMap(({ fields }) => fields) : [];
}

/** Calls a function with a type token and everything inside of it, outer ones first. */
export function visitToken(
  token: SignatureToken,
  visit: (token: SignatureToken, level: number) => void,
  level = 1,
): void {
  visit(token, level);
  switch (token.kind) {
    case "Vector":
    case "Reference":
    case "MutableReference":
      visitToken(token.value, visit, level + 1);
      return;
    case "Struct":
      for (const argument of token.typeArgs) visitToken(argument, visit, level + 1);
      return;
    case "Function":
      for (const part of token.args) visitToken(part, visit, level + 1);
      for (const part of token.results) visitToken(part, visit, level + 1);
  }
}

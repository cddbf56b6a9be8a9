import type { AbilitySet, CodeUnit, CommonTables, CompiledModule, FieldDefinition } from "@ledger/move";
import { abilitiesOf } from "../type/abilities.ts";
import type { StructType, Type } from "../type/type.ts";
import type { TypeTable } from "../type/type-table.ts";
import { checkValueType } from "./check-definitions.ts";
import type { CodeTables } from "./code-tables.ts";
import type { CallSite, InstructionParts } from "./instruction.ts";
import { illTyped, TypeStack } from "./type-stack.ts";

/** A function before its code is looked at. */
export interface FunctionSource {
  readonly name: string;
  /** Types of parameters and locals. */
  readonly locals: readonly Type[];
  /** How many of the locals are parameters. */
  readonly params: number;
  readonly results: readonly Type[];
  /** Abilities of each type parameter. */
  readonly constraints: readonly AbilitySet[];
  readonly code: CodeUnit;
  /** Names of the module's own structs that a call may borrow or take from global storage. */
  readonly acquires: (site: CallSite) => ReadonlySet<string>;
}

/** An instruction without its opcode and the height of the stack. */
export type Translated = Omit<InstructionParts, "op" | "form" | "height">;

/** The operands of an instruction as stored; those of a generic form are taken from its instantiation. */
export interface Operands {
  /** The local, the target of a branch, or the index of what the instruction names. */
  readonly index: number;
  /** Signature of the type arguments of a generic form. */
  readonly typeArgs: number | undefined;
  /** Index of the instantiation; -1 in a plain form. */
  readonly instantiation: number;
  /** The literal of a load, the count of a vector or the mask of a closure; 0 where there is none. */
  readonly literal: number | bigint;
}

/** Checks the operands of an instruction, puts its results on the stack of types, and makes it ready to run. */
export type TypeRule = (context: CodeContext, operands: Operands) => Translated;

/** A function while its code is translated: its tables, and the types of the operands at the instruction that is looked at. */
export class CodeContext {
  readonly tables: CodeTables;
  readonly common: CommonTables;
  readonly types: TypeTable;
  /** Undefined for a script. */
  readonly module: CompiledModule | undefined;
  readonly source: FunctionSource;
  readonly stack: TypeStack;
  /** Locals that references lead to. */
  readonly borrowed = new Set<number>();
  /** Calls and closures so far. */
  sites = 0;

  constructor(tables: CodeTables, module: CompiledModule | undefined, source: FunctionSource) {
    this.tables = tables;
    this.common = tables.tables;
    this.types = tables.types;
    this.module = module;
    this.source = source;
    this.stack = new TypeStack((type) => this.abilities(type));
  }

  /** Abilities of a type, in terms of the function's type parameters. */
  abilities(type: Type): AbilitySet {
    return abilitiesOf(type, this.source.constraints, (struct) => {
      const declaration = this.tables.structDeclaration(struct);
      if (declaration === undefined) throw illTyped(`${struct.text} is not declared`);
      return declaration;
    });
  }

  /** The type of a parameter or local. */
  local(index: number): Type {
    const type = this.source.locals[index];
    if (type === undefined) throw illTyped("a local is out of range", "INDEX_OUT_OF_BOUNDS");
    return type;
  }

  /** The tables that only modules have. */
  definitions(): CompiledModule {
    if (this.module === undefined)
      throw illTyped("a script uses an instruction that needs a module", "INVALID_OPERATION_IN_SCRIPT");
    return this.module;
  }

  /** An entry of a table. */
  entry<T>(table: readonly T[], index: number): T {
    const entry = table[index];
    if (entry === undefined) throw illTyped("an instruction's index is out of range", "INDEX_OUT_OF_BOUNDS");
    return entry;
  }

  /** A type that values have: no reference, nor anything of one. */
  requireValue(type: Type): void {
    checkValueType(type, this.source.constraints, this.tables);
  }

  /** A struct of the module. @param typeArgs - signature of its type arguments; undefined for a plain instruction */
  structType(definition: number, typeArgs: number | undefined): StructType {
    const { handle } = this.entry(this.definitions().structDefinitions, definition);
    const { module, name, typeParameters } = this.common.structHandles[handle]!;
    const owner = this.tables.moduleName(module);
    const args = typeArgs === undefined ? [] : this.tables.signature(typeArgs);
    if (args.length !== typeParameters.length)
      throw illTyped("a struct has the wrong number of type arguments", "NUMBER_OF_TYPE_ARGUMENTS_MISMATCH");
    args.forEach((type, i) => {
      this.requireValue(type);
      this.stack.require(type, typeParameters[i]!.constraints, "CONSTRAINT_NOT_SATISFIED");
    });
    return this.types.struct(owner.address, owner.name, this.common.identifiers[name]!, args);
  }

  /** Types of fields in an instance of their struct. */
  fieldTypes(fields: readonly FieldDefinition[], type: StructType): Type[] {
    return fields.map((field) => this.fieldType(field, type));
  }

  /** The type of one of them. */
  fieldType(field: FieldDefinition, type: StructType): Type {
    return this.types.substitute(this.types.ofToken(this.common, field.type), type.typeArgs);
  }
}

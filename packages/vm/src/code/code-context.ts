import type { AbilitySet, CodeUnit, CommonTables, CompiledModule, FieldDefinition } from "@ledger/move";
import { abilitiesOf } from "../type/abilities.ts";
import type { StructType, Type } from "../type/type.ts";
import type { TypeTable } from "../type/type-table.ts";
import type { CodeTables } from "./code-tables.ts";
import type { InstructionParts } from "./instruction.ts";
import { TypeStack } from "./type-stack.ts";

/** A function before its code is looked at. */
export interface FunctionSource {
  readonly name: string;
  /** Types of parameters and locals. */
  readonly locals: readonly Type[];
  readonly results: readonly Type[];
  /** Abilities of each type parameter. */
  readonly constraints: readonly AbilitySet[];
  readonly code: CodeUnit;
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

/** Puts the types of an instruction's results in the place of those of its operands, and makes it ready to run. */
export type TranslationRule = (context: CodeContext, operands: Operands) => Translated;

/** A function while its code is translated: its tables, and the types of the operands at the instruction that is looked at. */
export class CodeContext {
  readonly tables: CodeTables;
  readonly common: CommonTables;
  readonly types: TypeTable;
  /** Undefined for a script. */
  readonly module: CompiledModule | undefined;
  readonly source: FunctionSource;
  readonly stack = new TypeStack();
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
  }

  /** Abilities of a type, in terms of the function's type parameters. */
  abilities(type: Type): AbilitySet {
    return abilitiesOf(type, this.source.constraints, (struct) => this.tables.structDeclaration(struct)!);
  }

  /** The type of a parameter or local. */
  local(index: number): Type {
    return this.source.locals[index]!;
  }

  /** The tables that only modules have. */
  definitions(): CompiledModule {
    return this.module!;
  }

  /** A struct of the module. @param typeArgs - signature of its type arguments; undefined for a plain instruction */
  structType(definition: number, typeArgs: number | undefined): StructType {
    const { handle } = this.definitions().structDefinitions[definition]!;
    const { module, name } = this.common.structHandles[handle]!;
    const owner = this.tables.moduleName(module);
    const args = typeArgs === undefined ? [] : this.tables.signature(typeArgs);
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

import type { Instruction } from "../binary/code.ts";
import { opcodesByName } from "../binary/opcodes.ts";
import type { InstructionOperandSpec, InstructionSpec } from "./spec.ts";
import type { StructTables } from "./struct-tables.ts";
import { specError, type TableBuilder } from "./table-builder.ts";

/**
 * Turns instructions that name things into instructions that hold indices.
 *
 * @param structs - the module's own structs; absent for scripts, which have none
 */
export function assemble(
  specs: readonly InstructionSpec[],
  tables: TableBuilder,
  structs: StructTables | undefined,
): Instruction[] {
  const assembler = new Assembler(tables, structs);
  return specs.map((spec) => assembler.instruction(spec));
}

class Assembler {
  readonly #tables: TableBuilder;
  readonly #structs: StructTables | undefined;

  constructor(tables: TableBuilder, structs: StructTables | undefined) {
    this.#tables = tables;
    this.#structs = structs;
  }

  instruction([name, ...operands]: InstructionSpec): Instruction {
    const row = opcodesByName.get(name);
    if (row === undefined) throw specError("an instruction is unknown");
    this.#tables.need(row.since);
    if (row.operands.startsWith("index")) return [row.name, ...this.#indices(name, operands)];
    if (!operands.every(isNumber)) throw specError(`the operands of ${name} must be numbers`);
    return [row.name, ...operands];
  }

  #indices(name: string, operands: readonly InstructionOperandSpec[]): (number | bigint)[] {
    if (name === "ld_const") {
      const data = operands[1];
      if (!(data instanceof Uint8Array)) throw specError("the operands of ld_const must be a type and bytes");
      return [this.#tables.constant(text(operands[0]), data)];
    }
    if (name === "vec_pack" || name === "vec_unpack") {
      return [this.#tables.signature([text(operands[0])]), number(operands[1])];
    }
    if (name.startsWith("vec_") || name === "call_closure") return [this.#tables.signature([text(operands[0])])];
    if (name.startsWith("pack_closure")) return this.#closure(name, operands);
    const generic = name.endsWith("_generic");
    const plain = generic ? name.slice(0, -"_generic".length) : name;
    return [generic ? this.#genericIndex(plain, operands) : this.#plainIndex(plain, operands)];
  }

  #closure(name: string, operands: readonly InstructionOperandSpec[]): (number | bigint)[] {
    const [function_, mask, ...typeArgs] = operands;
    const index = name.endsWith("_generic")
      ? this.#tables.functionInstantiation(text(function_), typeArgs.map(text))
      : this.#tables.function(text(function_));
    return [index, number(mask)];
  }

  #plainIndex(name: string, operands: readonly InstructionOperandSpec[]): number {
    if (name === "call") return this.#tables.function(text(operands[0]));
    const structs = this.#ownStructs();
    const struct = text(operands[0]);
    if (name.endsWith("_variant_field")) return structs.variantField(struct, text(operands[1]), texts(operands[2]));
    if (name.endsWith("_field")) return structs.field(struct, text(operands[1]));
    if (name.endsWith("_variant")) return structs.variant(struct, text(operands[1]));
    return structs.definition(struct);
  }

  #genericIndex(name: string, operands: readonly InstructionOperandSpec[]): number {
    if (name === "call") return this.#tables.functionInstantiation(text(operands[0]), operands.slice(1).map(text));
    const structs = this.#ownStructs();
    const struct = text(operands[0]);
    if (name.endsWith("_variant_field")) {
      const [, field, variants, ...typeArgs] = operands;
      return structs.variantFieldInstantiation(struct, text(field), texts(variants), typeArgs.map(text));
    }
    if (name.endsWith("_field")) {
      return structs.fieldInstantiation(struct, text(operands[1]), operands.slice(2).map(text));
    }
    if (name.endsWith("_variant")) {
      return structs.variantInstantiation(struct, text(operands[1]), operands.slice(2).map(text));
    }
    return structs.instantiation(struct, operands.slice(1).map(text));
  }

  #ownStructs(): StructTables {
    if (this.#structs === undefined) throw specError("a script has no structs of its own");
    return this.#structs;
  }
}

function isNumber(operand: InstructionOperandSpec): operand is number | bigint {
  return typeof operand === "number" || typeof operand === "bigint";
}

function number(operand: InstructionOperandSpec | undefined): number | bigint {
  if (operand === undefined || !isNumber(operand)) throw specError("an instruction's operand is not a number");
  return operand;
}

function text(operand: InstructionOperandSpec | undefined): string {
  if (typeof operand !== "string") throw specError("an instruction's operand is not a name or type");
  return operand;
}

function texts(operand: InstructionOperandSpec | undefined): readonly string[] {
  if (!Array.isArray(operand)) throw specError("an instruction's operand is not a list of names");
  return operand;
}

import { type CommonTables, type CompiledModule, type Instruction, type OpcodeName, opcodes } from "@ledger/move";
import { effectOf, isGeneric, opcodeOf } from "../instructions/names.ts";
import { instantiationTable, isOfModules, subjectTable } from "../instructions/subjects.ts";
import { type CodeToVerify, refused } from "./refused.ts";

/** Locals are numbered by a byte. */
const maxLocals = 255;
const maxVectorCount = 65_535n;

/**
 * Checks that operands of instructions are there, that generic things are used by the generic form of an instruction and others by the
 * plain one, and what counts and masks may be.
 *
 * @throws {@link VmError} `INDEX_OUT_OF_BOUNDS`, `TOO_MANY_LOCALS`, `INVALID_OPERATION_IN_SCRIPT`,
 * `GENERIC_MEMBER_OPCODE_MISMATCH`, `NUMBER_OF_TYPE_ARGUMENTS_MISMATCH`, `CONSTRAINT_NOT_SATISFIED`, `INVALID_CLOSURE_MASK`
 */
export function checkInstructions(unit: CodeToVerify): void {
  if (unit.locals > maxLocals) throw refused("TOO_MANY_LOCALS", `more than ${maxLocals} parameters and locals`);
  for (const instruction of unit.code) checkBounds(unit, instruction);
  for (const instruction of unit.code) checkForm(unit, instruction);
}

/** Operands that an index of the instruction may name. */
function lengthOf({ tables, module, code, locals }: CodeToVerify, name: OpcodeName): number | undefined {
  const { operands } = opcodes[opcodeOf[name]]!;
  if (operands === "local") return locals;
  if (operands === "branch") return code.length;
  const subject = effectOf(name).names;
  if (subject === undefined) return undefined;
  if (module === undefined && isOfModules(subject)) throw refused("INVALID_OPERATION_IN_SCRIPT", `${name} in a script`);
  return (isGeneric(name) ? instantiationTable(tables, subject) : subjectTable(tables, subject))!.length;
}

function checkBounds(unit: CodeToVerify, [name, operand]: Instruction): void {
  const length = lengthOf(unit, name);
  if (length !== undefined && Number(operand) >= length) {
    throw refused("INDEX_OUT_OF_BOUNDS", `${name} ${operand} is out of range`);
  }
}

function checkForm({ tables, module }: CodeToVerify, [name, operand, second]: Instruction): void {
  const { operands } = opcodes[opcodeOf[name]]!;
  if (operands === "index_count" && BigInt(second!) > maxVectorCount) {
    throw refused("CONSTRAINT_NOT_SATISFIED", `${name} of ${second} elements`);
  }
  const used = usedBy(tables, module, name, Number(operand));
  if (used === undefined) return;
  if (isGeneric(name) !== used.parameters > 0) {
    throw refused(
      "GENERIC_MEMBER_OPCODE_MISMATCH",
      `${name} is used on something with ${used.parameters} type parameters`,
    );
  }
  if (used.typeArgs !== undefined && used.typeArgs !== used.parameters) {
    throw refused(
      "NUMBER_OF_TYPE_ARGUMENTS_MISMATCH",
      `${used.typeArgs} type arguments for ${used.parameters} parameters`,
    );
  }
  if (operands === "index_mask" && BigInt(second!) >> BigInt(used.params ?? 0) !== 0n) {
    throw refused("INVALID_CLOSURE_MASK", "a closure captures more than there are parameters");
  }
}

interface Used {
  /** Type parameters that the thing has. */
  readonly parameters: number;
  /** Type arguments that the instruction gives. */
  readonly typeArgs: number | undefined;
  /** For functions: their parameters. */
  readonly params?: number;
}

function usedBy(
  tables: CommonTables,
  module: CompiledModule | undefined,
  name: OpcodeName,
  index: number,
): Used | undefined {
  const subject = effectOf(name).names;
  if (subject === undefined) return undefined;
  const instantiation = isGeneric(name) ? instantiationTable(tables, subject)![index]! : undefined;
  const typeArgs = instantiation && tables.signatures[instantiation.typeArgs]!.length;
  const entry = subjectTable(tables, subject)![instantiation?.target ?? index]!;
  if (subject === "function") {
    const { typeParameters, params } = entry as CommonTables["functionHandles"][number];
    return { parameters: typeParameters.length, typeArgs, params: tables.signatures[params]!.length };
  }
  if (module === undefined || !isOfModules(subject)) return undefined;
  const owner = entry as { readonly struct: number } | { readonly handle: number };
  const { handle } = "struct" in owner ? module.structDefinitions[owner.struct]! : owner;
  return { parameters: tables.structHandles[handle]!.typeParameters.length, typeArgs };
}

import type { CommonTables, CompiledModule, Instruction } from "@ledger/move";
import { type CodeToVerify, isGeneric, refused } from "./refused.ts";

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

/** The things that an instruction's index names. */
function tableOf({ tables, module, code }: CodeToVerify, name: string): readonly unknown[] | undefined {
  switch (name) {
    case "br_true":
    case "br_false":
    case "branch":
      return code;
    case "ld_const":
      return tables.constants;
    case "call":
    case "pack_closure":
      return tables.functionHandles;
    case "call_generic":
    case "pack_closure_generic":
      return tables.functionInstantiations;
    case "call_closure":
      return tables.signatures;
  }
  if (name.startsWith("vec_")) return tables.signatures;
  const table = definitionTables.get(name);
  if (table === undefined) return undefined;
  if (module === undefined) throw refused("INVALID_OPERATION_IN_SCRIPT", `${name} in a script`);
  return module[table];
}

type DefinitionTable =
  | "structDefinitions"
  | "structInstantiations"
  | "fieldHandles"
  | "fieldInstantiations"
  | "variantFieldHandles"
  | "variantFieldInstantiations"
  | "variantHandles"
  | "variantInstantiations";

/** Instructions that name something of their module, with its table. */
const definitionTables: ReadonlyMap<string, DefinitionTable> = new Map(
  (
    [
      [
        "structDefinitions",
        "structInstantiations",
        "pack unpack exists move_from move_to mut_borrow_global imm_borrow_global",
      ],
      ["fieldHandles", "fieldInstantiations", "mut_borrow_field imm_borrow_field"],
      ["variantFieldHandles", "variantFieldInstantiations", "mut_borrow_variant_field imm_borrow_variant_field"],
      ["variantHandles", "variantInstantiations", "pack_variant unpack_variant test_variant"],
    ] as const
  ).flatMap(([plain, generic, names]) =>
    names.split(" ").flatMap((name) => [[name, plain] as const, [`${name}_generic`, generic] as const]),
  ),
);

const onLocals = new Set(["copy_loc", "move_loc", "st_loc", "mut_borrow_loc", "imm_borrow_loc"]);

function checkBounds(unit: CodeToVerify, [name, operand]: Instruction): void {
  const length = onLocals.has(name) ? unit.locals : tableOf(unit, name)?.length;
  if (length !== undefined && Number(operand) >= length) {
    throw refused("INDEX_OUT_OF_BOUNDS", `${name} ${operand} is out of range`);
  }
}

function checkForm({ tables, module }: CodeToVerify, [name, operand, second]: Instruction): void {
  if (name === "vec_pack" || name === "vec_unpack") {
    if (BigInt(second!) > maxVectorCount) throw refused("CONSTRAINT_NOT_SATISFIED", `${name} of ${second} elements`);
    return;
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
  if (name.startsWith("pack_closure") && BigInt(second!) >> BigInt(used.params ?? 0) !== 0n) {
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
  name: string,
  index: number,
): Used | undefined {
  const argumentsOf = (instantiation: { readonly typeArgs: number }): number =>
    tables.signatures[instantiation.typeArgs]!.length;
  if (name.startsWith("pack_closure") || name === "call" || name === "call_generic") {
    const instantiation = isGeneric(name) ? tables.functionInstantiations[index]! : undefined;
    const handle = tables.functionHandles[instantiation?.target ?? index]!;
    return {
      parameters: handle.typeParameters.length,
      typeArgs: instantiation && argumentsOf(instantiation),
      params: tables.signatures[handle.params]!.length,
    };
  }
  const table = definitionTables.get(name);
  if (table === undefined || module === undefined) return undefined;
  const instantiation = isGeneric(name)
    ? (module[table][index] as { readonly target: number; readonly typeArgs: number })
    : undefined;
  const plain = definitionTables.get(name.replace(/_generic$/, ""))!;
  const entry = module[plain][instantiation?.target ?? index]!;
  const definition =
    "struct" in entry ? module.structDefinitions[entry.struct]! : (entry as { readonly handle: number });
  const handle = tables.structHandles[definition.handle]!;
  return { parameters: handle.typeParameters.length, typeArgs: instantiation && argumentsOf(instantiation) };
}

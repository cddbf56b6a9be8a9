import type { CompiledModule, FunctionHandle, Instruction } from "@ledger/move";
import { refused } from "./refused.ts";

type Attribute = FunctionHandle["attributes"][number];

/**
 * Functions that the compiler marks as makers, takers and borrowers of a struct's parts, so that other modules may rely on them, do just
 * that.
 *
 * @param code - undefined for a native function
 * @throws {@link VmError} `INVALID_STRUCT_API_CODE`
 */
export function checkStructAccessors(
  module: CompiledModule,
  attributes: readonly Attribute[],
  code: readonly Instruction[] | undefined,
): void {
  const marks = attributes.filter(({ kind }) => kind !== "persistent" && kind !== "module_lock");
  const [mark] = marks;
  if (mark === undefined) return;
  if (marks.length > 1 || code === undefined || !isAccessor(module, mark, code)) {
    throw refused("INVALID_STRUCT_API_CODE", `a function is marked ${mark.kind} but does something else`);
  }
}

function isAccessor(module: CompiledModule, mark: Attribute, code: readonly Instruction[]): boolean {
  const names = code.map(([name]) => name.replace(/_generic$/, ""));
  if (names.at(-1) !== "ret") return false;
  switch (mark.kind) {
    case "pack":
    case "pack_variant":
      return /^pack(_variant)?$/.test(names.at(-2) ?? "") && names.slice(0, -2).every((name) => name === "move_loc");
    case "unpack":
    case "unpack_variant":
      return names.length === 3 && names[0] === "move_loc" && /^unpack(_variant)?$/.test(names[1]!);
    case "test_variant":
      return names.length === 3 && names[0] === "move_loc" && names[1] === "test_variant";
    case "borrow_field":
    case "borrow_field_mut": {
      const mutability = mark.kind === "borrow_field" ? "imm" : "mut";
      const [name, operand] = code[1] ?? ["", 0];
      return (
        names.length === 3 &&
        names[0] === "move_loc" &&
        names[1]!.startsWith(`${mutability}_borrow_`) &&
        borrowedField(module, name, Number(operand)) === mark.operand
      );
    }
    default:
      return false;
  }
}

/** The field that an instruction borrows, by its position. */
function borrowedField(module: CompiledModule, name: string, index: number): number | undefined {
  switch (name.replace(/^(imm|mut)_/, "")) {
    case "borrow_field":
      return module.fieldHandles[index]!.field;
    case "borrow_field_generic":
      return module.fieldHandles[module.fieldInstantiations[index]!.target]!.field;
    case "borrow_variant_field":
      return module.variantFieldHandles[index]!.field;
    case "borrow_variant_field_generic":
      return module.variantFieldHandles[module.variantFieldInstantiations[index]!.target]!.field;
    default:
      return undefined;
  }
}

import { hasFixedSize } from "../../code/segments.ts";
import type { StraightName } from "../../instructions/table.ts";
import { Reference, type Value } from "../../value/value.ts";
import { variantMismatch } from "../failures.ts";
import type { StraightHandler } from "./handler.ts";

/** A reference to a field in the place of one to its struct. */
const borrowField: StraightHandler = (operands, instruction, { instance }) => {
  instance.checkCreated(instruction);
  const top = operands.length - 1;
  const reference = operands[top] as Reference;
  operands[top] = new Reference(reference.target as Value[], instruction.at, reference.origin);
};

/** The same for a field that some variants of an enum share. @throws {@link VmError} `STRUCT_VARIANT_MISMATCH` */
const borrowVariantField: StraightHandler = (operands, instruction, { instance }) => {
  instance.checkCreated(instruction);
  const top = operands.length - 1;
  const reference = operands[top] as Reference;
  const value = reference.target as Value[];
  if (!instruction.variants!.includes(value[0] as number)) throw variantMismatch();
  operands[top] = new Reference(value, instruction.at, reference.origin);
};

/** References, and equality, which looks through them. */
export const referenceHandlers = {
  mut_borrow_field: borrowField,
  imm_borrow_field: borrowField,
  mut_borrow_variant_field: borrowVariantField,
  imm_borrow_variant_field: borrowVariantField,
  freeze_ref: () => {},
  read_ref: (operands, instruction, { instance }, accounting) => {
    const at = operands.length - 1;
    const value = (operands[at] as Reference).target;
    operands[at] = hasFixedSize(instruction.type!) ? value : accounting.copy(value, instruction, instance);
  },
  write_ref: (operands, instruction, { instance }, accounting) => {
    const reference = operands.pop() as Reference;
    accounting.release(reference.target, instruction, instance);
    reference.write(operands.pop()!);
  },
  eq: (operands, instruction, { instance }, accounting) => {
    const right = operands.pop()!;
    const at = operands.length - 1;
    operands[at] = accounting.equal(operands[at]!, right, instruction, instance);
  },
  neq: (operands, instruction, { instance }, accounting) => {
    const right = operands.pop()!;
    const at = operands.length - 1;
    operands[at] = !accounting.equal(operands[at]!, right, instruction, instance);
  },
} as const satisfies Partial<Record<StraightName, StraightHandler>>;

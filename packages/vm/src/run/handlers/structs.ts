import type { StraightName } from "../../instructions/table.ts";
import type { Reference, Value } from "../../value/value.ts";
import { variantMismatch } from "../failures.ts";
import { takeOperands } from "../operands.ts";
import type { StraightHandler } from "./handler.ts";

/** Structs, which are their fields, and enums, whose fields follow the number of the variant. */
export const structHandlers = {
  pack: (operands, instruction, { instance }, accounting) => {
    accounting.usePacked(instruction, instance);
    operands.push(takeOperands(operands, instruction.count));
  },
  pack_variant: (operands, instruction, { instance }, accounting) => {
    accounting.usePacked(instruction, instance);
    const fields = takeOperands(operands, instruction.count);
    fields.unshift(instruction.at);
    operands.push(fields);
  },
  unpack: (operands, instruction, { instance }, accounting) => {
    accounting.releasePacked(instruction, instance);
    for (const field of operands.pop() as Value[]) operands.push(field);
  },
  unpack_variant: (operands, instruction, { instance }, accounting) => {
    const value = operands.pop() as Value[];
    if (value[0] !== instruction.at) throw variantMismatch();
    accounting.releasePacked(instruction, instance);
    for (let i = 1; i < value.length; i++) operands.push(value[i]!);
  },
  test_variant: (operands, instruction, { instance }) => {
    instance.checkCreated(instruction);
    const top = operands.length - 1;
    operands[top] = ((operands[top] as Reference).target as Value[])[0] === instruction.at;
  },
} as const satisfies Partial<Record<StraightName, StraightHandler>>;

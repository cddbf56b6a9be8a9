import type { Instruction } from "../code/instruction.ts";
import type { Reference, Value } from "../value/value.ts";
import type { CallStack } from "./call-stack.ts";
import { variantMismatch } from "./failures.ts";
import type { FunctionInstance } from "./function-instance.ts";

/** Makes a struct of its fields. */
export function pack(calls: CallStack, instruction: Instruction, instance: FunctionInstance): void {
  calls.accounting.usePacked(instruction, instance);
  calls.operands.push(calls.takeOperands(instruction.count));
}

/** Makes a variant of its fields: its number comes first. */
export function packVariant(calls: CallStack, instruction: Instruction, instance: FunctionInstance): void {
  calls.accounting.usePacked(instruction, instance);
  const fields = calls.takeOperands(instruction.count);
  fields.unshift(instruction.at);
  calls.operands.push(fields);
}

/** Takes a struct apart. */
export function unpack(
  { accounting, operands }: CallStack,
  instruction: Instruction,
  instance: FunctionInstance,
): void {
  accounting.releasePacked(instruction, instance);
  for (const field of operands.pop() as Value[]) operands.push(field);
}

/** Takes a variant apart. @throws {@link VmError} `STRUCT_VARIANT_MISMATCH` */
export function unpackVariant(
  { accounting, operands }: CallStack,
  instruction: Instruction,
  instance: FunctionInstance,
): void {
  const value = operands.pop() as Value[];
  if (value[0] !== instruction.at) throw variantMismatch();
  accounting.releasePacked(instruction, instance);
  for (let i = 1; i < value.length; i++) operands.push(value[i]!);
}

/** Asks for the variant of an enum. */
export function testVariant({ operands }: CallStack, instruction: Instruction, instance: FunctionInstance): void {
  instance.checkCreated(instruction);
  const value = (operands.pop() as Reference).target as Value[];
  operands.push(value[0] === instruction.at);
}

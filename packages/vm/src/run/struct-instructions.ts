import type { Instruction } from "../code/instruction.ts";
import type { Reference, Value } from "../value/value.ts";
import type { CallStack } from "./call-stack.ts";
import { variantMismatch } from "./failures.ts";
import type { FunctionInstance } from "./function-instance.ts";

/** Makes structs and variants, takes them apart and tests them. */
export function runStructs(calls: CallStack, instruction: Instruction, instance: FunctionInstance): void {
  const { operands: stack, accounting } = calls;
  switch (instruction.op) {
    case 0x12:
    case 0x39: // pack
      accounting.usePacked(instruction, instance);
      stack.push(calls.takeOperands(instruction.b));
      return;
    case 0x52:
    case 0x53: {
      // pack_variant
      accounting.usePacked(instruction, instance);
      const fields = calls.takeOperands(instruction.b);
      fields.unshift(instruction.a);
      stack.push(fields);
      return;
    }
    case 0x13:
    case 0x3a: {
      // unpack
      accounting.releasePacked(instruction, instance);
      for (const field of stack.pop() as Value[]) stack.push(field);
      return;
    }
    case 0x54:
    case 0x55: {
      // unpack_variant
      const value = stack.pop() as Value[];
      if (value[0] !== instruction.a) throw variantMismatch();
      accounting.releasePacked(instruction, instance);
      for (let i = 1; i < value.length; i++) stack.push(value[i]!);
      return;
    }
    case 0x56:
    case 0x57: {
      // test_variant
      instance.checkCreated(instruction);
      const value = (stack.pop() as Reference).target as Value[];
      stack.push(value[0] === instruction.a);
      return;
    }
  }
}

import { key } from "../type/abilities.ts";
import type { StructType, Type } from "../type/type.ts";
import { primitiveTypes } from "../type/type-table.ts";
import type { CodeContext, Translated } from "./code-context.ts";
import { illTyped } from "./type-stack.ts";

const { Bool, U64, Address } = primitiveTypes;

/** Existence, references, taking and putting of a resource. @param created - types that the instruction makes */
export function touchGlobal(context: CodeContext, op: number, type: StructType, created: readonly Type[]): Translated {
  const { stack } = context;
  stack.require(type, key);
  switch (op) {
    case 0x2d:
    case 0x3f:
      stack.expect(type);
      stack.referenceTo(primitiveTypes.Signer, false);
      break;
    case 0x29:
    case 0x3b:
      stack.expect(Address);
      stack.push(Bool);
      break;
    case 0x2c:
    case 0x3e:
      stack.expect(Address);
      stack.push(type);
      break;
    default:
      stack.expect(Address);
      stack.push(context.types.reference(op === 0x2a || op === 0x3c, type));
  }
  return { op, type, created };
}

/** Instructions on vectors. @param index - of the signature that holds the type of the elements */
export function useVector(context: CodeContext, op: number, index: number, count: number): Translated {
  const { stack } = context;
  context.entry(context.common.signatures, index);
  const [element, ...others] = context.tables.signature(index);
  if (element === undefined || others.length > 0) throw illTyped("a vector instruction without an element type");
  context.requireValue(element);
  const type = context.types.vector(element);
  const parts = { op, b: count, type: element, created: [element] };
  switch (op) {
    case 0x40:
      if (count > stack.height)
        throw illTyped("a vector of more elements than there are operands", "NEGATIVE_STACK_SIZE_WITHIN_BLOCK");
      for (let i = 0; i < count; i++) stack.expect(element);
      stack.push(type);
      return parts;
    case 0x41:
      stack.referenceTo(type, false);
      stack.push(U64);
      return parts;
    case 0x42:
    case 0x43:
      stack.expect(U64);
      stack.referenceTo(type, op === 0x43);
      stack.push(context.types.reference(op === 0x43, element));
      return parts;
    case 0x44:
      stack.expect(element);
      stack.referenceTo(type, true);
      return parts;
    case 0x45:
      stack.referenceTo(type, true);
      stack.push(element);
      return parts;
    case 0x46:
      if (count > 65_535) throw illTyped("a vector is unpacked into too many operands", "CONSTRAINT_NOT_SATISFIED");
      stack.expect(type);
      for (let i = 0; i < count; i++) stack.push(element);
      return parts;
    case 0x47:
      stack.expect(U64);
      stack.expect(U64);
      stack.referenceTo(type, true);
      return parts;
    default:
      throw illTyped("an instruction is unknown");
  }
}

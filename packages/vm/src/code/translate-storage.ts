import type { InstructionName } from "../instructions/table.ts";
import { key } from "../type/abilities.ts";
import type { StructType, Type } from "../type/type.ts";
import { primitiveTypes } from "../type/type-table.ts";
import type { CodeContext, Operands, TypeRule } from "./code-context.ts";
import { illTyped } from "./type-stack.ts";

const { Bool, U64, Address, Signer } = primitiveTypes;

/** An instruction on a resource. @param use - its operands */
const onResource =
  (use: (context: CodeContext, type: StructType) => void): TypeRule =>
  (context, { index, typeArgs }) => {
    const type = context.structType(index, typeArgs);
    context.stack.require(type, key);
    use(context, type);
    return { type, created: typeArgs === undefined ? [] : [type] };
  };

const borrowGlobal = (mutable: boolean): TypeRule =>
  onResource(({ stack, types }, type) => {
    stack.expect(Address);
    stack.push(types.reference(mutable, type));
  });

/** An instruction on vectors. @param use - its operands */
const onVector =
  (use: (context: CodeContext, element: Type, vector: Type, count: number) => void): TypeRule =>
  (context, { index, literal }: Operands) => {
    context.entry(context.common.signatures, index);
    const [element, ...others] = context.tables.signature(index);
    if (element === undefined || others.length > 0) throw illTyped("a vector instruction without an element type");
    context.requireValue(element);
    const count = Number(literal);
    use(context, element, context.types.vector(element), count);
    return { count, type: element, created: [element] };
  };

const borrowElement = (mutable: boolean): TypeRule =>
  onVector(({ stack, types }, element, vector) => {
    stack.expect(U64);
    stack.referenceTo(vector, mutable);
    stack.push(types.reference(mutable, element));
  });

/** Global storage and vectors. */
export const storageRules = {
  exists: onResource(({ stack }) => {
    stack.expect(Address);
    stack.push(Bool);
  }),
  mut_borrow_global: borrowGlobal(true),
  imm_borrow_global: borrowGlobal(false),
  move_from: onResource(({ stack }, type) => {
    stack.expect(Address);
    stack.push(type);
  }),
  move_to: onResource(({ stack }, type) => {
    stack.expect(type);
    stack.referenceTo(Signer, false);
  }),
  vec_pack: onVector(({ stack }, element, vector, count) => {
    if (count > stack.height)
      throw illTyped("a vector of more elements than there are operands", "NEGATIVE_STACK_SIZE_WITHIN_BLOCK");
    for (let i = 0; i < count; i++) stack.expect(element);
    stack.push(vector);
  }),
  vec_len: onVector(({ stack }, _, vector) => {
    stack.referenceTo(vector, false);
    stack.push(U64);
  }),
  vec_imm_borrow: borrowElement(false),
  vec_mut_borrow: borrowElement(true),
  vec_push_back: onVector(({ stack }, element, vector) => {
    stack.expect(element);
    stack.referenceTo(vector, true);
  }),
  vec_pop_back: onVector(({ stack }, element, vector) => {
    stack.referenceTo(vector, true);
    stack.push(element);
  }),
  vec_unpack: onVector(({ stack }, element, vector, count) => {
    if (count > 65_535) throw illTyped("a vector is unpacked into too many operands", "CONSTRAINT_NOT_SATISFIED");
    stack.expect(vector);
    for (let i = 0; i < count; i++) stack.push(element);
  }),
  vec_swap: onVector(({ stack }, _, vector) => {
    stack.expect(U64);
    stack.expect(U64);
    stack.referenceTo(vector, true);
  }),
} as const satisfies Partial<Record<InstructionName, TypeRule>>;

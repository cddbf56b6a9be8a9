import type { InstructionName } from "../instructions/table.ts";
import type { StructType, Type } from "../type/type.ts";
import { primitiveTypes } from "../type/type-table.ts";
import type { CodeContext, TranslationRule } from "./code-context.ts";

const { Bool, U64 } = primitiveTypes;

/**
 * An instruction on a resource.
 *
 * @param takes - operands
 * @param given - the type of what it leaves
 */
const onResource =
  (takes: number, given?: (context: CodeContext, type: StructType) => Type): TranslationRule =>
  (context, { index, typeArgs }) => {
    const type = context.structType(index, typeArgs);
    context.stack.drop(takes);
    if (given !== undefined) context.stack.push(given(context, type));
    return { type, created: typeArgs === undefined ? [] : [type] };
  };

const borrowGlobal = (mutable: boolean): TranslationRule =>
  onResource(1, ({ types }, type) => types.reference(mutable, type));

/** An instruction on vectors. @param use - its operands */
const onVector =
  (use: (context: CodeContext, element: Type, count: number) => void): TranslationRule =>
  (context, { index, literal }) => {
    const [element] = context.tables.signature(index) as readonly [Type];
    const count = Number(literal);
    use(context, element, count);
    return { count, type: element, created: [element] };
  };

const borrowElement = (mutable: boolean): TranslationRule =>
  onVector(({ stack, types }, element) => {
    stack.drop(2);
    stack.push(types.reference(mutable, element));
  });

/** Global storage and vectors. */
export const storageRules = {
  exists: onResource(1, () => Bool),
  mut_borrow_global: borrowGlobal(true),
  imm_borrow_global: borrowGlobal(false),
  move_from: onResource(1, (_, type) => type),
  move_to: onResource(2),
  vec_pack: onVector(({ stack, types }, element, count) => {
    stack.drop(count);
    stack.push(types.vector(element));
  }),
  vec_len: onVector(({ stack }) => {
    stack.drop(1);
    stack.push(U64);
  }),
  vec_imm_borrow: borrowElement(false),
  vec_mut_borrow: borrowElement(true),
  vec_push_back: onVector(({ stack }) => stack.drop(2)),
  vec_pop_back: onVector(({ stack }, element) => {
    stack.drop(1);
    stack.push(element);
  }),
  vec_unpack: onVector(({ stack }, element, count) => {
    stack.drop(1);
    for (let i = 0; i < count; i++) stack.push(element);
  }),
  vec_swap: onVector(({ stack }) => stack.drop(3)),
} as const satisfies Partial<Record<InstructionName, TranslationRule>>;

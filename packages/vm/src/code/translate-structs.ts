import type { StructContent } from "@ledger/move";
import type { InstructionName } from "../instructions/table.ts";
import type { StructType, Type } from "../type/type.ts";
import { primitiveTypes } from "../type/type-table.ts";
import type { CodeContext, Operands, TranslationRule } from "./code-context.ts";

type StructFields = Extract<StructContent, { readonly kind: "struct" }>;
type EnumVariants = Extract<StructContent, { readonly kind: "enum" }>;

/** A reference to a struct for one to a field. */
const borrowField =
  (mutable: boolean): TranslationRule =>
  (context, { index, typeArgs }) => {
    const { struct, field } = context.definitions().fieldHandles[index]!;
    const { content } = context.definitions().structDefinitions[struct]!;
    const type = context.structType(struct, typeArgs);
    const fieldType = context.fieldType((content as StructFields).fields[field]!, type);
    context.stack.drop(1);
    context.stack.push(context.types.reference(mutable, fieldType));
    return { at: field, created: typeArgs === undefined ? [] : [type, fieldType] };
  };

/** The same for a field that some variants of an enum share. */
const borrowVariantField =
  (mutable: boolean): TranslationRule =>
  (context, { index, typeArgs }) => {
    const { struct, field, variants } = context.definitions().variantFieldHandles[index]!;
    const { content } = context.definitions().structDefinitions[struct]!;
    const type = context.structType(struct, typeArgs);
    const fieldType = context.fieldType((content as EnumVariants).variants[variants[0]!]!.fields[field]!, type);
    context.stack.drop(1);
    context.stack.push(context.types.reference(mutable, fieldType));
    return { at: field + 1, variants, created: typeArgs === undefined ? [] : [type, fieldType] };
  };

/** A struct or variant, with the types of its fields. */
interface Packed {
  readonly type: StructType;
  readonly fields: readonly Type[];
  /** Number of the variant; 0 for a struct. */
  readonly at: number;
}

type FindPacked = (context: CodeContext, operands: Operands) => Packed;

const plainStruct: FindPacked = (context, { index, typeArgs }) => {
  const type = context.structType(index, typeArgs);
  const { content } = context.definitions().structDefinitions[index]!;
  return { type, fields: context.fieldTypes((content as StructFields).fields, type), at: 0 };
};

const enumVariant: FindPacked = (context, { index, typeArgs }) => {
  const { struct, variant } = context.definitions().variantHandles[index]!;
  const type = context.structType(struct, typeArgs);
  const { content } = context.definitions().structDefinitions[struct]!;
  return { type, fields: context.fieldTypes((content as EnumVariants).variants[variant]!.fields, type), at: variant };
};

/** Fields for a struct or variant, or the other way round. */
const exchange =
  (find: FindPacked, packs: boolean): TranslationRule =>
  (context, operands) => {
    const { stack } = context;
    const { type, fields, at } = find(context, operands);
    stack.drop(packs ? fields.length : 1);
    stack.pushAll(packs ? [type] : fields);
    return {
      at,
      count: fields.length,
      type,
      fields,
      created: operands.typeArgs === undefined ? [] : [...fields, type],
    };
  };

const testVariant: TranslationRule = (context, { index, typeArgs }) => {
  const { struct, variant } = context.definitions().variantHandles[index]!;
  const type = context.structType(struct, typeArgs);
  context.stack.drop(1);
  context.stack.push(primitiveTypes.Bool);
  return { at: variant, created: typeArgs === undefined ? [] : [type] };
};

/** Fields, structs and variants. */
export const structRules = {
  mut_borrow_field: borrowField(true),
  imm_borrow_field: borrowField(false),
  mut_borrow_variant_field: borrowVariantField(true),
  imm_borrow_variant_field: borrowVariantField(false),
  pack: exchange(plainStruct, true),
  unpack: exchange(plainStruct, false),
  pack_variant: exchange(enumVariant, true),
  unpack_variant: exchange(enumVariant, false),
  test_variant: testVariant,
} as const satisfies Partial<Record<InstructionName, TranslationRule>>;

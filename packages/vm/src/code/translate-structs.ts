import type { FieldDefinition } from "@ledger/move";
import type { InstructionName } from "../instructions/table.ts";
import type { StructType, Type } from "../type/type.ts";
import { primitiveTypes } from "../type/type-table.ts";
import type { CodeContext, Operands, TypeRule } from "./code-context.ts";
import { illTyped } from "./type-stack.ts";

/** A reference to a struct for one to a field. */
const borrowField =
  (mutable: boolean): TypeRule =>
  (context, { index, typeArgs }) => {
    const { struct, field } = context.entry(context.definitions().fieldHandles, index);
    const { content } = context.definitions().structDefinitions[struct]!;
    const definition = content.kind === "struct" ? content.fields[field] : undefined;
    if (definition === undefined) throw illTyped("a field does not exist", "INDEX_OUT_OF_BOUNDS");
    const type = context.structType(struct, typeArgs);
    const fieldType = context.fieldType(definition, type);
    context.stack.referenceTo(type, mutable);
    context.stack.push(context.types.reference(mutable, fieldType));
    return { at: field, created: typeArgs === undefined ? [] : [type, fieldType] };
  };

/** The same for a field that some variants of an enum share. */
const borrowVariantField =
  (mutable: boolean): TypeRule =>
  (context, { index, typeArgs }) => {
    const { struct, field, variants } = context.entry(context.definitions().variantFieldHandles, index);
    const { content } = context.definitions().structDefinitions[struct]!;
    if (content.kind !== "enum" || variants.length === 0)
      throw illTyped("a variant's field is borrowed from a struct that is not an enum");
    const type = context.structType(struct, typeArgs);
    const types = variants.map((variant) => {
      const definition = content.variants[variant]?.fields[field];
      if (definition === undefined) throw illTyped("a variant's field does not exist", "INDEX_OUT_OF_BOUNDS");
      return context.fieldType(definition, type);
    });
    const [fieldType] = types as [Type];
    if (types.some((other) => other !== fieldType)) throw illTyped("a field has different types in the variants");
    context.stack.referenceTo(type, mutable);
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
  return packed(context, type, content.kind === "struct" ? content.fields : undefined, 0);
};

const enumVariant: FindPacked = (context, { index, typeArgs }) => {
  const { struct, variant } = context.entry(context.definitions().variantHandles, index);
  const type = context.structType(struct, typeArgs);
  const { content } = context.definitions().structDefinitions[struct]!;
  return packed(context, type, content.kind === "enum" ? content.variants[variant]?.fields : undefined, variant);
};

function packed(
  context: CodeContext,
  type: StructType,
  definitions: readonly FieldDefinition[] | undefined,
  at: number,
): Packed {
  if (definitions === undefined) throw illTyped("a struct or variant does not exist", "INDEX_OUT_OF_BOUNDS");
  return { type, fields: context.fieldTypes(definitions, type), at };
}

/** Fields for a struct or variant, or the other way round. */
const exchange =
  (find: FindPacked, packs: boolean): TypeRule =>
  (context, operands) => {
    const { stack } = context;
    const { type, fields, at } = find(context, operands);
    if (packs) stack.expectAll(fields);
    else stack.expect(type);
    stack.pushAll(packs ? [type] : fields);
    return {
      at,
      count: fields.length,
      type,
      fields,
      created: operands.typeArgs === undefined ? [] : [...fields, type],
    };
  };

const testVariant: TypeRule = (context, { index, typeArgs }) => {
  const { struct, variant } = context.entry(context.definitions().variantHandles, index);
  const { content } = context.definitions().structDefinitions[struct]!;
  if (content.kind !== "enum" || variant >= content.variants.length)
    throw illTyped("a variant does not exist", "INDEX_OUT_OF_BOUNDS");
  const type = context.structType(struct, typeArgs);
  context.stack.referenceTo(type, false);
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
} as const satisfies Partial<Record<InstructionName, TypeRule>>;

import type { Type } from "../type/type.ts";
import { primitiveTypes } from "../type/type-table.ts";
import type { CodeContext, Translated } from "./code-context.ts";
import { illTyped } from "./type-stack.ts";

/** A reference to a struct for one to a field. @param index - of the field's handle */
export function borrowField(context: CodeContext, op: number, index: number, typeArgs: number | undefined): Translated {
  const { struct, field } = context.entry(context.definitions().fieldHandles, index);
  const { content } = context.definitions().structDefinitions[struct]!;
  const definition = content.kind === "struct" ? content.fields[field] : undefined;
  if (definition === undefined) throw illTyped("a field does not exist", "INDEX_OUT_OF_BOUNDS");
  const type = context.structType(struct, typeArgs);
  const mutable = op === 0x0f || op === 0x36;
  const fieldType = context.fieldType(definition, type);
  context.stack.referenceTo(type, mutable);
  context.stack.push(context.types.reference(mutable, fieldType));
  return { op, a: field, created: typeArgs === undefined ? [] : [type, fieldType] };
}

/** The same for a field that some variants of an enum share. */
export function borrowVariantField(
  context: CodeContext,
  op: number,
  index: number,
  typeArgs: number | undefined,
): Translated {
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
  const mutable = op === 0x4f || op === 0x51;
  context.stack.referenceTo(type, mutable);
  context.stack.push(context.types.reference(mutable, fieldType));
  return { op, a: field + 1, variants, created: typeArgs === undefined ? [] : [type, fieldType] };
}

/** Fields for a struct or variant, or the other way round. @param index - of the struct's definition */
export function pack(
  context: CodeContext,
  op: number,
  index: number,
  typeArgs: number | undefined,
  variant: number | undefined,
): Translated {
  const type = context.structType(index, typeArgs);
  const { content } = context.definitions().structDefinitions[index]!;
  const definitions =
    variant === undefined
      ? content.kind === "struct"
        ? content.fields
        : undefined
      : content.kind === "enum"
        ? content.variants[variant]?.fields
        : undefined;
  if (definitions === undefined) throw illTyped("a struct or variant does not exist", "INDEX_OUT_OF_BOUNDS");
  const fields = context.fieldTypes(definitions, type);
  if (op === 0x12 || op === 0x39 || op === 0x52 || op === 0x53) {
    context.stack.expectAll(fields);
    context.stack.push(type);
  } else {
    context.stack.expect(type);
    context.stack.pushAll(fields);
  }
  const created = typeArgs === undefined ? [] : [...fields, type];
  return { op, a: variant ?? 0, b: fields.length, type, fields, created };
}

/** Makes, takes apart or tests a variant. @param index - of the variant's handle */
export function variant(context: CodeContext, op: number, index: number, typeArgs: number | undefined): Translated {
  const { struct, variant } = context.entry(context.definitions().variantHandles, index);
  if (op !== 0x56 && op !== 0x57) return pack(context, op, struct, typeArgs, variant);
  const { content } = context.definitions().structDefinitions[struct]!;
  if (content.kind !== "enum" || variant >= content.variants.length)
    throw illTyped("a variant does not exist", "INDEX_OUT_OF_BOUNDS");
  const type = context.structType(struct, typeArgs);
  context.stack.referenceTo(type, false);
  context.stack.push(primitiveTypes.Bool);
  return { op, a: variant, created: typeArgs === undefined ? [] : [type] };
}

import type { FieldDefinition } from "@ledger/move";
import type { InstructionName } from "../../instructions/table.ts";
import type { CheckedInstruction, TypeCheck, TypeRule } from "./type-check.ts";
import type { PoolType } from "./type-pool.ts";

/** A reference to a struct for one to a field. @param fieldsOf - the field, in each variant that is listed */
const borrowField =
  (
    mutable: boolean,
    fieldsOf: (check: TypeCheck, at: CheckedInstruction) => readonly (FieldDefinition | undefined)[],
  ): TypeRule =>
  (check, at) => {
    check.popReference(check.structType(at), mutable);
    let type: PoolType | undefined;
    for (const field of fieldsOf(check, at)) {
      if (field === undefined) throw check.mismatch("BORROWFIELD_BAD_FIELD_ERROR");
      const other = check.pool.substitute(check.pool.ofToken(field.type), at.typeArgs);
      if (type !== undefined && type !== other) throw check.mismatch();
      type = other;
    }
    if (type === undefined) throw check.mismatch("ZERO_VARIANTS_ERROR");
    check.push(check.pool.reference(mutable, type));
  };

const plainField = ({ code }: TypeCheck, { instruction: [name], index }: CheckedInstruction) => {
  const { struct, field } = code.module!.fieldHandles[code.entry(name, index)]!;
  const { content } = code.structDefinition(struct);
  return [content.kind === "struct" ? content.fields[field] : undefined];
};

const variantFields = ({ code }: TypeCheck, { instruction: [name], index }: CheckedInstruction) => {
  const { struct, field, variants } = code.module!.variantFieldHandles[code.entry(name, index)]!;
  const { content } = code.structDefinition(struct);
  return variants.map((variant) => (content.kind === "enum" ? content.variants[variant]?.fields[field] : undefined));
};

/** Fields of the struct or variant that an instruction names. */
function fieldTypes(check: TypeCheck, { instruction: [name], index, typeArgs }: CheckedInstruction): PoolType[] {
  const fields = check.code.packedFields(name, index);
  if (fields === undefined) throw check.mismatch("PACK_TYPE_MISMATCH_ERROR");
  return fields.map(({ type }) => check.pool.substitute(check.pool.ofToken(type), typeArgs));
}

const pack: TypeRule = (check, at) => {
  const types = fieldTypes(check, at);
  for (let i = types.length - 1; i >= 0; i--) check.popFor(types[i]!);
  check.push(check.structType(at));
};

const unpack: TypeRule = (check, at) => {
  check.popExactly(check.structType(at));
  for (const type of fieldTypes(check, at)) check.push(type);
};

/** Fields, structs and variants. */
export const structRules = {
  mut_borrow_field: borrowField(true, plainField),
  imm_borrow_field: borrowField(false, plainField),
  mut_borrow_variant_field: borrowField(true, variantFields),
  imm_borrow_variant_field: borrowField(false, variantFields),
  pack,
  unpack,
  pack_variant: pack,
  unpack_variant: unpack,
  test_variant: (check, at) => {
    check.popReference(check.structType(at), false);
    check.push(check.pool.primitive("Bool"));
  },
} as const satisfies Partial<Record<InstructionName, TypeRule>>;

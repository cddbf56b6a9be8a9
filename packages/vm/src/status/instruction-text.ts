import type { Instruction } from "@ledger/move";

/** Indexes that are written with the name of their table. */
const tableNames: readonly (readonly [pattern: RegExp, table: string])[] = [
  [/_borrow_variant_field_generic$/, "VariantFieldInstantiationIndex"],
  [/_borrow_variant_field$/, "VariantFieldHandleIndex"],
  [/_borrow_field_generic$/, "FieldInstantiationIndex"],
  [/_borrow_field$/, "FieldHandleIndex"],
  [/^(exists|move_from|move_to|(mut|imm)_borrow_global)_generic$/, "StructDefInstantiationIndex"],
  [/^(exists|move_from|move_to|(mut|imm)_borrow_global)$/, "StructDefinitionIndex"],
];

/**
 * An instruction as error texts name it, e.g. `Sub`, `Call(7)`, `PackClosure(4, 101)` or `MutBorrowField(FieldHandleIndex(3))`.
 *
 * @see Ledger specification, Move VM §6.5
 */
export function instructionText([name, ...operands]: Instruction): string {
  const title = name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  if (operands.length === 0) return title;
  const table = tableNames.find(([pattern]) => pattern.test(name))?.[1];
  if (table !== undefined) return `${title}(${table}(${operands[0]}))`;
  const texts = operands.map((operand, i) =>
    name.startsWith("pack_closure") && i === 1 ? BigInt(operand).toString(2) : `${operand}`,
  );
  return `${title}(${texts.join(", ")})`;
}

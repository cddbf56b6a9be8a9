import { type Instruction, type OpcodeName, opcodes } from "@ledger/move";
import type { Subject } from "./effect.ts";
import { effectOf, isGeneric, opcodeOf } from "./names.ts";

/** Names of indexes, and of those of instantiations. */
const indexNames: { readonly [Kind in Subject]?: readonly [plain: string, generic: string] } = {
  struct: ["StructDefinitionIndex", "StructDefInstantiationIndex"],
  field: ["FieldHandleIndex", "FieldInstantiationIndex"],
  variantField: ["VariantFieldHandleIndex", "VariantFieldInstantiationIndex"],
};

/** The name that error texts write an instruction's index with; undefined where they write the number alone. */
function indexName(name: OpcodeName): string | undefined {
  const { names, reaches } = effectOf(name);
  if (names === undefined || (names === "struct" && reaches !== "state")) return undefined;
  return indexNames[names]?.[isGeneric(name) ? 1 : 0];
}

/**
 * An instruction as error texts name it, e.g. `Sub`, `Call(7)`, `PackClosure(4, 101)` or `MutBorrowField(FieldHandleIndex(3))`.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/virtual-machine.md#6.5 | Specification, virtual machine 6.5}
 */
export function instructionText([name, ...operands]: Instruction): string {
  const title = name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  if (operands.length === 0) return title;
  const index = indexName(name);
  if (index !== undefined) return `${title}(${index}(${operands[0]}))`;
  const isMask = opcodes[opcodeOf[name]]!.operands === "index_mask";
  const texts = operands.map((operand, i) => (isMask && i === 1 ? BigInt(operand).toString(2) : `${operand}`));
  return `${title}(${texts.join(", ")})`;
}

import type { FunctionAttribute } from "./compiled-module.ts";

type OperandKind = Extract<FunctionAttribute, { operand: number }>["kind"];
type PlainKind = Exclude<FunctionAttribute["kind"], OperandKind>;

/** One kind of function attribute. */
export type FunctionAttributeRow =
  | { readonly kind: PlainKind; readonly hasOperand: false; readonly since: number }
  | { readonly kind: OperandKind; readonly hasOperand: true; readonly since: number };

/**
 * Function attributes by kind byte; there is no kind 0.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/module-format.md#4.2 | Specification, module format 4.2}
 */
export const functionAttributeRows: readonly (FunctionAttributeRow | undefined)[] = [
  undefined,
  { kind: "persistent", hasOperand: false, since: 8 },
  { kind: "module_lock", hasOperand: false, since: 8 },
  { kind: "pack", hasOperand: false, since: 10 },
  { kind: "pack_variant", hasOperand: true, since: 10 },
  { kind: "unpack", hasOperand: false, since: 10 },
  { kind: "unpack_variant", hasOperand: true, since: 10 },
  { kind: "test_variant", hasOperand: true, since: 10 },
  { kind: "borrow_field", hasOperand: true, since: 10 },
  { kind: "borrow_field_mut", hasOperand: true, since: 10 },
];

/** Lowest binary version in which a function may have an attribute. */
export function functionAttributeSince(kind: FunctionAttribute["kind"]): number {
  return functionAttributeRows.find((row) => row?.kind === kind)!.since;
}

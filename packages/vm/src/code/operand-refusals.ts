import type { OperandRefusals } from "./type-stack.ts";

/** Of instructions on integers: arithmetic, bits, shifts, casts, comparisons. */
const integers: OperandRefusals = { type: "INTEGER_OP_TYPE_MISMATCH_ERROR" };
const others: OperandRefusals = { type: "TYPE_MISMATCH" };

const groups: readonly (readonly [ops: readonly number[], refusals: OperandRefusals])[] = [
  [[0x01], { type: "POP_WITHOUT_DROP_ABILITY" }],
  [[0x02], { type: "RET_TYPE_MISMATCH_ERROR" }],
  [[0x03, 0x04], { type: "BR_TYPE_MISMATCH_ERROR" }],
  [[0x0a], { type: "COPYLOC_WITHOUT_COPY_ABILITY" }],
  [[0x0c], { type: "STLOC_TYPE_MISMATCH_ERROR" }],
  [[0x0f, 0x10, 0x36, 0x37, 0x4e, 0x4f, 0x50, 0x51], { type: "BORROWFIELD_TYPE_MISMATCH_ERROR" }],
  [[0x11, 0x38, 0x5a], { type: "CALL_TYPE_MISMATCH_ERROR" }],
  [[0x12, 0x39, 0x52, 0x53, 0x58, 0x59], { type: "PACK_TYPE_MISMATCH_ERROR" }],
  [[0x13, 0x3a, 0x54, 0x55], { type: "UNPACK_TYPE_MISMATCH_ERROR" }],
  [[0x56, 0x57], { type: "TEST_VARIANT_TYPE_MISMATCH_ERROR" }],
  [[0x14], { type: "READREF_TYPE_MISMATCH_ERROR", ability: "READREF_WITHOUT_COPY_ABILITY" }],
  [
    [0x15],
    {
      type: "WRITEREF_TYPE_MISMATCH_ERROR",
      ability: "WRITEREF_WITHOUT_DROP_ABILITY",
      mutable: "WRITEREF_NO_MUTABLE_REFERENCE_ERROR",
    },
  ],
  [[0x16, 0x17, 0x18, 0x19, 0x1a, 0x1b, 0x1c, 0x1d, 0x23, 0x24, 0x25, 0x26, 0x2f, 0x30, 0x67], integers],
  [[0x33, 0x34, 0x35, 0x4b, 0x4c, 0x4d, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66], integers],
  [[0x1e, 0x1f, 0x20], { type: "BOOLEAN_OP_TYPE_MISMATCH_ERROR" }],
  [[0x21, 0x22], { type: "EQUALITY_OP_TYPE_MISMATCH_ERROR" }],
  [[0x27, 0x68], { type: "ABORT_TYPE_MISMATCH_ERROR" }],
  [[0x2e], { type: "FREEZEREF_TYPE_MISMATCH_ERROR" }],
  [[0x29, 0x3b], { type: "EXISTS_WITHOUT_KEY_ABILITY_OR_BAD_ARGUMENT" }],
  [[0x2a, 0x2b, 0x3c, 0x3d], { type: "BORROWGLOBAL_TYPE_MISMATCH_ERROR", ability: "BORROWGLOBAL_WITHOUT_KEY_ABILITY" }],
  [[0x2c, 0x3e], { type: "MOVEFROM_TYPE_MISMATCH_ERROR", ability: "MOVEFROM_WITHOUT_KEY_ABILITY" }],
  [[0x2d, 0x3f], { type: "MOVETO_TYPE_MISMATCH_ERROR", ability: "MOVETO_WITHOUT_KEY_ABILITY" }],
];

const byOpcode = new Map(groups.flatMap(([ops, refusals]) => ops.map((op) => [op, refusals] as const)));

/** What publishing ends in when an instruction finds other operands than it needs. */
export function operandRefusals(op: number): OperandRefusals {
  return byOpcode.get(op) ?? others;
}

/**
 * The operand that follows an opcode byte:
 * `branch` and `index` are LEB128 up to 65,535, `local` up to 255, `mask` is a 64-bit LEB128, `count` a fixed u64;
 * `u8` to `i256` are fixed little-endian literals.
 */
export type OperandShape =
  | "none"
  | "branch"
  | "local"
  | "index"
  | "index_count"
  | "index_mask"
  | "u8"
  | "u16"
  | "u32"
  | "u64"
  | "u128"
  | "u256"
  | "i8"
  | "i16"
  | "i32"
  | "i64"
  | "i128"
  | "i256";

/** One instruction of the format. */
export interface OpcodeRow {
  readonly byte: number;
  readonly name: OpcodeName;
  readonly operands: OperandShape;
  /** Bytes of a fixed-size literal operand; 0 for other operands and none. */
  readonly size: number;
  /** Lowest binary version that has it. */
  readonly since: number;
}

/** Bytes of literal operands. */
export const literalSizes: { readonly [Shape in OperandShape]?: number } = {
  u8: 1,
  u16: 2,
  u32: 4,
  u64: 8,
  u128: 16,
  u256: 32,
  i8: 1,
  i16: 2,
  i32: 4,
  i64: 8,
  i128: 16,
  i256: 32,
};

const names = [
  [0x01, "none", 1, "pop ret"],
  [0x03, "branch", 1, "br_true br_false branch"],
  [0x06, "u64", 1, "ld_u64"],
  [0x07, "index", 1, "ld_const"],
  [0x08, "none", 1, "ld_true ld_false"],
  [0x0a, "local", 1, "copy_loc move_loc st_loc mut_borrow_loc imm_borrow_loc"],
  [0x0f, "index", 1, "mut_borrow_field imm_borrow_field call pack unpack"],
  [
    0x14,
    "none",
    1,
    "read_ref write_ref add sub mul mod div bit_or bit_and xor or and not eq neq lt gt le ge abort nop",
  ],
  [0x29, "index", 1, "exists mut_borrow_global imm_borrow_global move_from move_to"],
  [0x2e, "none", 1, "freeze_ref shl shr"],
  [0x31, "u8", 1, "ld_u8"],
  [0x32, "u128", 1, "ld_u128"],
  [0x33, "none", 1, "cast_u8 cast_u64 cast_u128"],
  [
    0x36,
    "index",
    1,
    "mut_borrow_field_generic imm_borrow_field_generic call_generic pack_generic unpack_generic exists_generic mut_borrow_global_generic imm_borrow_global_generic move_from_generic move_to_generic",
  ],
  [0x40, "index_count", 4, "vec_pack"],
  [0x41, "index", 4, "vec_len vec_imm_borrow vec_mut_borrow vec_push_back vec_pop_back"],
  [0x46, "index_count", 4, "vec_unpack"],
  [0x47, "index", 4, "vec_swap"],
  [0x48, "u16", 6, "ld_u16"],
  [0x49, "u32", 6, "ld_u32"],
  [0x4a, "u256", 6, "ld_u256"],
  [0x4b, "none", 6, "cast_u16 cast_u32 cast_u256"],
  [
    0x4e,
    "index",
    7,
    "imm_borrow_variant_field mut_borrow_variant_field imm_borrow_variant_field_generic mut_borrow_variant_field_generic pack_variant pack_variant_generic unpack_variant unpack_variant_generic test_variant test_variant_generic",
  ],
  [0x58, "index_mask", 8, "pack_closure pack_closure_generic"],
  [0x5a, "index", 8, "call_closure"],
  [0x5b, "i8", 9, "ld_i8"],
  [0x5c, "i16", 9, "ld_i16"],
  [0x5d, "i32", 9, "ld_i32"],
  [0x5e, "i64", 9, "ld_i64"],
  [0x5f, "i128", 9, "ld_i128"],
  [0x60, "i256", 9, "ld_i256"],
  [0x61, "none", 9, "cast_i8 cast_i16 cast_i32 cast_i64 cast_i128 cast_i256 negate"],
  [0x68, "none", 10, "abort_msg"],
] as const satisfies readonly (readonly [first: number, operands: OperandShape, since: number, names: string])[];

/** The name of an instruction of the format, as in `ld_u64` or `call_generic`. */
export type OpcodeName = Words<(typeof names)[number][3]>;

type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;

/**
 * Every instruction, by opcode byte; holes are undefined.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/module-format.md#5 | Specification, module format 5}
 */
export const opcodes: readonly (OpcodeRow | undefined)[] = buildOpcodes();

function buildOpcodes(): (OpcodeRow | undefined)[] {
  const rows: (OpcodeRow | undefined)[] = Array.from({ length: 0x69 }, () => undefined);
  for (const [first, operands, since, list] of names) {
    list.split(" ").forEach((name, i) => {
      rows[first + i] = {
        byte: first + i,
        name: name as OpcodeName,
        operands,
        size: literalSizes[operands] ?? 0,
        since,
      };
    });
  }
  return rows;
}

/** The row of each instruction name. */
export const opcodesByName: ReadonlyMap<string, OpcodeRow> = new Map(
  opcodes.flatMap((row) => (row === undefined ? [] : [[row.name as string, row] as const])),
);

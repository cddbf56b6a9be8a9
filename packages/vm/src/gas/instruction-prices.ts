import type { OpcodeName } from "@ledger/move";
import type { GasKey } from "./keys/index.ts";

/** The price of an instruction before it runs. */
export interface InstructionPrice {
  /** Undefined for calls, which are paid when the function is known. */
  readonly base?: GasKey;
  /** For each abstract unit of a value, or for each field, element, byte or captured operand. */
  readonly unit?: GasKey;
  /** True if the tag of a variant counts as one more field. */
  readonly countsTag?: true;
}

type Entry = GasKey extends infer Key ? (Key extends `instr.${infer Name}` ? Name : never) : never;
/** Instructions of one price, under their own name. */
type Flat = Extract<OpcodeName, Entry>;

const prices = <Name extends Extract<Entry, `${string}.base`>>(
  base: Name,
  unit?: Extract<Entry, `${string}.per_${string}`>,
): InstructionPrice =>
  unit === undefined ? { base: `instr.${base}` } : { base: `instr.${base}`, unit: `instr.${unit}` };

const packing = prices("pack.base", "pack.per_field");
const packingGeneric = prices("pack_generic.base", "pack_generic.per_field");
const unpacking = prices("unpack.base", "unpack.per_field");
const unpackingGeneric = prices("unpack_generic.base", "unpack_generic.per_field");

const listed: Readonly<Record<Exclude<OpcodeName, Flat>, InstructionPrice>> = {
  ld_const: prices("ld_const.base", "ld_const.per_byte"),
  copy_loc: prices("copy_loc.base", "copy_loc.per_abs_val_unit"),
  move_loc: prices("move_loc.base"),
  st_loc: prices("st_loc.base"),
  read_ref: prices("read_ref.base", "read_ref.per_abs_val_unit"),
  write_ref: prices("write_ref.base"),
  eq: prices("eq.base", "eq.per_abs_val_unit"),
  neq: prices("neq.base", "neq.per_abs_val_unit"),
  xor: { base: "instr.bit_xor" },
  shl: { base: "instr.bit_shl" },
  shr: { base: "instr.bit_shr" },
  abort_msg: prices("abort_msg.base", "abort_msg.per_byte"),
  call: {},
  call_generic: {},
  call_closure: {},
  pack_closure: prices("pack_closure.base", "pack.closure.per_arg"),
  pack_closure_generic: prices("pack_closure_generic.base", "pack_closure_generic.per_arg"),
  pack: packing,
  pack_generic: packingGeneric,
  pack_variant: packing,
  pack_variant_generic: packingGeneric,
  unpack: unpacking,
  unpack_generic: unpackingGeneric,
  unpack_variant: { ...unpacking, countsTag: true },
  unpack_variant_generic: { ...unpackingGeneric, countsTag: true },
  exists: prices("exists.base"),
  exists_generic: prices("exists_generic.base"),
  mut_borrow_global: prices("mut_borrow_global.base"),
  mut_borrow_global_generic: prices("mut_borrow_global_generic.base"),
  imm_borrow_global: prices("imm_borrow_global.base"),
  imm_borrow_global_generic: prices("imm_borrow_global_generic.base"),
  move_from: prices("move_from.base"),
  move_from_generic: prices("move_from_generic.base"),
  move_to: prices("move_to.base"),
  move_to_generic: prices("move_to_generic.base"),
  vec_pack: prices("vec_pack.base", "vec_pack.per_elem"),
  vec_unpack: prices("vec_unpack.base", "vec_unpack.per_expected_elem"),
  vec_len: prices("vec_len.base"),
  vec_imm_borrow: prices("vec_imm_borrow.base"),
  vec_mut_borrow: prices("vec_mut_borrow.base"),
  vec_push_back: prices("vec_push_back.base"),
  vec_pop_back: prices("vec_pop_back.base"),
  vec_swap: prices("vec_swap.base"),
};

/**
 * The price of an instruction, generic forms by themselves.
 *
 * @see Ledger specification, execution §5.5
 */
export function priceOf(name: OpcodeName): InstructionPrice {
  return (listed as Partial<Record<OpcodeName, InstructionPrice>>)[name] ?? { base: `instr.${name as Flat}` };
}

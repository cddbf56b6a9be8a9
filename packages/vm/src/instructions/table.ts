import type { OpcodeName } from "@ledger/move";
import type { StatusName } from "../status/status-code.ts";
import type { Effect, OperandRefusals } from "./effect.ts";

/**
 * The name of an instruction as the machine runs it. The generic form of an instruction runs as the plain one: its operands
 * are looked up through an instantiation, and it has a price of its own.
 */
export type InstructionName = Exclude<OpcodeName, `${string}_generic`>;

const values = "values";
const mismatch = (type: StatusName, ability?: StatusName): { readonly refusals: OperandRefusals } => ({
  refusals: ability === undefined ? { type } : { type, ability },
});

const others = mismatch("TYPE_MISMATCH");
const integers = mismatch("INTEGER_OP_TYPE_MISMATCH_ERROR");
const booleans = mismatch("BOOLEAN_OP_TYPE_MISMATCH_ERROR");

const flat = { since: 0, base: "" } as const;
const flatSince = (since: number) => ({ since, base: "" }) as const;
const based = { since: 0, base: ".base" } as const;
const byValue = { ...based, unit: ".per_abs_val_unit" } as const;

const load = { takes: 0, gives: 1, references: values, price: flat, ...others } as const;
const cast = { takes: 1, gives: 1, references: values, price: flat, ...integers } as const;
const integerPair = { takes: 2, gives: 1, references: values, price: flat, ...integers } as const;
const compare = {
  takes: 2,
  gives: 1,
  weighs: "compared",
  references: "read",
  price: byValue,
  ...mismatch("EQUALITY_OP_TYPE_MISMATCH_ERROR"),
} as const;
const jump = {
  takes: 1,
  gives: 0,
  ends: "branch",
  references: values,
  price: flat,
  ...mismatch("BR_TYPE_MISMATCH_ERROR"),
} as const;
const abort = { gives: 0, ends: "abort", references: values, ...mismatch("ABORT_TYPE_MISMATCH_ERROR") } as const;
const borrowLocal = { takes: 0, gives: 1, references: "borrow local", price: flat, ...others } as const;
const borrowField = {
  takes: 1,
  gives: 1,
  references: "borrow field",
  price: flat,
  ...mismatch("BORROWFIELD_TYPE_MISMATCH_ERROR"),
} as const;
const pack = {
  takes: "fields",
  gives: 1,
  references: values,
  price: { ...based, key: "pack", unit: ".per_field" },
  ...mismatch("PACK_TYPE_MISMATCH_ERROR"),
} as const;
const unpack = {
  takes: 1,
  gives: "fields",
  references: values,
  price: { ...based, key: "unpack", unit: ".per_field" },
  ...mismatch("UNPACK_TYPE_MISMATCH_ERROR"),
} as const;
const call = {
  gives: "results",
  reaches: "code",
  references: "call",
  price: "call",
  ...mismatch("CALL_TYPE_MISMATCH_ERROR"),
} as const;
const onState = { names: "struct", reaches: "state", price: based } as const;
const borrowGlobal = {
  ...onState,
  takes: 1,
  gives: 1,
  references: "borrow global",
  ...mismatch("BORROWGLOBAL_TYPE_MISMATCH_ERROR", "BORROWGLOBAL_WITHOUT_KEY_ABILITY"),
} as const;
const onVector = { names: "signature", price: based, ...others } as const;

const mutable = true;

/**
 * Every instruction of the machine. A new one needs a row of the format (`opcodes.ts` of the Move package), a row here, a type rule of
 * the verifier (`verify/types/type-rules.ts`), a rule that translates it (`code/translation-rules.ts`) and a handler of the interpreter
 * (`run/handlers`); the compiler asks for all but the first. Where it is worth it, an emitter (`compile/emitters.ts`): without one it is
 * interpreted, which a test lists.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/virtual-machine.md#2 | Specification, virtual machine 2}, {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#5.5 | Specification, execution 5.5}
 */
export const effects = {
  pop: { takes: 1, gives: 0, references: values, price: flat, ...mismatch("POP_WITHOUT_DROP_ABILITY") },
  ret: {
    takes: "returned",
    gives: 0,
    ends: "return",
    references: "return",
    price: flat,
    ...mismatch("RET_TYPE_MISMATCH_ERROR"),
  },
  br_true: jump,
  br_false: jump,
  branch: { takes: 0, gives: 0, ends: "jump", references: values, price: flat, ...others },
  ld_u64: load,
  ld_const: { ...load, names: "constant", price: { ...based, unit: ".per_byte" } },
  ld_true: load,
  ld_false: load,
  copy_loc: {
    takes: 0,
    gives: 1,
    weighs: "copied",
    references: "copy local",
    price: byValue,
    unavailable: "COPYLOC_UNAVAILABLE_ERROR",
    ...mismatch("COPYLOC_WITHOUT_COPY_ABILITY"),
  },
  move_loc: {
    takes: 0,
    gives: 1,
    references: "move local",
    price: based,
    unavailable: "MOVELOC_UNAVAILABLE_ERROR",
    ...others,
  },
  st_loc: { takes: 1, gives: 0, references: "store local", price: based, ...mismatch("STLOC_TYPE_MISMATCH_ERROR") },
  mut_borrow_loc: { ...borrowLocal, mutable, unavailable: "BORROWLOC_UNAVAILABLE_ERROR" },
  imm_borrow_loc: { ...borrowLocal, unavailable: "BORROWLOC_UNAVAILABLE_ERROR" },
  mut_borrow_field: { ...borrowField, names: "field", mutable },
  imm_borrow_field: { ...borrowField, names: "field" },
  call: { ...call, takes: "parameters", names: "function" },
  pack: { ...pack, names: "struct" },
  unpack: { ...unpack, names: "struct" },
  read_ref: {
    takes: 1,
    gives: 1,
    weighs: "copied",
    references: "read",
    price: byValue,
    ...mismatch("READREF_TYPE_MISMATCH_ERROR", "READREF_WITHOUT_COPY_ABILITY"),
  },
  write_ref: {
    takes: 2,
    gives: 0,
    references: "write",
    price: based,
    mutable,
    refusals: {
      type: "WRITEREF_TYPE_MISMATCH_ERROR",
      ability: "WRITEREF_WITHOUT_DROP_ABILITY",
      mutable: "WRITEREF_NO_MUTABLE_REFERENCE_ERROR",
    },
  },
  add: integerPair,
  sub: integerPair,
  mul: integerPair,
  mod: integerPair,
  div: integerPair,
  bit_or: integerPair,
  bit_and: integerPair,
  xor: { ...integerPair, price: { ...flat, key: "bit_xor" } },
  or: { takes: 2, gives: 1, references: values, price: flat, ...booleans },
  and: { takes: 2, gives: 1, references: values, price: flat, ...booleans },
  not: { takes: 1, gives: 1, references: values, price: flat, ...booleans },
  eq: compare,
  neq: compare,
  lt: integerPair,
  gt: integerPair,
  le: integerPair,
  ge: integerPair,
  abort: { ...abort, takes: 1, price: flat },
  nop: { takes: 0, gives: 0, references: values, price: flat, ...others },
  exists: {
    ...onState,
    takes: 1,
    gives: 1,
    references: values,
    ...mismatch("EXISTS_WITHOUT_KEY_ABILITY_OR_BAD_ARGUMENT"),
  },
  mut_borrow_global: { ...borrowGlobal, mutable },
  imm_borrow_global: borrowGlobal,
  move_from: {
    ...onState,
    takes: 1,
    gives: 1,
    references: "take global",
    ...mismatch("MOVEFROM_TYPE_MISMATCH_ERROR", "MOVEFROM_WITHOUT_KEY_ABILITY"),
  },
  move_to: {
    ...onState,
    takes: 2,
    gives: 0,
    references: values,
    ...mismatch("MOVETO_TYPE_MISMATCH_ERROR", "MOVETO_WITHOUT_KEY_ABILITY"),
  },
  freeze_ref: { takes: 1, gives: 1, references: "freeze", price: flat, ...mismatch("FREEZEREF_TYPE_MISMATCH_ERROR") },
  shl: { ...integerPair, price: { ...flat, key: "bit_shl" } },
  shr: { ...integerPair, price: { ...flat, key: "bit_shr" } },
  ld_u8: load,
  ld_u128: load,
  cast_u8: cast,
  cast_u64: cast,
  cast_u128: cast,
  vec_pack: { ...onVector, takes: "elements", gives: 1, references: values, price: { ...based, unit: ".per_elem" } },
  vec_len: { ...onVector, takes: 1, gives: 1, references: values },
  vec_imm_borrow: { ...onVector, takes: 2, gives: 1, references: "borrow element" },
  vec_mut_borrow: { ...onVector, takes: 2, gives: 1, references: "borrow element", mutable },
  vec_push_back: { ...onVector, takes: 2, gives: 0, references: "change vector", mutable },
  vec_pop_back: { ...onVector, takes: 1, gives: 1, references: "change vector", mutable },
  vec_unpack: {
    ...onVector,
    takes: 1,
    gives: "elements",
    references: values,
    price: { ...based, unit: ".per_expected_elem" },
  },
  vec_swap: { ...onVector, takes: 3, gives: 0, references: "change vector", mutable },
  ld_u16: { ...load, price: flatSince(5) },
  ld_u32: { ...load, price: flatSince(5) },
  ld_u256: { ...load, price: flatSince(5) },
  cast_u16: { ...cast, price: flatSince(5) },
  cast_u32: { ...cast, price: flatSince(5) },
  cast_u256: { ...cast, price: flatSince(5) },
  imm_borrow_variant_field: { ...borrowField, names: "variantField", price: flatSince(22) },
  mut_borrow_variant_field: { ...borrowField, names: "variantField", price: flatSince(22), mutable },
  pack_variant: { ...pack, names: "variant" },
  unpack_variant: { ...unpack, names: "variant", price: { ...unpack.price, countsTag: true } },
  test_variant: {
    takes: 1,
    gives: 1,
    names: "variant",
    references: "read",
    price: flatSince(22),
    ...mismatch("TEST_VARIANT_TYPE_MISMATCH_ERROR"),
  },
  pack_closure: {
    ...pack,
    takes: "captured",
    reaches: "code",
    names: "function",
    price: { since: 37, base: ".base", unit: ".per_arg", plainUnit: "pack.closure.per_arg" },
    feature: "functionValues",
  },
  call_closure: { ...call, takes: "closure", names: "signature", feature: "functionValues" },
  ld_i8: { ...load, price: flatSince(42) },
  ld_i16: { ...load, price: flatSince(42) },
  ld_i32: { ...load, price: flatSince(42) },
  ld_i64: { ...load, price: flatSince(42) },
  ld_i128: { ...load, price: flatSince(42) },
  ld_i256: { ...load, price: flatSince(42) },
  cast_i8: { ...cast, price: flatSince(42) },
  cast_i16: { ...cast, price: flatSince(42) },
  cast_i32: { ...cast, price: flatSince(42) },
  cast_i64: { ...cast, price: flatSince(42) },
  cast_i128: { ...cast, price: flatSince(42) },
  cast_i256: { ...cast, price: flatSince(42) },
  negate: { ...cast, price: flatSince(42) },
  abort_msg: { ...abort, takes: 2, price: { since: 44, base: ".base", unit: ".per_byte" } },
} as const satisfies Record<InstructionName, Effect>;

/** Instructions after which another one than the next may run, or which may have to wait for the host. */
export type ControlName = {
  [Name in InstructionName]: (typeof effects)[Name] extends { readonly ends: string } | { readonly reaches: string }
    ? Name
    : never;
}[InstructionName];

/** Instructions that work on values alone: the next one always follows. */
export type StraightName = Exclude<InstructionName, ControlName>;

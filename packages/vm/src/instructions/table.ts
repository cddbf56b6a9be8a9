import type { OpcodeName } from "@ledger/move";
import type { StatusName } from "../status/status-code.ts";

/**
 * The name of an instruction as the machine runs it. The generic form of an instruction runs as the plain one: its operands
 * are looked up through an instantiation, and it has a price of its own.
 */
export type InstructionName = Exclude<OpcodeName, `${string}_generic`>;

/**
 * A number of operands that the instruction alone does not say: parameters and results of the function that is called, fields of
 * the struct or variant, elements of the vector, captured parameters of the closure, arguments of a closure and the closure itself,
 * results of the function that returns.
 */
export type OperandCount =
  | number
  | "parameters"
  | "results"
  | "fields"
  | "elements"
  | "captured"
  | "closure"
  | "returned";

/** The table of a module or script that an index names an entry of; the index of a generic form names an instantiation. */
export type Subject = "constant" | "function" | "signature" | "struct" | "field" | "variantField" | "variant";

/** Statuses that publishing code ends in when an instruction finds other operands than it needs. */
export interface OperandRefusals {
  /** The type is another. */
  readonly type: StatusName;
  /** The type lacks an ability; {@link type} when left out. */
  readonly ability?: StatusName;
  /** There is no mutable reference; {@link type} when left out. */
  readonly mutable?: StatusName;
}

/**
 * The rule by which the reference check follows an instruction. `values` is that of instructions which neither make a reference nor
 * change a value through one: references among their operands end there.
 */
export type ReferenceRule =
  | "values"
  | "copy local"
  | "move local"
  | "store local"
  | "borrow local"
  | "borrow field"
  | "borrow element"
  | "borrow global"
  | "take global"
  | "read"
  | "write"
  | "freeze"
  | "change vector"
  | "call"
  | "return";

/** Everything that the machine knows of an instruction besides its type rule, its price and its code. */
export interface Effect {
  /** Operands before the instruction. */
  readonly takes: OperandCount;
  /** Operands in their place after it. */
  readonly gives: OperandCount;
  /**
   * The way of control from an instruction that ends a block: `branch` to its target or on, `jump` to its target, `return` to the
   * caller, `abort` out of the call.
   */
  readonly ends?: "branch" | "jump" | "return" | "abort";
  /** The part of the host that the instruction may have to wait for: code that is loaded, or state. */
  readonly reaches?: "code" | "state";
  /** Values whose size is part of the price: the one that is copied, or both that are compared, references followed. */
  readonly weighs?: "copied" | "compared";
  /** The kind of thing that its index names. */
  readonly names?: Subject;
  readonly references: ReferenceRule;
  /** True if it makes, or needs, a mutable reference. */
  readonly mutable?: true;
  /** Status of a local without a value that it reads. */
  readonly unavailable?: StatusName;
  readonly refusals: OperandRefusals;
}

const values = "values";
const mismatch = (type: StatusName, ability?: StatusName): { readonly refusals: OperandRefusals } => ({
  refusals: ability === undefined ? { type } : { type, ability },
});

const others = mismatch("TYPE_MISMATCH");
const integers = mismatch("INTEGER_OP_TYPE_MISMATCH_ERROR");
const booleans = mismatch("BOOLEAN_OP_TYPE_MISMATCH_ERROR");

const load = { takes: 0, gives: 1, references: values, ...others } as const;
const cast = { takes: 1, gives: 1, references: values, ...integers } as const;
const integerPair = { takes: 2, gives: 1, references: values, ...integers } as const;
const compare = {
  takes: 2,
  gives: 1,
  weighs: "compared",
  references: "read",
  ...mismatch("EQUALITY_OP_TYPE_MISMATCH_ERROR"),
} as const;
const jump = { takes: 1, gives: 0, ends: "branch", references: values, ...mismatch("BR_TYPE_MISMATCH_ERROR") } as const;
const abort = { gives: 0, ends: "abort", references: values, ...mismatch("ABORT_TYPE_MISMATCH_ERROR") } as const;
const borrowLocal = { takes: 0, gives: 1, references: "borrow local", ...others } as const;
const borrowField = {
  takes: 1,
  gives: 1,
  references: "borrow field",
  ...mismatch("BORROWFIELD_TYPE_MISMATCH_ERROR"),
} as const;
const pack = { takes: "fields", gives: 1, references: values, ...mismatch("PACK_TYPE_MISMATCH_ERROR") } as const;
const unpack = { takes: 1, gives: "fields", references: values, ...mismatch("UNPACK_TYPE_MISMATCH_ERROR") } as const;
const call = {
  gives: "results",
  reaches: "code",
  references: "call",
  ...mismatch("CALL_TYPE_MISMATCH_ERROR"),
} as const;
const onState = { names: "struct", reaches: "state" } as const;
const borrowGlobal = {
  ...onState,
  takes: 1,
  gives: 1,
  references: "borrow global",
  ...mismatch("BORROWGLOBAL_TYPE_MISMATCH_ERROR", "BORROWGLOBAL_WITHOUT_KEY_ABILITY"),
} as const;
const onVector = { names: "signature", ...others } as const;

const mutable = true;

/**
 * Every instruction of the machine. A new one needs a row here, a type rule (`code/type-rules.ts`), a price
 * (`gas/instruction-prices.ts`), an emitter (`compile/emitters.ts`) and a case of the interpreter (`run/execution.ts`); the compiler asks
 * for the first four and a test for the last.
 *
 * @see Ledger specification, Move VM §2
 */
export const effects = {
  pop: { takes: 1, gives: 0, references: values, ...mismatch("POP_WITHOUT_DROP_ABILITY") },
  ret: { takes: "returned", gives: 0, ends: "return", references: "return", ...mismatch("RET_TYPE_MISMATCH_ERROR") },
  br_true: jump,
  br_false: jump,
  branch: { takes: 0, gives: 0, ends: "jump", references: values, ...others },
  ld_u64: load,
  ld_const: { ...load, names: "constant" },
  ld_true: load,
  ld_false: load,
  copy_loc: {
    takes: 0,
    gives: 1,
    weighs: "copied",
    references: "copy local",
    unavailable: "COPYLOC_UNAVAILABLE_ERROR",
    ...mismatch("COPYLOC_WITHOUT_COPY_ABILITY"),
  },
  move_loc: { takes: 0, gives: 1, references: "move local", unavailable: "MOVELOC_UNAVAILABLE_ERROR", ...others },
  st_loc: { takes: 1, gives: 0, references: "store local", ...mismatch("STLOC_TYPE_MISMATCH_ERROR") },
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
    ...mismatch("READREF_TYPE_MISMATCH_ERROR", "READREF_WITHOUT_COPY_ABILITY"),
  },
  write_ref: {
    takes: 2,
    gives: 0,
    references: "write",
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
  xor: integerPair,
  or: { takes: 2, gives: 1, references: values, ...booleans },
  and: { takes: 2, gives: 1, references: values, ...booleans },
  not: { takes: 1, gives: 1, references: values, ...booleans },
  eq: compare,
  neq: compare,
  lt: integerPair,
  gt: integerPair,
  le: integerPair,
  ge: integerPair,
  abort: { ...abort, takes: 1 },
  nop: { takes: 0, gives: 0, references: values, ...others },
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
  freeze_ref: { takes: 1, gives: 1, references: "freeze", ...mismatch("FREEZEREF_TYPE_MISMATCH_ERROR") },
  shl: integerPair,
  shr: integerPair,
  ld_u8: load,
  ld_u128: load,
  cast_u8: cast,
  cast_u64: cast,
  cast_u128: cast,
  vec_pack: { ...onVector, takes: "elements", gives: 1, references: values },
  vec_len: { ...onVector, takes: 1, gives: 1, references: values },
  vec_imm_borrow: { ...onVector, takes: 2, gives: 1, references: "borrow element" },
  vec_mut_borrow: { ...onVector, takes: 2, gives: 1, references: "borrow element", mutable },
  vec_push_back: { ...onVector, takes: 2, gives: 0, references: "change vector", mutable },
  vec_pop_back: { ...onVector, takes: 1, gives: 1, references: "change vector", mutable },
  vec_unpack: { ...onVector, takes: 1, gives: "elements", references: values },
  vec_swap: { ...onVector, takes: 3, gives: 0, references: "change vector", mutable },
  ld_u16: load,
  ld_u32: load,
  ld_u256: load,
  cast_u16: cast,
  cast_u32: cast,
  cast_u256: cast,
  imm_borrow_variant_field: { ...borrowField, names: "variantField" },
  mut_borrow_variant_field: { ...borrowField, names: "variantField", mutable },
  pack_variant: { ...pack, names: "variant" },
  unpack_variant: { ...unpack, names: "variant" },
  test_variant: {
    takes: 1,
    gives: 1,
    names: "variant",
    references: "read",
    ...mismatch("TEST_VARIANT_TYPE_MISMATCH_ERROR"),
  },
  pack_closure: { ...pack, takes: "captured", reaches: "code", names: "function" },
  call_closure: { ...call, takes: "closure", names: "signature" },
  ld_i8: load,
  ld_i16: load,
  ld_i32: load,
  ld_i64: load,
  ld_i128: load,
  ld_i256: load,
  cast_i8: cast,
  cast_i16: cast,
  cast_i32: cast,
  cast_i64: cast,
  cast_i128: cast,
  cast_i256: cast,
  negate: cast,
  abort_msg: { ...abort, takes: 2 },
} as const satisfies Record<InstructionName, Effect>;

import { integerRules } from "../../instructions/integer-rules.ts";
import type { InstructionName } from "../../instructions/table.ts";
import { copy, drop } from "../../type/abilities.ts";
import { type IntegerKind, integerRanges } from "../../value/integer.ts";
import type { TypeCheck, TypeRule } from "./type-check.ts";
import type { PoolType } from "./type-pool.ts";

const load =
  (kind: IntegerKind | "Bool"): TypeRule =>
  (check) =>
    check.push(check.pool.primitive(kind));

/** Pops any integer. @param signed - true or false where it must be, or must not be */
function popInteger(check: TypeCheck, signed?: boolean): PoolType {
  const type = check.pop();
  if (!(type.kind in integerRanges)) throw check.mismatch();
  if (signed !== undefined && integerRanges[type.kind as IntegerKind].signed !== signed) throw check.mismatch();
  return type;
}

const cast =
  (target: IntegerKind): TypeRule =>
  (check) => {
    popInteger(check);
    check.push(check.pool.primitive(target));
  };

/** Two equal integers for one. */
const integers =
  (signed?: boolean): TypeRule =>
  (check) => {
    const type = popInteger(check, signed);
    check.popExactly(type);
    check.push(type);
  };

const shift: TypeRule = (check) => {
  check.popExactly(check.pool.primitive("U8"));
  check.push(popInteger(check, false));
};

const compare: TypeRule = (check) => {
  check.popExactly(popInteger(check));
  check.push(check.pool.primitive("Bool"));
};

const equal: TypeRule = (check) => {
  const type = check.pop();
  check.popExactly(type);
  check.require(type, drop);
  check.push(check.pool.primitive("Bool"));
};

const logic =
  (operands: number): TypeRule =>
  (check) => {
    const bool = check.pool.primitive("Bool");
    for (let i = 0; i < operands; i++) check.popExactly(bool);
    check.push(bool);
  };

const branch: TypeRule = (check) => check.popExactly(check.pool.primitive("Bool"));

const nothing: TypeRule = () => {};

const borrowLocal =
  (mutable: boolean): TypeRule =>
  (check, { index }) => {
    const type = check.local(index);
    if (type.kind === "Reference") throw check.mismatch("BORROWLOC_REFERENCE_ERROR");
    check.push(check.pool.reference(mutable, type));
  };

/** Loads, locals, references, arithmetic, comparisons, branches and ends. */
export const operandRules = {
  pop: (check) => check.require(check.pop(), drop),
  ret: (check) => {
    const { results } = check.fn;
    for (let i = results.length - 1; i >= 0; i--) check.popFor(check.pool.ofToken(results[i]!));
  },
  br_true: branch,
  br_false: branch,
  branch: nothing,
  nop: nothing,
  ld_const: (check, { index }) => check.push(check.pool.ofToken(check.code.tables.constants[index]!.type)),
  ld_true: load("Bool"),
  ld_false: load("Bool"),
  ...integerRules(load, cast),
  copy_loc: (check, { index }) => {
    const type = check.local(index);
    check.require(type, copy);
    check.push(type);
  },
  move_loc: (check, { index }) => check.push(check.local(index)),
  st_loc: (check, { index }) => {
    check.popFor(check.local(index));
  },
  mut_borrow_loc: borrowLocal(true),
  imm_borrow_loc: borrowLocal(false),
  read_ref: (check) => {
    const type = check.pop();
    if (type.kind !== "Reference") throw check.mismatch();
    check.require(type.target, copy);
    check.push(type.target);
  },
  write_ref: (check) => {
    const type = check.pop();
    if (type.kind !== "Reference" || !type.mutable) throw check.notMutable();
    check.require(type.target, drop);
    check.popFor(type.target);
  },
  freeze_ref: (check) => {
    const type = check.pop();
    if (type.kind !== "Reference" || !type.mutable) throw check.mismatch();
    check.push(check.pool.reference(false, type.target));
  },
  add: integers(),
  sub: integers(),
  mul: integers(),
  mod: integers(),
  div: integers(),
  bit_or: integers(false),
  bit_and: integers(false),
  xor: integers(false),
  shl: shift,
  shr: shift,
  negate: (check) => check.push(popInteger(check, true)),
  lt: compare,
  gt: compare,
  le: compare,
  ge: compare,
  eq: equal,
  neq: equal,
  or: logic(2),
  and: logic(2),
  not: logic(1),
  abort: (check) => check.popExactly(check.pool.primitive("U64")),
  abort_msg: (check) => {
    check.popExactly(check.pool.vector(check.pool.primitive("U8")));
    check.popExactly(check.pool.primitive("U64"));
  },
} as const satisfies Partial<Record<InstructionName, TypeRule>>;

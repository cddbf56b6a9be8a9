import type { InstructionName } from "../instructions/table.ts";
import { copy, drop } from "../type/abilities.ts";
import { primitiveTypes } from "../type/type-table.ts";
import { deserializeValue } from "../value/deserialize.ts";
import { type IntegerKind, integer, integerRanges } from "../value/integer.ts";
import type { CodeContext, Operands, Translated, TypeRule } from "./code-context.ts";
import { constantLayout } from "./constant-layout.ts";
import { illTyped } from "./type-stack.ts";

const { Bool, U8, U64 } = primitiveTypes;

const load =
  (kind: IntegerKind): TypeRule =>
  ({ stack }, { literal }) => {
    stack.push(primitiveTypes[kind]);
    return { value: integer(BigInt(literal)) };
  };

const loadBool =
  (value: boolean): TypeRule =>
  ({ stack }) => {
    stack.push(Bool);
    return { value };
  };

const cast =
  (target: IntegerKind): TypeRule =>
  ({ stack }) => {
    const { kind } = stack.integer();
    stack.push(primitiveTypes[target]);
    return { kind, type: primitiveTypes[target] };
  };

const jumpIf: TypeRule = ({ stack }, { index }) => {
  stack.expect(Bool);
  return { at: index };
};

const borrowLocal =
  (mutable: boolean): TypeRule =>
  (context, { index }) => {
    const type = context.local(index);
    if (type.kind === "Reference") throw illTyped("a reference to a reference", "BORROWLOC_REFERENCE_ERROR");
    context.borrowed.add(index);
    context.stack.push(context.types.reference(mutable, type));
    return { at: index };
  };

const arithmetic = ({ stack }: CodeContext): Translated => {
  const { type, kind } = stack.integer();
  stack.expect(type);
  stack.push(type);
  return { kind };
};

const bits: TypeRule = (context) => {
  const parts = arithmetic(context);
  if (integerRanges[parts.kind!].signed)
    throw illTyped("a bit operation on signed integers", "INTEGER_OP_TYPE_MISMATCH_ERROR");
  return parts;
};

const shift: TypeRule = ({ stack }) => {
  stack.expect(U8);
  const { type, kind } = stack.integer();
  if (integerRanges[kind].signed) throw illTyped("a shift of a signed integer", "INTEGER_OP_TYPE_MISMATCH_ERROR");
  stack.push(type);
  return { kind };
};

const compare: TypeRule = ({ stack }) => {
  const { type, kind } = stack.integer();
  stack.expect(type);
  stack.push(Bool);
  return { kind };
};

const equal: TypeRule = ({ stack }) => {
  const right = stack.pop();
  const left = stack.pop();
  if (left !== right) throw illTyped(`${left.text} is compared with ${right.text}`, "EQUALITY_OP_TYPE_MISMATCH_ERROR");
  stack.require(left, drop);
  stack.push(Bool);
  return { type: left };
};

const logic: TypeRule = ({ stack }) => {
  stack.expect(Bool);
  stack.expect(Bool);
  stack.push(Bool);
  return {};
};

function constant(context: CodeContext, { index }: Operands): Translated {
  const { type: token, data } = context.entry(context.common.constants, index);
  const type = context.types.ofToken(context.common, token);
  context.stack.push(type);
  // Data that does not decode fails where it is loaded.
  const value = deserializeValue(data, constantLayout(type), context.types);
  return { count: data.length, value, type, created: [type] };
}

/** An abort ends the function whatever lies on the stack. */
function dropRest({ stack }: CodeContext): Translated {
  while (stack.height > 0) stack.pop();
  return {};
}

/** Loads, locals, references, arithmetic, comparisons, branches and ends. */
export const operandRules = {
  pop: ({ stack }) => {
    const type = stack.pop();
    stack.require(type, drop);
    return { type };
  },
  ret: ({ stack, source }) => {
    stack.expectAll(source.results);
    return {};
  },
  br_true: jumpIf,
  br_false: jumpIf,
  branch: (_, { index }) => ({ at: index }),
  nop: () => ({}),
  ld_const: constant,
  ld_true: loadBool(true),
  ld_false: loadBool(false),
  ld_u8: load("U8"),
  ld_u16: load("U16"),
  ld_u32: load("U32"),
  ld_u64: load("U64"),
  ld_u128: load("U128"),
  ld_u256: load("U256"),
  ld_i8: load("I8"),
  ld_i16: load("I16"),
  ld_i32: load("I32"),
  ld_i64: load("I64"),
  ld_i128: load("I128"),
  ld_i256: load("I256"),
  cast_u8: cast("U8"),
  cast_u16: cast("U16"),
  cast_u32: cast("U32"),
  cast_u64: cast("U64"),
  cast_u128: cast("U128"),
  cast_u256: cast("U256"),
  cast_i8: cast("I8"),
  cast_i16: cast("I16"),
  cast_i32: cast("I32"),
  cast_i64: cast("I64"),
  cast_i128: cast("I128"),
  cast_i256: cast("I256"),
  copy_loc: (context, { index }) => {
    const type = context.local(index);
    context.stack.require(type, copy);
    context.stack.push(type);
    return { at: index, type };
  },
  move_loc: (context, { index }) => {
    context.stack.push(context.local(index));
    return { at: index };
  },
  st_loc: (context, { index }) => {
    context.stack.expect(context.local(index));
    return { at: index };
  },
  mut_borrow_loc: borrowLocal(true),
  imm_borrow_loc: borrowLocal(false),
  read_ref: ({ stack }) => {
    const { target } = stack.reference();
    stack.require(target, copy);
    stack.push(target);
    return { type: target };
  },
  write_ref: ({ stack }) => {
    const { target } = stack.reference(true);
    stack.require(target, drop);
    stack.expect(target);
    return { type: target };
  },
  freeze_ref: ({ stack, types }) => {
    const { target } = stack.reference(true);
    stack.push(types.reference(false, target));
    return {};
  },
  add: arithmetic,
  sub: arithmetic,
  mul: arithmetic,
  mod: arithmetic,
  div: arithmetic,
  bit_or: bits,
  bit_and: bits,
  xor: bits,
  shl: shift,
  shr: shift,
  negate: ({ stack }) => {
    const { type, kind } = stack.integer();
    if (!integerRanges[kind].signed) throw illTyped("an unsigned integer is negated", "INTEGER_OP_TYPE_MISMATCH_ERROR");
    stack.push(type);
    return { kind };
  },
  lt: compare,
  gt: compare,
  le: compare,
  ge: compare,
  eq: equal,
  neq: equal,
  or: logic,
  and: logic,
  not: ({ stack }) => {
    stack.expect(Bool);
    stack.push(Bool);
    return {};
  },
  abort: (context) => {
    context.stack.expect(U64);
    return dropRest(context);
  },
  abort_msg: (context) => {
    context.stack.expect(context.types.vector(U8));
    context.stack.expect(U64);
    return dropRest(context);
  },
} as const satisfies Partial<Record<InstructionName, TypeRule>>;

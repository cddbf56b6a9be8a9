import { integerRules } from "../instructions/integer-rules.ts";
import type { InstructionName } from "../instructions/table.ts";
import type { PrimitiveType, Type } from "../type/type.ts";
import { primitiveTypes } from "../type/type-table.ts";
import { deserializeValue } from "../value/deserialize.ts";
import { type IntegerKind, integer } from "../value/integer.ts";
import type { ValueLayout } from "../value/layout.ts";
import type { CodeContext, Operands, Translated, TranslationRule } from "./code-context.ts";

const { Bool } = primitiveTypes;

const load =
  (kind: IntegerKind): TranslationRule =>
  ({ stack }, { literal }) => {
    stack.push(primitiveTypes[kind]);
    return { value: integer(BigInt(literal)) };
  };

const loadBool =
  (value: boolean): TranslationRule =>
  ({ stack }) => {
    stack.push(Bool);
    return { value };
  };

const cast =
  (target: IntegerKind): TranslationRule =>
  ({ stack }) => {
    const { kind } = stack.integer();
    stack.push(primitiveTypes[target]);
    return { kind, type: primitiveTypes[target] };
  };

const jumpIf: TranslationRule = ({ stack }, { index }) => {
  stack.drop(1);
  return { at: index };
};

const borrowLocal =
  (mutable: boolean): TranslationRule =>
  (context, { index }) => {
    const type = context.local(index);
    context.borrowed.add(index);
    context.stack.push(context.types.reference(mutable, type));
    return { at: index };
  };

const arithmetic = ({ stack }: CodeContext): Translated => {
  const { type, kind } = stack.integer();
  stack.drop(1);
  stack.push(type);
  return { kind };
};

const shift: TranslationRule = ({ stack }) => {
  stack.drop(1);
  const { type, kind } = stack.integer();
  stack.push(type);
  return { kind };
};

const compare: TranslationRule = ({ stack }) => {
  const { kind } = stack.integer();
  stack.drop(1);
  stack.push(Bool);
  return { kind };
};

const equal: TranslationRule = ({ stack }) => {
  const type = stack.pop();
  stack.drop(1);
  stack.push(Bool);
  return { type };
};

const logic =
  (operands: number): TranslationRule =>
  ({ stack }) => {
    stack.drop(operands);
    stack.push(Bool);
    return {};
  };

function constant(context: CodeContext, { index }: Operands): Translated {
  const { type: token, data } = context.common.constants[index]!;
  const type = context.types.ofToken(context.common, token);
  context.stack.push(type);
  const value = deserializeValue(data, constantLayout(type), context.types);
  return { count: data.length, value, type, created: [type] };
}

function constantLayout(type: Type): ValueLayout {
  return type.kind === "Vector"
    ? { kind: "Vector", element: constantLayout(type.element) }
    : (type as PrimitiveType as ValueLayout);
}

/** Loads, locals, references, arithmetic, comparisons, branches and ends. */
export const operandRules = {
  pop: ({ stack }) => ({ type: stack.pop() }),
  ret: ({ stack, source }) => {
    stack.drop(source.results.length);
    return {};
  },
  br_true: jumpIf,
  br_false: jumpIf,
  branch: (_, { index }) => ({ at: index }),
  nop: () => ({}),
  ld_const: constant,
  ld_true: loadBool(true),
  ld_false: loadBool(false),
  ...integerRules(load, cast),
  copy_loc: (context, { index }) => {
    const type = context.local(index);
    context.stack.push(type);
    return { at: index, type };
  },
  move_loc: (context, { index }) => {
    context.stack.push(context.local(index));
    return { at: index };
  },
  st_loc: ({ stack }, { index }) => {
    stack.drop(1);
    return { at: index };
  },
  mut_borrow_loc: borrowLocal(true),
  imm_borrow_loc: borrowLocal(false),
  read_ref: ({ stack }) => {
    const target = stack.target();
    stack.push(target);
    return { type: target };
  },
  write_ref: ({ stack }) => {
    const target = stack.target();
    stack.drop(1);
    return { type: target };
  },
  freeze_ref: ({ stack, types }) => {
    const target = stack.target();
    stack.push(types.reference(false, target));
    return {};
  },
  add: arithmetic,
  sub: arithmetic,
  mul: arithmetic,
  mod: arithmetic,
  div: arithmetic,
  bit_or: arithmetic,
  bit_and: arithmetic,
  xor: arithmetic,
  shl: shift,
  shr: shift,
  negate: ({ stack }) => {
    const { type, kind } = stack.integer();
    stack.push(type);
    return { kind };
  },
  lt: compare,
  gt: compare,
  le: compare,
  ge: compare,
  eq: equal,
  neq: equal,
  or: logic(2),
  and: logic(2),
  not: logic(1),
  abort: ({ stack }) => {
    stack.drop(1);
    return {};
  },
  abort_msg: ({ stack }) => {
    stack.drop(2);
    return {};
  },
} as const satisfies Partial<Record<InstructionName, TranslationRule>>;

import { integerRules } from "../../instructions/integer-rules.ts";
import type { StraightName } from "../../instructions/table.ts";
import { type IntegerKind, integerRanges } from "../../value/integer.ts";
import type { Integer } from "../../value/value.ts";
import {
  add,
  bitAnd,
  bitOr,
  bitXor,
  cast,
  divide,
  multiply,
  negate,
  remainder,
  shiftLeft,
  shiftRight,
  subtract,
} from "../arithmetic.ts";
import type { StraightHandler } from "./handler.ts";

/** A constant that is known since the code was translated. */
const load: StraightHandler = (operands, { value }) => {
  operands.push(value!);
};

const castTo =
  (kind: IntegerKind): StraightHandler =>
  (operands, { type }) => {
    const at = operands.length - 1;
    operands[at] = cast(operands[at] as Integer, integerRanges[kind], type!.text);
  };

/**
 * Constants, arithmetic, bits, casts, comparisons and logic. Each has a function of its own, without one that they share: engines note what
 * operands a function has met, and make it fast for those.
 */
export const integerHandlers = {
  ...integerRules(() => load, castTo),
  ld_true: load,
  ld_false: load,
  add: (operands, { range }) => {
    const right = operands.pop() as Integer;
    const at = operands.length - 1;
    operands[at] = add(operands[at] as Integer, right, range!);
  },
  sub: (operands, { range }) => {
    const right = operands.pop() as Integer;
    const at = operands.length - 1;
    operands[at] = subtract(operands[at] as Integer, right, range!);
  },
  mul: (operands, { range }) => {
    const right = operands.pop() as Integer;
    const at = operands.length - 1;
    operands[at] = multiply(operands[at] as Integer, right, range!);
  },
  mod: (operands, { range }) => {
    const right = operands.pop() as Integer;
    const at = operands.length - 1;
    operands[at] = remainder(operands[at] as Integer, right, range!);
  },
  div: (operands, { range }) => {
    const right = operands.pop() as Integer;
    const at = operands.length - 1;
    operands[at] = divide(operands[at] as Integer, right, range!);
  },
  negate: (operands, { range }) => {
    const at = operands.length - 1;
    operands[at] = negate(operands[at] as Integer, range!);
  },
  bit_or: (operands) => {
    const right = operands.pop() as Integer;
    const at = operands.length - 1;
    operands[at] = bitOr(operands[at] as Integer, right);
  },
  bit_and: (operands) => {
    const right = operands.pop() as Integer;
    const at = operands.length - 1;
    operands[at] = bitAnd(operands[at] as Integer, right);
  },
  xor: (operands) => {
    const right = operands.pop() as Integer;
    const at = operands.length - 1;
    operands[at] = bitXor(operands[at] as Integer, right);
  },
  shl: (operands, { range }) => {
    const by = operands.pop() as number;
    const at = operands.length - 1;
    operands[at] = shiftLeft(operands[at] as Integer, by, range!);
  },
  shr: (operands, { range }) => {
    const by = operands.pop() as number;
    const at = operands.length - 1;
    operands[at] = shiftRight(operands[at] as Integer, by, range!);
  },
  lt: (operands) => {
    const right = operands.pop() as Integer;
    const at = operands.length - 1;
    operands[at] = (operands[at] as Integer) < right;
  },
  gt: (operands) => {
    const right = operands.pop() as Integer;
    const at = operands.length - 1;
    operands[at] = (operands[at] as Integer) > right;
  },
  le: (operands) => {
    const right = operands.pop() as Integer;
    const at = operands.length - 1;
    operands[at] = (operands[at] as Integer) <= right;
  },
  ge: (operands) => {
    const right = operands.pop() as Integer;
    const at = operands.length - 1;
    operands[at] = (operands[at] as Integer) >= right;
  },
  or: (operands) => {
    const right = operands.pop() as boolean;
    const at = operands.length - 1;
    operands[at] = (operands[at] as boolean) || right;
  },
  and: (operands) => {
    const right = operands.pop() as boolean;
    const at = operands.length - 1;
    operands[at] = (operands[at] as boolean) && right;
  },
  not: (operands) => {
    const at = operands.length - 1;
    operands[at] = !(operands[at] as boolean);
  },
} as const satisfies Partial<Record<StraightName, StraightHandler>>;

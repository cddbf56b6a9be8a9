import { integerRules } from "../instructions/integer-rules.ts";
import type { InstructionName } from "../instructions/table.ts";
import { type IntegerKind, integerRanges } from "../value/integer.ts";
import type { BodyWriter, Emitter } from "./body-writer.ts";
import { isNumber, isNumberTest } from "./operand-text.ts";

/** Arithmetic and bits. @param helper - the function of `run/arithmetic.ts` for operands that the fast way does not take */
const arithmetic =
  (sign: string, helper: string): Emitter =>
  (writer, { kind }, pc) => {
    const right = writer.pop();
    const left = writer.pop();
    const range = integerRanges[kind!];
    const slow = `A.${helper}(${left}, ${right}, R.${kind!})`;
    if (range.signed) {
      writer.line(`p = ${pc};`);
      writer.push(slow);
      return;
    }
    const name = writer.temporary();
    // Integers of up to 32 bits are always numbers.
    const guards = range.bits <= 32 ? [] : [left, right].filter((operand) => !isNumber(operand)).map(isNumberTest);
    let fast: string;
    if (sign === "+" || sign === "*") fast = `(${name} = ${left} ${sign} ${right}) <= ${range.safeMax}`;
    else if (sign === "-") fast = `(${name} = ${left} - ${right}) >= 0`;
    else if (sign === "/" || sign === "%") {
      if (!isNumber(right) || right === "0") guards.push(`${right} !== 0`);
      const quotient = `Math.floor(${left} / ${right})`;
      emitFast(writer, name, guards, sign === "/" ? quotient : `${left} - ${right} * ${quotient}`, slow, pc);
      return;
    } else {
      if (range.bits > 32) for (const operand of [left, right]) guards.push(`${operand} <= 4294967295`);
      emitFast(writer, name, guards, `(${left} ${sign} ${right}) >>> 0`, slow, pc);
      return;
    }
    writer.line(`let ${name}; if (!(${[...guards, fast].join(" && ")})) { p = ${pc}; ${name} = ${slow}; }`);
    writer.stack.push(name);
  };

function emitFast(
  writer: BodyWriter,
  name: string,
  guards: readonly string[],
  fast: string,
  slow: string,
  pc: number,
): void {
  if (guards.length === 0) writer.line(`const ${name} = ${fast};`);
  else {
    writer.line(`let ${name};`);
    writer.line(`if (${guards.join(" && ")}) ${name} = ${fast}; else { p = ${pc}; ${name} = ${slow}; }`);
  }
  writer.stack.push(name);
}

const binary =
  (sign: string): Emitter =>
  (writer) => {
    const right = writer.pop();
    writer.push(`${writer.pop()} ${sign} ${right}`);
  };

const shift =
  (helper: string): Emitter =>
  (writer, { kind }, pc) => {
    const by = writer.pop();
    writer.line(`p = ${pc};`);
    writer.push(`A.${helper}(${writer.pop()}, ${by}, R.${kind!})`);
  };

const cast: Emitter = (writer, { kind, type }, pc) => {
  const from = integerRanges[kind!];
  const to = integerRanges[type!.kind as IntegerKind];
  if (to.min <= from.min && to.max >= from.max) return;
  const value = writer.pop();
  const name = writer.temporary();
  const guards = from.bits <= 32 ? [] : [isNumberTest(value)];
  if (from.signed) guards.push(`${value} >= ${to.safeMin}`);
  guards.push(`${value} <= ${to.safeMax}`);
  const slow = `A.cast(${value}, R.${type!.kind}, ${JSON.stringify(type!.text)})`;
  writer.line(`let ${name} = ${value}; if (!(${guards.join(" && ")})) { p = ${pc}; ${name} = ${slow}; }`);
  writer.stack.push(name);
};

const load: Emitter = (writer, { value }) => {
  if (typeof value === "bigint") writer.stack.push(`${value}n`);
  else writer.stack.push(typeof value === "number" && value < 0 ? `(${value})` : `${value as number | boolean}`);
};

/** Constants, arithmetic, bits, casts, comparisons and logic. */
export const integerEmitters = {
  ...integerRules(
    () => load,
    () => cast,
  ),
  ld_true: load,
  ld_false: load,
  add: arithmetic("+", "add"),
  sub: arithmetic("-", "subtract"),
  mul: arithmetic("*", "multiply"),
  mod: arithmetic("%", "remainder"),
  div: arithmetic("/", "divide"),
  bit_or: arithmetic("|", "bitOr"),
  bit_and: arithmetic("&", "bitAnd"),
  xor: arithmetic("^", "bitXor"),
  shl: shift("shiftLeft"),
  shr: shift("shiftRight"),
  negate: (writer, { kind }, pc) => {
    writer.line(`p = ${pc};`);
    writer.push(`A.negate(${writer.pop()}, R.${kind!})`);
  },
  lt: binary("<"),
  gt: binary(">"),
  le: binary("<="),
  ge: binary(">="),
  or: binary("||"),
  and: binary("&&"),
  not: (writer) => {
    writer.push(`!${writer.pop()}`);
  },
} as const satisfies Partial<Record<InstructionName, Emitter>>;

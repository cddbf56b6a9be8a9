import type { Instruction } from "../code/instruction.ts";
import { type IntegerKind, integerRanges } from "../value/integer.ts";
import type { BodyWriter } from "./body-writer.ts";
import { isNumber, isNumberTest } from "./operand-text.ts";

const operators: Readonly<Record<number, readonly [sign: string, helper: string]>> = {
  22: ["+", "add"],
  23: ["-", "subtract"],
  24: ["*", "multiply"],
  25: ["%", "remainder"],
  26: ["/", "divide"],
  27: ["|", "bitOr"],
  28: ["&", "bitAnd"],
  29: ["^", "bitXor"],
};
const comparisons: Readonly<Record<number, string>> = { 35: "<", 36: ">", 37: "<=", 38: ">=" };

/** Arithmetic, bits, casts and comparisons. @returns whether the instruction is one of them */
export function emitIntegers(writer: BodyWriter, instruction: Instruction, pc: number): boolean {
  const { op, kind } = instruction;
  if (operators[op] !== undefined) {
    emitArithmetic(writer, instruction, pc);
    return true;
  }
  const comparison = comparisons[op];
  if (comparison !== undefined) {
    const right = writer.pop();
    writer.push(`${writer.pop()} ${comparison} ${right}`);
    return true;
  }
  if (isCast(op)) {
    emitCast(writer, instruction, pc);
    return true;
  }
  switch (op) {
    case 0x2f:
    case 0x30: {
      const by = writer.pop();
      const helper = op === 0x2f ? "shiftLeft" : "shiftRight";
      writer.line(`p = ${pc};`);
      writer.push(`A.${helper}(${writer.pop()}, ${by}, R.${kind!})`);
      return true;
    }
    case 0x67:
      writer.line(`p = ${pc};`);
      writer.push(`A.negate(${writer.pop()}, R.${kind!})`);
      return true;
    default:
      return false;
  }
}

function emitArithmetic(writer: BodyWriter, { op, kind }: Instruction, pc: number): void {
  const [sign, helper] = operators[op]!;
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
}

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

function emitCast(writer: BodyWriter, { kind, type }: Instruction, pc: number): void {
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
}

function isCast(op: number): boolean {
  return (op >= 0x33 && op <= 0x35) || (op >= 0x4b && op <= 0x4d) || (op >= 0x61 && op <= 0x66);
}

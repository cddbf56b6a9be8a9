import { VmError } from "../status/vm-error.ts";
import { type IntegerRange, integer } from "../value/integer.ts";
import type { Integer } from "../value/value.ts";

const word = 0x1_0000_0000;

/** The error of an operation whose result does not exist or does not fit. */
function arithmeticError(message: string, detail?: string): VmError {
  return new VmError("ARITHMETIC_ERROR", message, { detail });
}

/**
 * Arithmetic on integers of one type. Each function takes numbers where the result is certainly exact, and bigints for the
 * rest. All throw `ARITHMETIC_ERROR`.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/virtual-machine.md#2.2 | Specification, virtual machine 2.2}
 */
export function add(a: Integer, b: Integer, range: IntegerRange): Integer {
  if (typeof a === "number" && typeof b === "number") {
    const sum = a + b;
    if (sum <= range.safeMax && sum >= range.safeMin) return sum;
  }
  return checked(BigInt(a) + BigInt(b), range, "Addition overflow", a, "+", b);
}

export function subtract(a: Integer, b: Integer, range: IntegerRange): Integer {
  if (typeof a === "number" && typeof b === "number") {
    const difference = a - b;
    if (difference <= range.safeMax && difference >= range.safeMin) return difference;
  }
  return checked(BigInt(a) - BigInt(b), range, "Subtraction overflow", a, "-", b);
}

export function multiply(a: Integer, b: Integer, range: IntegerRange): Integer {
  if (typeof a === "number" && typeof b === "number") {
    const product = a * b;
    // A product of safe integers that rounds to a safe integer is exact. Adding 0 turns -0 into 0.
    if (product <= range.safeMax && product >= range.safeMin) return product + 0;
  }
  return checked(BigInt(a) * BigInt(b), range, "Multiplication overflow", a, "*", b);
}

export function divide(a: Integer, b: Integer, range: IntegerRange): Integer {
  if (b === 0) throw arithmeticError("Division by zero", `${a} / 0`);
  if (typeof a === "number" && typeof b === "number") {
    // The quotient of safe integers never rounds up to the next integer.
    const quotient = Math.trunc(a / b) + 0;
    if (quotient <= range.safeMax) return quotient;
  }
  return checked(BigInt(a) / BigInt(b), range, "Division overflow", a, "/", b);
}

export function remainder(a: Integer, b: Integer, range: IntegerRange): Integer {
  if (b === 0) throw arithmeticError("Division by zero", `${a} % 0`);
  if (b === -1 && BigInt(a) === range.min) throw arithmeticError("Division overflow", `${a} % -1`);
  if (typeof a === "number" && typeof b === "number") return a - b * Math.trunc(a / b) + 0;
  return integer(BigInt(a) % BigInt(b));
}

export function negate(a: Integer, range: IntegerRange): Integer {
  return subtract(0, a, range);
}

function checked(
  value: bigint,
  range: IntegerRange,
  message: string,
  a: Integer,
  operator: string,
  b: Integer,
): Integer {
  if (value < range.min || value > range.max) {
    throw arithmeticError(message, `${a} ${operator} ${b} is not a ${range.signed ? "i" : "u"}${range.bits}`);
  }
  return integer(value);
}

export function bitOr(a: Integer, b: Integer): Integer {
  if (typeof a === "number" && typeof b === "number") {
    if (a < word && b < word) return (a | b) >>> 0;
    return ((a / word) | (b / word)) * word + ((a | b) >>> 0);
  }
  return integer(BigInt(a) | BigInt(b));
}

export function bitAnd(a: Integer, b: Integer): Integer {
  if (typeof a === "number" && typeof b === "number") {
    if (a < word || b < word) return (a & b) >>> 0;
    return ((a / word) & (b / word)) * word + ((a & b) >>> 0);
  }
  return integer(BigInt(a) & BigInt(b));
}

export function bitXor(a: Integer, b: Integer): Integer {
  if (typeof a === "number" && typeof b === "number") {
    if (a < word && b < word) return (a ^ b) >>> 0;
    return ((a / word) ^ (b / word)) * word + ((a ^ b) >>> 0);
  }
  return integer(BigInt(a) ^ BigInt(b));
}

export function shiftLeft(a: Integer, by: number, { bits }: IntegerRange): Integer {
  if (by >= bits) throw arithmeticError("Shift Left overflow", `${a} << ${by} of ${bits} bits`);
  if (typeof a === "number") {
    const shifted = a * 2 ** by;
    if (shifted <= Number.MAX_SAFE_INTEGER) return bits < 64 ? shifted % 2 ** bits : shifted;
  }
  return integer(BigInt.asUintN(bits, BigInt(a) << BigInt(by)));
}

export function shiftRight(a: Integer, by: number, { bits }: IntegerRange): Integer {
  if (by >= bits) throw arithmeticError("Shift Right overflow", `${a} >> ${by} of ${bits} bits`);
  return typeof a === "number" ? Math.floor(a / 2 ** by) : integer(a >> BigInt(by));
}

/** An integer in another type. */
export function cast(a: Integer, to: IntegerRange, name: string): Integer {
  const fits = typeof a === "number" ? a >= to.safeMin && a <= to.safeMax : a >= to.min && a <= to.max;
  if (!fits) throw arithmeticError(`Cannot cast ${a} to ${name}`);
  return a;
}

/** A number with digits after the point, exact. Whole numbers are `bigint`: no `Decimal` has the value of one. */
export class Decimal {
  /** The number without its point. */
  readonly digits: bigint;
  /** Digits after the point, at least 1, the last of which is not 0. */
  readonly scale: number;

  private constructor(digits: bigint, scale: number) {
    this.digits = digits;
    this.scale = scale;
  }

  /** The number `digits` × 10^-`scale`, as a `bigint` where it is whole. */
  static of(digits: bigint, scale: number): bigint | Decimal {
    let [rest, left] = [digits, scale];
    for (; left > 0 && rest % 10n === 0n; left--) rest /= 10n;
    return left === 0 ? rest : new Decimal(rest, left);
  }

  toString(): string {
    const [sign, digits] = this.digits < 0n ? ["-", -this.digits] : ["", this.digits];
    const text = `${digits}`.padStart(this.scale + 1, "0");
    return `${sign}${text.slice(0, -this.scale)}.${text.slice(-this.scale)}`;
  }
}

const form = /^(-?\d{1,78})(?:\.(\d{1,38}))?$/;

/** Reads a number of decimal digits; `undefined` for other texts. */
export function parseDecimal(text: string): bigint | Decimal | undefined {
  const [, whole, fraction = ""] = form.exec(text) ?? [];
  return whole === undefined ? undefined : Decimal.of(BigInt(whole + fraction), fraction.length);
}

/** Digits after the point that a quotient has at most: those that follow are left out. */
const mostDigits = 38;

/** Divides numbers that are not negative. */
export function divide(value: bigint, by: bigint): bigint | Decimal {
  return Decimal.of((value * 10n ** BigInt(mostDigits)) / by, mostDigits);
}

/** Orders two numbers: below, above or equal to 0. */
export function compareDecimals(a: bigint | Decimal, b: bigint | Decimal): number {
  const scale = Math.max(scaleOf(a), scaleOf(b));
  const [left, right] = [digitsAt(a, scale), digitsAt(b, scale)];
  return left < right ? -1 : left > right ? 1 : 0;
}

function scaleOf(value: bigint | Decimal): number {
  return value instanceof Decimal ? value.scale : 0;
}

function digitsAt(value: bigint | Decimal, scale: number): bigint {
  const digits = value instanceof Decimal ? value.digits : value;
  return digits * 10n ** BigInt(scale - scaleOf(value));
}

/** The operators of constants, from those that bind least. */
const levels: readonly (readonly string[])[] = [["|"], ["^"], ["&"], ["<<", ">>"], ["+", "-"], ["*", "/", "%"]];

const apply: Readonly<Record<string, (a: bigint, b: bigint) => bigint>> = {
  "|": (a, b) => a | b,
  "^": (a, b) => a ^ b,
  "&": (a, b) => a & b,
  "<<": (a, b) => a << BigInt.asUintN(8, b),
  ">>": (a, b) => a >> BigInt.asUintN(8, b),
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => (b === 0n ? 0n : a / b),
  "%": (a, b) => (b === 0n ? 0n : a % b),
};

/** A number of Move: decimal or hex, with `_` and its type. */
export function toNumber(word: string): bigint | undefined {
  const digits = /^(0x[\da-f]+|\d+)$/i.exec(word.replaceAll("_", "").replace(/[ui](?:8|16|32|64|128|256)$/, ""));
  return digits ? BigInt(digits[1]!) : undefined;
}

/**
 * Computes the number that a constant is declared as. The compiler has checked it.
 *
 * @param words - its tokens
 * @param named - the value of another constant
 * @returns undefined for what is no number, or computed by more than operators
 */
export function evaluate(words: readonly string[], named: (name: string) => bigint): bigint | undefined {
  const tokens = words
    .filter((word, i) => !(isShift(word) && words[i - 1] === word))
    .map((word) => (isShift(word) ? word + word : word));
  let at = 0;
  const operand = (): bigint | undefined => {
    const word = tokens[at++] ?? "";
    if (word !== "(") return toNumber(word) ?? (/^[A-Z]/.test(word) ? named(word) : undefined);
    const value = expression(0);
    return tokens[at++] === ")" ? value : undefined;
  };
  const cast = (): bigint | undefined => {
    const value = operand();
    while (tokens[at] === "as") at += 2;
    return value;
  };
  const expression = (level: number): bigint | undefined => {
    const next = () => (level + 1 === levels.length ? cast() : expression(level + 1));
    let value = next();
    while (value !== undefined && levels[level]!.includes(tokens[at] ?? "")) {
      const operator = tokens[at++]!;
      const right = next();
      value = right === undefined ? undefined : apply[operator]!(value, right);
    }
    return value;
  };
  const value = expression(0);
  return at === tokens.length ? value : undefined;
}

/** Constants have no comparisons: `<` is half of `<<`. */
function isShift(word: string): boolean {
  return word === "<" || word === ">";
}

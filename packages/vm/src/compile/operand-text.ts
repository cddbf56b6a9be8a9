/** The value that a reference leads to. */
export function target(reference: string): string {
  return `${reference}.container[${reference}.index]`;
}

/** True if an operand is a literal that is a number. */
export function isNumber(operand: string): boolean {
  return /^\(?-?\d+\)?$/.test(operand);
}

/** The test whether an operand is a number. */
export function isNumberTest(operand: string): string {
  return `typeof ${operand} === "number"`;
}

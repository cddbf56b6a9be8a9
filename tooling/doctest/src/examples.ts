/** How the result comments of an example become code. */
export interface Assertions {
  /** A line before the example. */
  readonly head: string;
  /** A statement: the value of an expression equals what another one gives. */
  readonly equal: (expression: string, expected: string) => string;
  /** A statement: an expression throws, or rejects with, an error of that code. */
  readonly refuse: (expression: string, code: string) => string;
}

/** Assertions inside this repository. */
export const vitestAssertions: Assertions = {
  head: 'import { expect as doctestExpect } from "vitest";',
  equal: (expression, expected) => `doctestExpect(${expression}).toEqual(${expected});`,
  refuse: (expression, code) =>
    `await doctestExpect((async () => ${expression})()).rejects.toMatchObject({ code: "${code}" });`,
};

/** Assertions in a project that has nothing but Node. */
export const nodeAssertions: Assertions = {
  head: 'import doctest from "node:assert/strict";',
  equal: (expression, expected) => `doctest.deepEqual(${expression}, ${expected});`,
  refuse: (expression, code) => `await doctest.rejects(async () => ${expression}, { code: "${code}" });`,
};

/** Turns the result comments of an example into assertions, so that what a reader sees is what is checked. */
export function assertComments(code: string, assertions: Assertions): string {
  const body = code
    .split("\n")
    .map((line) => {
      const result = /^(\s*)(?:(const|let)\s+(\w+)\s*=\s*)?(.+?);\s*\/\/ => (.+)$/.exec(line);
      if (result !== null) {
        const [, indent, keyword, name = "", expression = "", expected = ""] = result;
        if (keyword === undefined) return `${indent}${assertions.equal(expression, expected)}`;
        return `${indent}${keyword} ${name} = ${expression}; ${assertions.equal(name, expected)}`;
      }
      const refusal = /^(\s*)(.+?);\s*\/\/ throws (\w+)$/.exec(line);
      if (refusal !== null) {
        const [, indent, expression = "", errorCode = ""] = refusal;
        return `${indent}${assertions.refuse(expression, errorCode)}`;
      }
      return line;
    })
    .join("\n");
  return `${assertions.head}\n${body}\n`;
}

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, test } from "vitest";

/** A `ts` code block of a Markdown file, with the line it starts at. */
interface Example {
  readonly code: string;
  readonly line: number;
}

function extractExamples(markdown: string): Example[] {
  const examples: Example[] = [];
  let start = -1;
  let lines: string[] = [];
  for (const [index, line] of markdown.split("\n").entries()) {
    if (start < 0) {
      if (line.trim() === "```ts") start = index + 1;
    } else if (line.trim() === "```") {
      examples.push({ code: lines.join("\n"), line: start });
      start = -1;
      lines = [];
    } else {
      lines.push(line);
    }
  }
  return examples;
}

/** Turns the result comments of an example into assertions, so that what a reader is told is what is checked. */
function assertComments(code: string): string {
  const body = code
    .split("\n")
    .map((line) => {
      const result = /^(\s*)(?:(const|let)\s+(\w+)\s*=\s*)?(.+?);\s*\/\/ => (.+)$/.exec(line);
      if (result !== null) {
        const [, indent, keyword, name, expression, expected] = result;
        if (keyword === undefined) return `${indent}doctestExpect(${expression}).toEqual(${expected});`;
        return `${indent}${keyword} ${name} = ${expression}; doctestExpect(${name}).toEqual(${expected});`;
      }
      const refusal = /^(\s*)(.+?);\s*\/\/ throws (\w+)$/.exec(line);
      if (refusal !== null) {
        const [, indent, expression, errorCode] = refusal;
        return `${indent}await doctestExpect((async () => ${expression})()).rejects.toMatchObject({ code: "${errorCode}" });`;
      }
      return line;
    })
    .join("\n");
  return `import { expect as doctestExpect } from "vitest";\n${body}\n`;
}

/**
 * Runs every `ts` block of a README as a module of its package. `expr; // => value` asserts deep equality,
 * `expr; // throws code` asserts that a refusal carries that code. A block is run as it stands, so each is complete.
 */
export function testReadme(readme: URL): void {
  const path = fileURLToPath(readme);
  const folder = join(dirname(path), ".cache", "doctest");
  mkdirSync(folder, { recursive: true });
  describe(`examples of ${basename(dirname(path))}/README.md`, () => {
    const examples = extractExamples(readFileSync(path, "utf8"));
    if (examples.length === 0) throw new Error(`${path} has no ts example`);
    for (const example of examples) {
      test(`line ${example.line}`, async () => {
        const file = join(folder, `readme-${example.line}.ts`);
        writeFileSync(file, assertComments(example.code));
        await import(/* @vite-ignore */ file);
      });
    }
  });
}

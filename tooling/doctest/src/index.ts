import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, test, vi } from "vitest";
import { assertComments, extractExamples, vitestAssertions } from "./examples.ts";

/**
 * Runs every `ts` block of a README as a module of its package. `expr; // => value` asserts deep equality,
 * `expr; // throws code` asserts that a refusal carries that code. A block is run as it stands, so each is complete.
 *
 * @param environment - variables that the examples read
 */
export function testReadme(readme: URL, environment: Readonly<Record<string, string>> = {}): void {
  const path = fileURLToPath(readme);
  const folder = join(dirname(path), ".cache", "doctest");
  mkdirSync(folder, { recursive: true });
  describe(`examples of ${basename(dirname(path))}/${basename(path)}`, () => {
    const examples = extractExamples(readFileSync(path, "utf8"));
    if (examples.length === 0) throw new Error(`${path} has no ts example`);
    afterEach(() => void vi.unstubAllEnvs());
    for (const example of examples) {
      test(`line ${example.line}`, async () => {
        for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
        const file = join(folder, `readme-${example.line}.ts`);
        writeFileSync(file, assertComments(example.code, vitestAssertions));
        await import(/* @vite-ignore */ file);
      });
    }
  });
}

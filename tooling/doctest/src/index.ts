import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, test, vi } from "vitest";
import { readBlocks } from "./blocks.ts";
import { assertComments, vitestAssertions } from "./examples.ts";

/** How a page is tested. */
export interface ReadmeOptions {
  /** Files that its examples read, or folders that they are in: the names on the page, and where they are here. */
  readonly files?: Readonly<Record<string, string>>;
}

/**
 * Runs every `ts` block of a README as a module of its package. `expr; // => value` asserts deep equality,
 * `expr; // throws code` asserts that a refusal carries that code. A block is run as it stands, so each is complete.
 */
export function testReadme(readme: URL, { files = {} }: ReadmeOptions = {}): void {
  const path = fileURLToPath(readme);
  const folder = join(dirname(path), ".cache", "doctest");
  mkdirSync(folder, { recursive: true });
  describe(`examples of ${basename(dirname(path))}/${basename(path)}`, () => {
    const examples = readBlocks(readFileSync(path, "utf8")).filter(({ language }) => language === "ts");
    if (examples.length === 0) throw new Error(`${path} has no ts example`);
    // Examples leave their temporary files, as a reader would.
    let temporary: string;
    beforeAll(() => {
      temporary = mkdtempSync(join(tmpdir(), "examples-"));
      vi.stubEnv("TMPDIR", temporary);
    });
    afterAll(() => {
      vi.unstubAllEnvs();
      rmSync(temporary, { recursive: true, force: true });
    });
    for (const { line, text } of examples) {
      test(`line ${line}`, async () => {
        const file = join(folder, `readme-${line}.ts`);
        const code = Object.entries(files).reduce(
          (code, [name, place]) => code.replaceAll(`"${name}`, `"${place}`),
          text,
        );
        writeFileSync(file, assertComments(code, vitestAssertions));
        await import(/* @vite-ignore */ file);
      });
    }
  });
}

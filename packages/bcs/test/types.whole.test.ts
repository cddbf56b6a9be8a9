import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

test("types are inferred as types/inference.ts states, and the tests compile", () => {
  const project = fileURLToPath(new URL("tsconfig.json", import.meta.url));
  const compiler = fileURLToPath(new URL("../node_modules/.bin/tsc", import.meta.url));
  let complaints = "";
  try {
    execFileSync(compiler, ["-p", project], { encoding: "utf8" });
  } catch (error) {
    complaints = String((error as { stdout?: unknown }).stdout);
  }
  expect(complaints).toBe("");
});

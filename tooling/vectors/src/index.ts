import { describe, test } from "vitest";
import { vectorsAvailable } from "./files.ts";

export { readVectorBytes, readVectorJson, readVectorText, vectorPath, vectorsAvailable } from "./files.ts";

/**
 * Groups tests that need the shared vectors. Where the folder is absent one skipped test stands for the group, by name:
 * the group itself may read vectors while it is collected.
 */
export function describeVectors(name: string, tests: () => void): void {
  if (vectorsAvailable) describe(name, tests);
  else describe(name, () => test.skip("needs ../shared/vectors, which is not here", () => undefined));
}

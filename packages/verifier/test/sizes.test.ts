import { stop } from "esbuild";
import { afterAll, expect, test } from "vitest";
import { readSizes } from "./sizes.ts";

afterAll(stop);

test("imports stay within their size", async () => {
  for (const { name, gzip, limit } of await readSizes()) expect(gzip, name).toBeLessThanOrEqual(limit);
});

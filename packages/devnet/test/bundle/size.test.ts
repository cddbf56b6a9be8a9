import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, stop } from "esbuild";
import { afterAll, expect, test } from "vitest";

afterAll(stop);

/** Parts that a page loads besides: the framework, and what only keyless accounts need, when one comes. */
const apart = ["*genesis-data.ts", "poseidon-lite"];

async function bundle(external: readonly string[]) {
  const result = await build({
    entryPoints: [fileURLToPath(new URL("../../src/index.ts", import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "browser",
    conditions: ["@ledger/source"],
    external: [...external],
    logLevel: "silent",
  });
  return { size: gzipSync(result.outputFiles[0]!.contents).length };
}

test("a page pays at most 600 KB for a chain, and at most 1,200 KB for the framework", async () => {
  // What Node alone has would not bundle for a page at all.
  const { size } = await bundle(apart);
  expect(size).toBeLessThanOrEqual(600 * 1024);
  expect((await bundle(["poseidon-lite"])).size - size).toBeLessThanOrEqual(1_200 * 1024);
});

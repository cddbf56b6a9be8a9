import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { listPublished } from "../src/workspace.ts";

const guard = fileURLToPath(new URL("../src/prepack.mjs", import.meta.url));
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ledger-prepack-"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ exports: { ".": { default: "./dist/index.js" } } }));
});
afterEach(() => rmSync(folder, { recursive: true }));

function pack(agent: string) {
  const env = { ...process.env, npm_config_user_agent: agent };
  const { status, stderr } = spawnSync(process.execPath, [guard], { cwd: folder, env, encoding: "utf8" });
  return { status, stderr };
}

test("npm is refused, with the command that works", () => {
  expect(pack("npm/11.0.0 node/v24.0.0")).toEqual({ status: 1, stderr: expect.stringContaining("pnpm pack") });
});

test("a package that is not built is refused", () => {
  expect(pack("pnpm/12.21.0")).toEqual({ status: 1, stderr: expect.stringContaining("./dist/index.js is missing") });
  mkdirSync(join(folder, "dist"));
  writeFileSync(join(folder, "dist/index.js"), "");
  expect(pack("pnpm/12.21.0")).toEqual({ status: 0, stderr: "" });
});

test("every published package is guarded", () => {
  for (const { path, manifest } of listPublished()) {
    expect(manifest.scripts?.prepack, path).toBe("node ../../tooling/release/src/prepack.mjs");
  }
});

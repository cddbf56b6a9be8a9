import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { checkDependencies } from "../src/check.ts";
import { rules } from "../src/rules.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "check-deps-"));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function write(path: string, text: string): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

describe("dependency directions", () => {
  test("hold in this repository", () => {
    expect(checkDependencies(fileURLToPath(new URL("../../../", import.meta.url)), rules)).toEqual([]);
  });

  test.each([
    ["an upward import", `import { routes } from "@ledger/api-core";`, "@ledger/api-core, against the direction"],
    ["a re-export", `export * from "@ledger/sync";`, "@ledger/sync, against the direction"],
    ["a dynamic import", `await import("@ledger/devnet");`, "@ledger/devnet, against the direction"],
    ["an unlisted package", `import koa from "koa";`, "koa, which is not in this package's list"],
    ["a Node module", `import { readFileSync } from "node:fs";`, "node:fs, which this layer must not"],
    ["a Node global", "export const x = Buffer.from([1]);", "uses a global of Node"],
    ["a file outside src", `import "../test/fixture.ts";`, "outside its src"],
  ])("%s in a low layer is refused", (_name, source, problem) => {
    write("packages/types/package.json", "{}");
    write("packages/types/src/index.ts", source);
    expect(checkDependencies(root, rules)).toEqual([expect.stringContaining(problem)]);
  });

  test("a value of a package whose types alone are allowed is refused, its types are not", () => {
    write("packages/local-chain/package.json", "{}");
    write("packages/local-chain/src/good.ts", `import type { LedgerSource } from "@ledger/sync";`);
    expect(checkDependencies(root, rules)).toEqual([]);
    write("packages/local-chain/src/bad.ts", `import { ingest } from "@ledger/sync";`);
    expect(checkDependencies(root, rules)).toEqual([expect.stringContaining("only its types are allowed")]);
  });

  test("the port of a package is open where its drivers are not", () => {
    write("packages/api-core/package.json", "{}");
    write("packages/api-core/src/port.ts", `import { StoreError } from "@ledger/state-store";`);
    expect(checkDependencies(root, rules)).toEqual([]);
    write("packages/api-core/src/driver.ts", `import { openSqliteReader } from "@ledger/state-store/sqlite";`);
    expect(checkDependencies(root, rules)).toEqual([expect.stringContaining("@ledger/state-store/sqlite, against")]);
  });

  test("a room of a package imports from those below it alone", () => {
    write("packages/api-core/package.json", "{}");
    write("packages/api-core/src/routes/route.ts", `import "../contract/error.ts"; import "../index.ts";`);
    expect(checkDependencies(root, rules)).toEqual([]);
    write("packages/api-core/src/contract/error.ts", `import type { Route } from "../routes/route.ts";`);
    expect(checkDependencies(root, rules)).toContain(
      "packages/api-core/src/contract/error.ts: imports from routes, a room above (rooms.ts)",
    );
  });

  test("a manifest that lists a forbidden dependency is refused", () => {
    write("packages/bcs/package.json", `{"dependencies":{"@noble/hashes":"2.4.0"}}`);
    expect(checkDependencies(root, rules)).toEqual([expect.stringContaining("@noble/hashes")]);
  });

  test("a cycle between files is refused", () => {
    write("packages/bcs/package.json", "{}");
    write("packages/bcs/src/a.ts", `import "./b.ts";`);
    write("packages/bcs/src/b.ts", `import "./a.ts";`);
    expect(checkDependencies(root, rules)).toEqual([expect.stringContaining("import cycle")]);
  });

  test("a cycle of types is refused", () => {
    write("packages/vm/package.json", "{}");
    write("packages/vm/src/a.ts", `import type { B } from "./b.ts";`);
    write("packages/vm/src/b.ts", `import type { A } from "./a.ts";`);
    expect(checkDependencies(root, rules)).toEqual([expect.stringMatching(/import cycle: packages.vm/)]);
  });

  test("a file of more than 400 lines is refused, but for those that have a reason", () => {
    write("packages/bcs/package.json", "{}");
    write("packages/bcs/src/internal/struct-access.ts", "\n".repeat(800));
    write("packages/bcs/src/long.ts", "\n".repeat(401));
    expect(checkDependencies(root, rules)).toEqual([expect.stringContaining("long.ts: has 401 lines")]);
  });

  test("a package without a rule is refused", () => {
    write("packages/extra/package.json", "{}");
    expect(checkDependencies(root, rules)).toEqual([expect.stringContaining("has no rule")]);
  });
});

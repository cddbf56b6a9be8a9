import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { bytesBeside } from "./bytes-beside.ts";

test("counts what the files next to a ledger hold, and not what is free in them", () => {
  const folder = mkdtempSync(join(tmpdir(), "bytes-beside-"));
  try {
    const location = { kind: "sqlite", path: join(folder, "ledger.db") } as const;
    expect(bytesBeside(location)).toBe(0);
    const index = new DatabaseSync(join(folder, "index.db"));
    index.exec("create table t (v blob)");
    for (let row = 0; row < 100; row++) index.prepare("insert into t values (?)").run(Buffer.alloc(10_000));
    const full = statSync(join(folder, "index.db")).size;
    expect(bytesBeside(location)).toBe(full);
    index.exec("delete from t");
    index.close();
    expect(statSync(join(folder, "index.db")).size).toBe(full);
    expect(bytesBeside(location)).toBeLessThan(full / 10);
    writeFileSync(join(folder, "tree.db"), "cut");
    expect(bytesBeside(location)).toBeLessThan(full / 10);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openSqliteTree } from "./state-tree.ts";

const folder = mkdtempSync(join(tmpdir(), "derived-file-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a file that is made through a link has one writer, by whichever of its names", () => {
  const path = join(folder, "tree.db");
  const link = join(folder, "link.db");
  symlinkSync(path, link);
  const tree = openSqliteTree(link);
  expect(() => openSqliteTree(path)).toThrow("another writer has this store open");
  tree.close();
  openSqliteTree(path).close();
});

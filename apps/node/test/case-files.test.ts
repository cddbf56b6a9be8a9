import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encodeCase } from "@ledger/executor/replay";
import { afterEach, beforeEach, expect, test } from "vitest";
import { draftCaseFile } from "../src/replay/case-files.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "case-files-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const bytes = encodeCase({ chainId: 4, from: 1n, to: 1n, records: [], reads: [] });

test("a case has its name when all of it is there, and leaves nothing else", () => {
  const file = join(folder, "one.case");
  {
    using draft = draftCaseFile(file);
    expect(existsSync(file)).toBe(false);
    draft.finish(bytes);
  }
  expect(new Uint8Array(readFileSync(file))).toEqual(bytes);
  expect(readdirSync(folder)).toEqual(["one.case"]);
  expect(() => draftCaseFile(file)).toThrow(expect.objectContaining({ code: "file_exists" }));
});

test("a file that has come meanwhile is not replaced", () => {
  const file = join(folder, "two.case");
  {
    using draft = draftCaseFile(file);
    writeFileSync(file, "of somebody else");
    expect(() => draft.finish(bytes)).toThrow(expect.objectContaining({ code: "file_exists" }));
  }
  expect(readFileSync(file, "utf8")).toBe("of somebody else");
  expect(readdirSync(folder).filter((name) => name.startsWith("two"))).toEqual(["two.case"]);
});

test("a place that cannot be written to is refused before anything is executed", () => {
  expect(() => draftCaseFile(join(folder, "none", "three.case"))).toThrow(expect.objectContaining({ code: "ENOENT" }));
});

test("a draft that is not finished goes", () => {
  {
    using _ = draftCaseFile(join(folder, "four.case"));
    expect(readdirSync(folder).some((name) => name.startsWith("four"))).toBe(true);
  }
  expect(readdirSync(folder).some((name) => name.startsWith("four"))).toBe(false);
});

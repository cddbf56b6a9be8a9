import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findLeftRestore, restoreFile } from "./restore-file.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ledger-restore-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The header of a SQLite file of two pages of 4,096 bytes, and zeros up to a length. */
function writeCopy(length: number): string {
  const header = Buffer.alloc(100);
  header.write("SQLite format 3\0", "latin1");
  header.writeUInt16BE(4_096, 16);
  header.writeUInt32BE(7, 24);
  header.writeUInt32BE(2, 28);
  header.writeUInt32BE(7, 92);
  const path = join(folder, "copy.db");
  writeFileSync(path, header);
  truncateSync(path, length);
  return path;
}

const options = { replace: false, verify: async () => undefined };

test.each([8_191, 8_193, 8 * 2 ** 30])(
  "a copy of %i bytes that has two pages is refused before it is copied",
  async (length) => {
    const copy = writeCopy(length);
    const refused = restoreFile(copy, join(folder, "data", "ledger.db"), options);
    await expect(refused).rejects.toMatchObject({
      code: "corrupt",
      message: expect.stringContaining(`${copy} is damaged: it has ${length} bytes, and its header says 8192;`),
    });
    expect(readdirSync(folder)).toEqual(["copy.db"]);
  },
);

test("a copy as long as it says is looked into", async () => {
  await expect(restoreFile(writeCopy(8_192), join(folder, "data", "ledger.db"), options)).rejects.toMatchObject({
    code: "not_a_store",
  });
});

test("what a killed restore has left is found", () => {
  const path = join(folder, "ledger.db");
  expect(findLeftRestore(path)).toBeUndefined();
  writeFileSync(`${path}.restored`, "");
  expect(findLeftRestore(path)).toBe(`${path}.restored`);
});

import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { copySqliteStore, openSqliteReader, openSqliteStore } from "@ledger/state-store/sqlite";
import { needs } from "@ledger/test-run/needs";
import Database from "better-sqlite3";
import { afterAll, describe, expect, test } from "vitest";
import { makeScratchFolder, removeScratchFolder } from "../scripts/scratch-folder.ts";
import { buildLedger, testAccountKey, testAddress, testBytes } from "../src/build-ledger.ts";

const folder = makeScratchFolder("faults");
afterAll(() => removeScratchFolder(folder));
const keyOf = (i: number) => testAccountKey(testAddress(i), 1, Uint8Array.of(1));

function fillStore(path: string, blocks: number) {
  const store = openSqliteStore(path, { logRows: 100 });
  const ledger = buildLedger();
  for (let i = 0; i < blocks; i++) {
    const writes = Array.from({ length: 40 }, (_, key) => ({
      key: keyOf(key),
      value: testBytes(i, BigInt(key), 1, 300),
    }));
    store.commit(ledger.batch([[{ writes }]]));
  }
  store.close();
  return ledger;
}

function codeOf(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return (error as { code?: string }).code;
  }
}

describe("opening", () => {
  test("a second writer is refused, in this process and in another; readers are welcome", () => {
    const path = join(folder, "two-writers.db");
    fillStore(path, 3);
    const store = openSqliteStore(path);
    expect(codeOf(() => openSqliteStore(path))).toBe("store_locked");
    const program = `import { openSqliteStore, openSqliteReader } from "@ledger/state-store/sqlite";
      const path = ${JSON.stringify(path)};
      const reader = openSqliteReader(path); console.log(String(reader.summary().version)); reader.close();
      try { openSqliteStore(path); } catch (error) { console.log(error.code); }`;
    const child = spawnSync(process.execPath, ["--conditions=@ledger/source", "--input-type=module", "-e", program], {
      cwd: import.meta.dirname,
      encoding: "utf8",
    });
    expect(child.stdout.trim().split("\n")).toEqual(["2", "store_locked"]);
    store.close();
    openSqliteStore(path).close();
  });
  test("a second writer is refused whatever name it has for the file", () => {
    const path = join(folder, "one-file.db");
    fillStore(path, 3);
    const elsewhere = join(folder, "elsewhere");
    mkdirSync(elsewhere);
    linkSync(path, join(elsewhere, "hard.db"));
    symlinkSync(path, join(elsewhere, "soft.db"));
    const store = openSqliteStore(path);
    for (const name of ["hard.db", "soft.db"]) {
      expect(
        codeOf(() => openSqliteStore(join(elsewhere, name))),
        name,
      ).toBe("store_locked");
    }
    store.close();
    const linked = openSqliteStore(join(elsewhere, "hard.db"));
    expect(codeOf(() => openSqliteStore(path))).toBe("store_locked");
    linked.close();
    openSqliteStore(path).close();
  });
  test("a link to a file that does not exist makes it, with its lock beside it", () => {
    const link = join(folder, "dangling.db");
    const target = join(folder, "target.db");
    symlinkSync("target.db", link);
    const store = openSqliteStore(link);
    expect(codeOf(() => openSqliteStore(target))).toBe("store_locked");
    store.close();
  });
  test("a store without a ledger can be discarded, and leaves no file; one with a ledger cannot", () => {
    const inner = join(folder, "discarded");
    mkdirSync(inner);
    const path = join(inner, "store.db");
    const store = openSqliteStore(path);
    store.begin({ version: 5n, blockHeight: 2n, frontier: undefined, state: "partial" });
    store.discard();
    expect(readdirSync(inner)).toEqual([]);
    fillStore(path, 1);
    const filled = openSqliteStore(path);
    expect(codeOf(() => filled.discard())).toBe("invalid_argument");
    filled.close();
    expect(readdirSync(inner)).toContain("store.db");
  });
  test.each([
    ["deleted", (path: string) => rmSync(path)],
    [
      "replaced",
      (path: string) => {
        renameSync(path, `${path}-old`);
        writeFileSync(path, "");
      },
    ],
  ])("a file that is %s while it is open takes no more batches", (what, lose) => {
    const path = join(folder, `${what}.db`);
    const ledger = fillStore(path, 3);
    const store = openSqliteStore(path);
    store.commit(ledger.batch([[{}]]));
    lose(path);
    expect(codeOf(() => store.commit(ledger.batch([[{}]])))).toBe("file_moved");
    store.close();
  });
  test("a file that is missing, foreign, or no database is no store", () => {
    expect(codeOf(() => openSqliteReader(join(folder, "missing.db")))).toBe("not_a_store");
    const text = join(folder, "text.db");
    writeFileSync(text, "A text of some length. ".repeat(1_000));
    expect(codeOf(() => openSqliteReader(text))).toBe("not_a_store");
    expect(codeOf(() => openSqliteStore(text))).toBe("not_a_store");
    expect(readFileSync(text, "utf8").startsWith("A text")).toBe(true);
    const foreign = join(folder, "foreign.db");
    const database = new Database(foreign);
    database.exec("create table notes (text); insert into notes values ('keep me')");
    database.close();
    const before = readFileSync(foreign);
    expect(codeOf(() => openSqliteReader(foreign))).toBe("not_a_store");
    expect(codeOf(() => openSqliteStore(foreign))).toBe("not_a_store");
    expect(readFileSync(foreign).equals(before)).toBe(true);
    const empty = join(folder, "empty.db");
    writeFileSync(empty, "");
    expect(codeOf(() => openSqliteReader(empty))).toBe("not_a_store");
  });
  test.each([0, 1, 5])("an unknown schema, %i, is refused with the cure, and nothing is changed", async (version) => {
    const path = join(folder, `schema-${version}.db`);
    fillStore(path, 1);
    const database = new Database(path);
    database.pragma(`user_version = ${version}`);
    database.close();
    const before = readFileSync(path);
    const copy = join(folder, `copy-of-schema-${version}.db`);
    for (const open of [openSqliteStore, openSqliteReader, (from: string) => copySqliteStore(from, copy)]) {
      await expect(async () => open(path)).rejects.toMatchObject({
        code: "schema_unsupported",
        message: expect.stringMatching(
          /has schema \d.* run the release that wrote it, or begin a new ledger elsewhere/,
        ),
      });
    }
    expect(existsSync(copy)).toBe(false);
    expect(readFileSync(path).equals(before)).toBe(true);
  });
  test("a folder that does not exist is an I/O error", () => {
    expect(codeOf(() => openSqliteStore(join(folder, "nowhere", "store.db")))).toBe("io_error");
  });
  test(
    "a read-only file cannot be written, but read",
    needs("a user who is not root", process.getuid?.() !== 0),
    () => {
      const path = join(folder, "read-only.db");
      fillStore(path, 2);
      chmodSync(path, 0o444);
      expect(codeOf(() => openSqliteStore(path))).toBe("read_only");
      const reader = openSqliteReader(path);
      expect(reader.readState(1n, keyOf(3))).toBeDefined();
      reader.close();
    },
  );
});

describe("a full disk", () => {
  test("refuses the batch whole, keeps serving, and takes the batch when there is room", async () => {
    const path = join(folder, "full.db");
    const ledger = fillStore(path, 4);
    const batch = ledger.batch([
      [
        {
          writes: Array.from({ length: 600 }, (_, i) => ({ key: keyOf(i), value: testBytes(9, BigInt(i), 1, 2_000) })),
        },
      ],
    ]);
    const store = openSqliteStore(path, { maxFileBytes: statSync(path).size + 100_000 });
    for (let attempt = 0; attempt < 3; attempt++) expect(codeOf(() => store.commit(batch))).toBe("disk_full");
    expect((await store.summary())?.version).toBe(3n);
    expect((await store.readState(3n, keyOf(7)))?.bytes).toEqual(testBytes(3, 7n, 1, 300));
    expect((await store.verify()).problems).toEqual([]);
    store.close();
    const roomy = openSqliteStore(path);
    roomy.commit(batch);
    expect((await roomy.readState(4n, keyOf(599)))?.bytes).toEqual(testBytes(9, 599n, 1, 2_000));
    roomy.close();
  });
});

describe("a damaged file", () => {
  test("with a page of noise is found by verify and never answers wrongly", async () => {
    const path = join(folder, "damaged.db");
    fillStore(path, 30);
    const clean = readFileSync(path);
    const pages = clean.length / 4_096;
    let refused = 0;
    for (let page = 1; page < pages; page += 5) {
      const copy = join(folder, "damaged-copy.db");
      const bytes = Buffer.from(clean);
      Buffer.from(testBytes(page, 1n, 1, 4_096)).copy(bytes, page * 4_096);
      writeFileSync(copy, bytes);
      let found: string | undefined;
      try {
        const store = openSqliteStore(copy);
        try {
          if ((await store.verify()).problems.length > 0) found = "problems";
        } catch (error) {
          found = (error as { code?: string }).code;
        }
        store.close();
      } catch (error) {
        found = (error as { code?: string }).code;
      }
      if (found !== undefined) {
        expect(["problems", "corrupt", "not_a_store", "io_error"]).toContain(found);
        refused++;
      }
    }
    // Free pages and pages of pointers may be overwritten without loss; most pages hold data.
    expect(refused).toBeGreaterThan((pages / 5) * 0.5);
  });
  test.each(["first_version integer", "timestamp_usecs integer", "write_set blob", "packed blob"])(
    "whose schema has a letter of another case in %s is refused",
    (column) => {
      const path = join(folder, `schema of ${column}.db`);
      fillStore(path, 2);
      const bytes = readFileSync(path);
      expect(bytes.includes(column)).toBe(true);
      // Pages also hold what was there before.
      for (let at = bytes.indexOf(column); at >= 0; at = bytes.indexOf(column, at)) bytes[at] = bytes[at]! ^ 0x20;
      for (const open of [openSqliteReader, openSqliteStore]) {
        const copy = `${path}-${open.name}`;
        writeFileSync(copy, bytes);
        expect(() => open(copy)).toThrow(expect.objectContaining({ code: "corrupt" }));
      }
    },
  );
  test("that was cut short is refused", async () => {
    const path = join(folder, "cut.db");
    fillStore(path, 30);
    truncateSync(path, Math.floor(statSync(path).size / 2));
    let found: string | undefined;
    try {
      const store = openSqliteStore(path);
      try {
        await store.verify();
      } finally {
        store.close();
      }
    } catch (error) {
      found = (error as { code?: string }).code;
    }
    expect(found).toBe("corrupt");
  });
});

describe("a backup", () => {
  test("is a store of its own, made while commits go on", async () => {
    const path = join(folder, "original.db");
    const copy = join(folder, "backup.db");
    const ledger = fillStore(path, 20);
    const store = openSqliteStore(path);
    const done = store.backup(copy);
    store.commit(ledger.batch([[{ writes: [{ key: keyOf(0), value: Uint8Array.of(1) }] }]]));
    await done;
    const reader = openSqliteStore(copy);
    const version = (await reader.summary())!.version;
    expect([19n, 20n]).toContain(version);
    expect((await reader.verify()).problems).toEqual([]);
    reader.close();
    store.close();
  });
  test("never overwrites a file", async () => {
    const path = join(folder, "original-2.db");
    fillStore(path, 2);
    const taken = join(folder, "taken.db");
    copyFileSync(path, taken);
    const store = openSqliteStore(path);
    await expect(store.backup(taken)).rejects.toMatchObject({ code: "invalid_argument" });
    store.close();
  });
});

describe("compaction", () => {
  test("shrinks the file in steps after a prune", async () => {
    const path = join(folder, "compact.db");
    fillStore(path, 200);
    const store = openSqliteStore(path);
    while (!(await store.prune({ stateVersion: 199n, ledgerVersion: 199n }, 500)).done);
    const before = await store.stats();
    expect(before.freeBytes).toBeGreaterThan(before.fileBytes / 2);
    const first = await store.compact(40_960);
    expect(first.reclaimedBytes).toBe(40_960);
    while ((await store.compact(400_000)).reclaimedBytes > 0);
    const after = await store.stats();
    expect(after.freeBytes).toBe(0);
    expect(after.fileBytes).toBeLessThanOrEqual(before.fileBytes - before.freeBytes);
    expect((await store.verify()).problems).toEqual([]);
    store.close();
    expect(statSync(path).size).toBe(after.fileBytes);
  });
});

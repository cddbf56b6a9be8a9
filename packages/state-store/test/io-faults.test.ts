import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { crashOnce } from "../scripts/crash-run.ts";
import { buildIoLayer, errorNumbers, ioLayerEnvironment } from "../scripts/io-faults.ts";
import { makeScratchFolder, removeScratchFolder } from "../scripts/scratch-folder.ts";
import { openSqliteStore } from "../src/sqlite/index.ts";

const folder = makeScratchFolder("io-faults");
afterAll(() => removeScratchFolder(folder));
const layer = buildIoLayer(folder);
const child = fileURLToPath(new URL("../scripts/io-fault-child.ts", import.meta.url));
const { EIO, ENOSPC } = errorNumbers;

/** Commits, prunes and compacts while every one of some operations in turn fails. @returns how often each code was met */
async function runFaults(name: string, operations: string, error: number, isLasting: boolean, last: number) {
  const path = join(folder, `${name}.db`);
  const args = [path, operations, String(error), isLasting ? "1" : "0", "1", String(last)];
  const options = { env: ioLayerEnvironment(layer!, path), timeout: 100_000 };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--conditions=@ledger/source", child, ...args],
    options,
  );
  const store = openSqliteStore(path);
  expect((await store.verify()).problems).toEqual([]);
  store.close();
  return JSON.parse(stdout) as Readonly<Record<string, number>>;
}

// Where there is no C compiler, the tests are reported as skipped.
describe.skipIf(layer === undefined)("a file system that fails", () => {
  test.each([
    ["write-once", "w", EIO, false, 12, "io_error"],
    ["write-on", "w", EIO, true, 12, "io_error"],
    ["full-once", "w", ENOSPC, false, 12, "disk_full"],
    ["full-on", "w", ENOSPC, true, 12, "disk_full"],
    ["sync-once", "s", EIO, false, 4, "io_error"],
    ["sync-on", "s", EIO, true, 4, "io_error"],
    // SQLite takes a page that the medium does not give for a damaged file.
    ["read-on", "r", EIO, true, 8, "corrupt"],
    ["truncate-on", "t", EIO, true, 2, undefined],
  ] as const)(
    "%s: steps are refused with a code, nothing is lost, and work goes on",
    { timeout: 120_000 },
    async (name, operations, error, isLasting, last, code) => {
      const codes = await runFaults(name, operations, error, isLasting, last);
      if (code !== undefined) expect(codes[code]).toBeGreaterThan(0);
      expect(["io_error", "disk_full", "corrupt"]).toEqual(expect.arrayContaining(Object.keys(codes)));
    },
  );
  test.each([1, 2, 3, 5, 9, 14, 25, 60, 150, 400, 900, 1_700])(
    "a process killed before write, sync or truncation %i leaves a whole store",
    { timeout: 60_000 },
    async (beforeCall) => {
      await crashOnce(join(folder, `call-${beforeCall}.db`), { beforeCall, layer: layer! });
    },
  );
});

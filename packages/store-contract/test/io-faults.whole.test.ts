import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { openSqliteStore } from "@ledger/state-store/sqlite";
import { needs } from "@ledger/test-run/needs";
import { afterAll, describe, expect, test } from "vitest";
import { crashOnce } from "../scripts/crash-run.ts";
import { buildIoLayer, errorNumbers, ioLayerEnvironment } from "../scripts/io-faults.ts";
import { makeScratchFolder, removeScratchFolder } from "../scripts/scratch-folder.ts";

const folder = makeScratchFolder("io-faults");
afterAll(() => removeScratchFolder(folder));
const layer = buildIoLayer(folder);
const child = fileURLToPath(new URL("../scripts/io-fault-child.ts", import.meta.url));
const { EIO, ENOSPC } = errorNumbers;

const upTo = (last: number) => Array.from({ length: last }, (_, i) => i + 1);

/** Commits, prunes and compacts while some operations fail, counted from the beginning of each step. @returns how often each code was met */
async function runFaults(
  name: string,
  operations: string,
  error: number,
  isLasting: boolean,
  faults: readonly number[],
) {
  const path = join(folder, `${name}.db`);
  const args = [path, operations, String(error), isLasting ? "1" : "0", faults.join()];
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

describe("a file system that fails", needs("a C compiler", layer !== undefined), () => {
  test.each([
    ["write-once", "w", EIO, false, upTo(12), "io_error"],
    ["write-on", "w", EIO, true, upTo(12), "io_error"],
    ["full-once", "w", ENOSPC, false, upTo(12), "disk_full"],
    ["full-on", "w", ENOSPC, true, upTo(12), "disk_full"],
    // The first sync of a commit can be that of a checkpoint, whose failure refuses nothing.
    ["sync-once", "s", EIO, false, [1, 1, 1, 1, 1, 1, 2, 3, 4], "io_error"],
    ["sync-on", "s", EIO, true, upTo(4), "io_error"],
    // SQLite takes a page that the medium does not give for a damaged file.
    ["read-on", "r", EIO, true, upTo(8), "corrupt"],
    ["truncate-on", "t", EIO, true, upTo(2), undefined],
  ] as const)(
    "%s: steps are refused with a code, nothing is lost, and work goes on",
    async (name, operations, error, isLasting, faults, code) => {
      const codes = await runFaults(name, operations, error, isLasting, faults);
      if (code !== undefined) expect(codes[code]).toBeGreaterThan(0);
      expect(["io_error", "disk_full", "corrupt"]).toEqual(expect.arrayContaining(Object.keys(codes)));
    },
  );
  test.each([1, 2, 3, 5, 9, 14, 25, 60, 150, 400, 900, 1_700])(
    "a process killed before write, sync or truncation %i leaves a whole store",
    async (beforeCall) => {
      await crashOnce(join(folder, `call-${beforeCall}.db`), { beforeCall, layer: layer! });
    },
  );
});

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createMemoryStore } from "@ledger/state-store/memory";
import {
  type BackupPlan,
  createValidators,
  StrangerLedger,
  typedHash,
  waypointOf,
  writeBackup,
} from "@ledger/stranger";
import { parseWaypoint } from "@ledger/types";
import { describe, expect, onTestFinished, test } from "vitest";
import { backupSource, readEpochChain } from "../src/backup/index.ts";
import { ingest, type SyncError } from "../src/index.ts";
import { openBackupFolder, readGenesis } from "../src/node/index.ts";

// Ledger, signatures, files and proofs are made by a writer that shares no code with the reader.
const validators = createValidators(5);
const ledger = new StrangerLedger({ seed: 51, blocksPerEpoch: 12, validators }).grow(60);
const end = ledger.blocks.findLast(({ nextValidators }) => nextValidators !== undefined)!.last;
const genesis = ledger.blocks[0]!;
const waypoint = parseWaypoint(waypointOf(ledger, genesis, (body) => typedHash("Ledger2WaypointConverter", body)));
const third = end / 3n;
const whole: readonly (readonly [bigint, bigint])[] = [
  [0n, 0n],
  [1n, third],
  [third + 1n, 2n * third],
  [2n * third + 1n, end],
];

function makeBackup(plan: Partial<BackupPlan> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "ledger-stranger-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [handle, bytes] of writeBackup(ledger, { validators, ranges: whole, ...plan })) {
    mkdirSync(dirname(join(folder, handle)), { recursive: true });
    writeFileSync(join(folder, handle), bytes);
  }
  return folder;
}

/** Takes a backup in, with signatures. @returns what was stored, and the error that ended it */
async function takeIn(folder: string, onGap?: (error: SyncError) => void) {
  const storage = openBackupFolder(folder);
  const store = createMemoryStore();
  let error: SyncError | undefined;
  try {
    const epochs = await readEpochChain(storage, [waypoint]);
    await ingest({ source: backupSource({ storage, epochs, onGap }), store, waypoint, stateRoots: "every_block" });
  } catch (cause) {
    error = cause as SyncError;
  }
  const stored = (await store.summary()) === undefined ? [] : await store.listRecords(0n, 10_000);
  return { error, stored };
}

const [chunkOf, manifestOf] = [
  (first: bigint) => `transaction_${first}-cd34/${first}-.chunk`,
  (first: bigint) => `transaction_${first}-cd34/transaction.manifest`,
];

describe("a backup that somebody else wrote", () => {
  test.each<[string, Partial<BackupPlan>]>([
    ["the first chunk format", { format: "V0" }],
    ["the second chunk format", { format: "V1" }],
    ["compressed files", { gzip: true }],
    ["ranges that overlap", { ranges: [...whole, [third - 5n, third + 9n]] }],
  ])("is taken in whole, signatures and state roots checked: %s", async (_, plan) => {
    const { error, stored } = await takeIn(makeBackup(plan));
    expect(error).toBeUndefined();
    expect(stored).toEqual(ledger.records.slice(0, Number(end) + 1));
  });

  test("that misses a range in the middle is a gap that names version and file, and not its end", async () => {
    const folder = makeBackup({ ranges: [whole[0]!, whole[1]!, whole[3]!] });
    const { error, stored } = await takeIn(folder);
    expect(error).toMatchObject({ code: "gap", version: third + 1n });
    expect(String(error)).toContain(manifestOf(2n * third + 1n));
    expect(stored).toEqual(ledger.records.slice(0, stored.length));
    const gaps: SyncError[] = [];
    expect((await takeIn(folder, (gap) => gaps.push(gap))).error).toBeUndefined();
    expect(gaps).toMatchObject([{ code: "gap", version: third + 1n }]);
  });

  test("whose metadata contradicts a manifest is refused, with both ranges", async () => {
    const folder = makeBackup();
    const path = join(folder, `metadata/transaction_${third + 1n}-${2n * third}.meta`);
    const text = readFileSync(path, "utf8");
    writeFileSync(path, text.replace(`"last_version":${2n * third}`, `"last_version":${2n * third + 30n}`));
    const { error } = await takeIn(folder);
    expect(error).toMatchObject({
      code: "invalid_backup",
      version: third + 1n,
      expected: `${third + 1n} to ${2n * third + 30n}`,
      actual: `${third + 1n} to ${2n * third}`,
    });
    expect(String(error)).toContain(manifestOf(third + 1n));
  });

  test.each([chunkOf(third + 1n), manifestOf(third + 1n), "metadata"])(
    "is not read through a link that leads out of it: %s",
    async (name) => {
      const folder = makeBackup();
      const outside = mkdtempSync(join(tmpdir(), "ledger-outside-"));
      onTestFinished(() => rmSync(outside, { recursive: true }));
      renameSync(join(folder, name), join(outside, "moved"));
      symlinkSync(join(outside, "moved"), join(folder, name));
      const { error } = await takeIn(folder);
      expect(error).toMatchObject({ code: "unreadable" });
      expect(String(error)).toContain("a link to a place outside its folder");
    },
  );

  test("is read through links inside of it", async () => {
    const folder = makeBackup();
    renameSync(join(folder, chunkOf(1n)), join(folder, "elsewhere.chunk"));
    symlinkSync(join(folder, "elsewhere.chunk"), join(folder, chunkOf(1n)));
    expect((await takeIn(folder)).error).toBeUndefined();
  });

  test.each([chunkOf(1n), manifestOf(1n), `metadata/transaction_1-${third}.meta`])(
    "with a pipe for a file is refused without waiting: %s",
    async (name) => {
      const folder = makeBackup();
      rmSync(join(folder, name));
      execFileSync("mkfifo", [join(folder, name)]);
      const { error } = await takeIn(folder);
      expect(error).toMatchObject({ code: "unreadable" });
      expect(String(error)).toContain("is not a regular file");
      await expect(readGenesis(join(folder, name))).rejects.toThrow("is not a regular file");
    },
  );

  test("says which file is not what it should be, and knows both numbers", async () => {
    const folder = makeBackup();
    const path = join(folder, chunkOf(third + 1n));
    const bytes = new Uint8Array(readFileSync(path));
    const length = new DataView(bytes.buffer).getUint32(0);
    writeFileSync(path, bytes.subarray(4 + length));
    const { error } = await takeIn(folder);
    expect(String(error)).toMatch(new RegExp(`${chunkOf(third + 1n)}, of versions .* does not match the backup`));
    expect(String(error)).not.toContain("undefined");
  });
});

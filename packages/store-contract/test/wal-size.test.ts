import { statSync } from "node:fs";
import { join } from "node:path";
import { openSqliteStore } from "@ledger/state-store/sqlite";
import { afterAll, expect, test } from "vitest";
import { makeScratchFolder, removeScratchFolder } from "../scripts/scratch-folder.ts";
import { buildLedger, testAccountKey, testAddress, testBytes } from "../src/build-ledger.ts";

const folder = makeScratchFolder("wal-size");
afterAll(() => removeScratchFolder(folder));

test("the write-ahead log stays bounded where reads and commits never let the event loop turn", () => {
  const path = join(folder, "store.db");
  const maxWalBytes = 2 ** 20;
  const store = openSqliteStore(path, { maxWalBytes });
  const ledger = buildLedger();
  const blockBytes = 100_000;
  for (let block = 0; block < 100; block++) {
    const key = testAccountKey(testAddress(block), 1, Uint8Array.of(1));
    store.commit(ledger.batch([[{ writes: [{ key, value: testBytes(block, 0n, 1, blockBytes) }] }]]));
    expect(store.readState(BigInt(block), key)).toBeDefined();
    expect(statSync(`${path}-wal`).size).toBeLessThan(maxWalBytes + 4 * blockBytes);
  }
  store.close();
});

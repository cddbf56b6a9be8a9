import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCheckpointThread, openSqliteStore } from "@ledger/state-store/sqlite";
import { buildLedger, testAccountKey, testAddress } from "@ledger/store-contract/build-ledger";
import { expect, onTestFinished, test, vi } from "vitest";

test("the bundled program of the checkpoint thread moves a store's log into its file", async () => {
  const folder = mkdtempSync(join(tmpdir(), "checkpoint-worker-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "ledger.db");
  await using checkpointThread = createCheckpointThread({
    program: new URL("../dist/checkpoint-worker.js", import.meta.url),
  });
  const steps: string[] = [];
  const store = openSqliteStore(path, {
    checkpointThread,
    checkpointPages: 100,
    onStep: (step) => void steps.push(step),
  });
  onTestFinished(() => store.close());
  const before = statSync(path).size;
  const key = testAccountKey(testAddress(1), 1, Uint8Array.of(1));
  store.commit(buildLedger().batch([[{ writes: [{ key, value: new Uint8Array(200_000) }] }]]));
  await vi.waitUntil(() => statSync(path).size > before + 200_000, { timeout: 300_000, interval: 10 });
  expect(steps).not.toContain("checkpoint");
});

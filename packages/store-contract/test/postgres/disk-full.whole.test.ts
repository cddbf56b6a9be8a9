import { spawnSync } from "node:child_process";
import { chownSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { needsPostgres, startPostgres } from "@ledger/postgres-server";
import { StoreError } from "@ledger/state-store";
import { openPostgresStore } from "@ledger/state-store/postgres";
import { expect, onTestFinished, test } from "vitest";
import { buildLedger, testAccountKey, testAddress, testBytes } from "../../src/build-ledger.ts";

/** A small file system of its own; only the superuser can make one. */
function mountSmall(folder: string): boolean {
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=200m", "tmpfs", folder]);
  return mounted.status === 0;
}

test(
  "a full disk of the server is named, and the store goes on when there is room",
  needsPostgres,
  async ({ skip }) => {
    const mount = mkdtempSync(join(tmpdir(), "ledger-full-"));
    if (!mountSmall(mount)) {
      rmSync(mount, { recursive: true });
      skip("a small file system that can be mounted");
    }
    onTestFinished(() => {
      spawnSync("umount", [mount]);
      rmSync(mount, { recursive: true, force: true });
    });
    const folder = join(mount, "server");
    mkdirSync(folder, { mode: 0o700 });
    chownSync(folder, 65_534, 65_534);
    const settings = { fsync: "off", max_wal_size: "64MB", min_wal_size: "32MB", shared_buffers: "16MB" };
    const server = await startPostgres({ folder, settings });
    onTestFinished(() => server.close());
    const store = await openPostgresStore({ url: server.url() }, { writeRetryMs: 1_000 });
    onTestFinished(() => store.close());
    let ledger = buildLedger();
    const next = () =>
      ledger.batch([
        Array.from({ length: 8 }, (_, i) => ({
          writes: [
            { key: testAccountKey(testAddress(i), 1, Uint8Array.of(1)), value: testBytes(1, BigInt(i), 1, 500_000) },
          ],
        })),
      ]);
    await store.commit(next());
    let failure: unknown;
    for (let i = 0; i < 60 && failure === undefined; i++) {
      await Promise.resolve(store.commit(next())).catch((error: unknown) => {
        failure = error;
      });
    }
    expect(failure).toBeInstanceOf(StoreError);
    // Where the log cannot be written, the server itself gives up.
    expect(["disk_full", "unavailable"]).toContain((failure as StoreError).code);
    // Room comes from outside: the disk grows.
    spawnSync("mount", ["-o", "remount,size=600m", mount]);
    await server.kill();
    await server.start();
    const { version, blockHeight } = (await store.summary())!;
    ledger = buildLedger({ version: version + 1n, height: blockHeight + 1n });
    await store.commit(next());
    expect((await store.summary())?.version).toBe(version + 8n);
    expect((await store.verify()).problems).toEqual([]);
  },
);

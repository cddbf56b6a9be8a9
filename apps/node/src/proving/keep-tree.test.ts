import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { demoSource } from "@ledger/demo-ledger";
import { openSqliteStore } from "@ledger/state-store/sqlite";
import { ingest } from "@ledger/sync";
import { afterAll, expect, test } from "vitest";
import type { StoreLocation } from "../store/location.ts";
import { keepTree } from "./keep-tree.ts";
import type { TreeReport } from "./protocol.ts";

const folder = mkdtempSync(join(tmpdir(), "keep-tree-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A ledger of some blocks in a folder of its own. */
async function createLedger(name: string) {
  const place = join(folder, name);
  mkdirSync(place);
  const location = { kind: "sqlite", path: join(place, "ledger.db") } as const;
  const store = openSqliteStore(location.path);
  await ingest({ source: demoSource(6), store });
  return { location, store, treePath: join(place, "tree.db") };
}

/** Keeps a tree until it is that of the ledger, or until there is no more. */
async function keep(location: StoreLocation, untilMore?: () => Promise<void>): Promise<readonly TreeReport[]> {
  const reports: TreeReport[] = [];
  const { signal } = new AbortController();
  await keepTree({ location }, { signal, onReport: (report) => void reports.push(report), untilMore });
  return reports;
}

test("a tree whose file is damaged is deleted and made again", async () => {
  const { location, store, treePath } = await createLedger("damaged");
  const { version } = (await store.summary())!;
  await store.close();
  await keep(location);
  // All pages but the first, which says what the file is.
  writeFileSync(treePath, readFileSync(treePath).fill(0x5a, 4096));
  const reports = await keep(location);
  expect(reports.filter(({ phase }) => phase === "removed")).toHaveLength(1);
  expect(reports.at(-1)).toMatchObject({ phase: "grown", version, head: version, isAtHead: true });
});

test("a tree whose file was deleted by hand is not written on, and made again by the next try", async () => {
  const { location, store, treePath } = await createLedger("deleted");
  let rests = 0;
  const kept = keep(location, async () => {
    if (++rests > 1) throw new Error("what was written is lost");
    for (const suffix of ["", "-wal", "-shm"]) rmSync(`${treePath}${suffix}`, { force: true });
    await ingest({ source: demoSource(8), store });
  });
  await expect(kept).rejects.toMatchObject({ code: "file_moved" });
  const { version } = (await store.summary())!;
  await store.close();
  expect((await keep(location)).at(-1)).toMatchObject({ phase: "grown", version, isAtHead: true });
  expect(existsSync(treePath)).toBe(true);
});

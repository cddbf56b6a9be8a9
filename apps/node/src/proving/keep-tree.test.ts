import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { demoSource } from "@ledger/demo-ledger";
import { openSqliteStore } from "@ledger/state-store/sqlite";
import { ingest } from "@ledger/sync";
import { afterAll, expect, test } from "vitest";
import { keepTree } from "./keep-tree.ts";
import type { TreeReport } from "./protocol.ts";

const folder = mkdtempSync(join(tmpdir(), "keep-tree-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a tree whose file is damaged is deleted and made again", async () => {
  const location = { kind: "sqlite", path: join(folder, "ledger.db") } as const;
  const store = openSqliteStore(location.path);
  await ingest({ source: demoSource(6), store });
  const { version } = store.summary()!;
  await store.close();
  const keep = async (): Promise<readonly TreeReport[]> => {
    const reports: TreeReport[] = [];
    const { signal } = new AbortController();
    await keepTree({ location }, { signal, onReport: (report) => void reports.push(report) });
    return reports;
  };
  await keep();
  const path = join(folder, "tree.db");
  // All pages but the first, which says what the file is.
  writeFileSync(path, readFileSync(path).fill(0x5a, 4096));
  const reports = await keep();
  expect(reports.filter(({ phase }) => phase === "removed")).toHaveLength(1);
  expect(reports.at(-1)).toMatchObject({ phase: "grown", version, head: version, isAtHead: true });
});

import { existsSync } from "node:fs";
import { join } from "node:path";
import { createQueryService } from "@ledger/indexer/graphql";
import { createDataDir } from "@ledger/node-process";
import { openSqliteReader } from "@ledger/state-store/sqlite";
import { expect, test } from "vitest";
import { keepIndex } from "../src/indexing/keep-index.ts";
import type { IndexReport } from "../src/indexing/protocol.ts";
import { openRecentIndexReader, openTableIndexReader } from "../src/store/open-table-index.ts";
import { fillDemoLedger } from "./support/fill-demo-ledger.ts";

// A local network that was kept without an index, or whose index was lost.

const balances = "{current_fungible_asset_balances(order_by:{storage_id:asc}){storage_id amount}}";

test("what is now is answered before history is indexed; in the end one index is left, which knows all", async () => {
  using folder = createDataDir();
  await fillDemoLedger(folder.path, 450);
  const path = join(folder.path, "ledger.db");
  const location = { kind: "sqlite", path } as const;
  const store = openSqliteReader(path);
  const { version } = (await store.summary())!;
  expect(version).toBeGreaterThan(1_100n);
  const service = createQueryService({
    store,
    openIndex: () => openTableIndexReader(location),
    openRecent: () => openRecentIndexReader(location),
  });
  const ask = async () => {
    const { headers, body } = await service.answer(new TextEncoder().encode(JSON.stringify({ query: balances })));
    const { data } = JSON.parse(body) as {
      readonly data?: Readonly<Record<string, readonly { readonly amount: number }[]>>;
    };
    const held = data?.current_fungible_asset_balances?.filter(({ amount }) => amount > 0);
    return { held, at: headers["X-SVC-LEDGER-VERSION"], oldest: headers["X-SVC-LEDGER-OLDEST-VERSION"] };
  };
  const reports: IndexReport[] = [];
  let early: ReturnType<typeof ask> | undefined;
  await keepIndex(
    { location, groups: ["assets", "accounts"], newestFirst: true },
    {
      signal: new AbortController().signal,
      onReport(report) {
        reports.push(report);
        if (report.since !== undefined) early ??= ask();
      },
    },
  );
  const first = reports.find(({ isReady }) => isReady)!;
  expect(first).toMatchObject({ since: version, phase: "records" });
  expect(first.next).toBeLessThan(version - 500n);
  expect(reports.at(-1)).toMatchObject({ next: version + 1n, phase: "done", isReady: true, since: undefined });
  expect(existsSync(join(folder.path, "index-recent.db"))).toBe(false);
  // Questions at one time share what they are answered from.
  const before = await early;
  const late = await ask();
  expect(late).toMatchObject({ at: `${version}`, oldest: "0" });
  expect(late.held!.length).toBeGreaterThan(3);
  expect(before).toEqual({ ...late, oldest: `${version}` });
  await store.close();
});

import { needsPostgres } from "@ledger/postgres-server";
import { openTestDatabase } from "@ledger/postgres-server/open-test-database";
import type { StoreError } from "@ledger/state-store";
import { openPostgresStore } from "@ledger/state-store/postgres";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { buildLedger } from "../../src/build-ledger.ts";

describe("a PostgreSQL store that is opened", needsPostgres, () => {
  test("says which lease it waits for, and for how long", async () => {
    const database = await openTestDatabase();
    const url = database.url("schema=leased");
    const silent = await openPostgresStore({ url }, { leaseMs: 3_600_000 });
    const waits: { holder: string; leftMs: number }[] = [];
    let isOpen = false;
    const opening = openPostgresStore({ url }, { onLeaseWait: (wait) => waits.push(wait) }).then((store) => {
      isOpen = true;
      return store;
    });
    await expect.poll(() => waits, { timeout: 60_000 }).toHaveLength(1);
    expect(waits[0]!.holder).toMatch(new RegExp(`, process ${process.pid}$`));
    expect(waits[0]!.leftMs).toBeGreaterThan(3_500_000);
    expect(waits[0]!.leftMs).toBeLessThanOrEqual(3_600_000);
    expect(isOpen).toBe(false);
    await silent.close();
    await (await opening).close();
    expect(waits).toHaveLength(1);
  });

  test("is made once by nodes that make it at the same time", async () => {
    const database = await openTestDatabase();
    for (let round = 0; round < 4; round++) {
      const url = database.url(`schema=together_${round}`);
      const opened = await Promise.allSettled([1, 2, 3, 4].map(() => openPostgresStore({ url }, { leaseMs: 500 })));
      const stores = opened.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
      const codes = opened.flatMap((result) =>
        result.status === "rejected" ? [(result.reason as StoreError).code] : [],
      );
      expect(codes).toEqual(["store_locked", "store_locked", "store_locked"]);
      await stores[0]!.commit(buildLedger().batch([[{}]]));
      expect(await stores[0]!.summary()).toMatchObject({ version: 0n });
      await stores[0]!.close();
    }
  });

  test.each([
    ["a trigger", "create trigger evil before insert on stranger.records for each row execute function stranger.f()"],
    ["a rule", "create rule evil as on insert to stranger.blocks do also delete from stranger.frontiers"],
  ])("with %s on its tables is refused", async (what, statement) => {
    const database = await openTestDatabase();
    const url = database.url("schema=stranger");
    const store = await openPostgresStore({ url });
    await store.commit(buildLedger().batch([[{}]]));
    await store.close();
    const client = new pg.Client({ connectionString: database.url() });
    await client.connect();
    const body = "create function stranger.f() returns trigger language plpgsql as 'begin return null; end'";
    await client.query(body);
    await client.query(statement);
    await client.end();
    const message = expect.stringMatching(new RegExp(`has a ${what.replace("a ", "")} evil, which no ledger has`));
    await expect(openPostgresStore({ url })).rejects.toMatchObject({ code: "corrupt", message });
  });
});

import { needsPostgres } from "@ledger/postgres-server";
import { openTestDatabase } from "@ledger/postgres-server/open-test-database";
import { openPostgresTree } from "@ledger/state-store/postgres";
import { afterAll, beforeAll, describe } from "vitest";
import { openThroughReader } from "../../scripts/replica-store.ts";
import { openStorePlaces, type StorePlaces } from "../../scripts/store-places.ts";
import { testedStore } from "../../scripts/tested-store.ts";
import { describeLedgerStore, describeStateTree, placeOf } from "../../src/index.ts";

describe("PostgreSQL servers", needsPostgres, () => {
  let primary: StorePlaces;
  let replicated: StorePlaces;
  let spread: StorePlaces;
  beforeAll(async () => {
    const database = await openTestDatabase();
    primary = await openStorePlaces("postgres", database);
    replicated = await openStorePlaces("replica", database);
    spread = await openStorePlaces("shards", database);
  });
  afterAll(() => Promise.all([primary?.close(), replicated?.close(), spread?.close()]));

  describeLedgerStore("postgres", () => testedStore(primary.next()).open());
  describeLedgerStore("postgres, over three databases", () => testedStore(spread.next()).open());
  describeStateTree("postgres", async () => {
    const place = primary.next();
    const store = await testedStore(place).open();
    if (place.kind !== "postgres") throw new TypeError("the place is on no server");
    return placeOf(store, await openPostgresTree({ url: place.url }));
  });
  describeLedgerStore("postgres, read from a streaming replica", () =>
    openThroughReader(testedStore(replicated.next())),
  );
});

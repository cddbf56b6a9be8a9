import { expect, test } from "vitest";
import { describeLeaseWait } from "./describe-failure.ts";

test("the wait for a lease says whose it is, how long it takes, and why it is that long", () => {
  const holder = "db-7, process 41";
  expect(describeLeaseWait({ holder, leftMs: 14_200 })).toMatch(
    /^the store is leased to db-7, process 41: waiting 15 s for the lease to end, until \d{4}-\S+Z$/,
  );
  expect(describeLeaseWait({ holder, leftMs: 3_600_000 })).toMatch(
    /waiting 3600 s .*Z; the clock of the database server was ahead when it was taken$/,
  );
});

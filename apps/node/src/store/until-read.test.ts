import type { LedgerReader, LedgerSummary } from "@ledger/state-store";
import { expect, test } from "vitest";
import type { StoreLocation } from "./location.ts";
import { ReplicaWait } from "./until-read.ts";

const place = (path: string): StoreLocation => ({ kind: "sqlite", path });

/** A reader whose versions come one after the other; the last one stays. */
function reader(versions: readonly (bigint | undefined)[], closed: string[], name: string): LedgerReader {
  let at = 0;
  return {
    summary: () => {
      const version = versions[Math.min(at++, versions.length - 1)];
      return version === undefined ? undefined : ({ version } as LedgerSummary);
    },
    close: () => void closed.push(name),
  } as unknown as LedgerReader;
}

test("a replica is waited for until it shows what was kept when the wait began", async () => {
  const closed: string[] = [];
  const replica = reader([undefined, 7n, 8n], closed, "read");
  const wait = new ReplicaWait(place("a"), place("b"), async (at) =>
    at.kind === "sqlite" && at.path === "a" ? reader([8n, 100n], closed, "written") : replica,
  );
  await wait.untilRead();
  expect(replica.summary()).toEqual({ version: 8n });
  await wait.close();
  expect(closed.sort()).toEqual(["read", "written"]);
});

test("closing ends a wait for a replica that does not answer", async () => {
  const wait = new ReplicaWait(place("a"), place("b"), () => Promise.reject(new Error("no server")));
  const waiting = wait.untilRead();
  await wait.close();
  await waiting;
});

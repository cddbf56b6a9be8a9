import { needsPostgres, startPostgres } from "@ledger/postgres-server";
import { openPostgresStore } from "@ledger/state-store/postgres";
import { randomTest } from "@ledger/test-run";
import { expect } from "vitest";
import { followMixed } from "./support/mixed/follow.ts";

/** A URL for clients that wait for a server as long as they may: a busy machine is no fault of the ledger. */
function patient(url: string): string {
  const parsed = new URL(url);
  for (const name of ["connect_timeout", "read_timeout", "write_timeout"]) parsed.searchParams.set(name, "300");
  return parsed.href;
}

const run = { ...needsPostgres, seed: 20_261_125, count: 400 };
for (const follows of [false, true]) {
  const who = follows ? "a node that follows it" : "another process";
  randomTest(`a ledger of mixed load on PostgreSQL comes out the same in ${who}`, run, async ({ seed, count }) => {
    const server = await startPostgres({ settings: { fsync: "off" } });
    try {
      const url = patient(server.url());
      const place = { store: await openPostgresStore({ url }), options: ["--store", url] };
      const report = await followMixed({ versions: count, seed, threads: 1, follows, place });
      expect([report.code, report.equal], report.output).toEqual([0, report.versions]);
    } finally {
      await server.close();
    }
  });
}

import { compare, type Row } from "@ledger/bench-report";
import type { LedgerReader, LedgerStore } from "@ledger/state-store";
import type pg from "pg";
import { keys } from "./dataset.ts";
import { measureRate } from "./rate.ts";

/** Writes that move the head while a snapshot is held. */
const headUpdates = 30_000;
const turns = 16;
const turnReads = 500;

/** How much slower reads are while a snapshot is held, as by a dump or by a replica that is down, and the head moves on. */
export async function measureHeldSnapshot(store: LedgerStore, reader: LedgerReader, holder: pg.Client): Promise<Row> {
  const head = (await store.summary())!.version;
  const read = (i: number) => reader.readState(head - BigInt(i % 500), keys[(i * 7_919) % keys.length]!);
  const measure = async (): Promise<number[]> => {
    const rates: number[] = [];
    for (let i = 0; i < turns; i++) rates.push(await measureRate(read, turnReads));
    return rates;
  };
  const before = await measure();
  await holder.query("begin isolation level repeatable read");
  await holder.query("select count(*) from ledger.head");
  // It finds nothing to prune, and writes the head.
  for (let i = 0; i < headUpdates; i++) await store.prune({ stateVersion: 0n, ledgerVersion: 0n }, 1);
  const held = await measure();
  await holder.query("rollback");
  return compare(
    { work: `point read, snapshot held for ${headUpdates} writes`, subject: "store", peer: "before", unit: "reads/s" },
    held,
    before,
    "more",
    0.9,
  );
}

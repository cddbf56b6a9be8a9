import type { LedgerReader } from "@ledger/state-store";
import { expect, test } from "vitest";
import { mergeMetrics } from "../metrics/merge-metrics.ts";
import { NodeMetrics } from "./node-metrics.ts";
import { NodeStatus } from "./node-status.ts";

test("a ledger that cannot be read keeps nobody from seeing that something is wrong", async () => {
  const status = new NodeStatus();
  status.health = { ...status.health, fault: "the server does not answer" };
  const refuse = () => Promise.reject(new Error("unavailable"));
  const reader = { summary: refuse, stats: refuse } as unknown as LedgerReader;
  const values = await new NodeMetrics(status, { kind: "sqlite", path: "/no/such/folder/ledger.db" }).collect(reader);
  const text = await mergeMetrics([values]).metrics();
  expect(text).toContain('ledger_trouble{kind="fault"} 1');
  expect(text).not.toMatch(/^ledger_(version|disk_free_bytes|store_file_bytes) /m);
});

test("every thread that fails and is started again is counted", async () => {
  const status = new NodeStatus();
  const crash = "ERR_WORKER_OUT_OF_MEMORY";
  status.note({ type: "check_crashed", reason: crash });
  status.note({ type: "chain_crashed", reason: crash });
  for (const reason of [crash, undefined, crash]) status.noteIndex({ kind: "stalled", reason });
  status.noteTree({ kind: "stalled", reason: crash });
  status.noteExecution({ kind: "stalled", reason: crash });
  const refuse = () => Promise.reject(new Error("unavailable"));
  const reader = { summary: refuse, stats: refuse } as unknown as LedgerReader;
  const values = await new NodeMetrics(status, { kind: "sqlite", path: "/no/such/folder/ledger.db" }).collect(reader);
  const text = await mergeMetrics([values]).metrics();
  for (const [thread, count] of Object.entries({ ingest: 0, check: 1, chain: 1, index: 2, tree: 1, execution: 1 }))
    expect(text).toContain(`ledger_thread_crashes_total{thread="${thread}"} ${count}\n`);
});

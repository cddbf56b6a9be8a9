import type { LedgerRecord } from "@ledger/types";
import { onTestFinished } from "vitest";
import { type MockSettings, type MockUpstream, startMockUpstream } from "./mock-server.ts";

export type { MockReply, MockRequest } from "./mock-server.ts";

/** A mock upstream that is closed when the test has finished. */
export async function openMockUpstream(
  records: readonly LedgerRecord[],
  changes: Partial<MockSettings> = {},
): Promise<MockUpstream> {
  const upstream = await startMockUpstream(records, changes);
  onTestFinished(upstream.close);
  return upstream;
}

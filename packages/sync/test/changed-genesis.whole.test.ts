import { createMemoryStore } from "@ledger/state-store/memory";
import { cases } from "@ledger/test-run/effort";
import { parseWaypoint } from "@ledger/types";
import { describeVectors, readVectorBytes, readVectorText } from "@ledger/vectors";
import { expect, test } from "vitest";
import { genesisSource, ingest, SyncError } from "../src/index.ts";

describeVectors("genesis/testnet.genesis.blob", () => {
  test("one changed byte anywhere is refused, and nothing is written", async () => {
    const blob = readVectorBytes("genesis/testnet.genesis.blob");
    const waypoint = parseWaypoint(readVectorText("genesis/testnet.waypoint.txt").trim());
    const count = cases(60);
    for (let i = 0; i < count; i++) {
      // Spread over the file by a fixed stride, so that a failure names a place that can be looked at again.
      const at = (i * 104_729) % blob.length;
      const changed = blob.slice();
      changed[at]! ^= 1 << (i % 8);
      const store = createMemoryStore();
      const refusal = await ingest({ source: genesisSource(changed), store, waypoint }).catch(
        (error: unknown) => error,
      );
      expect(refusal, `byte ${at}`).toBeInstanceOf(SyncError);
      expect(["invalid_genesis", "wrong_waypoint"], `byte ${at}`).toContain((refusal as SyncError).code);
      expect(await store.summary()).toBeUndefined();
    }
  });
});

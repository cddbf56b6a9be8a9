import { createMemoryStore } from "@ledger/state-store/memory";
import { computeWaypoint, type LedgerRecord, nextEpochState, WriteSet, zeroHash } from "@ledger/types";
import { expect, test } from "vitest";
import { ingest } from "../src/index.ts";
import { buildChain } from "../src/testing/index.ts";
import { arraySource } from "./support/array-source.ts";
import { rehash } from "./support/rehash.ts";

const chain = buildChain(40, { blocksPerEpoch: 15 });

test("a consistent forgery is refused by a later waypoint, at its version", async () => {
  const store = createMemoryStore();
  await ingest({ source: arraySource(chain.records), store });
  const summary = (await store.findBlockByHeight(30n))!;
  const record = await store.readRecord(summary.lastVersion);
  // The waypoint of the end of the second epoch, by the formula that the published waypoints of genesis confirm.
  const waypoint = computeWaypoint({
    commitInfo: {
      epoch: summary.epoch,
      round: summary.round,
      id: summary.hash,
      executedStateId: record.accumulatorRoot,
      version: summary.lastVersion,
      timestampUsecs: summary.timestampUsecs,
      nextEpochState: nextEpochState(WriteSet.decode(record.writeSet)),
    },
    consensusDataHash: zeroHash,
  });
  const honest = await ingest({ source: arraySource(chain.records), store: createMemoryStore(), waypoint });
  expect(honest.waypoint).toBe("matched");
  expect(await ingest({ source: arraySource([]), store, waypoint })).toMatchObject({ waypoint: "matched" });

  const change = (entry: LedgerRecord): LedgerRecord =>
    entry.version === 19n ? { ...entry, writeSet: chain.records[4]!.writeSet } : entry;
  const forged = rehash(chain.records.map(change));
  const fooled = createMemoryStore();
  await expect(ingest({ source: arraySource(forged), store: fooled, waypoint })).rejects.toMatchObject({
    code: "wrong_waypoint",
    version: waypoint.version,
  });
  expect((await fooled.summary())!.version).toBeLessThan(waypoint.version);
  // Where the whole state is checked, the forger would have to meet the state root as well.
  const checked = ingest({ source: arraySource(forged), store: createMemoryStore(), stateRoots: "every_block" });
  await expect(checked).rejects.toMatchObject({ code: "hash_mismatch", field: "state_checkpoint_hash" });

  const early = { version: 21n, value: waypoint.value };
  await expect(
    ingest({ source: arraySource(chain.records), store: createMemoryStore(), waypoint: early }),
  ).rejects.toMatchObject({ code: "wrong_waypoint", version: 21n });
});

import { createMemoryStore } from "@ledger/state-store/memory";
import { formatHash, formatWaypoint, parseWaypoint } from "@ledger/types";
import {
  describeNetworks,
  describeVectors,
  networks,
  readVectorBytes,
  readVectorJson,
  readVectorText,
  testNetworks,
} from "@ledger/vectors";
import { expect, test } from "vitest";
import { genesisSource, ingest, verifyGenesis } from "../src/index.ts";
import { stores } from "./support/stores.ts";

interface GenesisFacts {
  readonly cases: readonly Record<string, unknown>[];
}

describeVectors("genesis of public networks", () => {
  describeNetworks(networks, (network) => {
    const blob = readVectorBytes(`genesis/${network}.genesis.blob`);
    const waypoint = parseWaypoint(readVectorText(`genesis/${network}.waypoint.txt`).trim());

    test.each(stores)("is taken into the %s store when its waypoint matches", async (_, open) => {
      const store = await open();
      const report = await ingest({ source: genesisSource(blob), store, waypoint });
      expect(report).toMatchObject({ version: 0n, records: 1, blocks: 1, waypoint: "matched", ended: "source_ended" });
      const summary = await store.summary();
      expect(summary).toMatchObject({ version: 0n, epoch: 0n, blockHeight: 0n, timestampUsecs: 0n });
      expect(summary).toMatchObject(verifyGenesis(blob).identity);
      expect((await store.readRecord(0n)).transaction).toEqual(blob);
    });

    test("is refused by another waypoint, and nothing is written", async () => {
      const store = createMemoryStore();
      const other = { version: 0n, value: new Uint8Array(waypoint.value) as typeof waypoint.value };
      other.value[31]! ^= 1;
      await expect(ingest({ source: genesisSource(blob), store, waypoint: other })).rejects.toMatchObject({
        code: "wrong_waypoint",
        version: 0n,
        expected: formatWaypoint(other),
        actual: formatWaypoint(waypoint),
      });
      expect(await store.summary()).toBeUndefined();
    });
  });

  testNetworks(networks, "reports the published chain id and state root of %s", (network) => {
    const facts = readVectorJson<GenesisFacts & Record<string, unknown>>(`genesis/${network}.facts.json`);
    const report = verifyGenesis(readVectorBytes(`genesis/${network}.genesis.blob`));
    const text = JSON.stringify(facts);
    expect(text).toContain(formatHash(report.stateRoot).slice(2));
    expect(text).toContain(formatHash(report.identity.genesisHash).slice(2));
  });

  test("a truncated or lengthened blob is refused with the offset", async () => {
    const blob = readVectorBytes("genesis/testnet.genesis.blob");
    const longer = new Uint8Array(blob.length + 1);
    longer.set(blob);
    for (const changed of [blob.subarray(0, 1000), blob.subarray(0, blob.length - 1), longer, new Uint8Array(0)]) {
      const store = createMemoryStore();
      await expect(ingest({ source: genesisSource(changed), store })).rejects.toMatchObject({
        code: "invalid_genesis",
        cause: { offset: expect.any(Number) },
      });
      expect(await store.summary()).toBeUndefined();
    }
  });
});

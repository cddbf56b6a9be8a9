import { createApi } from "@ledger/api-core";
import { createMemoryStore } from "@ledger/state-store/memory";
import { genesisSource, ingest, type LedgerSource } from "@ledger/sync";
import { bytesToHash, concatBytes, hexToBytes, type LedgerRecord } from "@ledger/types";
import { describeVectors, readVectorBytes, readVectorJson } from "@ledger/vectors";
import { beforeAll, expect, test } from "vitest";
import { ask, jsonOf } from "./support/ask.ts";
import { createContractChecker } from "./support/contract.ts";

interface RealRecord {
  readonly version: number;
  readonly transaction: string;
  readonly transaction_hash: string;
  readonly transaction_info: string;
  readonly write_set: string;
  readonly state_change_hash: string;
  readonly events: readonly string[];
  readonly event_root: string;
  readonly accumulator_root: string;
}

interface ShownTransaction {
  readonly type: string;
  readonly hash: string;
  readonly state_change_hash: string;
  readonly event_root_hash: string;
  readonly accumulator_root_hash: string;
  readonly changes: readonly object[];
  readonly events?: readonly { readonly data: unknown }[];
}

describeVectors("the first records of the test network", () => {
  const [, ...published] = readVectorJson<RealRecord[]>("chain/testnet_0_3.json");
  const store = createMemoryStore();
  const api = createApi({ store });

  beforeAll(async () => {
    const genesis = genesisSource(readVectorBytes("genesis/testnet.genesis.blob"));
    const source: LedgerSource = {
      ...genesis,
      async *records(from, signal) {
        yield* genesis.records(from, signal);
        yield published.map(toRecord);
      },
    };
    await ingest({ source, store });
  });

  test("are shown with their hashes, and as documented", async () => {
    const response = await ask(api, "get_transactions", { query: { start: "0" } });
    expect(createContractChecker(api).faults("get_transactions", response)).toEqual([]);
    const shown = jsonOf(response) as ShownTransaction[];
    const last = Number(response.headers["X-SVC-LEDGER-VERSION"]);
    expect(shown).toHaveLength(last + 1);
    for (const [index, record] of published.slice(0, last).entries()) {
      const transaction = shown[index + 1]!;
      expect(transaction).toMatchObject({
        hash: `0x${record.transaction_hash}`,
        state_change_hash: `0x${record.state_change_hash}`,
        event_root_hash: `0x${record.event_root}`,
        accumulator_root_hash: `0x${record.accumulator_root}`,
      });
      // Resources are read by the code of genesis: none is left as hex, and none is left out.
      for (const { data } of transaction.events ?? []) expect(data).toBeTypeOf("object");
      expect(transaction.changes).toHaveLength(hexToBytes(record.write_set)[1]!);
    }
  });

  test("are found by hash and by version, as one", async () => {
    const [first] = published;
    const byHash = await ask(api, "get_transaction_by_hash", { params: { txn_hash: first!.transaction_hash } });
    const byVersion = await ask(api, "get_transaction_by_version", { params: { txn_version: "1" } });
    expect([byHash.status, byHash.body]).toEqual([200, byVersion.body]);
  });

  test("are served in BCS as the original bytes", async () => {
    const { body } = await ask(api, "get_transaction_by_version", {
      params: { txn_version: "1" },
      accept: "application/x-bcs",
    });
    const { version, transaction, info, events, accumulatorRoot, writeSet } = toRecord(published[0]!);
    const versionBytes = new Uint8Array(8);
    new DataView(versionBytes.buffer).setBigUint64(0, version, true);
    expect(body).toEqual(
      concatBytes(Uint8Array.of(0), versionBytes, transaction, info, events, accumulatorRoot, writeSet),
    );
  });
});

function toRecord(record: RealRecord): LedgerRecord {
  const events = record.events.map(hexToBytes);
  return {
    version: BigInt(record.version),
    transaction: hexToBytes(record.transaction),
    info: hexToBytes(record.transaction_info),
    events: concatBytes(Uint8Array.of(events.length), ...events),
    writeSet: hexToBytes(record.write_set),
    accumulatorRoot: bytesToHash(hexToBytes(record.accumulator_root)),
  };
}

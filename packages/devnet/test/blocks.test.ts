import { vector } from "@ledger/bcs";
import {
  ContractEvent,
  FRAMEWORK_ADDRESS,
  type LedgerRecord,
  parseStructTag,
  resourceKey,
  StateStorageUsage,
  StateValue,
  Transaction,
  TransactionInfo,
  type TransactionInfoV0,
} from "@ledger/types";
import { beforeAll, describe, expect, test } from "vitest";
import { hashNamed, hex, naiveAccumulatorRoot, naiveStateRoot } from "./support/hashes.ts";
import { Replay } from "./support/replay.ts";
import { runBlocks, START } from "./support/run.ts";

const BLOCKS = 301;

let pages: (readonly LedgerRecord[])[];
let records: readonly LedgerRecord[];

beforeAll(async () => {
  pages = await runBlocks(BLOCKS);
  records = pages.flat();
});

function infoOf(record: LedgerRecord): TransactionInfoV0 {
  const info = TransactionInfo.decode(record.info);
  if (info.kind !== "V0") throw new Error(`info of version ${record.version} is ${info.kind}`);
  return info.value;
}

describe("300 blocks", () => {
  test("have consecutive versions", () => {
    expect(records.map(({ version }) => version)).toEqual(records.map((_, i) => BigInt(i)));
    expect(records.length).toBeGreaterThan(1_500);
  });

  test("claim the hashes of their transactions, events and write sets", () => {
    for (const record of records) {
      const info = infoOf(record);
      const events = vector(ContractEvent)
        .decode(record.events)
        .map((event) => ContractEvent.encode(event));
      expect({
        version: record.version,
        transaction: hex(info.transactionHash),
        events: hex(info.eventRootHash),
        writes: hex(info.stateChangeHash),
      }).toEqual({
        version: record.version,
        transaction: hex(hashNamed("Transaction", record.transaction)),
        events: hex(
          naiveAccumulatorRoot(
            "EventAccumulator",
            events.map((event) => hashNamed("ContractEvent", event)),
          ),
        ),
        writes: hex(hashNamed("WriteSet", record.writeSet)),
      });
    }
  });

  test("claim the accumulator root over everything before", () => {
    const leaves = records.map(({ info }) => hashNamed("TransactionInfo", info));
    for (const [i, { accumulatorRoot }] of records.entries()) {
      if (i > 130 && i % 97 !== 0 && i !== records.length - 1) continue;
      const expected = naiveAccumulatorRoot("TransactionAccumulator", leaves.slice(0, i + 1));
      expect(hex(accumulatorRoot), `version ${i}`).toBe(hex(expected));
    }
  });

  test("claim the state root at the end of every block, and nowhere else", () => {
    const replay = new Replay();
    for (const [height, page] of pages.entries()) {
      for (const [i, record] of page.entries()) {
        replay.apply(record);
        const { stateCheckpointHash } = infoOf(record);
        expect(stateCheckpointHash !== undefined, `version ${record.version}`).toBe(i === page.length - 1);
      }
      if (height > 20 && height % 25 !== 0) continue;
      const leaves = Array.from(replay.items.values(), ({ encoded, op }) => {
        const value: StateValue =
          op.value instanceof Uint8Array ? { kind: "V0", value: op.value } : { kind: "WithMetadata", value: op.value };
        return [hashNamed("StateKey", encoded), hashNamed("StateValue", StateValue.encode(value))] as const;
      });
      expect(hex(infoOf(page.at(-1)!).stateCheckpointHash), `block ${height}`).toBe(hex(naiveStateRoot(leaves)));
    }
  });

  test("have metadata first and a closing transaction last, except where an epoch ends", () => {
    for (const [height, page] of pages.entries()) {
      const kinds = page.map(({ transaction }) => Transaction.decode(transaction).kind);
      if (height === 0) expect(kinds).toEqual(["GenesisTransaction"]);
      else if (height % 60 === 0) expect(kinds).toEqual(["BlockMetadata"]);
      else {
        expect(kinds[0]).toBe("BlockMetadata");
        expect(kinds.slice(1, -1).every((kind) => kind === "UserTransaction")).toBe(true);
        expect(kinds.length).toBeGreaterThanOrEqual(3);
        expect(["StateCheckpoint", "BlockEpilogue"]).toContain(kinds.at(-1));
      }
    }
  });

  test("take their time from the clock and nothing else from it", () => {
    for (const [height, [first]] of pages.entries()) {
      const transaction = Transaction.decode(first!.transaction);
      if (transaction.kind !== "BlockMetadata") continue;
      expect(transaction.value.timestampUsecs).toBe(START + BigInt(height) * 1_000_000n);
    }
  });

  test("show every kind of transaction and outcome", () => {
    const seen = new Set<string>();
    for (const record of records) {
      const transaction = Transaction.decode(record.transaction);
      seen.add(transaction.kind);
      seen.add(infoOf(record).status.kind);
      if (transaction.kind === "BlockEpilogue") seen.add(`epilogue ${transaction.value.kind}`);
      if (transaction.kind !== "UserTransaction") continue;
      seen.add(`payload ${transaction.value.rawTxn.payload.kind}`);
      seen.add(`authenticator ${transaction.value.authenticator.kind}`);
    }
    expect(seen).toEqual(
      new Set([
        "GenesisTransaction",
        "BlockMetadata",
        "UserTransaction",
        "StateCheckpoint",
        "BlockEpilogue",
        "epilogue V0",
        "epilogue V1",
        "Success",
        "MoveAbort",
        "OutOfGas",
        "payload EntryFunction",
        "payload Payload",
        "payload Script",
        "authenticator Ed25519",
        "authenticator SingleSender",
        "authenticator MultiAgent",
        "authenticator FeePayer",
      ]),
    );
  });

  test("write, change and remove resources, groups, modules and table items, with and without metadata", () => {
    const replay = new Replay();
    const seen = new Set<string>();
    for (const record of records) {
      for (const { op, before } of replay.apply(record)) {
        if (record.version === 0n) {
          expect(op.kind).toBe("Creation");
          continue;
        }
        seen.add(op.kind);
        // A creation makes what is not there, everything else needs it, and metadata never gets lost.
        expect(op.kind.startsWith("Creation")).toBe(before === undefined);
        if (before !== undefined) {
          expect(op.kind.endsWith("WithMetadata")).toBe(before.op.kind.endsWith("WithMetadata"));
        }
      }
    }
    expect(seen).toEqual(
      new Set(["Modification", "Deletion", "CreationWithMetadata", "ModificationWithMetadata", "DeletionWithMetadata"]),
    );
  });

  test("count the state at the beginning of every epoch", () => {
    const replay = new Replay();
    const key = resourceKey(FRAMEWORK_ADDRESS, parseStructTag("0x1::state_storage::StateStorageUsage"));
    for (const [height, page] of pages.entries()) {
      const items = replay.items.size;
      let bytes = 0;
      for (const { encoded, key, data } of replay.items.values()) {
        bytes += data.length + (key.kind === "AccessPath" ? 32 + key.value.path.length : encoded.length - 1);
      }
      for (const record of page) replay.apply(record);
      if (height % 60 !== 1) continue;
      const epoch = BigInt(Math.floor(height / 60) + 1);
      expect(StateStorageUsage.decode(replay.find(key)!)).toEqual({
        epoch,
        items: BigInt(items),
        bytes: BigInt(bytes),
      });
    }
  });

  test("are the same in another run with the same clock", async () => {
    expect(await runBlocks(65)).toEqual(pages.slice(0, 65));
  });
});

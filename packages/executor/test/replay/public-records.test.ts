import {
  ContractEvent,
  ContractEvents,
  type HashValue,
  hashTransaction,
  hexToBytes,
  type LedgerRecord,
  stateWrites,
  Transaction,
  type TransactionInfo,
  WriteSet,
} from "@ledger/types";
import { describeVectors, readVectorBytes, readVectorJson } from "@ledger/vectors";
import { MoveVm } from "@ledger/vm";
import { frameworkNatives } from "@ledger/vm/natives";
import { expect, test } from "vitest";
import { BlockFacts, LedgerReplay, replayRecord } from "../../src/replay/index.ts";
import { genesisState } from "../support/genesis-state.ts";
import { HeldLedger } from "../support/held-ledger.ts";

const vm = new MoveVm({ natives: frameworkNatives });

describeVectors("the first records of testnet", () => {
  interface RecordCase {
    readonly transaction: string;
    readonly transaction_info: string;
    readonly write_set: string;
    readonly events: readonly string[];
    readonly accumulator_root: string;
  }

  test("are what execution makes of them, a change of epoch and genesis included", async () => {
    const [, ...cases] = readVectorJson<readonly RecordCase[]>("chain/testnet_0_3.json");
    const ledger = new HeldLedger(readVectorBytes("genesis/testnet.genesis.blob"));
    const records = cases.map(
      (one, index): LedgerRecord => ({
        version: BigInt(index + 1),
        transaction: hexToBytes(one.transaction),
        info: hexToBytes(one.transaction_info),
        events: ContractEvents.encode(one.events.map((event) => ContractEvent.decode(hexToBytes(event)))),
        writeSet: hexToBytes(one.write_set),
        accumulatorRoot: hexToBytes(one.accumulator_root) as HashValue,
      }),
    );
    // The first block ends the epoch; the second one has a checkpoint.
    ledger.addRecords(records.slice(0, 1));
    ledger.addRecords(records.slice(1));
    const outcomes: string[] = [];
    for await (const { version, outcome } of new LedgerReplay({ ledger, vm }).run(0n, 3n)) {
      outcomes.push(`${version} ${outcome.kind}`);
    }
    expect(outcomes).toEqual(["0 equal", "1 equal", "2 equal", "3 equal"]);
  });
});

describeVectors("mainnet 685", () => {
  interface Case {
    readonly transaction: string;
    readonly pre_state: readonly (readonly [key: string, value: string])[];
    readonly gas_used: number;
    readonly write_set: string;
    readonly events: readonly string[];
    readonly state_change_hash: string;
    readonly event_root_hash: string;
  }

  test("is what execution makes of it, and another gas is not", async () => {
    const expected = readVectorJson<Case>("execution/mainnet_685.json");
    const state = genesisState("mainnet");
    for (const [key, value] of expected.pre_state) {
      state.write({ key: hexToBytes(key), value: hexToBytes(value), metadata: undefined });
    }
    const transaction = Transaction.decode(hexToBytes(expected.transaction));
    const events = ContractEvents.encode(expected.events.map((event) => ContractEvent.decode(hexToBytes(event))));
    const writeSet = hexToBytes(expected.write_set);
    const info = (gasUsed: bigint): TransactionInfo => ({
      kind: "V0",
      value: {
        gasUsed,
        status: { kind: "Success" },
        transactionHash: hashTransaction(hexToBytes(expected.transaction)),
        eventRootHash: hexToBytes(expected.event_root_hash) as HashValue,
        stateChangeHash: hexToBytes(expected.state_change_hash) as HashValue,
        stateCheckpointHash: undefined,
        auxiliaryInfoHash: undefined,
      },
    });
    const writes = stateWrites(WriteSet.decode(writeSet));
    const context = { vm, environment: await vm.readEnvironment(state) };
    const outcomeOf = async (gasUsed: bigint) =>
      (
        await replayRecord(
          context,
          state,
          { transaction, info: info(gasUsed), events, writeSet, writes },
          new BlockFacts(),
        )
      ).outcome;
    expect(await outcomeOf(BigInt(expected.gas_used))).toEqual({ kind: "equal" });
    expect(await outcomeOf(575n)).toMatchObject({ kind: "different", differences: [{ part: "gas" }] });
  });
});

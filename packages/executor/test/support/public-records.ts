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
import { readVectorBytes, readVectorJson } from "@ledger/vectors";
import type { MoveVm } from "@ledger/vm";
import { BlockFacts, LedgerReplay, type ReplayOutcome, replayRecord } from "../../src/replay/index.ts";
import { genesisState } from "./genesis-state.ts";
import { HeldLedger } from "./held-ledger.ts";

// Records of public networks whose state before them is known, executed again.

interface RecordCase {
  readonly transaction: string;
  readonly transaction_info: string;
  readonly write_set: string;
  readonly events: readonly string[];
  readonly accumulator_root: string;
}

const eventsOf = (events: readonly string[]): Uint8Array =>
  ContractEvents.encode(events.map((event) => ContractEvent.decode(hexToBytes(event))));

/** The outcomes of versions 0 to 3 of testnet, a change of epoch and genesis included. */
export async function replayTestnet(vm: MoveVm): Promise<ReplayOutcome[]> {
  const [, ...cases] = readVectorJson<readonly RecordCase[]>("chain/testnet_0_3.json");
  const ledger = new HeldLedger(readVectorBytes("genesis/testnet.genesis.blob"));
  const records = cases.map(
    (one, index): LedgerRecord => ({
      version: BigInt(index + 1),
      transaction: hexToBytes(one.transaction),
      info: hexToBytes(one.transaction_info),
      events: eventsOf(one.events),
      writeSet: hexToBytes(one.write_set),
      accumulatorRoot: hexToBytes(one.accumulator_root) as HashValue,
    }),
  );
  // The first block ends the epoch; the second one has a checkpoint.
  ledger.addRecords(records.slice(0, 1));
  ledger.addRecords(records.slice(1));
  const outcomes: ReplayOutcome[] = [];
  for await (const { outcome } of new LedgerReplay({ ledger, vm }).run(0n, 3n)) outcomes.push(outcome);
  return outcomes;
}

interface UserCase {
  readonly transaction: string;
  readonly pre_state: readonly (readonly [key: string, value: string])[];
  readonly gas_used: number;
  readonly write_set: string;
  readonly events: readonly string[];
  readonly state_change_hash: string;
  readonly event_root_hash: string;
}

/** The outcome of version 685 of mainnet. @param moreGas - that its record says than there was used */
export async function replayMainnet685(vm: MoveVm, moreGas = 0): Promise<ReplayOutcome> {
  const expected = readVectorJson<UserCase>("execution/mainnet_685.json");
  const state = genesisState("mainnet");
  for (const [key, value] of expected.pre_state) {
    state.write({ key: hexToBytes(key), value: hexToBytes(value), metadata: undefined });
  }
  const writeSet = hexToBytes(expected.write_set);
  const info: TransactionInfo = {
    kind: "V0",
    value: {
      gasUsed: BigInt(expected.gas_used + moreGas),
      status: { kind: "Success" },
      transactionHash: hashTransaction(hexToBytes(expected.transaction)),
      eventRootHash: hexToBytes(expected.event_root_hash) as HashValue,
      stateChangeHash: hexToBytes(expected.state_change_hash) as HashValue,
      stateCheckpointHash: undefined,
      auxiliaryInfoHash: undefined,
    },
  };
  const record = {
    transaction: Transaction.decode(hexToBytes(expected.transaction)),
    info,
    events: eventsOf(expected.events),
    writeSet,
    writes: stateWrites(WriteSet.decode(writeSet)),
  };
  const context = { vm, environment: await vm.readEnvironment(state) };
  return (await replayRecord(context, state, record, new BlockFacts())).outcome;
}

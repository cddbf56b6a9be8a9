import {
  AccumulatorFrontier,
  accumulatorRoot,
  bytesToHex,
  ContractEvent,
  deriveGenesis,
  hashEvent,
  hashTransaction,
  hashTransactionInfo,
  hashWriteSet,
  hexToBytes,
  SparseMerkleTree,
  sparseMerkleUpdate,
  stateItemSize,
  Transaction,
  TransactionInfo,
  WriteSet,
} from "@ledger/types";
import { describeVectors, readVectorBytes, readVectorJson } from "@ledger/vectors";
import { MoveVm } from "@ledger/vm";
import { frameworkNatives } from "@ledger/vm/natives";
import { expect, test } from "vitest";
import { runBlockPrologue } from "../src/block/block-prologue.ts";
import { encodeOutput, outputOf } from "../src/block/output.ts";
import { ChangeSet } from "../src/state/change-set.ts";
import { genesisState } from "./support/genesis-state.ts";

interface RecordCase {
  readonly transaction: string;
  readonly transaction_hash: string;
  readonly write_set: string;
  readonly events: readonly string[];
  readonly event_root: string;
  readonly state_change_hash: string;
  readonly state_checkpoint_hash: string | null;
  readonly transaction_info: string;
  readonly accumulator_root: string;
}

/** The same, taken apart. */
interface DecodedCase {
  readonly gas_used: number;
  readonly write_ops: readonly (readonly [kind: string, item: string, key: string, keySize: number, length: number])[];
  readonly events: readonly (readonly [
    form: string,
    number: number,
    address: string,
    index: number,
    type: string,
    data: string,
  ])[];
}

describeVectors("the first records of testnet", () => {
  const [, ...records] = readVectorJson<readonly RecordCase[]>("chain/testnet_0_3.json");
  const { versions } = readVectorJson<{ versions: readonly DecodedCase[] }>("execution/testnet_1_3.json");
  const genesis = deriveGenesis(readVectorBytes("genesis/testnet.genesis.blob"));
  const tree = new SparseMerkleTree();
  tree.update(genesis.writes.map(sparseMerkleUpdate));
  const frontier = new AccumulatorFrontier("TransactionAccumulator");
  frontier.append(hashTransactionInfo(genesis.record.info));

  test("executed on its genesis, they are what the ledger has, down to the root", async () => {
    const state = genesisState("testnet");
    const vm = new MoveVm({ natives: frameworkNatives });
    for (const [index, record] of records.entries()) {
      const decoded = Transaction.decode(hexToBytes(record.transaction));
      let changeSet = new ChangeSet();
      if (decoded.kind === "BlockMetadata") {
        const environment = await vm.readEnvironment(state);
        const context = { vm, environment, usage: { items: 128n, bytes: 273_204n } };
        changeSet = await runBlockPrologue(context, state, decoded);
      } else expect(decoded.kind).toBe("StateCheckpoint");
      const output = outputOf(changeSet);
      const events = output.events.map((event) => ContractEvent.encode(event));
      expect(events.map(bytesToHex)).toEqual(record.events);
      const { writeSet } = encodeOutput(output);
      expect(bytesToHex(writeSet)).toBe(record.write_set);
      expect(WriteSet.encode(output.writeSet)).toEqual(writeSet);
      state.apply(changeSet.changes);
      const root = tree.update(
        [...changeSet.changes].map(({ key, kind, value }) =>
          sparseMerkleUpdate({ key, value: kind === "deletion" ? undefined : value, metadata: undefined }),
        ),
      );
      const info = TransactionInfo.encode({
        kind: "V0",
        value: {
          gasUsed: output.gasUsed,
          status: output.status,
          transactionHash: hashTransaction(hexToBytes(record.transaction)),
          eventRootHash: accumulatorRoot("EventAccumulator", events.map(hashEvent)),
          stateChangeHash: hashWriteSet(writeSet),
          // The block ends with the change of the epoch, and the next one with a checkpoint.
          stateCheckpointHash: record.state_checkpoint_hash === null ? undefined : root,
          auxiliaryInfoHash: undefined,
        },
      });
      expect(bytesToHex(info)).toBe(record.transaction_info);
      frontier.append(hashTransactionInfo(info));
      expect(bytesToHex(frontier.root())).toBe(record.accumulator_root);

      const { gas_used, write_ops, events: decodedEvents } = versions[index]!;
      expect(Number(output.gasUsed)).toBe(gas_used);
      const written = [...changeSet.changes].map(
        ({ key, value }) => `${stateItemSize(key, new Uint8Array())} ${value.length}`,
      );
      expect(written.sort()).toEqual(write_ops.map(([, , , keySize, length]) => `${keySize} ${length}`).sort());
      expect(output.events.map(({ value }) => bytesToHex(value.data))).toEqual(decodedEvents.map((event) => event[5]));
    }
  });
});

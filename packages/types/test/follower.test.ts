import { vector } from "@ledger/bcs";
import { describeVectors, readVectorBytes, readVectorJson } from "@ledger/vectors";
import { expect, test } from "vitest";
import {
  AccumulatorFrontier,
  accumulatorRoot,
  bytesToHex,
  ContractEvent,
  concatBytes,
  deriveGenesis,
  extendAccumulator,
  frameworkKey,
  hashEvent,
  hashTransaction,
  hashTransactionInfo,
  hashWriteSet,
  hexToBytes,
  isNewEpochEvent,
  nextEpochState,
  parseHash,
  proveAccumulatorConsistency,
  proveAccumulatorLeaf,
  SparseMerkleTree,
  StateStorageUsage,
  sparseMerkleUpdate,
  stateItemSize,
  stateWrites,
  Transaction,
  TransactionInfo,
  verifySparseMerkleProof,
  verifyTransactionInfo,
  WriteSet,
} from "../src/index.ts";

interface Row {
  readonly version: number;
  readonly transaction: string;
  readonly transaction_hash: string;
  readonly write_set: string;
  readonly state_change_hash: string;
  readonly events: readonly string[];
  readonly event_root: string;
  readonly state_checkpoint_hash: string | null;
  readonly transaction_info: string;
  readonly transaction_info_hash: string;
  readonly accumulator_root: string;
}

describeVectors("the first versions of the test network", () => {
  const [genesisRow, ...rows] = readVectorJson<readonly Row[]>("chain/testnet_0_3.json");
  const genesis = deriveGenesis(readVectorBytes("genesis/testnet.genesis.blob"));

  test("are followed from genesis, hash by hash", () => {
    expect(bytesToHex(genesis.record.accumulatorRoot)).toBe(genesisRow!.accumulator_root);
    const frontier = new AccumulatorFrontier("TransactionAccumulator");
    frontier.append(hashTransactionInfo(genesis.record.info));
    const tree = new SparseMerkleTree();
    tree.update(genesis.writes.map(sparseMerkleUpdate));

    for (const row of rows) {
      const info = TransactionInfo.decode(hexToBytes(row.transaction_info)).value;
      const events = row.events.map(hexToBytes);
      expect(bytesToHex(Transaction.encode(Transaction.decode(hexToBytes(row.transaction))))).toBe(row.transaction);
      expect(bytesToHex(hashTransaction(hexToBytes(row.transaction)))).toBe(row.transaction_hash);
      expect(bytesToHex(info.transactionHash)).toBe(row.transaction_hash);

      expect(bytesToHex(accumulatorRoot("EventAccumulator", events.map(hashEvent)))).toBe(row.event_root);
      expect(bytesToHex(info.eventRootHash)).toBe(row.event_root);

      const writeSet = WriteSet.decode(hexToBytes(row.write_set));
      expect(bytesToHex(WriteSet.encode(writeSet))).toBe(row.write_set);
      expect(bytesToHex(hashWriteSet(hexToBytes(row.write_set)))).toBe(row.state_change_hash);
      expect(bytesToHex(info.stateChangeHash)).toBe(row.state_change_hash);

      expect(bytesToHex(hashTransactionInfo(hexToBytes(row.transaction_info)))).toBe(row.transaction_info_hash);
      frontier.append(parseHash(row.transaction_info_hash));
      expect(bytesToHex(frontier.root())).toBe(row.accumulator_root);

      const root = tree.update(stateWrites(writeSet).map(sparseMerkleUpdate));
      if (row.state_checkpoint_hash === null) expect(info.stateCheckpointHash).toBeUndefined();
      else {
        expect(bytesToHex(info.stateCheckpointHash!)).toBe(row.state_checkpoint_hash);
        expect(bytesToHex(root)).toBe(row.state_checkpoint_hash);
      }
    }
  });

  test("version 1 ends the epoch and hands over to the same validators", () => {
    const events = rows.map((row) => row.events.map((event) => ContractEvent.decode(hexToBytes(event))));
    expect(events.map((list) => list.some(isNewEpochEvent))).toEqual([true, false, false]);
    const next = nextEpochState(WriteSet.decode(hexToBytes(rows[0]!.write_set)));
    expect(next.epoch).toBe(2n);
    const keys = (state: typeof next) =>
      state.verifier.validatorInfos.map(({ address, publicKey }) => bytesToHex(concatBytes(address, publicKey)));
    expect(keys(next)).toEqual(keys(genesis.epochState));
    expect(() => nextEpochState(WriteSet.decode(hexToBytes(rows[1]!.write_set)))).toThrow(
      expect.objectContaining({ code: "missing_resource" }),
    );
  });

  test("the usage counter of version 2 is the size of the state before it", () => {
    const state = new Map<string, number>();
    const apply = (writes: typeof genesis.writes) => {
      for (const { key, value } of writes) {
        if (value === undefined) state.delete(bytesToHex(key));
        else state.set(bytesToHex(key), stateItemSize(key, value));
      }
    };
    apply(genesis.writes);
    apply(stateWrites(WriteSet.decode(hexToBytes(rows[0]!.write_set))));
    const key = frameworkKey("state_storage", "StateStorageUsage");
    const written = stateWrites(WriteSet.decode(hexToBytes(rows[1]!.write_set))).find(
      (write) => bytesToHex(write.key) === bytesToHex(key),
    );
    const usage = StateStorageUsage.decode(written!.value!);
    expect(usage.items).toBe(BigInt(state.size));
    expect(usage.bytes).toBe(BigInt([...state.values()].reduce((sum, size) => sum + size, 0)));
  });

  test("each version is proven under the latest root", () => {
    const infos = [genesis.record.info, ...rows.map((row) => hexToBytes(row.transaction_info))];
    const leaves = infos.map(hashTransactionInfo);
    const root = parseHash(rows.at(-1)!.accumulator_root);
    infos.forEach((info, version) => {
      const proof = {
        ledgerInfoToTransactionInfoProof: proveAccumulatorLeaf("TransactionAccumulator", leaves, version),
        transactionInfo: TransactionInfo.decode(info),
      };
      expect(verifyTransactionInfo(proof, root, BigInt(version))).toBe(true);
      expect(verifyTransactionInfo(proof, root, BigInt(version + 1))).toBe(false);

      const frontier = new AccumulatorFrontier("TransactionAccumulator");
      for (const leaf of leaves.slice(0, version)) frontier.append(leaf);
      const consistency = proveAccumulatorConsistency("TransactionAccumulator", leaves, version);
      expect(extendAccumulator(frontier, consistency, BigInt(leaves.length), root)?.leafCount).toBe(4n);
    });
  });

  test("every key of the genesis state is proven, and no other", () => {
    const tree = new SparseMerkleTree();
    const updates = genesis.writes.map(sparseMerkleUpdate);
    tree.update(updates);
    for (const [key, value] of updates) {
      expect(verifySparseMerkleProof(tree.prove(key), genesis.stateRoot, key, value)).toBe(true);
      const absent = hashEvent(key);
      expect(verifySparseMerkleProof(tree.prove(absent), genesis.stateRoot, absent, undefined)).toBe(true);
    }
  });

  test("the record's event bytes are the events", () => {
    const events = vector(ContractEvent).decode(genesis.record.events);
    expect(
      accumulatorRoot(
        "EventAccumulator",
        events.map((event) => hashEvent(ContractEvent.encode(event))),
      ),
    ).toEqual(genesis.eventRoot);
  });
});

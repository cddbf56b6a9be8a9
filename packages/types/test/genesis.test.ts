import { vector } from "@ledger/bcs";
import { cases } from "@ledger/test-run/effort";
import { needs } from "@ledger/test-run/needs";
import {
  describeNetworks,
  describeVectors,
  networks,
  readVectorBytes,
  readVectorJson,
  readVectorText,
} from "@ledger/vectors";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  bytesToHex,
  ContractEvent,
  deriveGenesis,
  EpochState,
  formatHash,
  formatWaypoint,
  hashLedgerInfo,
  hashStateKey,
  hashTransactionInfo,
  hexToBytes,
  isNewEpochEvent,
  LedgerInfo,
  LedgerInfoWithSignatures,
  nextEpochState,
  SparseMerkleTree,
  sha3_256,
  sparseMerkleUpdate,
  stateItemSize,
  TypesError,
  WriteSet,
} from "../src/index.ts";

interface Facts {
  readonly modules: readonly {
    readonly state_key: string;
    readonly state_key_hash: string;
    readonly bytecode_bytes: number;
    readonly bytecode_sha3_256: string;
  }[];
}

describeVectors("genesis of public networks", () => {
  const hashes = readVectorJson<{ cases: Record<string, object> }>("chain/genesis_hashes.json").cases;

  describeNetworks(networks, (network) => {
    const blob = readVectorBytes(`genesis/${network}.genesis.blob`);
    const genesis = deriveGenesis(blob);
    const expected = hashes[network];

    test("has the published waypoint", () => {
      expect(formatWaypoint(genesis.waypoint)).toBe(readVectorText(`genesis/${network}.waypoint.txt`).trim());
    });

    test(
      "has every hash on the way to it",
      needs("hashes on the way, which the facts of this genesis do not have", expected !== undefined),
      () => {
        const { record, epochState, ledgerInfo } = genesis;
        const epochStateBytes = EpochState.encode(epochState);
        const withSignatures = LedgerInfoWithSignatures.encode({
          kind: "V0",
          value: { ledgerInfo, signatures: { validatorBitmask: new Uint8Array(0), signature: undefined } },
        });
        expect(expected).toMatchObject({
          blob_len: record.transaction.length,
          chain_id: genesis.chainId,
          n_writes: genesis.writes.length,
          txn_hash: bytesToHex(genesis.transactionHash),
          event_root: bytesToHex(genesis.eventRoot),
          state_change_hash: bytesToHex(genesis.stateChangeHash),
          state_root: bytesToHex(genesis.stateRoot),
          txn_info_bcs: bytesToHex(record.info),
          txn_info_hash: bytesToHex(hashTransactionInfo(record.info)),
          accumulator_root: bytesToHex(record.accumulatorRoot),
          validators: epochState.verifier.validatorInfos.length,
          verifier_bcs_len: epochStateBytes.length,
          epoch_state_bcs_sha3: bytesToHex(sha3_256(epochStateBytes)),
          ledger_info_hash: bytesToHex(hashLedgerInfo(LedgerInfo.encode(ledgerInfo))),
          li_with_sigs_len: withSignatures.length,
          waypoint: formatWaypoint(genesis.waypoint),
        });
      },
    );

    test("has the published facts", () => {
      const facts = readVectorJson<Facts>(`genesis/${network}.facts.json`);
      expect(facts).toMatchObject({
        blob_bytes: blob.length,
        waypoint: formatWaypoint(genesis.waypoint),
        chain_id: genesis.chainId,
        transaction_hash: formatHash(genesis.transactionHash),
        state_change_hash: formatHash(genesis.stateChangeHash),
        event_root_hash: formatHash(genesis.eventRoot),
        state_checkpoint_hash: formatHash(genesis.stateRoot),
        transaction_info_hash: formatHash(genesis.record.accumulatorRoot),
        validators: genesis.epochState.verifier.validatorInfos.length,
        events: vector(ContractEvent).decode(genesis.record.events).length,
      });
      const values = new Map(genesis.writes.map(({ key, value }) => [bytesToHex(key), value]));
      for (const { state_key, state_key_hash, bytecode_sha3_256, bytecode_bytes } of facts.modules) {
        const bytecode = values.get(state_key)!;
        expect(bytecode.length).toBe(bytecode_bytes);
        expect(formatHash(sha3_256(bytecode))).toBe(bytecode_sha3_256);
        expect(formatHash(hashStateKey(hexToBytes(state_key)))).toBe(state_key_hash);
      }
    });

    test("gives the same root to an incremental tree", () => {
      const tree = new SparseMerkleTree();
      for (const write of genesis.writes) tree.update([sparseMerkleUpdate(write)]);
      expect(tree.root()).toEqual(genesis.stateRoot);
    });

    test("announces its epoch", () => {
      const events = vector(ContractEvent).decode(genesis.record.events);
      expect(events.some(isNewEpochEvent)).toBe(true);
      expect(genesis.epochState.epoch).toBe(1n);
      expect(genesis.epochState).toEqual(nextEpochState(WriteSet.decode(genesis.record.writeSet)));
    });
  });

  test("no byte of a blob can be changed without another waypoint or an error", () => {
    const blob = readVectorBytes("genesis/testnet.genesis.blob");
    const { waypoint } = deriveGenesis(blob);
    fc.assert(
      fc.property(fc.nat(blob.length - 1), fc.integer({ min: 1, max: 255 }), (at, difference) => {
        const changed = Uint8Array.from(blob);
        changed[at]! ^= difference;
        try {
          expect(deriveGenesis(changed).waypoint.value).not.toEqual(waypoint.value);
        } catch (error) {
          if (!(error instanceof TypesError)) throw error;
        }
      }),
      { numRuns: cases(40) },
    );
  });

  test("testnet state has the size that the chain counted", () => {
    const { writes } = deriveGenesis(readVectorBytes("genesis/testnet.genesis.blob"));
    // 128 items and 273,204 bytes: Specification, ingest 3.
    expect(writes.length).toBe(128);
    expect(writes.reduce((sum, { key, value }) => sum + stateItemSize(key, value!), 0)).toBe(273_204);
  });
});

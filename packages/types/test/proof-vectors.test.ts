import { describeVectors, readVectorBytes, readVectorJson } from "@ledger/vectors";
import { expect, test } from "vitest";
import {
  AccumulatorFrontier,
  accumulatorRoot,
  bytesToHex,
  compareBytes,
  concatBytes,
  deriveGenesis,
  formatHash,
  type HashValue,
  hashStateKey,
  hashStateValue,
  hashTransactionInfo,
  hexToBytes,
  mergeSparseMerkleProofs,
  parseHash,
  proveAccumulatorLeaf,
  SparseMerkleProof,
  SparseMerkleTree,
  type SparseMerkleUpdate,
  sha3_256,
  sparseMerkleMultiproofRoot,
  sparseMerkleUpdate,
  TransactionInfo,
} from "../src/index.ts";

/** What the vectors say of many proofs at once: the hash of their BCS, in the order of the keys. */
function digest(tree: SparseMerkleTree, keys: readonly HashValue[]): string {
  return bytesToHex(sha3_256(concatBytes(...keys.map((key) => SparseMerkleProof.encode(tree.prove(key))))));
}

describeVectors("proofs/blocks.json", () => {
  interface Block {
    readonly block: number;
    readonly writes: readonly (readonly [key: string, value: string | null])[];
    readonly state_root: string;
    readonly transaction_infos: readonly string[];
    readonly accumulator_root: string;
    readonly proofs_digest: string;
  }
  const { blocks, keys_ever } = readVectorJson<{ blocks: readonly Block[]; keys_ever: number }>("proofs/blocks.json");

  test("every key has its proof at every block", () => {
    const written = new Set(
      blocks.flatMap(({ writes }) => writes.map(([key]) => bytesToHex(hashStateKey(hexToBytes(key))))),
    );
    const keys = [...written].sort().map((key) => parseHash(key));
    expect(keys.length).toBe(keys_ever);
    const tree = new SparseMerkleTree();
    const infos: HashValue[] = [];
    for (const block of blocks) {
      const root = tree.update(
        block.writes.map(
          ([key, value]): SparseMerkleUpdate => [
            hashStateKey(hexToBytes(key)),
            value === null ? undefined : hashStateValue(hexToBytes(value)),
          ],
        ),
      );
      expect(bytesToHex(root)).toBe(block.state_root);
      expect(digest(tree, keys), `block ${block.block}`).toBe(block.proofs_digest);
      infos.push(...block.transaction_infos.map((info) => hashTransactionInfo(hexToBytes(info))));
      expect(bytesToHex(accumulatorRoot("TransactionAccumulator", infos))).toBe(block.accumulator_root);
      const merged = mergeSparseMerkleProofs(keys.map((key) => ({ key, proof: tree.prove(key) })));
      expect(sparseMerkleMultiproofRoot(merged)).toEqual(root);
    }
  });
});

describeVectors("proofs/mainnet.json", () => {
  interface Row {
    readonly id: string;
    readonly key_hash: string;
    readonly siblings: readonly string[];
  }
  interface Multi {
    readonly entries: readonly string[];
    readonly depths: readonly number[];
    readonly siblings: readonly string[];
  }
  const file = readVectorJson<{
    state_root: string;
    all_keys_digest: string;
    all_keys_multiproof_siblings: number;
    present: readonly Row[];
    absent: readonly Row[];
    multi: readonly Multi[];
  }>("proofs/mainnet.json");
  const tree = new SparseMerkleTree();
  const updates = deriveGenesis(readVectorBytes("genesis/mainnet.genesis.blob")).writes.map(sparseMerkleUpdate);
  tree.update(updates);
  const rows = new Map([...file.present, ...file.absent].map((row) => [row.id, row]));

  test("keys have the proofs of the vectors", () => {
    for (const { key_hash, siblings } of rows.values()) {
      expect(tree.prove(parseHash(key_hash)).siblings.map(bytesToHex)).toEqual(siblings);
    }
  });

  test("all keys have their proofs, and one multiproof together", () => {
    const keys = updates.map(([key]) => key).sort(compareBytes);
    expect(digest(tree, keys)).toBe(file.all_keys_digest);
    const merged = mergeSparseMerkleProofs(keys.map((key) => ({ key, proof: tree.prove(key) })));
    expect(merged.siblings.length).toBe(file.all_keys_multiproof_siblings);
  });

  test("multiproofs are those of the vectors, and lead to the root", () => {
    for (const { entries, depths, siblings } of file.multi) {
      const keys = entries.map((id) => parseHash(rows.get(id)!.key_hash));
      const proof = mergeSparseMerkleProofs(keys.toReversed().map((key) => ({ key, proof: tree.prove(key) })));
      expect(proof.ends.map(({ depth }) => depth)).toEqual(depths);
      expect(proof.siblings.map(bytesToHex)).toEqual(siblings);
      expect(formatHash(sparseMerkleMultiproofRoot(proof))).toBe(`0x${file.state_root}`);
    }
  });
}, ["genesis/mainnet.genesis.blob"]);

describeVectors("proofs/accumulator.json", () => {
  interface InfoProof {
    readonly leaves: number;
    readonly version: string;
    readonly info_hash: string;
    readonly siblings: readonly string[];
  }
  const file = readVectorJson<{ roots: readonly string[]; proofs: readonly InfoProof[] }>("proofs/accumulator.json");

  /** Transaction infos as the file describes them. */
  function infoHash(i: number): HashValue {
    const hash = (word: string): HashValue => sha3_256(new TextEncoder().encode(`proofs ${word} ${i}`));
    const info = TransactionInfo.encode({
      kind: "V0",
      value: {
        gasUsed: BigInt(i),
        status: { kind: "Success" },
        transactionHash: hash("transaction"),
        eventRootHash: hash("events"),
        stateChangeHash: hash("changes"),
        stateCheckpointHash: i % 5 === 4 ? hash("state") : undefined,
        auxiliaryInfoHash: undefined,
      },
    });
    return hashTransactionInfo(info);
  }

  test("accumulators of every size have their roots, and leaves their proofs", () => {
    const leaves = file.roots.map((_, i) => infoHash(i));
    const frontier = new AccumulatorFrontier("TransactionAccumulator");
    leaves.forEach((leaf, i) => {
      frontier.append(leaf);
      expect(bytesToHex(frontier.root())).toBe(file.roots[i]);
    });
    for (const { leaves: count, version, info_hash, siblings } of file.proofs) {
      expect(bytesToHex(leaves[Number(version)]!)).toBe(info_hash);
      const proof = proveAccumulatorLeaf("TransactionAccumulator", leaves.slice(0, count), Number(version));
      expect(proof.siblings.map(bytesToHex)).toEqual(siblings);
    }
  });
});

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { emptyTreeHead, StateTree, type TreeStore, TreeWriter } from "@ledger/state-store";
import { openSqliteTree } from "@ledger/state-store/sqlite";
import {
  bytesToHex,
  compareBytes,
  concatBytes,
  deriveGenesis,
  type HashValue,
  hashStateKey,
  hexToBytes,
  parseHash,
  SparseMerkleProof,
  StateValue,
  StateValueMetadata,
  sha3_256,
  sparseMerkleUpdate,
  verifySparseMerkleProof,
  zeroHash,
} from "@ledger/types";
import { describeVectors, readVectorBytes, readVectorJson } from "@ledger/vectors";
import { afterEach, beforeEach, expect, test } from "vitest";

let folder: string;
let tree: TreeStore;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tree-"));
  tree = openSqliteTree(join(folder, "tree.db"));
});

afterEach(async () => {
  await tree.close();
  rmSync(folder, { recursive: true });
});

interface Block {
  readonly block: number;
  readonly first_version: number | string;
  readonly last_version: number | string;
  readonly writes: readonly (readonly [key: string, value: string | null])[];
  readonly state_root: string;
  readonly transaction_infos: readonly string[];
  readonly proofs_digest: string;
}

describeVectors("proofs/blocks.json", () => {
  const { blocks } = readVectorJson<{ blocks: readonly Block[] }>("proofs/blocks.json");

  test("every key has its proof at every block, and every block its place", async () => {
    const writer = new TreeWriter(tree, emptyTreeHead, emptyTreeHead.seed);
    for (const block of blocks) {
      const writes = block.writes.map(([key, value]) => writeOf(key, value));
      const infos = block.transaction_infos.map(hexToBytes);
      const records = infos.map((info, i) => ({ info, writes: i === 0 ? writes : [] }));
      const root = await writer.add({ lastVersion: BigInt(block.last_version), records });
      expect(bytesToHex(root), `block ${block.block}`).toBe(block.state_root);
    }
    const keys = [
      ...new Set(blocks.flatMap(({ writes }) => writes.map(([key]) => bytesToHex(hashStateKey(hexToBytes(key)))))),
    ]
      .sort()
      .map((hash) => parseHash(hash));
    const proofs = new StateTree(tree, { summary: () => undefined });
    for (const block of blocks) {
      const found = await proofs.prove(BigInt(block.last_version), keys);
      expect(digest(found), `block ${block.block}`).toBe(block.proofs_digest);
    }
  });
});

describeVectors("proofs/mainnet.json", () => {
  const { state_root, all_keys_digest } = readVectorJson<{ state_root: string; all_keys_digest: string }>(
    "proofs/mainnet.json",
  );

  test("every key of the main network's genesis is proved, and 3,000 that are absent", async () => {
    const { writes } = deriveGenesis(readVectorBytes("genesis/mainnet.genesis.blob"));
    const writer = new TreeWriter(tree, emptyTreeHead, emptyTreeHead.seed);
    const root = await writer.add({ lastVersion: 0n, records: [{ info: new Uint8Array(0), writes }] });
    expect(bytesToHex(root)).toBe(state_root);
    const stored = new StateTree(tree, { summary: () => undefined });
    const updates = writes.map(sparseMerkleUpdate).sort(([a], [b]) => compareBytes(a, b));
    const keys = updates.map(([key]) => key);
    const proofs = await stored.prove(0n, keys);
    expect(digest(proofs)).toBe(all_keys_digest);
    for (const [i, proof] of proofs.entries()) expectProof(proof, root, keys[i]!, updates[i]![1]);

    const known = new Set(keys.map(bytesToHex));
    const absent = Array.from({ length: 3_000 }, (_, i) => sha3_256(new TextEncoder().encode(`absent ${i}`)));
    for (let from = 0; from < absent.length; from += 500) {
      const asked = absent.slice(from, from + 500);
      for (const [i, proof] of (await stored.prove(0n, asked)).entries()) {
        expect(known.has(bytesToHex(asked[i]!))).toBe(false);
        expectProof(proof, root, asked[i]!, undefined);
      }
    }
  });
}, ["genesis/mainnet.genesis.blob"]);

/** Follows a proof to the root, and to no other value. */
function expectProof(proof: SparseMerkleProof, root: HashValue, key: HashValue, value: HashValue | undefined): void {
  expect(verifySparseMerkleProof(proof, root, key, value)).toBe(true);
  const other = value === undefined ? zeroHash : undefined;
  expect(verifySparseMerkleProof(proof, root, key, other)).toBe(false);
}

function writeOf(key: string, value: string | null) {
  if (value === null) return { key: hexToBytes(key), value: undefined, metadata: undefined };
  const decoded = StateValue.decode(hexToBytes(value));
  return decoded.kind === "V0"
    ? { key: hexToBytes(key), value: decoded.value, metadata: undefined }
    : { key: hexToBytes(key), value: decoded.value.data, metadata: StateValueMetadata.encode(decoded.value.metadata) };
}

function digest(proofs: readonly SparseMerkleProof[]): string {
  return bytesToHex(sha3_256(concatBytes(...proofs.map((proof) => SparseMerkleProof.encode(proof)))));
}

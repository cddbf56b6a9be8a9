import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StateTree, type TreeStore, TreeWriter } from "@ledger/state-store";
import { openSqliteTree } from "@ledger/state-store/sqlite";
import {
  bytesToHex,
  concatBytes,
  hashStateKey,
  hexToBytes,
  parseHash,
  SparseMerkleProof,
  StateValue,
  StateValueMetadata,
  sha3_256,
} from "@ledger/types";
import { describeVectors, readVectorJson } from "@ledger/vectors";
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
    const writer = new TreeWriter(
      tree,
      { version: 0n, settled: 0n, oldestVersion: 0n, seed: { leafCount: 0n, roots: [] } },
      { leafCount: 0n, roots: [] },
    );
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

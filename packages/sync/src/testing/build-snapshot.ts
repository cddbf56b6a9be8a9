import { tuple } from "@ledger/bcs";
import {
  AccumulatorProof,
  bytesToHex,
  compareBytes,
  concatBytes,
  decodeStateKey,
  formatHash,
  type HashValue,
  hashStateKey,
  hashStateValue,
  hashTransactionInfo,
  LedgerInfoWithSignatures,
  type LedgerRecord,
  proveAccumulatorLeaf,
  SparseMerkleRangeProof,
  SparseMerkleTree,
  StateKey,
  StateValue,
  StateValueMetadata,
  stateWrites,
  TransactionInfo,
  WriteSet,
} from "@ledger/types";
import { type BackupFiles, frame } from "./build-backup.ts";

/** The whole state after some records, by encoded key: what a plain replay of their write sets leaves. */
function replay(records: readonly LedgerRecord[]): Map<string, { key: Uint8Array; value: StateValue }> {
  const state = new Map<string, { key: Uint8Array; value: StateValue }>();
  for (const { writeSet } of records) {
    for (const { key, value, metadata } of stateWrites(WriteSet.decode(writeSet))) {
      if (value === undefined) state.delete(bytesToHex(key));
      else {
        const stored: StateValue =
          metadata === undefined
            ? { kind: "V0", value }
            : { kind: "WithMetadata", value: { data: value, metadata: StateValueMetadata.decode(metadata) } };
        state.set(bytesToHex(key), { key, value: stored });
      }
    }
  }
  return state;
}

/**
 * Makes a state snapshot of the reference format, as files to put next to those of {@link buildBackup}.
 *
 * @param records - from genesis up to the version of the snapshot
 * @param signed - the ledger info at that version
 * @param root - the root that the manifest claims
 */
export function buildSnapshot(
  records: readonly LedgerRecord[],
  signed: LedgerInfoWithSignatures,
  root: HashValue,
  chunkItems = 50,
): BackupFiles {
  const files: BackupFiles = new Map();
  const write = (handle: string, content: Uint8Array | string): void => {
    files.set(handle, typeof content === "string" ? new TextEncoder().encode(content) : content);
  };
  const version = records.length - 1;
  const name = `state_epoch_1_ver_${version}.abcd`;
  const items = [...replay(records).values()]
    .map((item) => ({ ...item, hash: hashStateKey(item.key) }))
    .sort((a, b) => compareBytes(a.hash, b.hash));
  const tree = new SparseMerkleTree();
  tree.update(items.map(({ value, hash }) => [hash, hashStateValue(StateValue.encode(value))]));
  const chunks: unknown[] = [];
  for (let first = 0; first < items.length; first += chunkItems) {
    const part = items.slice(first, first + chunkItems);
    const handle = `${name}/${first}-.chunk`;
    write(
      handle,
      concatBytes(
        ...part.map(({ key, value }) => frame(tuple([StateKey, StateValue]).encode([decodeStateKey(key), value]))),
      ),
    );
    const lastKey = part.at(-1)!.hash;
    const proofHandle = `${name}/${first}-${first + part.length - 1}.proof`;
    write(proofHandle, SparseMerkleRangeProof.encode(tree.proveRange(lastKey)!));
    chunks.push({
      first_idx: first,
      last_idx: first + part.length - 1,
      first_key: formatHash(part[0]!.hash),
      last_key: formatHash(lastKey),
      blobs: handle,
      proof: proofHandle,
    });
  }
  const leaves = records.map(({ info }) => hashTransactionInfo(info));
  const proof = tuple([tuple([AccumulatorProof, TransactionInfo]), LedgerInfoWithSignatures]).encode([
    [proveAccumulatorLeaf("TransactionAccumulator", leaves, version), TransactionInfo.decode(records.at(-1)!.info)],
    signed,
  ]);
  write(`${name}/state.proof`, proof);
  write(
    `${name}/state.manifest`,
    JSON.stringify({ version, epoch: 1, root_hash: bytesToHex(root), chunks, proof: `${name}/state.proof` }),
  );
  write(
    `metadata/state_snapshot_ver_${version}.meta`,
    JSON.stringify({ StateSnapshotBackup: { epoch: 1, version, manifest: `${name}/state.manifest` } }),
  );
  return files;
}

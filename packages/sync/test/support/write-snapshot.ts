import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
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
  hashTransactionInfo,
  LedgerInfoWithSignatures,
  type LedgerRecord,
  proveAccumulatorLeaf,
  StateKey,
  StateValue,
  StateValueMetadata,
  stateWrites,
  TransactionInfo,
  WriteSet,
} from "@ledger/types";
import { frame } from "./write-backup.ts";

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
 * Writes a state snapshot in the reference format beside whatever the folder holds.
 *
 * @param records - from genesis up to the version of the snapshot
 * @param signed - the ledger info at that version
 * @param root - the root that the manifest claims
 */
export function writeSnapshot(
  folder: string,
  records: readonly LedgerRecord[],
  signed: LedgerInfoWithSignatures,
  root: HashValue,
  chunkItems = 50,
): void {
  const write = (handle: string, content: Uint8Array | string): void => {
    const path = join(folder, handle);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  };
  const version = records.length - 1;
  const name = `state_epoch_1_ver_${version}.abcd`;
  const items = [...replay(records).values()]
    .map((item) => ({ ...item, hash: hashStateKey(item.key) }))
    .sort((a, b) => compareBytes(a.hash, b.hash));
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
    chunks.push({
      first_idx: first,
      last_idx: first + part.length - 1,
      first_key: formatHash(part[0]!.hash),
      last_key: formatHash(part.at(-1)!.hash),
      blobs: handle,
      proof: `${name}/${first}-${first + part.length - 1}.proof`,
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
}

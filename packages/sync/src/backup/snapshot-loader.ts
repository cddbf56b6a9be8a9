import { BcsError } from "@ledger/bcs";
import type { BaseValue } from "@ledger/state-store";
import {
  bytesEqual,
  formatHash,
  type HashValue,
  hashStateKey,
  hashStoredValue,
  SortedStateRoot,
  type SparseMerkleEntry,
  SparseMerkleRangeProof,
  TypesError,
} from "@ledger/types";
import { expectHash } from "../refusal/expect.ts";
import { SyncError } from "../refusal/sync-error.ts";
import { readWhole, unpack } from "./byte-stream.ts";
import type { SnapshotChunk, SnapshotManifest } from "./manifest.ts";
import { readChunkItems, type SnapshotItem } from "./snapshot-items.ts";
import type { BackupStorage } from "./storage.ts";

/** Items handed on in one step. */
const stepItems = 5_000;
/** Bytes after which a step is taken although fewer items wait. */
const stepBytes = 8 * 1024 * 1024;
/** Most right siblings are 256 hashes. */
const maxProofBytes = 64 * 1024;

/**
 * What takes the items of a snapshot, in steps.
 *
 * @param entries - the same items as leaves of the state tree
 * @param items - handed on so far, with these
 */
export type TakeItems = (values: readonly BaseValue[], entries: readonly SparseMerkleEntry[], items: bigint) => unknown;

/** Hands the items of a snapshot on and computes their root on the way. */
export class SnapshotLoader {
  readonly #storage: BackupStorage;
  readonly #manifest: SnapshotManifest;
  readonly #take: TakeItems;
  readonly #root = new SortedStateRoot();
  #values: BaseValue[] = [];
  #entries: SparseMerkleEntry[] = [];
  #bytes = 0;
  #items = 0n;

  constructor(storage: BackupStorage, manifest: SnapshotManifest, take: TakeItems) {
    this.#storage = storage;
    this.#manifest = manifest;
    this.#take = take;
  }

  /**
   * Loads the whole snapshot. A chunk that is not the one of its proof ends it at once; the root over everything is compared
   * at the end.
   *
   * @throws {@link SyncError} `invalid_backup`, `hash_mismatch`, `too_large`, `unreadable`
   */
  async load(signal: AbortSignal): Promise<void> {
    const { version, rootHash, chunks } = this.#manifest;
    for (const chunk of chunks) await this.#loadChunk(chunk, signal);
    await this.#flush();
    expectHash("state_checkpoint_hash", version, rootHash, this.#root.finish());
  }

  async #loadChunk(chunk: SnapshotChunk, signal: AbortSignal): Promise<void> {
    const { version } = this.#manifest;
    let first: HashValue | undefined;
    let last: HashValue | undefined;
    for await (const item of readChunkItems(this.#storage, version, chunk, signal)) {
      last = hashStateKey(item.key);
      first ??= last;
      await this.#add(item, last);
    }
    this.#expectKey(chunk, "first_key", chunk.firstKey, first);
    this.#expectKey(chunk, "last_key", chunk.lastKey, last);
    if (chunk.proof === undefined) return;
    const bytes = await readWhole(unpack(this.#storage.read(chunk.proof, signal)), maxProofBytes);
    const root = this.#root.rootWith(this.#decodeProof(chunk, bytes));
    if (root !== undefined && bytesEqual(root, this.#manifest.rootHash)) return;
    throw this.#invalid(chunk, "proof", formatHash(this.#manifest.rootHash), root && formatHash(root));
  }

  async #add({ key, value, metadata }: SnapshotItem, keyHash: HashValue): Promise<void> {
    const valueHash = hashStoredValue(value, metadata);
    try {
      this.#root.add(keyHash, valueHash);
    } catch (cause) {
      if (!(cause instanceof TypesError)) throw cause;
      const { version } = this.#manifest;
      throw new SyncError("invalid_backup", "the items of a snapshot are not in ascending order", { version, cause });
    }
    this.#values.push({ key, kind: "value", value, metadata });
    this.#entries.push([keyHash, valueHash]);
    this.#bytes += key.length + value.length;
    this.#items += 1n;
    if (this.#values.length >= stepItems || this.#bytes >= stepBytes) await this.#flush();
  }

  async #flush(): Promise<void> {
    await this.#take(this.#values, this.#entries, this.#items);
    this.#values = [];
    this.#entries = [];
    this.#bytes = 0;
  }

  #expectKey(
    chunk: SnapshotChunk,
    field: string,
    expected: HashValue | undefined,
    actual: HashValue | undefined,
  ): void {
    if (expected === undefined || (actual !== undefined && bytesEqual(expected, actual))) return;
    throw this.#invalid(chunk, field, formatHash(expected), actual && formatHash(actual));
  }

  #decodeProof(chunk: SnapshotChunk, bytes: Uint8Array): SparseMerkleRangeProof {
    try {
      return SparseMerkleRangeProof.decode(bytes);
    } catch (cause) {
      if (!(cause instanceof BcsError)) throw cause;
      throw this.#invalid(chunk, "proof", "a list of siblings", "other bytes");
    }
  }

  #invalid({ firstIndex, lastIndex }: SnapshotChunk, field: string, expected: string, actual = "none"): SyncError {
    const { version } = this.#manifest;
    return new SyncError(
      "invalid_backup",
      `the chunk of items ${firstIndex} to ${lastIndex} does not belong to the snapshot`,
      {
        version,
        field,
        expected,
        actual,
      },
    );
  }
}

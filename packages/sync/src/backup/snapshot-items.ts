import { BcsError, tuple } from "@ledger/bcs";
import { encodeStateKey, StateKey, StateValue, StateValueMetadata } from "@ledger/types";
import { SyncError } from "../refusal/sync-error.ts";
import { readFramed, unpack } from "./byte-stream.ts";
import type { SnapshotChunk, SnapshotManifest } from "./manifest.ts";
import type { BackupStorage } from "./storage.ts";

/** One item of a state snapshot, in the form that stores keep. */
export interface SnapshotItem {
  /** Encoded state key. */
  readonly key: Uint8Array;
  readonly value: Uint8Array;
  /** BCS of `StateValueMetadata`, when the value has it. */
  readonly metadata: Uint8Array | undefined;
}

const Item = tuple([StateKey, StateValue]);

/** Longest item: the limit of the writers' chunk files. */
const maxItemBytes = 128 * 1024 * 1024;

/** Reads the items of all chunks in their order, see {@link readChunkItems}. */
export async function* readSnapshotItems(
  storage: BackupStorage,
  { version, chunks }: SnapshotManifest,
  signal: AbortSignal,
): AsyncGenerator<SnapshotItem> {
  for (const chunk of chunks) yield* readChunkItems(storage, version, chunk, signal);
}

/**
 * Reads the items of one chunk of a snapshot in their order. It must hold as many as the manifest says.
 *
 * @throws {@link SyncError} `invalid_backup`, `too_large`, `unreadable`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/ingest.md#6.5 | Specification, ingest 6.5}
 */
export async function* readChunkItems(
  storage: BackupStorage,
  version: bigint,
  chunk: SnapshotChunk,
  signal: AbortSignal,
): AsyncGenerator<SnapshotItem> {
  const count = chunk.lastIndex - chunk.firstIndex + 1n;
  let read = 0n;
  for await (const bytes of readFramed(unpack(storage.read(chunk.blobs, signal)), maxItemBytes)) {
    signal.throwIfAborted();
    read += 1n;
    if (read > count) throw wrongCount(version, chunk);
    yield decodeItem(version, bytes);
  }
  if (read !== count) throw wrongCount(version, chunk);
}

function decodeItem(version: bigint, bytes: Uint8Array): SnapshotItem {
  try {
    const [key, state] = Item.decode(bytes);
    if (state.kind === "V0") return { key: encodeStateKey(key), value: state.value, metadata: undefined };
    const { data, metadata } = state.value;
    return { key: encodeStateKey(key), value: data, metadata: StateValueMetadata.encode(metadata) };
  } catch (cause) {
    if (!(cause instanceof BcsError)) throw cause;
    throw new SyncError("invalid_backup", "an item of a snapshot does not decode", { version, field: "blobs", cause });
  }
}

function wrongCount(version: bigint, { firstIndex }: SnapshotChunk): SyncError {
  return new SyncError(
    "invalid_backup",
    `the chunk that starts at item ${firstIndex} does not hold as many items as its manifest says`,
    {
      version,
      field: "blobs",
    },
  );
}

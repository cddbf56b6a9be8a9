import { SyncError } from "../refusal/sync-error.ts";
import { readWhole, unpack } from "./byte-stream.ts";
import { type JsonObject, parseJsonObject } from "./json-shape.ts";
import { type BackupStorage, checkHandle } from "./storage.ts";

/** A backup that the metadata names: a range, both ends inclusive, and its manifest. */
export interface BackupRange {
  readonly first: bigint;
  readonly last: bigint;
  /** Handle of the manifest. */
  readonly manifest: string;
}

/** A backup of consecutive epoch endings. */
export interface EpochRange extends BackupRange {
  /** Version at which the last of its epochs ends. */
  readonly lastVersion: bigint;
}

/** Everything that the metadata of a backup names, of the kinds that are used here. */
export interface BackupCatalog {
  /** By epoch. */
  readonly epochEndings: readonly EpochRange[];
  /** By version. */
  readonly transactions: readonly BackupRange[];
  /** By version, the newest last. */
  readonly snapshots: readonly BackupSnapshot[];
}

/** A snapshot of the whole state that the metadata names. */
export interface BackupSnapshot {
  /** The version whose state it is: the last one of an epoch. */
  readonly version: bigint;
  /** Handle of the manifest. */
  readonly manifest: string;
}

/** Longest metadata file: a line is about 200 bytes, a compacted file holds thousands. */
const maxMetadataBytes = 64 * 1024 * 1024;

/**
 * Reads the metadata of a backup. Compacted files repeat what others say: equal lines count once. Kinds that are not known
 * are skipped.
 *
 * @throws {@link SyncError} `invalid_backup`, `too_large`, `unreadable`
 * @see Ledger specification, ingest §6.3
 */
export async function readCatalog(storage: BackupStorage, signal: AbortSignal): Promise<BackupCatalog> {
  const epochEndings = new Map<string, EpochRange>();
  const transactions = new Map<string, BackupRange>();
  const snapshots = new Map<bigint, BackupSnapshot>();
  for (const handle of await storage.listMetadata(signal)) {
    const text = new TextDecoder().decode(await readWhole(unpack(storage.read(handle, signal)), maxMetadataBytes));
    for (const line of text.split("\n")) {
      if (line.trim() === "") continue;
      const entry = parseJsonObject(line, "metadata line");
      const kind = entry.names[0];
      if (kind === undefined || entry.names.length !== 1) {
        throw new SyncError("invalid_backup", "a metadata line does not name exactly one kind of backup");
      }
      if (kind === "EpochEndingBackup") {
        const ending = entry.object(kind);
        epochEndings.set(line.trim(), { ...readRange(ending, "epoch"), lastVersion: ending.number("last_version") });
      }
      if (kind === "TransactionBackup") transactions.set(line.trim(), readRange(entry.object(kind), "version"));
      if (kind === "StateSnapshotBackup") {
        const snapshot = entry.object(kind);
        const version = snapshot.number("version");
        snapshots.set(version, { version, manifest: checkHandle(snapshot.string("manifest")) });
      }
    }
  }
  return {
    epochEndings: [...epochEndings.values()],
    transactions: [...transactions.values()],
    snapshots: [...snapshots.values()].sort((a, b) => (a.version < b.version ? -1 : 1)),
  };
}

function readRange(entry: JsonObject, what: "epoch" | "version"): BackupRange {
  const first = entry.number(`first_${what}`);
  const last = entry.number(`last_${what}`);
  if (last < first) throw new SyncError("invalid_backup", "a metadata line has a range that ends before it starts");
  return { first, last, manifest: checkHandle(entry.string("manifest")) };
}

/**
 * The ranges to read, in order, so that everything from `from` on is covered as far as it goes. Overlapping ranges are legal;
 * of those that cover the next place the one that reaches furthest is taken.
 */
export function planRanges(ranges: readonly BackupRange[], from: bigint): BackupRange[] {
  const plan: BackupRange[] = [];
  let next = from;
  for (;;) {
    let best: BackupRange | undefined;
    for (const range of ranges) {
      if (range.first <= next && next <= range.last && range.last > (best?.last ?? -1n)) best = range;
    }
    if (best === undefined) return plan;
    plan.push(best);
    next = best.last + 1n;
  }
}

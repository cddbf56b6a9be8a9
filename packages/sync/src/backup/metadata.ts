import { SyncError } from "../refusal/sync-error.ts";
import { readWhole, unpack } from "./byte-stream.ts";
import { type JsonObject, parseJsonObject } from "./json-shape.ts";
import { type BackupStorage, checkHandle, maxMetadataFiles } from "./storage.ts";

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

/** The most that is read of the metadata of a backup. */
export interface CatalogBounds {
  readonly files: number;
  /** Of one file, unpacked. */
  readonly fileBytes: number;
  /** Of all files together, unpacked. */
  readonly bytes: number;
  /** Of one line. */
  readonly lineBytes: number;
  /** Backups that are named, each counted once. */
  readonly entries: number;
}

/**
 * Room for the backups of the largest network, ten times over: one file of some 200 bytes for each epoch and each million
 * transactions; compacted files hold thousands of lines.
 */
const defaultBounds: CatalogBounds = {
  files: maxMetadataFiles,
  fileBytes: 64 * 2 ** 20,
  bytes: 256 * 2 ** 20,
  lineBytes: 16 * 2 ** 10,
  entries: 200_000,
};

/**
 * Reads the metadata of a backup. Compacted files repeat what others say: equal lines count once. Kinds that are not known
 * are skipped.
 *
 * @throws {@link SyncError} `invalid_backup`, `too_large`, `unreadable`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/ingest.md#6.3 | Specification, ingest 6.3}
 */
export async function readCatalog(
  storage: BackupStorage,
  signal: AbortSignal,
  bounds: CatalogBounds = defaultBounds,
): Promise<BackupCatalog> {
  const epochEndings = new Map<string, EpochRange>();
  const transactions = new Map<string, BackupRange>();
  const snapshots = new Map<bigint, BackupSnapshot>();
  const handles = await storage.listMetadata(signal);
  expectAtMost(handles.length, bounds.files, "files");
  let bytesLeft = bounds.bytes;
  for (const handle of handles) {
    const limit = Math.min(bounds.fileBytes, bytesLeft);
    const bytes = await readWhole(unpack(storage.read(handle, signal)), limit);
    bytesLeft -= bytes.length;
    for (const line of readLines(bytes, bounds.lineBytes)) {
      const entry = parseJsonObject(line, "metadata line");
      const kind = entry.names[0];
      if (kind === undefined || entry.names.length !== 1) {
        throw new SyncError("invalid_backup", "a metadata line does not name exactly one kind of backup");
      }
      if (kind === "EpochEndingBackup") {
        const ending = entry.object(kind);
        const range = { ...readRange(ending, "epoch"), lastVersion: ending.number("last_version") };
        epochEndings.set(`${nameOf(range)} ${range.lastVersion}`, range);
      }
      if (kind === "TransactionBackup") {
        const range = readRange(entry.object(kind), "version");
        transactions.set(nameOf(range), range);
      }
      if (kind === "StateSnapshotBackup") {
        const snapshot = entry.object(kind);
        const version = snapshot.number("version");
        snapshots.set(version, { version, manifest: checkHandle(snapshot.string("manifest")) });
      }
      expectAtMost(epochEndings.size + transactions.size + snapshots.size, bounds.entries, "entries");
    }
  }
  return {
    epochEndings: [...epochEndings.values()],
    transactions: [...transactions.values()],
    snapshots: [...snapshots.values()].sort((a, b) => (a.version < b.version ? -1 : 1)),
  };
}

/** Equal for lines that say the same. */
function nameOf({ first, last, manifest }: BackupRange): string {
  return `${first} ${last} ${manifest}`;
}

const lineFeed = 0x0a;

/** The lines of a file that are not empty, one by one: all of them at once would take several times the file's size. */
function* readLines(bytes: Uint8Array, maxBytes: number): Generator<string> {
  const decoder = new TextDecoder();
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(lineFeed, start);
    const end = found === -1 ? bytes.length : found;
    expectAtMost(end - start, maxBytes, "line");
    const line = decoder.decode(bytes.subarray(start, end));
    if (line.trim() !== "") yield line;
    start = end + 1;
  }
}

const excess = {
  files: "has too many files",
  entries: "names too many backups",
  line: "has a line that is too long",
} as const;

function expectAtMost(count: number, most: number, what: keyof typeof excess): void {
  if (count <= most) return;
  throw new SyncError("too_large", `the metadata of the backup ${excess[what]}`, {
    field: "metadata",
    expected: `at most ${most}`,
    actual: what === "files" ? String(count) : "more",
  });
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
  const sorted = [...ranges].sort((a, b) => (a.first < b.first ? -1 : a.first > b.first ? 1 : 0));
  const plan: BackupRange[] = [];
  let next = from;
  let best: BackupRange | undefined;
  for (let i = 0; ; ) {
    for (let range = sorted[i]; range !== undefined && range.first <= next; range = sorted[++i]) {
      if (best === undefined || range.last > best.last) best = range;
    }
    if (best === undefined || best.last < next) return plan;
    plan.push(best);
    next = best.last + 1n;
  }
}

import { type HashValue, parseHash } from "@ledger/types";
import { SyncError } from "../refusal/sync-error.ts";
import { type JsonObject, parseJsonObject } from "./json-shape.ts";
import { checkHandle } from "./storage.ts";

/** Most transactions of one chunk: their hashes are held until its proof is verified. Writers end a chunk at 128 MiB. */
const maxChunkRecords = 2_000_000n;

/** A file of consecutive transactions. */
export interface TransactionChunk {
  readonly firstVersion: bigint;
  readonly lastVersion: bigint;
  /** Handle of the records. */
  readonly transactions: string;
  /** Handle of the proof. */
  readonly proof: string;
  readonly format: "V0" | "V1";
}

/** The parts of a transaction backup. */
export interface TransactionManifest {
  readonly firstVersion: bigint;
  readonly lastVersion: bigint;
  readonly chunks: readonly TransactionChunk[];
}

/** A file of consecutive epoch endings. */
export interface EpochEndingChunk {
  readonly firstEpoch: bigint;
  readonly lastEpoch: bigint;
  /** Handle of the ledger infos. */
  readonly ledgerInfos: string;
}

/** The parts of an epoch-ending backup. */
export interface EpochEndingManifest {
  readonly firstEpoch: bigint;
  readonly lastEpoch: bigint;
  readonly chunks: readonly EpochEndingChunk[];
  /** Versions at which its epochs end, as its waypoints say: nothing vouches for them. `undefined` for one that cannot be read. */
  readonly lastVersions: readonly (bigint | undefined)[];
}

/** A file of consecutive state items. */
export interface SnapshotChunk {
  /** Place of its first and its last item among all, by the hash of their keys. */
  readonly firstIndex: bigint;
  readonly lastIndex: bigint;
  /** Hash of the first and of the last key, where the manifest names them. */
  readonly firstKey: HashValue | undefined;
  readonly lastKey: HashValue | undefined;
  /** Handle of the items. */
  readonly blobs: string;
  /** Handle of the proof that these are all items up to the last one, where there is one. */
  readonly proof: string | undefined;
}

/** The parts of a state snapshot. */
export interface SnapshotManifest {
  readonly version: bigint;
  readonly rootHash: HashValue;
  readonly chunks: readonly SnapshotChunk[];
  /** Handle of the proof that the root is that of the version. */
  readonly proof: string;
}

/**
 * Reads the manifest of a state snapshot. Its chunks must follow each other from the first item on.
 *
 * @throws {@link SyncError} `invalid_backup`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/ingest.md#6.4 | Specification, ingest 6.4}
 */
export function parseSnapshotManifest(text: string): SnapshotManifest {
  const manifest = parseJsonObject(text, "snapshot manifest");
  const chunks = manifest.objects("chunks").map(
    (chunk): SnapshotChunk => ({
      firstIndex: chunk.number("first_idx"),
      lastIndex: chunk.number("last_idx"),
      firstKey: chunk.has("first_key") ? parseManifestHash(chunk, "first_key") : undefined,
      lastKey: chunk.has("last_key") ? parseManifestHash(chunk, "last_key") : undefined,
      blobs: checkHandle(chunk.string("blobs")),
      proof: chunk.has("proof") ? checkHandle(chunk.string("proof")) : undefined,
    }),
  );
  expectCover(
    [0n, chunks.at(-1)?.lastIndex ?? 0n],
    chunks.map(({ firstIndex, lastIndex }) => [firstIndex, lastIndex]),
  );
  return {
    version: manifest.number("version"),
    rootHash: parseManifestHash(manifest, "root_hash"),
    chunks,
    proof: checkHandle(manifest.string("proof")),
  };
}

/** With and without `0x`: writers differ. */
function parseManifestHash(object: JsonObject, field: string): HashValue {
  try {
    return parseHash(object.string(field));
  } catch (cause) {
    throw new SyncError("invalid_backup", "snapshot manifest is malformed", { field, cause });
  }
}

/**
 * Reads a transaction manifest. Its chunks must follow each other and cover exactly the declared range.
 *
 * @throws {@link SyncError} `invalid_backup`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/ingest.md#6.4 | Specification, ingest 6.4}
 */
export function parseTransactionManifest(text: string): TransactionManifest {
  const manifest = parseJsonObject(text, "transaction manifest");
  const chunks = manifest.objects("chunks").map((chunk): TransactionChunk => {
    const format = chunk.has("format") ? chunk.string("format") : "V0";
    const [firstVersion, lastVersion] = readRange(chunk, "version");
    if (lastVersion - firstVersion >= maxChunkRecords) {
      throw new SyncError("too_large", "a chunk of the backup has too many transactions", {
        version: firstVersion,
        expected: `at most ${maxChunkRecords}`,
        actual: String(lastVersion - firstVersion + 1n),
      });
    }
    if (format !== "V0" && format !== "V1") {
      throw new SyncError("invalid_backup", "a transaction chunk has an unknown format", { field: "format" });
    }
    return {
      firstVersion,
      lastVersion,
      transactions: checkHandle(chunk.string("transactions")),
      proof: checkHandle(chunk.string("proof")),
      format,
    };
  });
  const range = readRange(manifest, "version");
  expectCover(
    range,
    chunks.map(({ firstVersion, lastVersion }) => [firstVersion, lastVersion]),
  );
  return { firstVersion: range[0], lastVersion: range[1], chunks };
}

/**
 * Reads an epoch-ending manifest. Its chunks must follow each other and cover exactly the declared range, with one waypoint
 * per epoch.
 *
 * @throws {@link SyncError} `invalid_backup`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/ingest.md#6.4 | Specification, ingest 6.4}
 */
export function parseEpochEndingManifest(text: string): EpochEndingManifest {
  const manifest = parseJsonObject(text, "epoch-ending manifest");
  const chunks = manifest.objects("chunks").map((chunk): EpochEndingChunk => {
    const [firstEpoch, lastEpoch] = readRange(chunk, "epoch");
    return { firstEpoch, lastEpoch, ledgerInfos: checkHandle(chunk.string("ledger_infos")) };
  });
  const range = readRange(manifest, "epoch");
  expectCover(
    range,
    chunks.map(({ firstEpoch, lastEpoch }) => [firstEpoch, lastEpoch]),
  );
  const lastVersions = manifest.array("waypoints").map(versionOfWaypoint);
  if (BigInt(lastVersions.length) !== range[1] - range[0] + 1n) {
    throw new SyncError(
      "invalid_backup",
      "the number of waypoints in an epoch-ending manifest is not its number of epochs",
      {
        field: "waypoints",
      },
    );
  }
  return { firstEpoch: range[0], lastEpoch: range[1], chunks, lastVersions };
}

function versionOfWaypoint(waypoint: unknown): bigint | undefined {
  const version = typeof waypoint === "string" ? /^([0-9]{1,20}):/.exec(waypoint)?.[1] : undefined;
  return version === undefined ? undefined : BigInt(version);
}

function readRange(object: JsonObject, what: "version" | "epoch"): readonly [bigint, bigint] {
  return [object.number(`first_${what}`), object.number(`last_${what}`)];
}

function expectCover([first, last]: readonly [bigint, bigint], chunks: readonly (readonly [bigint, bigint])[]): void {
  let next = first;
  for (const [start, end] of chunks) {
    if (start !== next || end < start) throw notCovered(next, start);
    next = end + 1n;
  }
  if (chunks.length === 0 || next !== last + 1n) throw notCovered(last + 1n, next);
}

function notCovered(expected: bigint, actual: bigint): SyncError {
  return new SyncError("invalid_backup", "the chunks of a manifest do not cover its range", {
    field: "chunks",
    expected: String(expected),
    actual: String(actual),
  });
}

import { type Codec, u64 } from "@ledger/bcs";
import { bytesEqual, ChainIdResource, formatWaypoint, frameworkKey, type Waypoint } from "@ledger/types";
import { EpochChain } from "../epoch/epoch-chain.ts";
import type { StartLedger } from "../ingest/ledger-start.ts";
import { SyncError } from "../refusal/sync-error.ts";
import { readWhole, unpack } from "./byte-stream.ts";
import { parseSnapshotManifest, type SnapshotManifest } from "./manifest.ts";
import { type BackupSnapshot, readCatalog } from "./metadata.ts";
import { maxManifestBytes, readEpochChain } from "./read-epochs.ts";
import { readSnapshotItems, type SnapshotItem } from "./snapshot-items.ts";
import { SnapshotLoader } from "./snapshot-loader.ts";
import { verifySnapshotProof } from "./snapshot-proof.ts";
import type { BackupStorage } from "./storage.ts";

/** Which snapshot a ledger begins with, and why it is believed. */
export interface SnapshotStartOptions {
  readonly storage: BackupStorage;
  /**
   * Trusted. At the version of the snapshot it vouches for it; that of an earlier end of an epoch, genesis too, does so through
   * the epochs of the backup, each signed by the validators that the one before names.
   */
  readonly waypoint: Waypoint;
  /** Version of the snapshot; `latest` for the newest of the backup. That of the waypoint when absent. */
  readonly version?: bigint | "latest" | undefined;
  /** The epochs that the waypoint leads to, by {@link readEpochChain}; read from the backup where they are needed, when absent. */
  readonly epochs?: EpochChain | undefined;
  /** Called while the state is loaded. */
  readonly onProgress?: ((progress: SnapshotProgress) => void) | undefined;
}

/** How far a snapshot has been loaded. */
export interface SnapshotProgress {
  readonly version: bigint;
  readonly items: bigint;
  readonly totalItems: bigint;
}

const maxProofBytes = 2 * 1024 * 1024;

/**
 * Makes an empty store begin with a state snapshot of a backup: the first version is the one after it. Nothing of the
 * snapshot can be read before its whole root has been compared with the one that the trusted ledger info leads to. Chunks that
 * come with proofs are compared one by one, so that a bad one is named before those after it are read.
 *
 * @returns a start that throws {@link SyncError} `gap` when the backup has no such snapshot, `wrong_waypoint`,
 * `invalid_signature`, `invalid_backup`, `hash_mismatch`, `too_large` and `unreadable`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/ingest.md#6.6 | Specification, ingest 6.6}, {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/ingest.md#7 | Specification, ingest 7}
 */
export function startFromSnapshot(options: SnapshotStartOptions): StartLedger {
  const { storage, waypoint, onProgress } = options;
  return async (store, _network, signal, tree) => {
    const { snapshots } = await readCatalog(storage, signal);
    const { version, manifest: handle } = chooseSnapshot(snapshots, options);
    const epochs =
      options.epochs ??
      (version === waypoint.version ? new EpochChain([waypoint]) : await readEpochChain(storage, [waypoint], signal));
    const manifest = await readManifest(storage, handle, version, signal);
    const proof = await readWhole(unpack(storage.read(manifest.proof, signal)), maxProofBytes);
    const { frontier, timestampUsecs } = verifySnapshotProof(manifest, proof, epochs);

    // The base needs facts from the state; they are believed when the state's root is.
    const facts = await readFacts(readSnapshotItems(storage, manifest, signal), version);
    await store.begin({ version: version + 1n, blockHeight: facts.blockHeight + 1n, frontier, state: "whole" });
    const totalItems = (manifest.chunks.at(-1)?.lastIndex ?? -1n) + 1n;
    const loader = new SnapshotLoader(storage, manifest, (values, updates, items) => {
      onProgress?.({ version, items, totalItems });
      tree?.update(updates);
      return store.addBaseValues(values);
    });
    await loader.load(signal);
    return {
      position: { nextVersion: version + 1n, frontier, timestampUsecs, ...facts },
      network: { chainId: facts.chainId },
      waypoint: "matched",
    };
  };
}

function chooseSnapshot(
  snapshots: readonly BackupSnapshot[],
  { waypoint, version: wanted = waypoint.version }: SnapshotStartOptions,
): BackupSnapshot {
  const found = wanted === "latest" ? snapshots.at(-1) : snapshots.find(({ version }) => version === wanted);
  if (found === undefined) {
    throw new SyncError("gap", "the backup does not have this state snapshot", {
      field: "snapshot",
      expected: wanted === "latest" ? "any" : String(wanted),
      actual: snapshots.map(({ version }) => version).join(", ") || "none",
    });
  }
  if (waypoint.version > found.version) {
    throw new SyncError("wrong_waypoint", "the waypoint must not be later than the snapshot", {
      version: found.version,
      expected: `at most ${found.version}`,
      actual: formatWaypoint(waypoint),
    });
  }
  return found;
}

async function readManifest(
  storage: BackupStorage,
  handle: string,
  version: bigint,
  signal: AbortSignal,
): Promise<SnapshotManifest> {
  const bytes = await readWhole(unpack(storage.read(handle, signal)), maxManifestBytes);
  const manifest = parseSnapshotManifest(new TextDecoder().decode(bytes));
  if (manifest.version === version) return manifest;
  throw new SyncError("invalid_backup", "the manifest of a snapshot is for another version", {
    field: "version",
    expected: String(version),
    actual: String(manifest.version),
  });
}

/** The facts of its state that a ledger needs in order to continue. */
interface StateFacts {
  readonly chainId: number;
  readonly blockHeight: bigint;
  readonly epoch: bigint;
}

/** The number that a resource begins with. */
const leadingU64: Pick<Codec<bigint>, "decode"> = { decode: (bytes) => u64.decodePrefix(bytes).value };

const factKeys = {
  chainId: frameworkKey("chain_id", "ChainId"),
  blockHeight: frameworkKey("block", "BlockResource"),
  epoch: frameworkKey("reconfiguration", "Configuration"),
} as const satisfies Record<keyof StateFacts, Uint8Array>;

async function readFacts(items: AsyncIterable<SnapshotItem>, version: bigint): Promise<StateFacts> {
  const found = new Map<string, Uint8Array>();
  for await (const { key, value } of items) {
    for (const [name, wanted] of Object.entries(factKeys)) if (bytesEqual(key, wanted)) found.set(name, value);
    if (found.size === Object.keys(factKeys).length) break;
  }
  const read = <T>(name: keyof StateFacts, codec: Pick<Codec<T>, "decode">): T => {
    const value = found.get(name);
    if (value !== undefined) return codec.decode(value);
    throw new SyncError("invalid_backup", "the snapshot lacks a resource that every state has", {
      version,
      field: name,
    });
  };
  return {
    chainId: read("chainId", ChainIdResource).id,
    blockHeight: read("blockHeight", leadingU64),
    epoch: read("epoch", leadingU64),
  };
}

import { basename } from "node:path";
import type { LocalChainSource } from "@ledger/local-chain";
import type { LedgerStore, LedgerSummary, PruneWindows } from "@ledger/state-store";
import {
  concatSources,
  type DecodePage,
  genesisSource,
  type LedgerSource,
  type RestSource,
  restSource,
  type StartLedger,
  SyncError,
  startLazily,
} from "@ledger/sync";
import type { BackupStorage } from "@ledger/sync/backup";
import type { ForkSource } from "@ledger/sync/fork";
import { openBackup, readGenesis } from "@ledger/sync/node";
import type { Waypoint } from "@ledger/types";
import { featureChanges } from "../config/feature-options.ts";
import { localWindows, pruneWindows } from "../config/retention-options.ts";
import { untilFirstAnswer } from "../health/say-while-waiting.ts";
import type { ChainOptions } from "../network/chain-protocol.ts";
import type { TellOfChain } from "../network/open-chain.ts";
import type { IngestMessage, IngestSettings } from "./protocol.ts";
import { reportUpstreams } from "./report-upstreams.ts";

/** A ledger to keep: where it comes from, how to name it, how much of it to keep. */
export interface Ledger {
  /** For people. */
  readonly name: string;
  /** The genesis transaction, where it was read here; a followed upstream sends it like any other record. */
  readonly genesis: Uint8Array | undefined;
  /**
   * Opens what the ledger comes from, again for every attempt; absent when the stored ledger has no source and is only served.
   *
   * @param attempt - from 0 on; each begins with another upstream
   */
  readonly open: ((attempt: number) => Promise<OpenedLedger>) | undefined;
  readonly windows: PruneWindows;
  /** True if it is the network of this node alone. */
  readonly isLocal?: boolean;
  /** True if it continues another network's ledger: the tree of its state is not known. */
  readonly isFork?: boolean;
  /** The version that it ends with, where nothing continues it. */
  readonly lastVersion?: bigint | undefined;
}

/** Sources of one attempt to take a ledger in. */
export interface OpenedLedger {
  readonly source: LedgerSource;
  /** How an empty store begins, when not with genesis. */
  readonly start?: StartLedger | undefined;
  /** The followed upstreams, where there are any. */
  readonly upstreams?: RestSource | undefined;
  /** The pool of transactions that the source makes blocks of, where it is in this thread. */
  readonly pool?: LocalChainSource | undefined;
  /** Tells a source that makes the blocks itself that everything up to a version is stored. */
  readonly settle?: ((version: bigint) => void) | undefined;
  /** Source of the state before a fork. */
  readonly fork?: ForkSource | undefined;
}

/** Inputs of the choice of a run's ledger. */
interface LedgerContext {
  readonly settings: IngestSettings;
  readonly store: LedgerStore;
  readonly post: (message: IngestMessage) => void;
  /** Decodes what upstreams send. */
  readonly decodePage: DecodePage;
}

/**
 * Finds out which ledger this run is about: the one of the options, else the one that is stored, else the local
 * network.
 */
export async function chooseLedger(
  context: LedgerContext,
  stored: LedgerSummary | undefined,
  waypoint: Waypoint | undefined,
): Promise<Ledger> {
  const { settings, store, post } = context;
  const windows = pruneWindows(settings);
  const genesis = settings.genesis === undefined ? undefined : await readGenesis(settings.genesis);
  if (settings.backup !== undefined) {
    const storage = openBackup(settings.backup);
    const open = (attempt: number) => openFromBackup(context, storage, genesis, waypoint, attempt);
    return { name: `backup ${storage.name}`, genesis, open, windows };
  }
  if (settings.fork !== undefined) {
    const options = { ...settings, fork: settings.fork };
    return { name: "fork", genesis, open: () => openAsFork(options, context), windows, isLocal: true, isFork: true };
  }
  if (settings.follow !== undefined && settings.startVersion !== undefined) {
    const open = async (attempt: number) => openLazily(context, attempt);
    return { name: "followed ledger", genesis, open, windows };
  }
  if (genesis !== undefined || settings.follow !== undefined) {
    const name = settings.genesis === undefined ? "followed ledger" : `genesis ${basename(settings.genesis)}`;
    const open = async (attempt: number) => {
      const upstreams = followSource(context, attempt);
      return { source: joinSources(genesis && genesisSource(genesis), upstreams), upstreams };
    };
    const lastVersion = settings.follow === undefined ? (stored?.version ?? 0n) : undefined;
    return { name, genesis, open, windows, lastVersion };
  }

  // Only a node without a network needs it.
  const { featureOptionsText, findLocalLedger, reportStoredClock } = await import("../network/local-ledger.ts");
  const local = await findLocalLedger(store, stored, {
    features: featureChanges(settings),
    chainId: settings.chainId,
  });
  if (local === undefined) {
    const name = `stored ledger of chain ${stored?.chainId}`;
    return { name, genesis, open: undefined, windows, lastVersion: stored?.version };
  }
  let reportedClock = stored && reportStoredClock(stored, (state) => post({ type: "clock", ...state }));
  const tell: TellOfChain = (report) => {
    // A thread that comes later takes back what the one before has reported.
    if (report.type === "clock") reportedClock = report;
    post(report);
  };
  const { blockInterval, workload } = settings;
  const { genesis: begun, chainId } = local;
  const open = () =>
    openLocalNetwork({ genesis: begun, chainId, blockInterval, workload, reportedClock }, { ...context, tell });
  const switched = featureOptionsText(local.features);
  if (switched !== "") post({ type: "mode", text: `feature flags of the local network: ${switched}` });
  const name = "local network";
  const kept = pruneWindows(settings, localWindows[settings.location.kind]);
  if (kept === localWindows.sqlite)
    post({
      type: "mode",
      text: "keeps a day of history, and at most 10 GiB with its index (--time-window, --disk-budget)",
    });
  return { name, genesis: begun, open, windows: kept, isLocal: true };
}

/** The network of this node alone is made in a thread of its own: while a block is checked and stored here, the next one is executed there. */
async function openLocalNetwork(
  options: ChainOptions,
  { settings, post, tell }: LedgerContext & { readonly tell: TellOfChain },
): Promise<OpenedLedger> {
  const { chainThread } = await import("../network/chain-thread.ts");
  const chain = chainThread(
    { ...options, location: settings.location },
    { tell, onPool: (calls) => post({ type: "pool", calls }) },
  );
  return { source: chain, settle: (version) => chain.settle(version) };
}

async function openAsFork(
  options: IngestSettings & { readonly fork: string },
  { store, post }: LedgerContext,
): Promise<OpenedLedger> {
  const { openForkedNetwork } = await import("../network/forked-ledger.ts");
  const { source, start, fork } = await openForkedNetwork(options, store, post);
  const { chainId, version, hasMetadata } = fork.point;
  const exactness = hasMetadata
    ? ""
    : "; that node does not serve the metadata of state, so deposits and refunds are not exact";
  post({ type: "mode", text: `fork of chain ${chainId} at version ${version}, from ${fork.name}${exactness}` });
  return { source, start, pool: source, settle: (version) => source.settle(version), fork };
}

/** A backup is replayed from genesis on, or begun with one of its snapshots: that of the waypoint, or the one asked for. */
async function openFromBackup(
  context: LedgerContext,
  storage: BackupStorage,
  genesis: Uint8Array | undefined,
  waypoint: Waypoint | undefined,
  attempt: number,
): Promise<OpenedLedger> {
  const { settings, post } = context;
  // Signatures are a large part of the code, and only backups have any.
  const { backupSource, readEpochChain, startFromSnapshot } = await import("@ledger/sync/backup");
  const upstreams = followSource(context, attempt);
  // What a backup misses an upstream may still have; without one the ledger cannot go on.
  const onGap =
    upstreams && ((gap: SyncError) => post({ type: "warning", text: `backup ${storage.name}: ${gap.message}` }));
  const isBehindGenesis = genesis === undefined && waypoint !== undefined && waypoint.version > 0n;
  const version = settings.startVersion ?? (isBehindGenesis ? waypoint.version : undefined);
  if (version === undefined) {
    const epochs = waypoint?.version === 0n ? await readEpochChain(storage, [waypoint]) : undefined;
    const source = joinSources(genesis && genesisSource(genesis), backupSource({ storage, epochs, onGap }), upstreams);
    return { source, upstreams };
  }
  if (waypoint === undefined) {
    throw new SyncError("invalid_waypoint", "a snapshot needs a trusted waypoint; pass one with --waypoint");
  }
  // What the backup holds after the snapshot must be signed too.
  const epochs = await readEpochChain(storage, [waypoint]);
  const start = startFromSnapshot({
    storage,
    waypoint,
    epochs,
    version,
    onProgress: (progress) => post({ type: "loading", ...progress }),
  });
  return {
    source: joinSources(backupSource({ storage, epochs, onGap }), upstreams),
    upstreams,
    start: (store, network, signal, tree) => {
      const reason = settings.startVersion === undefined ? "the waypoint's version" : "--start-version";
      post({ type: "mode", text: `snapshot of version ${version} (${reason}): the whole state, verified` });
      return start(store, network, signal, tree);
    },
  };
}

function openLazily(context: LedgerContext, attempt: number): OpenedLedger {
  const { settings, post } = context;
  const upstreams = followSource(context, attempt)!;
  const start = startLazily({ source: upstreams, version: settings.startVersion! });
  return {
    source: upstreams,
    upstreams,
    start: async (store, network, signal, tree) => {
      const started = await start(store, network, signal, tree);
      const { nextVersion } = started.position;
      post({
        type: "mode",
        text:
          `lazy, from version ${nextVersion} (--start-version): earlier state is fetched from the upstream on demand ` +
          "and has no proof",
      });
      return started;
    },
  };
}

function joinSources(...sources: readonly (LedgerSource | undefined)[]): LedgerSource {
  const [first, ...others] = sources.filter((source) => source !== undefined);
  if (first === undefined) throw new TypeError("a ledger needs a source");
  return others.length === 0 ? first : concatSources(first, ...others);
}

function followSource({ settings, post, decodePage }: LedgerContext, attempt: number): RestSource | undefined {
  const { follow } = settings;
  if (follow === undefined) return undefined;
  const turn = attempt % follow.length;
  const [first, ...others] = [...follow.slice(turn), ...follow.slice(0, turn)];
  if (first === undefined) return undefined;
  return restSource({
    upstreams: [first, ...others],
    agreement: settings.agreement,
    decodePage,
    onStatus: ({ phase, head }) => post({ type: "following", phase, head }),
    onEvent: reportUpstreams((text) => post({ type: "warning", text })),
    fetch: untilFirstAnswer((host, seconds) =>
      post({
        type: "warning",
        text: `upstream ${host} has not answered for ${seconds} s; it is asked again and again`,
      }),
    ),
  });
}

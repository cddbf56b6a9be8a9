import {
  type BlockEntry,
  type DifferentRoot,
  readTreeState,
  StateTree,
  StoreError,
  type TreeHead,
  type TreeReads,
  type TreeState,
} from "@ledger/state-store";
import { bytesEqual, formatHash, type HashValue, TransactionInfo } from "@ledger/types";
import type { ProvedInfo } from "@ledger/verifier";
import { ApiError, versionPruned } from "../contract/error.ts";
import { type RequestContext, resolveVersion } from "../endpoint/context.ts";

/** The tree of a node that keeps proofs. */
export interface KeptTree {
  readonly tree: StateTree;
  readonly head: TreeHead;
}

// Every runtime has it, and no library that TypeScript knows without those of one of them.
declare const setTimeout: (callback: () => void, milliseconds: number) => unknown;

/** A request that waits for the tree, which follows the ledger, looks at it so often, after so many milliseconds each: for a second. */
const waiting = { looks: 66, interval: 15 } as const;

/** A tree that is so many versions behind will not be there in time. */
const farBehind = 5_000n;

/**
 * Opens the tree, once it has a version: it follows the ledger some milliseconds later. After a second it is taken as it is.
 *
 * @param wanted - the newest one of the ledger when absent
 * @throws ApiError `api_disabled` on a node that keeps no proofs; `internal_error` (503) while the tree is being built
 */
export async function openTree(context: RequestContext, wanted?: bigint): Promise<KeptTree> {
  const kept = await findTree(context, wanted);
  if (kept !== undefined) return kept;
  throw new ApiError("api_disabled", "this node keeps no proofs: it was not started with --proofs");
}

/** The same. @returns `undefined` on a node that keeps no tree */
export async function findTree(
  { store, ledger, signal }: RequestContext,
  wanted: bigint = ledger.version,
): Promise<KeptTree | undefined> {
  const reads = store.tree;
  let state = reads && (await readTreeState(reads));
  const first = state?.kind === "Whole" ? state.value.version : undefined;
  for (let looks = 0; reads !== undefined && state?.kind === "Whole" && signal?.aborted !== true; looks++) {
    const { version } = state.value;
    if (version >= wanted || wanted > ledger.version || wanted - version > farBehind) break;
    if (stoodStill.get(reads) === version) break;
    if (looks === waiting.looks) {
      if (version === first) stoodStill.set(reads, version);
      break;
    }
    state = await nextState(reads);
  }
  if (state?.kind === "Building") throw unavailable("the state tree is being built: nothing is proved yet");
  if (reads === undefined || state === undefined) return undefined;
  return { tree: new StateTree(reads, store, { keepsLeaves: true }), head: state.value };
}

/** Versions at which trees stood still while they were waited for: they are waited for again when they have moved. */
const stoodStill = new WeakMap<TreeReads, bigint>();

const nextStates = new WeakMap<TreeReads, Promise<TreeState | undefined>>();

/** How far a tree is a moment later. All requests that wait share one look. */
function nextState(reads: TreeReads): Promise<TreeState | undefined> {
  let next = nextStates.get(reads);
  if (next === undefined) {
    next = new Promise<void>((resolve) => void setTimeout(resolve, waiting.interval)).then(() => {
      nextStates.delete(reads);
      return readTreeState(reads);
    });
    nextStates.set(reads, next);
  }
  return next;
}

/**
 * The last block that ends at or before a version: only there the state has a root.
 *
 * @throws ApiError `version_pruned`
 */
export async function blockEndingAt({ store, ledger }: RequestContext, version: bigint): Promise<BlockEntry> {
  const block = await store.readBlockByVersion(version);
  if (block.lastVersion === version) return block;
  if (block.firstVersion <= ledger.oldestLedgerVersion) throw versionPruned(version, block.lastVersion);
  return store.readBlockByVersion(block.firstVersion - 1n);
}

/** The versions that a proof is asked for at. */
export interface ProofTerms {
  /** Version that is asked for; the newest one that the tree has when absent. */
  readonly ledgerVersion: bigint | undefined;
  /** Version of the root that the client trusts; the asked one when absent. */
  readonly rootVersion: bigint | undefined;
}

/** The beginning of a proof of state, and the root that it leads to. */
export interface ProofPlace {
  readonly kept: KeptTree;
  /** The last version of the block whose state is proved. */
  readonly version: bigint;
  /** Ledger version of the root that the proof leads to. */
  readonly rootVersion: bigint;
}

/**
 * Opens the tree, and finds the block whose state is proved for a question.
 *
 * @throws ApiError `version_not_found`, `version_pruned`, `invalid_input`; `internal_error` (503) where the tree is not so far yet; and as
 * {@link openTree}
 */
export async function findProofPlace(
  context: RequestContext,
  { ledgerVersion: requested, rootVersion }: ProofTerms,
): Promise<ProofPlace> {
  const kept = await openTree(context, requested ?? rootVersion);
  const { head } = kept;
  // The tree may be newer than the request's picture of the ledger, and the other way round.
  const isAhead = head.version > context.ledger.version;
  const version = resolveVersion(context.ledger, requested ?? (isAhead ? undefined : head.version));
  if (version > head.version) throw notBuilt(version, head.version);
  if (version === head.differs?.version) throw new ApiError("api_disabled", describeDifference(head.differs));
  if (version < head.oldestVersion) throw versionPruned(version, head.oldestVersion);
  const { lastVersion } = await blockEndingAt(context, version);
  const root = checkRootVersion(context, head, lastVersion, rootVersion ?? requested);
  return { kept, version: lastVersion, rootVersion: root };
}

/** @throws ApiError as {@link findProofPlace} */
export function checkRootVersion(
  { ledger }: RequestContext,
  head: TreeHead,
  version: bigint,
  requested: bigint | undefined,
): bigint {
  const rootVersion = requested ?? version;
  if (rootVersion < version) {
    throw new ApiError("invalid_input", `root_version ${rootVersion} is invalid: the proof is of version ${version}`);
  }
  resolveVersion({ ...ledger, oldestVersion: 0n }, rootVersion);
  if (rootVersion > head.version) throw notBuilt(rootVersion, head.version);
  return rootVersion;
}

/** The transaction info of a version, with its place in the ledger. */
export async function proveInfo(
  { store }: RequestContext,
  { tree }: KeptTree,
  version: bigint,
  rootVersion: bigint,
): Promise<ProvedInfo> {
  const { info } = await store.readRecord(version);
  const { siblings } = await tree.proveVersion(version, rootVersion);
  return { transactionInfo: info, siblings, ledgerVersion: rootVersion };
}

/**
 * Compares the tree with a record: a tree next to a ledger may be damaged, or left there by another one.
 *
 * @param info - of the last record of a block
 * @throws StoreError `corrupt`
 */
export async function expectRoot({ tree }: KeptTree, version: bigint, info: Uint8Array): Promise<void> {
  const claimed = stateRootOf(info);
  if (bytesEqual(await tree.root(version), claimed)) return;
  // What is at hand may be of a tree that was made again since, by another thread.
  tree.forget();
  if (!bytesEqual(await tree.root(version), claimed))
    throw new StoreError("corrupt", `the state tree is not that of the ledger at version ${version}`);
}

/** Root of the state after a block, as its last record has it. */
export function stateRootOf(info: Uint8Array): HashValue {
  const { stateCheckpointHash } = TransactionInfo.decode(info).value;
  if (stateCheckpointHash === undefined)
    throw new StoreError("corrupt", "the last record of a block has no state root");
  return stateCheckpointHash;
}

/** Says which root is none, for people. */
export function describeDifference({ version, claimed, computed }: DifferentRoot): string {
  return `the record of version ${version} claims the state root ${formatHash(claimed)}, and its state has ${formatHash(computed)}`;
}

/** The refusal of a version that the tree does not have yet. */
export function notBuilt(version: bigint, head: bigint): ApiError {
  return unavailable(`proofs reach version ${head}, not ${version} yet`);
}

function unavailable(reason: string): ApiError {
  return new ApiError("internal_error", reason, { status: 503, headers: { "Retry-After": "1" } });
}

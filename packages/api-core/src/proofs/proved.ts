import { type BlockEntry, StateTree, StoreError, type TreeHead } from "@ledger/state-store";
import { type HashValue, TransactionInfo } from "@ledger/types";
import type { ProvedInfo } from "@ledger/verifier";
import { ApiError, versionPruned } from "../contract/error.ts";
import { type RequestContext, resolveVersion } from "../endpoint/context.ts";

/** The tree of a node that keeps proofs. */
export interface KeptTree {
  readonly tree: StateTree;
  readonly head: TreeHead;
}

/** @throws ApiError `api_disabled` on a node that keeps no proofs, or has not built its tree yet */
export async function openTree({ store }: RequestContext): Promise<KeptTree> {
  const tree = store.tree && new StateTree(store.tree, store);
  const head = await tree?.head();
  if (tree !== undefined && head !== undefined) return { tree, head };
  throw new ApiError("api_disabled", "this node keeps no proofs: it was not started with --proofs");
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

/**
 * The block whose state is proved for a question, and the ledger version of the root that the proof leads to.
 *
 * @param requested - version that is asked for; the newest one that the tree has when absent
 * @param rootVersion - version of the root that the client trusts; the asked one when absent
 * @throws ApiError `version_not_found`, `version_pruned`, `invalid_input`; `internal_error` (503) where the tree is not so far yet
 */
export async function findProvedBlock(
  context: RequestContext,
  { head }: KeptTree,
  requested: bigint | undefined,
  rootVersion: bigint | undefined,
): Promise<{ readonly block: BlockEntry; readonly rootVersion: bigint }> {
  // The tree may be newer than the request's picture of the ledger, and the other way round.
  const isAhead = head.version > context.ledger.version;
  const version = resolveVersion(context.ledger, requested ?? (isAhead ? undefined : head.version));
  if (version > head.version) throw notBuilt(version, head.version);
  if (version < head.oldestVersion) throw versionPruned(version, head.oldestVersion);
  const block = await blockEndingAt(context, version);
  return { block, rootVersion: checkRootVersion(context, head, block.lastVersion, rootVersion ?? requested) };
}

/** @throws ApiError as {@link findProvedBlock} */
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

/** Root of the state after a block, as its last record has it. */
export function stateRootOf(info: Uint8Array): HashValue {
  const { stateCheckpointHash } = TransactionInfo.decode(info).value;
  if (stateCheckpointHash === undefined)
    throw new StoreError("corrupt", "the last record of a block has no state root");
  return stateCheckpointHash;
}

function notBuilt(version: bigint, head: bigint): ApiError {
  return new ApiError("internal_error", `proofs reach version ${head}, not ${version} yet`, {
    status: 503,
    headers: { "Retry-After": "1" },
  });
}

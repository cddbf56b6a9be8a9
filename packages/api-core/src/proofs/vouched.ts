import type { BlockEntry } from "@ledger/state-store";
import type { HashValue } from "@ledger/types";
import { ApiError, versionPruned } from "../contract/error.ts";
import { type RequestContext, resolveVersion } from "../endpoint/context.ts";
import { blockEndingAt, describeDifference, expectRoot, findTree, notBuilt, stateRootOf } from "./proved.ts";

/** The roots at a block's end that this node vouches for. */
export interface VouchedRoots {
  readonly block: BlockEntry;
  readonly stateRoot: HashValue;
  readonly accumulatorRoot: HashValue;
  /** The first version from which on every state root that the accumulator covers is vouched for. */
  readonly stateRootsSince: bigint;
}

/**
 * Finds the roots at the end of the last block at or before a version. A record's word is not enough: its state root has to be the one that
 * this node computed from the writes.
 *
 * @param requested - the newest version whose root was computed when absent
 * @throws ApiError `api_disabled` where no root of it was computed, or it is another one; `internal_error` (503) where it was not computed yet;
 * `version_not_found`, `version_pruned`
 */
export async function vouchedRoots(context: RequestContext, requested: bigint | undefined): Promise<VouchedRoots> {
  const { ledger, store } = context;
  if (requested !== undefined) resolveVersion(ledger, requested);
  const kept = await findTree(context, requested);
  if (kept === undefined) throw vouchesForNothing(context);
  const { head } = kept;
  const isAhead = head.version > ledger.version;
  const version = requested ?? (isAhead ? ledger.version : head.version);
  if (version > head.version) throw notBuilt(version, head.version);
  const block = await blockEndingAt(context, version);
  const { lastVersion } = block;
  if (lastVersion < head.agreesSince) {
    const reason =
      head.differs === undefined || head.differs.version < lastVersion
        ? `it has computed state roots from version ${head.agreesSince} on`
        : describeDifference(head.differs);
    throw new ApiError("api_disabled", `this node does not vouch for version ${lastVersion}: ${reason}`);
  }
  if (lastVersion < head.oldestVersion) throw versionPruned(lastVersion, head.oldestVersion);
  const { info, accumulatorRoot } = await store.readRecord(lastVersion);
  await expectRoot(kept, lastVersion, info);
  return { block, stateRoot: stateRootOf(info), accumulatorRoot, stateRootsSince: head.agreesSince };
}

function vouchesForNothing({ ledger }: RequestContext): ApiError {
  const cure =
    ledger.base?.state === "partial"
      ? "it began lazily and knows some of the state only; begin another one with genesis or a backup"
      : "it has computed none; one that is started with --execute all, or --proofs on, does";
  return new ApiError("api_disabled", `this node vouches for no state root: ${cure}`);
}

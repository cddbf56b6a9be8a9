import { bytes, u64, vector } from "@ledger/bcs";
import { Address, type BlockMetadata, hashSession, isNewEpochEvent, parseAddress } from "@ledger/types";
import { ExecutorSession } from "../session/executor-session.ts";
import type { SystemCall } from "../session/system-call.ts";
import type { ChangeSet } from "../state/change-set.ts";
import type { StateView } from "../state/state-view.ts";
import type { BlockContext } from "./block-context.ts";
import { BlockError } from "./block-error.ts";

/** The signer of what the chain does by itself. */
const vmReserved = parseAddress("0x0");
const blockMetadataSession = 10;
const indices = vector(u64);

/**
 * Executes the first transaction of a block.
 *
 * @throws {@link BlockError} when it fails: a block cannot go on without it
 * @see Ledger specification, execution §3.1
 */
export async function runBlockPrologue(
  context: BlockContext,
  state: StateView,
  metadata: BlockMetadata,
): Promise<ChangeSet> {
  const session = new ExecutorSession(context, {
    state,
    identity: {
      sessionHash: hashSession({ kind: "BlockMeta", value: { id: metadata.id } }),
      scriptHash: new Uint8Array(),
      sessionNumber: blockMetadataSession,
      user: undefined,
      unbiasable: false,
      storageUsage: context.usage,
      inBlock: true,
    },
  });
  const error = await session.callSystem(blockPrologueCall(metadata));
  if (error) throw new BlockError("prologue_failed", "the block's metadata cannot be executed", { cause: error });
  return session.finish();
}

function blockPrologueCall(metadata: BlockMetadata): SystemCall {
  return {
    module: "block",
    name: "block_prologue",
    args: [
      { signer: vmReserved },
      Address.encode(metadata.id as Uint8Array as Address),
      u64.encode(metadata.epoch),
      u64.encode(metadata.round),
      Address.encode(metadata.proposer),
      indices.encode(metadata.failedProposerIndices.map(BigInt)),
      bytes.encode(metadata.previousBlockVotesBitvec),
      u64.encode(metadata.timestampUsecs),
    ],
  };
}

/** Whether a transaction began an epoch: then it is the last of its block. */
export function beginsEpoch({ events }: ChangeSet): boolean {
  return events.some(isNewEpochEvent);
}

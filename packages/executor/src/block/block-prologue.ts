import { bytes, option, u64, vector } from "@ledger/bcs";
import {
  Address,
  type BlockMetadata,
  hashSession,
  isNewEpochEvent,
  parseAddress,
  type StateView,
  type Transaction,
} from "@ledger/types";
import type { BlockContext } from "../context/block-context.ts";
import { ExecutorSession } from "../session/executor-session.ts";
import type { SystemCall } from "../session/system-call.ts";
import type { ChangeSet } from "../state/change-set.ts";
import { BlockError } from "./block-error.ts";

/** The signer of what the chain does by itself. */
const vmReserved = parseAddress("0x0");
/** Numbers of the sessions in the monotonically increasing counter. */
const sessionNumbers = { BlockMeta: 10, BlockMetaExt: 15 } as const;
const indices = vector(u64);
const optionalBytes = option(bytes);

/** The announcement of a block by consensus, in either form of transaction. */
export type BlockStart = Extract<Transaction, { readonly kind: "BlockMetadata" | "BlockMetadataExt" }>;

/** The metadata that all forms have in common. */
export function metadataOf(start: BlockStart): BlockMetadata {
  return start.kind === "BlockMetadata" ? start.value : start.value.value;
}

/**
 * Executes the first transaction of a block.
 *
 * @throws {@link BlockError} when it fails: a block cannot go on without it
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#3.1 | Specification, execution 3.1}
 */
export async function runBlockPrologue(context: BlockContext, state: StateView, start: BlockStart): Promise<ChangeSet> {
  const kind = start.kind === "BlockMetadata" || start.value.kind === "V0" ? "BlockMeta" : "BlockMetaExt";
  const session = new ExecutorSession(context, {
    state,
    identity: {
      sessionHash: hashSession({ kind, value: { id: metadataOf(start).id } }),
      scriptHash: new Uint8Array(),
      sessionNumber: sessionNumbers[kind],
      user: undefined,
      unbiasable: false,
      storageUsage: context.usage,
      inBlock: true,
    },
  });
  const error = await session.callSystem(blockPrologueCall(start));
  if (error) throw new BlockError("prologue_failed", "the block's metadata cannot be executed", { cause: error });
  return session.finish();
}

function blockPrologueCall(start: BlockStart): SystemCall {
  const metadata = metadataOf(start);
  const args = [
    { signer: vmReserved },
    Address.encode(metadata.id as Uint8Array as Address),
    u64.encode(metadata.epoch),
    u64.encode(metadata.round),
    Address.encode(metadata.proposer),
    indices.encode(metadata.failedProposerIndices.map(BigInt)),
    bytes.encode(metadata.previousBlockVotesBitvec),
    u64.encode(metadata.timestampUsecs),
  ];
  const { module, name, more } = extension(start);
  return { module, name, args: [...args, ...more] };
}

/** The function for a form of metadata, with what it takes besides the common arguments. */
function extension(start: BlockStart): {
  readonly module: string;
  readonly name: string;
  readonly more: readonly Uint8Array[];
} {
  const module = "block";
  if (start.kind === "BlockMetadata" || start.value.kind === "V0") return { module, name: "block_prologue", more: [] };
  const { kind, value } = start.value;
  const seed = optionalBytes.encode(value.randomness?.randomness);
  switch (kind) {
    case "V1":
      return { module, name: "block_prologue_ext", more: [seed] };
    case "V2":
      return {
        module,
        name: "block_prologue_ext_v2",
        more: [seed, optionalBytes.encode(value.decryptionKey?.decryptionKey)],
      };
    case "V3":
      return {
        module,
        name: "block_prologue_ext_v3",
        more: [
          seed,
          optionalBytes.encode(value.decryptionPayload?.key.decryptionKey),
          optionalNumber.encode(value.decryptionPayload?.decryptionRound),
        ],
      };
  }
}

const optionalNumber = option(u64);

/** True if a transaction began an epoch: then it is the last of its block. */
export function beginsEpoch({ events }: ChangeSet): boolean {
  return events.some(isNewEpochEvent);
}

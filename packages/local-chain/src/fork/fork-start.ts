import type { StateUsage } from "@ledger/executor";
import type { ForkPoint, ForkSource } from "@ledger/sync/fork";
import {
  type AccumulatorFrontierState,
  BlockResource,
  Configuration,
  CurrentTimeMicroseconds,
  frameworkKey,
  type HashValue,
  StateStorageUsage,
  sha3_256,
} from "@ledger/types";
import { LocalChainError } from "../errors.ts";

/** The place that a fork continues from. */
export interface ForkStart {
  readonly chainId: number;
  /** The fork's first version. */
  readonly version: bigint;
  /** Height of the fork's first block. */
  readonly blockHeight: bigint;
  /** Time at the fork point, microseconds since the Unix epoch. */
  readonly timestampUsecs: bigint;
  /** Epoch of the fork's first block. */
  readonly epoch: bigint;
  /** Of the block that holds the fork point; `undefined` at genesis. */
  readonly metadata: { readonly epoch: bigint; readonly round: bigint } | undefined;
  /** In place of the transaction accumulator, whose subtrees no node serves: of the same size, with other roots. */
  readonly frontier: AccumulatorFrontierState;
  /** The size of the state when its epoch began: later sizes are not known. */
  readonly usage: StateUsage;
}

/**
 * Reads the place that a fork continues from.
 *
 * @throws LocalChainError `state_mismatch` when the state contradicts the fork point; what the source of the state throws
 */
export async function readForkStart(fork: Pick<ForkSource, "get" | "point">): Promise<ForkStart> {
  const { point } = fork;
  async function read<T>(
    module: string,
    name: string,
    codec: { decode(bytes: Uint8Array): T },
  ): Promise<T | undefined> {
    const item = await fork.get(frameworkKey(module, name));
    return item && codec.decode(item.bytes);
  }
  const time = await read("timestamp", "CurrentTimeMicroseconds", CurrentTimeMicroseconds);
  const configuration = await read("reconfiguration", "Configuration", Configuration);
  const block = await read("block", "BlockResource", BlockResource);
  const usage = await read("state_storage", "StateStorageUsage", StateStorageUsage);
  const height = point.block?.height ?? 0n;
  if (time === undefined || configuration === undefined || block === undefined || block.height !== height) {
    throw new LocalChainError("state_mismatch", `the state at version ${point.version} does not match block ${height}`);
  }
  return {
    chainId: point.chainId,
    version: point.version + 1n,
    blockHeight: height + 1n,
    timestampUsecs: time.microseconds,
    epoch: configuration.epoch,
    metadata: point.block && { epoch: point.block.epoch, round: point.block.round },
    frontier: forkFrontier(point),
    usage: { items: usage?.items ?? 0n, bytes: usage?.bytes ?? 0n },
  };
}

const domain = new TextEncoder().encode("LOCAL_FORK::AccumulatorSubtree");

/**
 * The accumulator that a fork continues. No node serves the roots of the subtrees that it would need, so others take their place: they
 * follow from the accumulator's own root, so that what the fork appends commits to the history before it all the same.
 */
function forkFrontier({ accumulatorRoot, version }: ForkPoint): AccumulatorFrontierState {
  const leafCount = version + 1n;
  const roots: HashValue[] = [];
  for (let rest = leafCount; rest > 0n; rest &= rest - 1n) {
    roots.push(sha3_256(Uint8Array.of(...domain, ...accumulatorRoot, roots.length)));
  }
  return { leafCount, roots };
}

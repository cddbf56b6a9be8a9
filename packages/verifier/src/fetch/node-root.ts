import { readHash, readObject, readU64 } from "../json.ts";
import { inStep, VerificationError } from "../verification-error.ts";
import type { TrustedRoot } from "../verify-info.ts";
import { errorCodeOf, maxAnswerBytes, type NodeReader } from "./node-reader.ts";

/** A root as a node says it: that of the ledger at the end of a block. */
export interface NodeRoot extends TrustedRoot {
  /** Time of the block, microseconds since the Unix epoch. */
  readonly timestampUsecs: bigint;
}

/**
 * Asks a node for the root at the end of a block. It is what the node says: nothing of it is proved.
 *
 * @param version - the end of the last block at or before it is asked for; the newest when absent, and where the node has not got so far
 * @throws {@link VerificationError} `vouching` for a node that computes no state roots, or found that one is false; `agreement` for an answer
 * that is none; and what `fetch` throws
 */
export async function readNodeRoot(node: NodeReader, version?: bigint): Promise<NodeRoot> {
  const { status, json } = await node.askJson(`/proofs/roots${version === undefined ? "" : `?version=${version}`}`);
  if (status === 200) return bounded(node, readRoots(node, json), version);
  const code = errorCodeOf(json);
  if (code === "version_not_found" && version !== undefined) return bounded(node, await readNodeRoot(node), version);
  // It is behind with computing roots.
  if (status === 503 && version !== undefined) return bounded(node, await readNodeRoot(node), version);
  if (code === "api_disabled") throw vouchesForNothing(node, json);
  if (code === "version_pruned") throw refused(node, "does not keep the version any more");
  // Nodes of other software have no such route. Any other refusal is one to vouch.
  if (status === 404) return bounded(node, await readRootOfTransaction(node, version), version);
  throw refused(node, `names no root (status ${status})`);
}

function readRoots(node: NodeReader, json: unknown): NodeRoot {
  return inStep("agreement", `the roots of ${node.url}`, () => {
    const { version, accumulator_root, timestamp, state_roots_since } = readObject(json);
    return {
      ledgerVersion: readU64(version),
      accumulatorRoot: readHash(accumulator_root),
      timestampUsecs: readU64(timestamp),
      stateRootsSince: readU64(state_roots_since),
    };
  });
}

/** The same from the routes that every node has. */
async function readRootOfTransaction(node: NodeReader, version: bigint | undefined): Promise<NodeRoot> {
  const newest = await member(node, "/", "ledger_version");
  const wanted = version === undefined || version > newest ? newest : version;
  let block = await readBlock(node, wanted);
  if (block.last > wanted) block = await readBlock(node, block.first - 1n);
  const { status, json } = await node.askJson(`/transactions/by_version/${block.last}`, maxAnswerBytes);
  return inStep("agreement", `version ${block.last} of ${node.url}`, () => {
    if (status !== 200) throw new Error(`the answer has status ${status}`);
    const { accumulator_root_hash, state_checkpoint_hash, version: actual } = readObject(json);
    if (readU64(actual) !== block.last || typeof state_checkpoint_hash !== "string")
      throw new Error("it is not the end of a block");
    return {
      ledgerVersion: block.last,
      accumulatorRoot: readHash(accumulator_root_hash),
      timestampUsecs: block.timestampUsecs,
    };
  });
}

async function readBlock(node: NodeReader, version: bigint) {
  const { status, json } = await node.askJson(`/blocks/by_version/${version}`);
  return inStep("agreement", `the block of version ${version} of ${node.url}`, () => {
    if (status !== 200) throw new Error(`the answer has status ${status}`);
    const { first_version, last_version, block_timestamp } = readObject(json);
    return {
      first: readU64(first_version),
      last: readU64(last_version),
      timestampUsecs: readU64(block_timestamp),
    };
  });
}

async function member(node: NodeReader, target: string, name: string): Promise<bigint> {
  const { status, json } = await node.askJson(target);
  return inStep("agreement", `${name} of ${node.url}`, () => {
    if (status !== 200) throw new Error(`the answer has status ${status}`);
    return readU64(readObject(json)[name]);
  });
}

/** A root above the asked version is no answer. */
function bounded(node: NodeReader, root: NodeRoot, version: bigint | undefined): NodeRoot {
  if (version === undefined || root.ledgerVersion <= version) return root;
  throw refused(node, `answers with version ${root.ledgerVersion} where ${version} was asked for`);
}

function vouchesForNothing(node: NodeReader, json: unknown): VerificationError {
  const { message } = (json ?? {}) as { readonly message?: unknown };
  const reason = typeof message === "string" ? `: ${message.slice(0, 400)}` : "";
  return new VerificationError("vouching", `${node.url} vouches for nothing${reason}`);
}

function refused(node: NodeReader, fault: string): VerificationError {
  return new VerificationError("agreement", `${node.url} ${fault}`);
}

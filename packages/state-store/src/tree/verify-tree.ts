import {
  bytesEqual,
  type HashValue,
  hashTransactionInfo,
  mapKey,
  sparseMerklePlaceholderHash,
  sparseMerkleUpdate,
  stateWrites,
  TransactionInfo,
  WriteSet,
} from "@ledger/types";
import type { LedgerReader } from "../port.ts";
import { StoreError } from "../store-error.ts";
import type { TreeChange, TreeReads } from "../tree-port.ts";
import { AccumulatorGrowth } from "./grow-accumulator.ts";
import { leadsTo } from "./prove-state.ts";
import { StateTree } from "./state-tree.ts";
import { bucketLeaves } from "./tree-bucket.ts";
import { latest, withDigit } from "./tree-keys.ts";
import { PackedLayer } from "./tree-layer.ts";
import { nodeChildren, type Subtree, type TreeNode } from "./tree-node.ts";
import { TreePaths } from "./tree-paths.ts";

/** Nodes whose children are read at once. */
const nodesAtOnce = 64;

/** Records that are read at once. */
const pageRecords = 1_000;

/** The parts of a state tree that a check has found right. */
export interface TreeVerification {
  /** Version of the tree that was compared. */
  readonly version: bigint;
  /** Keys of the state at that version. */
  readonly keys: number;
  /** Blocks at whose ends the keys that they change were proved. */
  readonly blocks: number;
  /** Transaction infos whose place in the accumulator is right. */
  readonly infos: number;
}

/** Options of {@link verifyTree}. */
export interface VerifyTreeOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: { readonly keys: number; readonly version: bigint }) => void) | undefined;
}

/**
 * Compares a state tree with a ledger: all nodes and leaves of its latest version with the root that the record claims; the keys that
 * each block in its window changes, after the block and before, with the roots of those; and its accumulator with the transaction infos.
 *
 * @returns `undefined` where there is no whole tree
 * @throws StoreError `corrupt` for what differs
 */
export async function verifyTree(
  store: LedgerReader,
  tree: TreeReads,
  options: VerifyTreeOptions = {},
): Promise<TreeVerification | undefined> {
  const head = await new StateTree(tree, store).head();
  const summary = await store.summary();
  if (head === undefined) return undefined;
  const { version, seed } = head;
  if (summary === undefined || version > summary.version || version < summary.oldestLedgerVersion)
    throw damaged(`it is of version ${version}, which is not in the ledger`);
  const { info } = await store.readRecord(version);
  const keys = await verifyNodes(tree, version, rootOf(info), options);
  const accumulator = new AccumulatorGrowth(seed);
  const blocks = new BlockProofs(new StateTree(tree, store), later(head.oldestVersion, summary.oldestVersion));
  let infos = 0;
  for (let next = later(seed.leafCount, summary.oldestLedgerVersion); next <= version; ) {
    options.signal?.throwIfAborted();
    const left = Number(version - next) + 1;
    const records = await store.listRecords(next, Math.min(pageRecords, left));
    if (records.length === 0) throw damaged(`the record of version ${next} is missing`);
    if (next === seed.leafCount + BigInt(infos)) {
      await verifyAccumulator(
        tree,
        accumulator,
        records.map((record) => hashTransactionInfo(record.info)),
      );
      infos += records.length;
    }
    for (const record of records) await blocks.take(record);
    next += BigInt(records.length);
    options.onProgress?.({ keys, version: next - 1n });
  }
  return { version, keys, blocks: blocks.count, infos };
}

/** Compares every node with its children, and these with their leaves. @returns the number of leaves */
async function verifyNodes(
  tree: TreeReads,
  version: bigint,
  claimed: HashValue,
  { signal, onProgress }: VerifyTreeOptions,
): Promise<number> {
  const layer = await PackedLayer.load(tree, version);
  const load = (keys: readonly HashValue[]): Promise<TreePaths> => TreePaths.load(tree, layer, keys, layer.nodes);
  const root = (await load([])).node(new Uint8Array(32), 0)?.whole();
  if (!bytesEqual(root?.hash ?? sparseMerklePlaceholderHash, claimed))
    throw damaged(`its root at version ${version} is not the one that the record claims`);
  let keys = 0;
  const open: { readonly key: HashValue; readonly depth: number }[] = [];
  if (root !== undefined) open.push({ key: new Uint8Array(32) as HashValue, depth: 0 });
  while (open.length > 0) {
    signal?.throwIfAborted();
    const nodes = open.splice(-nodesAtOnce);
    const paths = await load(nodes.flatMap(({ key, depth }) => childKeys(key, depth)));
    for (const { key, depth } of nodes) {
      const node = paths.node(key, depth)!;
      for (const [digit, child] of childrenOf(node)) {
        const below = withDigit(key, depth, digit) as HashValue;
        const isNode = child.count > bucketLeaves;
        const found = (isNode ? paths.node(below, depth + 1) : paths.bucket(key, depth, digit))?.whole();
        if (found === undefined || found.count !== child.count || !bytesEqual(found.hash, child.hash))
          throw damaged(`a part at depth ${depth + 1} has another hash than what is below it`);
        if (isNode) open.push({ key: below, depth: depth + 1 });
        else keys += child.count;
      }
    }
    onProgress?.({ keys, version });
  }
  return keys;
}

function* childrenOf(node: TreeNode): Generator<readonly [digit: number, child: Subtree]> {
  for (let digit = 0; digit < nodeChildren; digit++) {
    const child = node.child(digit);
    if (child.count > 0) yield [digit, child];
  }
}

function childKeys(key: HashValue, depth: number): HashValue[] {
  return Array.from({ length: nodeChildren }, (_, digit) => withDigit(key, depth, digit) as HashValue);
}

async function verifyAccumulator(
  tree: TreeReads,
  accumulator: AccumulatorGrowth,
  leaves: readonly HashValue[],
): Promise<void> {
  const changes: TreeChange[] = [];
  accumulator.append(leaves, 0n, changes);
  const rows = await tree.read(
    latest,
    changes.map(({ key }) => key),
  );
  if (changes.some(({ value }, i) => !bytesEqual(rows[i] ?? new Uint8Array(0), value!)))
    throw damaged("a node of the transaction accumulator is another one than the transaction infos make");
}

/** The proofs of the keys that blocks change. */
class BlockProofs {
  readonly #tree: StateTree;
  readonly #oldest: bigint;
  /** Keys that the block that is being read changes. */
  #keys = new Map<string, HashValue>();
  #before: { readonly version: bigint; readonly root: HashValue } | undefined;
  count = 0;

  constructor(tree: StateTree, oldest: bigint) {
    this.#tree = tree;
    this.#oldest = oldest;
  }

  /** Takes the next record. @throws StoreError `corrupt` at the end of a block with proofs that do not lead to the root */
  async take({ version, info, writeSet }: { version: bigint; info: Uint8Array; writeSet: Uint8Array }): Promise<void> {
    for (const write of stateWrites(WriteSet.decode(writeSet))) {
      const [key] = sparseMerkleUpdate(write);
      this.#keys.set(mapKey(key), key);
    }
    const { stateCheckpointHash: root } = TransactionInfo.decode(info).value;
    if (root === undefined) return;
    const keys = [...this.#keys.values()];
    this.#keys = new Map();
    if (version < this.#oldest) return;
    if (this.#before !== undefined) await this.#prove(this.#before.version, keys, this.#before.root);
    await this.#prove(version, keys, root);
    this.#before = { version, root };
    this.count++;
  }

  async #prove(version: bigint, keys: readonly HashValue[], root: HashValue): Promise<void> {
    const proofs = await this.#tree.prove(version, keys);
    keys.forEach((key, i) => {
      if (!leadsTo(root, key, proofs[i]!))
        throw damaged(`a key that a block changes has no proof at version ${version}`);
    });
  }
}

function rootOf(info: Uint8Array): HashValue {
  const { stateCheckpointHash } = TransactionInfo.decode(info).value;
  if (stateCheckpointHash === undefined) throw damaged("its version ends no block");
  return stateCheckpointHash;
}

function damaged(fault: string): StoreError {
  return new StoreError("corrupt", `the state tree is damaged: ${fault}`);
}

function later(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

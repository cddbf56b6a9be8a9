import { Random } from "@ledger/random";
import type { CommitBatch, CommitBlock } from "@ledger/state-store";
import {
  AccumulatorFrontier,
  type AccumulatorFrontierState,
  type HashValue,
  hashStateKey,
  hashTransactionInfo,
  SparseMerkleTree,
} from "@ledger/types";
import { buildLedger, withWriteSets } from "../src/build-ledger.ts";
import { crowdedKeys, textOf, updatesOf } from "../src/tree-model.ts";

const stateKeys = crowdedKeys(120);

/** Blocks whose proofs are kept at hand. */
const keptProofs = 64;

interface MadeBlock {
  readonly batch: CommitBatch;
  readonly state: SparseMerkleTree;
  readonly frontier: AccumulatorFrontierState;
}

/** A made-up ledger whose every byte follows from a seed, with the state tree and the accumulator after each block in memory. */
export class TreeLedger {
  /** Hashes of all state keys that are ever written. */
  readonly hashes: readonly HashValue[] = stateKeys.map(hashStateKey);
  /** Hashes of the transaction infos of the blocks that were made so far. */
  readonly leaves: HashValue[] = [];
  readonly #random: Random;
  readonly #ledger: ReturnType<typeof buildLedger>;
  readonly #state = new SparseMerkleTree();
  readonly #accumulator = new AccumulatorFrontier("TransactionAccumulator");
  readonly #blocks: MadeBlock[] = [];
  readonly #proofs = new Map<number, readonly string[]>();

  constructor(seed: number) {
    this.#random = new Random(seed);
    this.#ledger = buildLedger({ seed });
  }

  /** One block as a batch. */
  batch(index: number): CommitBatch {
    return this.#at(index).batch;
  }

  /** Blocks from one on. */
  blocks(from: number, count: number): CommitBlock[] {
    return Array.from({ length: count }, (_, i) => this.batch(from + i).blocks[0]!);
  }

  /** Last version of a block. */
  end(index: number): bigint {
    return this.batch(index).blocks[0]!.lastVersion;
  }

  /** The block that ends at a version; -1 where none does. */
  indexOf(version: bigint): number {
    let index = 0;
    while (this.end(index) < version) index++;
    return this.end(index) === version ? index : -1;
  }

  /** Root of the state after a block. */
  root(index: number): HashValue {
    return this.#at(index).state.root();
  }

  /** The accumulator after a block. */
  frontier(index: number): AccumulatorFrontierState {
    return this.#at(index).frontier;
  }

  /** The proofs of all keys after a block, as texts. */
  proofs(index: number): readonly string[] {
    let proofs = this.#proofs.get(index);
    if (proofs === undefined) {
      const { state } = this.#at(index);
      proofs = this.hashes.map((hash) => textOf(state.prove(hash)));
      this.#proofs.set(index, proofs);
      for (const oldest of this.#proofs.keys()) {
        if (this.#proofs.size <= keptProofs) break;
        this.#proofs.delete(oldest);
      }
    }
    return proofs;
  }

  #at(index: number): MadeBlock {
    while (this.#blocks.length <= index) this.#blocks.push(this.#make());
    return this.#blocks[index]!;
  }

  /** Some blocks create, some delete most of what there is, so that nodes come and go; a few change nothing. */
  #make(): MadeBlock {
    const random = this.#random;
    const number = this.#blocks.length;
    const deleted = number % 8 === 7 ? 0.95 : 0.2;
    const most = number % 11 === 10 ? 0 : random.once(6) ? 150 : 25;
    const specs = Array.from({ length: 1 + random.below(4) }, () => {
      const written = new Set(Array.from({ length: random.below(1 + most) }, () => random.pick(stateKeys)));
      return {
        writes: [...written].map((key) => ({
          key,
          value: random.chance(deleted) ? undefined : Uint8Array.of(random.below(250)),
        })),
      };
    });
    const block = withWriteSets(this.#ledger.block(specs));
    this.#state.update(updatesOf(block));
    for (const { info } of block.records) {
      const leaf = hashTransactionInfo(info);
      this.leaves.push(leaf);
      this.#accumulator.append(leaf);
    }
    const { leafCount, roots } = this.#accumulator;
    const frontier = { leafCount, roots: [...roots] };
    const batch = { identity: this.#ledger.identity, blocks: [block], frontier };
    return { batch, state: this.#state.clone(), frontier };
  }
}

import {
  AccumulatorFrontier,
  type Address,
  type BlockMetadata,
  deriveGenesis,
  type HashValue,
  hashTransactionInfo,
  type LedgerRecord,
  type SignedTransaction,
  SparseMerkleTree,
  type StateItem,
  sha3_256,
  sparseMerkleUpdate,
} from "@ledger/types";
import { MoveVm } from "@ledger/vm";
import { frameworkNatives } from "@ledger/vm/natives";
import { BlockExecutor, type ExecutedBlock, Overlay, recordBlock } from "../../src/index.ts";

/** A state that answers by promises. */
class LateState extends Overlay {
  override async get(key: Uint8Array): Promise<StateItem | undefined> {
    return super.get(key);
  }
}

/** What a block was made of: enough to make it again. */
export interface BlockSource {
  readonly metadata: BlockMetadata;
  readonly transactions: readonly SignedTransaction[];
}

/** A chain in memory with all hashes of its records. */
export class RecordedChain {
  readonly state: Overlay;
  readonly executor: BlockExecutor;
  readonly #tree = new SparseMerkleTree();
  readonly #frontier = new AccumulatorFrontier("TransactionAccumulator");
  readonly #proposer: Address;
  /** Seconds since the Unix epoch. */
  nowSecs = 1_800_000_000n;
  #epoch = 1n;
  #round = 0n;

  /** @param isLate - whether the state answers by promises */
  constructor(genesisBytes: Uint8Array, isLate = false) {
    const genesis = deriveGenesis(genesisBytes);
    this.state = isLate ? new LateState() : new Overlay();
    for (const write of genesis.writes) this.state.write(write);
    this.executor = new BlockExecutor(new MoveVm({ natives: frameworkNatives }), this.state);
    this.#frontier.append(hashTransactionInfo(genesis.record.info));
    this.#proposer = genesis.epochState.verifier.validatorInfos[0]!.address;
  }

  /** The metadata that the next block will have. */
  peekMetadata(): BlockMetadata {
    const nowSecs = this.nowSecs + 1n;
    return {
      id: sha3_256(new TextEncoder().encode(`block ${nowSecs}`)) as HashValue,
      epoch: this.#epoch,
      round: this.#round + 1n,
      proposer: this.#proposer,
      previousBlockVotesBitvec: Uint8Array.of(0x80),
      failedProposerIndices: [],
      timestampUsecs: nowSecs * 1_000_000n,
    };
  }

  /** Makes the next block, a second after the last one. */
  async block(
    transactions: readonly SignedTransaction[],
  ): Promise<{ readonly block: ExecutedBlock; readonly source: BlockSource; readonly records: LedgerRecord[] }> {
    const source = { metadata: this.peekMetadata(), transactions };
    this.nowSecs += 1n;
    this.#round += 1n;
    const { block, records } = await this.remake(source);
    if (block.entries.length === 1) {
      this.#epoch += 1n;
      this.#round = 0n;
    }
    return { block, source, records };
  }

  /** Executes a block as it was made elsewhere. */
  async remake({
    metadata,
    transactions,
  }: BlockSource): Promise<{ readonly block: ExecutedBlock; readonly records: LedgerRecord[] }> {
    const block = await this.executor.execute({ metadata, transactions });
    const root = this.#tree.update(this.state.takeChanges().map(sparseMerkleUpdate));
    return { block, records: recordBlock(this.#frontier, block.entries, root) };
  }
}

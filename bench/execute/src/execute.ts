import { BlockExecutor, type BlockInput, recordBlock, sequenceNumberOf } from "@ledger/executor";
import { ChainState, coreAccount, readLocalGenesis } from "@ledger/local-chain";
import {
  AccumulatorFrontier,
  type BlockMetadata,
  deriveGenesis,
  type HashValue,
  hashTransactionInfo,
  type SignedTransaction,
  sha3_256,
} from "@ledger/types";
import { MoveVm } from "@ledger/vm";
import { frameworkNatives } from "@ledger/vm/natives";
import { createSenders, ringOfTransfers, type Sender, senderOf, transfer } from "./workload.ts";

const firstBlockSecs = 1_800_000_000n;

/** A chain in memory, without a pool and without a store. */
class BareChain {
  readonly #state = new ChainState();
  readonly #frontier = new AccumulatorFrontier("TransactionAccumulator");
  readonly #executor: BlockExecutor;
  readonly #proposer;
  #epoch = 1n;
  #round = 0n;
  #timeUsecs = firstBlockSecs * 1_000_000n;

  constructor(genesisBytes: Uint8Array) {
    const genesis = deriveGenesis(genesisBytes);
    for (const write of genesis.writes) this.#state.write(write);
    this.#state.root();
    this.#frontier.append(hashTransactionInfo(genesis.record.info));
    this.#proposer = genesis.epochState.verifier.validatorInfos[0]!.address;
    this.#executor = new BlockExecutor(new MoveVm({ natives: frameworkNatives }), this.#state);
  }

  sequenceNumberOf(sender: Sender): Promise<bigint> {
    return sequenceNumberOf(sender.address, this.#state);
  }

  /** Verifies, executes, hashes: everything but storing. @returns how many transactions succeeded */
  async block(transactions: readonly SignedTransaction[]): Promise<number> {
    const input: BlockInput = { metadata: this.#nextMetadata(), transactions };
    const { entries } = await this.#executor.execute(input);
    recordBlock(this.#frontier, entries, this.#state.root());
    if (entries.length === 1) {
      this.#epoch += 1n;
      this.#round = 0n;
    }
    return entries.slice(1, -1).filter(({ output }) => output.status.kind === "Success").length;
  }

  #nextMetadata(): BlockMetadata {
    this.#timeUsecs += 250_000n;
    this.#round += 1n;
    const id = sha3_256(new TextEncoder().encode(`${this.#timeUsecs}`)) as HashValue;
    return {
      id,
      epoch: this.#epoch,
      round: this.#round,
      proposer: this.#proposer,
      previousBlockVotesBitvec: Uint8Array.of(0x80),
      failedProposerIndices: [],
      timestampUsecs: this.#timeUsecs,
    };
  }
}

/** How much is measured. */
export interface ExecuteOptions {
  readonly senders: number;
  readonly blocks: number;
  readonly perBlock: number;
}

/** Rates, one a block. */
export interface ExecuteRates {
  /** Transfers a second. */
  readonly wall: readonly number[];
  /** Transfers in a second of processor time: what a busy machine does not blur. */
  readonly cpu: readonly number[];
}

/** Measures blocks of transfers, verified and executed and hashed. */
export async function measureExecution({ senders: count, blocks, perBlock }: ExecuteOptions): Promise<ExecuteRates> {
  const chain = new BareChain(await readLocalGenesis());
  // The first block ends the epoch of genesis.
  await chain.block([]);
  const core = senderOf(coreAccount.privateKey, coreAccount.address);
  core.sequenceNumber = await chain.sequenceNumberOf(core);
  const senders = createSenders(count);
  const funding = senders.map(({ address }) => transfer(core, address, 1_000_000_000n, firstBlockSecs));
  expectAll(await chain.block(funding), funding.length);
  for (const sender of senders) sender.sequenceNumber = await chain.sequenceNumberOf(sender);
  const wall: number[] = [];
  const cpu: number[] = [];
  for (let block = 0; block < blocks; block++) {
    const transactions = ringOfTransfers(senders, perBlock, firstBlockSecs);
    const started = performance.now();
    const before = process.cpuUsage();
    const succeeded = await chain.block(transactions);
    const { user, system } = process.cpuUsage(before);
    wall.push((perBlock * 1_000) / (performance.now() - started));
    cpu.push((perBlock * 1_000_000) / (user + system));
    expectAll(succeeded, perBlock);
  }
  return { wall, cpu };
}

function expectAll(succeeded: number, wanted: number): void {
  if (succeeded !== wanted) throw new Error(`${wanted - succeeded} of ${wanted} transfers did not succeed`);
}

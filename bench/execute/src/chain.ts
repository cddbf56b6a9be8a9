import { setImmediate as nextTurn } from "node:timers/promises";
import { createPooledEd25519Verifier } from "@ledger/executor/node";
import { coreAccount, LocalChain, readLocalGenesis } from "@ledger/local-chain";
import { packRecords } from "@ledger/sync/node";
import { SignedTransaction } from "@ledger/types";
import { createSenders, ringOfTransfers, type Sender, senderOf, transfer } from "./workload.ts";

/** How much is measured. */
export interface ChainOptions {
  readonly blocks: number;
  readonly perBlock: number;
}

/** Blocks before the first that counts: what runs less than ten thousand times is compiled badly. */
const warmUp = 50;

/**
 * Measures what the chain's thread does for each transfer: takes it into the pool, executes it, hashes its record, packs it.
 *
 * @returns microseconds of that thread's processor time for each transfer, one sample a block
 */
export async function measureChain({ blocks, perBlock }: ChainOptions): Promise<readonly number[]> {
  let now = 1_795_219_200_000_000n;
  const ed25519 = createPooledEd25519Verifier();
  const { chain } = await LocalChain.begin({ genesis: await readLocalGenesis(), clock: () => now, ed25519 });
  const make = async (transactions: readonly Uint8Array[]): Promise<number> => {
    now += 100_000n;
    const before = process.threadCpuUsage();
    const submissions = transactions.map((transaction) => chain.submit(transaction));
    await nextTurn();
    await chain.arrived();
    const records = await chain.makeBlock();
    packRecords(records);
    chain.settle(chain.version);
    const { user, system } = process.threadCpuUsage(before);
    for (const submission of await Promise.all(submissions)) {
      if (submission.kind === "refused") throw new Error(submission.message);
    }
    return (user + system) / transactions.length;
  };
  await make([]);
  const nowSecs = now / 1_000_000n;
  const senders: Sender[] = createSenders(100);
  const core = senderOf(coreAccount.privateKey, coreAccount.address);
  const encoded = (signed: readonly SignedTransaction[]) => signed.map((each) => SignedTransaction.encode(each));
  await make(encoded(senders.map(({ address }) => transfer(core, address, 1_000_000_000n, nowSecs))));
  const samples: number[] = [];
  for (let block = -warmUp; block < blocks; block++) {
    const sample = await make(encoded(ringOfTransfers(senders, perBlock, nowSecs)));
    if (block >= 0) samples.push(sample);
  }
  return samples;
}

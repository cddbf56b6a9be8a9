import { LocalChain, localChainId, readLocalGenesis, shopAccount } from "@ledger/local-chain";
import type { LedgerRecord } from "@ledger/types";
import { Workload } from "@ledger/workload";

/** Time of the first block: 21 November 2026, in microseconds. */
const start = 1_795_219_200_000_000n;
const second = 1_000_000n;
/** The block before which two hours pass: it ends an epoch. */
const epochBlock = 50;
const epoch = 7_200n * second;

/**
 * Makes the local network with its demo workload, one block a second: genesis, a block that ends its epoch, then the shop and its
 * customers. The same bytes every time.
 */
export async function makeBlocks(count: number): Promise<(readonly LedgerRecord[])[]> {
  let now = start;
  const { chain, genesis } = await LocalChain.begin({ genesis: await readLocalGenesis(), clock: () => now });
  const workload = new Workload({ chainId: localChainId, cafe: shopAccount });
  const blocks: (readonly LedgerRecord[])[] = [[genesis]];
  for (let height = 1; height <= count; height++) {
    now += height === epochBlock ? epoch : second;
    // A block that ends an epoch, as the first one does, has room for its metadata only.
    const endsEpoch = height === 1 || height === epochBlock;
    const wanted = endsEpoch ? [] : await workload.nextTransactions({ state: chain.state, timestampUsecs: now });
    for (const transaction of wanted) {
      const submission = await chain.submit(transaction);
      if (submission.kind === "refused") throw new Error(`block ${height}: ${submission.message}`);
    }
    blocks.push(await chain.makeBlock());
  }
  return blocks;
}

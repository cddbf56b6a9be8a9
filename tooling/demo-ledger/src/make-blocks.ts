import { LOCAL_CHAIN_ID, LocalChain, readLocalGenesis, SHOP_ACCOUNT } from "@ledger/local-chain";
import { Workload } from "@ledger/local-chain/workload";
import type { LedgerRecord } from "@ledger/types";

/** Time of the first block: 21 November 2026, in microseconds. */
const START = 1_795_219_200_000_000n;
const SECOND = 1_000_000n;
/** The block before which two hours pass: it ends an epoch. */
const EPOCH_BLOCK = 50;
const EPOCH = 7_200n * SECOND;

/**
 * Makes the local network with its demo workload, one block a second: genesis, a block that ends its epoch, then the shop and its
 * customers. The same bytes every time.
 */
export async function makeBlocks(count: number): Promise<(readonly LedgerRecord[])[]> {
  let now = START;
  const { chain, genesis } = await LocalChain.begin({ genesis: await readLocalGenesis(), clock: () => now });
  const workload = new Workload({ chainId: LOCAL_CHAIN_ID, cafe: SHOP_ACCOUNT });
  const blocks: (readonly LedgerRecord[])[] = [[genesis]];
  for (let height = 1; height <= count; height++) {
    now += height === EPOCH_BLOCK ? EPOCH : SECOND;
    // A block that ends an epoch, as the first one does, has room for its metadata only.
    const endsEpoch = height === 1 || height === EPOCH_BLOCK;
    const wanted = endsEpoch ? [] : await workload.nextTransactions({ state: chain.state, timestampUsecs: now });
    for (const transaction of wanted) {
      const submission = await chain.submit(transaction);
      if (submission.kind === "refused") throw new Error(`block ${height}: ${submission.message}`);
    }
    blocks.push(await chain.makeBlock());
  }
  return blocks;
}

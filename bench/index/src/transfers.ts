import { createSenders, senderOf, transfer } from "@ledger/bench-execute/workload";
import { createPooledEd25519Verifier } from "@ledger/executor/node";
import { coreAccount, LocalChain, readLocalGenesis } from "@ledger/local-chain";
import { type Address, type LedgerRecord, SignedTransaction } from "@ledger/types";

/** A ledger of transfers between accounts that exist, and the accounts. */
export interface TransferLedger {
  readonly blocks: readonly (readonly LedgerRecord[])[];
  readonly accounts: readonly Address[];
}

/** Makes blocks of transfers on the local network's own genesis. */
export async function makeTransfers(count: number, perBlock: number): Promise<TransferLedger> {
  let now = 1_795_219_200_000_000n;
  const ed25519 = createPooledEd25519Verifier();
  const { chain, genesis } = await LocalChain.begin({ genesis: await readLocalGenesis(), clock: () => now, ed25519 });
  const core = senderOf(coreAccount.privateKey, coreAccount.address);
  const senders = createSenders(100);
  const blocks: (readonly LedgerRecord[])[] = [[genesis], await chain.makeBlock()];
  const makeBlock = async (transactions: readonly SignedTransaction[]): Promise<void> => {
    now += 1_000_000n;
    const taken = await Promise.all(
      transactions.map((transaction) => chain.submit(SignedTransaction.encode(transaction))),
    );
    const refused = taken.find(({ kind }) => kind === "refused");
    if (refused !== undefined) throw new Error(JSON.stringify(refused));
    blocks.push(await chain.makeBlock());
  };
  const nowSecs = (): bigint => now / 1_000_000n;
  await makeBlock(senders.map(({ address }) => transfer(core, address, 1_000_000_000n, nowSecs())));
  for (let block = 0; block < count; block++) {
    const transactions = Array.from({ length: perBlock }, (_, index) => {
      const receiver = senders[(index * 7 + 1) % senders.length]!;
      return transfer(senders[index % senders.length]!, receiver.address, 1n, nowSecs());
    });
    await makeBlock(transactions);
  }
  return { blocks, accounts: senders.map(({ address }) => address) };
}

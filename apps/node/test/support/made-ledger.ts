import { LocalChain, readLocalGenesis, shopAccount } from "@ledger/local-chain";
import { openSqliteStore } from "@ledger/state-store/sqlite";
import { genesisSource, ingest } from "@ledger/sync";
import {
  AccumulatorFrontier,
  hashTransactionInfo,
  type LedgerRecord,
  Transaction,
  TransactionInfo,
} from "@ledger/types";
import { Workload } from "@ledger/workload";

const secondUsecs = 1_000_000n;

/** The blocks of a chain with the demonstration on it, without end: genesis first, then one without transactions. */
export async function* makeBlocks(): AsyncGenerator<readonly LedgerRecord[], never> {
  let now = 1_795_219_200_000_000n;
  const { chain, genesis } = await LocalChain.begin({ genesis: await readLocalGenesis(), clock: () => now });
  const workload = new Workload({ chainId: 4, cafe: shopAccount });
  yield [genesis];
  for (;;) {
    yield await chain.makeBlock();
    now += secondUsecs;
    for (const transaction of await workload.nextTransactions({ state: chain.state, timestampUsecs: now })) {
      await chain.submit(transaction);
    }
  }
}

/** The records of such a chain, block by block. @param blocks - those with transactions */
export async function makeRecords(blocks: number): Promise<(readonly LedgerRecord[])[]> {
  const made: (readonly LedgerRecord[])[] = [];
  for await (const block of makeBlocks()) {
    made.push(block);
    if (made.length === blocks + 2) break;
  }
  return made;
}

/** The version of the newest transaction that a user sent. */
export function lastUserVersion(blocks: readonly (readonly LedgerRecord[])[]): bigint {
  const isUser = ({ transaction }: LedgerRecord): boolean => Transaction.decode(transaction).kind === "UserTransaction";
  return blocks.flat().findLast(isUser)!.version;
}

/** The same records, one of which says that its transaction used a unit of gas more, with all hashes that follow from it. */
export function withForgedGas(blocks: readonly (readonly LedgerRecord[])[], version: bigint): LedgerRecord[][] {
  const frontier = new AccumulatorFrontier("TransactionAccumulator");
  return blocks.map((records) =>
    records.map((record) => {
      const decoded = TransactionInfo.decode(record.info);
      if (record.version === version && decoded.kind === "V0") {
        const value = { ...decoded.value, gasUsed: decoded.value.gasUsed + 1n };
        record = { ...record, info: TransactionInfo.encode({ kind: "V0", value }) };
      }
      frontier.append(hashTransactionInfo(record.info));
      return { ...record, accumulatorRoot: frontier.root() };
    }),
  );
}

/** Puts records into a file as a follower does: with all checks of hashes. */
export async function storeRecords(path: string, blocks: readonly (readonly LedgerRecord[])[]): Promise<void> {
  const store = openSqliteStore(path);
  const records = async function* () {
    yield* blocks;
  };
  await ingest({ source: { name: "made", records }, store, stateRoots: "every_block" });
  await store.close();
}

/** Puts the genesis of a network into a file. */
export async function storeGenesis(path: string, genesis: Uint8Array): Promise<void> {
  const store = openSqliteStore(path);
  await ingest({ source: genesisSource(genesis), store, stateRoots: "every_block" });
  await store.close();
}

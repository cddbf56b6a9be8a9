import { setTimeout as delay } from "node:timers/promises";
import { BlockExecutor, recordBlock } from "@ledger/executor";
import { ChainState, readLocalGenesis } from "@ledger/local-chain";
import { createDataDir, launchNode, untilServing } from "@ledger/node-process";
import { Random } from "@ledger/random";
import { openSqliteReader } from "@ledger/state-store/sqlite";
import {
  AccumulatorFrontier,
  bytesEqual,
  deriveGenesis,
  hashTransactionInfo,
  type LedgerRecord,
  parseHash,
  Transaction,
} from "@ledger/types";
import { MoveVm } from "@ledger/vm";
import { frameworkNatives } from "@ledger/vm/natives";
import { fund, readHead, untilCommitted } from "../support/local-network.ts";

/** How a local network is tried. */
export interface ReplayOptions {
  /** Least blocks of the ledger in the end. */
  readonly blocks: number;
  /** How often the node is killed on the way. */
  readonly kills: number;
  readonly seed: number;
}

/** What came of it. */
export interface ReplayReport {
  readonly blocks: number;
  readonly records: number;
  /** Transactions of users among them. */
  readonly transactions: number;
  /** Transactions that the node said were committed. */
  readonly acknowledged: number;
  /** What is wrong, for people; nothing if all is well. */
  readonly problems: readonly string[];
}

interface Acknowledged {
  readonly hash: string;
  readonly version: bigint;
}

/** Requests under way at one time. */
const clients = 4;
/** A node lives for so long after it serves, milliseconds; some do not come so far. */
const longestLife = 800;
const longestStart = 1_500;
const longestWarmUp = 20_000;
/** One in so many kills hits a node that starts. */
const startKills = 5;

/**
 * Runs a node of a local network under load, kills it again and again, and executes its ledger once more from genesis: nothing
 * that was acknowledged may be missing, and every record must come out the same.
 */
export async function tryReplay({ blocks, kills, seed }: ReplayOptions): Promise<ReplayReport> {
  using dataDir = createDataDir();
  const random = new Random(seed);
  const acknowledged: Acknowledged[] = [];
  const args = ["--data-dir", dataDir.path, "--block-interval", "10"];
  for (let kill = 0; kill < kills; kill++) {
    const node = launchNode(...args);
    if (kill > 0 && random.fraction() * startKills < 1) {
      await delay(random.fraction() * longestStart);
    } else {
      const { url } = await untilServing(node);
      const stop = new AbortController();
      const load = sendLoad(url, acknowledged, stop.signal);
      // The first transactions of a node take long: a third of the kills comes before them, the others after.
      const before = acknowledged.length;
      const end = performance.now() + (random.fraction() * 3 < 1 ? 0 : longestWarmUp);
      while (acknowledged.length === before && performance.now() < end) await delay(20);
      await delay(random.fraction() * longestLife);
      stop.abort();
      node.child.kill("SIGKILL");
      await load;
    }
    node.child.kill("SIGKILL");
    await node.exited;
  }
  await growTo(blocks, args, acknowledged);
  return examine(`${dataDir.path}/ledger.db`, acknowledged);
}

/** Lets the ledger grow, under the same load, and stops the node in order. */
async function growTo(blocks: number, args: readonly string[], acknowledged: Acknowledged[]): Promise<void> {
  await using node = await untilServing(launchNode(...args));
  const stop = new AbortController();
  const load = sendLoad(node.url, acknowledged, stop.signal);
  while (Number((await readHead(node.url)).block_height) < blocks) await delay(100);
  stop.abort();
  await load;
}

/** Has accounts funded until the signal aborts or the node is gone, and notes what was said to be committed. */
async function sendLoad(url: string, acknowledged: Acknowledged[], signal: AbortSignal): Promise<void> {
  const client = async (name: number): Promise<void> => {
    for (let turn = 1; !signal.aborted; turn++) {
      try {
        const hash = await fund(url, `0x${(name * 1_000_000 + turn).toString(16)}`, turn);
        const { version } = await untilCommitted(url, hash);
        acknowledged.push({ hash, version: BigInt(version!) });
      } catch (error) {
        // The node was killed.
        if (error instanceof TypeError || signal.aborted) return;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, name) => client(name + 1)));
}

async function examine(path: string, acknowledged: readonly Acknowledged[]): Promise<ReplayReport> {
  const reader = openSqliteReader(path);
  const problems: string[] = [];
  try {
    for (const { hash, version } of acknowledged) {
      const found = await reader.findVersionByHash(parseHash(hash));
      if (found !== version)
        problems.push(`transaction ${hash} was acknowledged at version ${version}, and is at ${found}`);
    }
    const { blockHeight } = (await reader.summary())!;
    const chain = new ReplayedChain(await readLocalGenesis());
    let records = 1;
    let transactions = 0;
    for (let height = 1n; height <= blockHeight; height++) {
      const { firstVersion, lastVersion } = (await reader.findBlockByHeight(height))!;
      const kept: LedgerRecord[] = [];
      for (let version = firstVersion; version <= lastVersion; version++) kept.push(await reader.readRecord(version));
      const made = await chain.execute(kept);
      if (made.length !== kept.length || made.some((record, index) => !isSameRecord(record, kept[index]!))) {
        problems.push(`block ${height}, versions ${firstVersion} to ${lastVersion}, comes out differently`);
        break;
      }
      records += kept.length;
      transactions += Math.max(0, kept.length - 2);
    }
    return { blocks: Number(blockHeight), records, transactions, acknowledged: acknowledged.length, problems };
  } finally {
    await reader.close();
  }
}

/** A chain that executes the transactions of another one, in its order and at its times. */
class ReplayedChain {
  readonly #state = new ChainState();
  readonly #frontier = new AccumulatorFrontier("TransactionAccumulator");
  readonly #executor = new BlockExecutor(new MoveVm({ natives: frameworkNatives }), this.#state);

  constructor(genesis: Uint8Array) {
    const { writes, record } = deriveGenesis(genesis);
    for (const write of writes) this.#state.write(write);
    this.#state.root();
    this.#frontier.append(hashTransactionInfo(record.info));
  }

  async execute(block: readonly LedgerRecord[]): Promise<readonly LedgerRecord[]> {
    const [first, ...others] = block.map(({ transaction }) => Transaction.decode(transaction));
    if (first?.kind !== "BlockMetadata") throw new TypeError("a block begins with its metadata");
    const transactions = others.flatMap((transaction) =>
      transaction.kind === "UserTransaction" ? [transaction.value] : [],
    );
    const { entries } = await this.#executor.execute({ metadata: first.value, transactions });
    return recordBlock(this.#frontier, entries, this.#state.root());
  }
}

function isSameRecord(a: LedgerRecord, b: LedgerRecord): boolean {
  return (["transaction", "info", "events", "writeSet", "accumulatorRoot"] as const).every((part) =>
    bytesEqual(a[part], b[part]),
  );
}

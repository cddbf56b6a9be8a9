import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { createPooledEd25519Verifier } from "@ledger/executor/node";
import { coreAccount, createLocalChainSource, type LocalChainSource, readLocalGenesis } from "@ledger/local-chain";
import type { LedgerStore } from "@ledger/state-store";
import { openSqliteStore } from "@ledger/state-store/sqlite";
import { ingest } from "@ledger/sync";
import { hashSignedTransaction, type SignedTransaction as Signed, SignedTransaction } from "@ledger/types";
import { createSenders, ringOfTransfers, type Sender, senderOf, transfer } from "./workload.ts";

/** A local network that stores what it makes, as a node does. */
export class Network {
  readonly #folder: string;
  readonly #store: LedgerStore;
  readonly #source: LocalChainSource;
  readonly #stop = new AbortController();
  readonly #following: Promise<unknown>;
  #onCommit: (() => void) | undefined;

  private constructor(folder: string, store: LedgerStore, genesis: Uint8Array) {
    this.#folder = folder;
    this.#store = store;
    this.#source = createLocalChainSource({
      genesis,
      clock: () => BigInt(Date.now()) * 1_000n,
      ed25519: createPooledEd25519Verifier(),
      nextTurn,
      trigger: { onTransaction: true },
    });
    this.#following = ingest({
      source: this.#source,
      store,
      stateRoots: "every_block",
      // As a node does.
      batchWaitMs: 0,
      signal: this.#stop.signal,
      onProgress: () => this.#onCommit?.(),
    });
  }

  static async start(): Promise<Network> {
    const folder = mkdtempSync(join(tmpdir(), "ledger-bench-execute-"));
    return new Network(folder, await openSqliteStore(join(folder, "ledger.db")), await readLocalGenesis());
  }

  /** Hands transactions in and waits until all of them are on disk. */
  async commit(transactions: readonly Signed[]): Promise<void> {
    const encoded = transactions.map((transaction) => SignedTransaction.encode(transaction));
    const last = hashSignedTransaction(encoded.at(-1)!);
    const committed = Promise.withResolvers<void>();
    this.#onCommit = () => {
      Promise.resolve(this.#store.findVersionByHash(last)).then((version) => {
        if (version !== undefined) committed.resolve();
      }, committed.reject);
    };
    for (const submission of await Promise.all(encoded.map((transaction) => this.#source.submit(transaction)))) {
      if (submission.kind === "refused") throw new Error(submission.message);
    }
    await committed.promise;
    this.#onCommit = undefined;
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#following;
    await this.#store.close();
    rmSync(this.#folder, { recursive: true });
  }
}

/** Rates and times of durable commits. */
export interface CommitFigures {
  /** Transfers a second from the first that is handed in until the last is on disk, one sample a round. */
  readonly rates: readonly number[];
  /** Transfers in a second of processor time. */
  readonly cpu: readonly number[];
  /** Milliseconds from handing in one transfer until it is on disk. */
  readonly latencies: readonly number[];
}

/** Measures transfers that are submitted to a local network and stored in SQLite. */
export async function measureCommits(rounds: number, perRound: number, singles: number): Promise<CommitFigures> {
  const network = await Network.start();
  const nowSecs = BigInt(Math.floor(Date.now() / 1_000));
  const core = senderOf(coreAccount.privateKey, coreAccount.address);
  const senders: Sender[] = createSenders(100);
  await network.commit(senders.map(({ address }) => transfer(core, address, 1_000_000_000n, nowSecs)));
  const rates: number[] = [];
  const cpu: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const transactions = ringOfTransfers(senders, perRound, nowSecs);
    const started = performance.now();
    const before = process.cpuUsage();
    await network.commit(transactions);
    const { user, system } = process.cpuUsage(before);
    rates.push((perRound * 1_000) / (performance.now() - started));
    cpu.push((perRound * 1_000_000) / (user + system));
  }
  const latencies: number[] = [];
  for (const transaction of ringOfTransfers(senders, singles, nowSecs)) {
    const started = performance.now();
    await network.commit([transaction]);
    latencies.push(performance.now() - started);
  }
  await network.stop();
  return { rates, cpu, latencies };
}

import {
  type Address,
  bytesEqual,
  bytesToHex,
  type HashValue,
  hashSignedTransaction,
  RawTransaction,
  replayProtectorOf,
  type SignedTransaction,
} from "@ledger/types";
import { encodedTransaction } from "../context/received-transaction.ts";
import type { TestingRules } from "../context/testing-rules.ts";
import { heldBytes } from "./held-bytes.ts";
import { MempoolError } from "./mempool-error.ts";
import { mergeByPrice } from "./merge-by-price.ts";
import type { PendingTransaction } from "./pending-transaction.ts";

/** Bounds of a pool. */
export interface MempoolLimits {
  /** Transactions in all. */
  readonly transactions: number;
  /** Bytes of memory that all transactions take. */
  readonly bytes: number;
  /** The share of `bytes` open to transactions that cannot run next. Their senders are not checked for funds, so they must not fill the pool. */
  readonly bytesAhead: number;
  /** Bytes of memory that the transactions of a sender take. */
  readonly bytesPerAccount: number;
  /** Transactions with a sequence number, per sender. */
  readonly perAccount: number;
  /** Transactions with a nonce, per sender. */
  readonly orderlessPerAccount: number;
  /** How long a transaction may wait, in milliseconds. */
  readonly maxWaitMs: number;
}

/** The bounds of the reference per account and in time; in all, what a local network has room for. */
export const defaultMempoolLimits: MempoolLimits = {
  transactions: 100_000,
  bytes: 256 * 1024 * 1024,
  bytesAhead: 64 * 1024 * 1024,
  bytesPerAccount: 32 * 1024 * 1024,
  perAccount: 100,
  orderlessPerAccount: 5_000,
  maxWaitMs: 600_000,
};

/** The sequence number of an account in the latest state. */
type SequenceNumberOf = (sender: Address) => bigint | Promise<bigint>;

/** The result of adding a transaction. */
export type Insertion = "accepted" | "known" | "replaced";

/** Transactions of one sender. */
interface Account {
  readonly sequenced: Map<bigint, PendingTransaction>;
  readonly orderless: Map<bigint, PendingTransaction>;
  bytes: number;
}

/**
 * Transactions that wait for a block. A sender's transactions leave in the order of their sequence numbers, without gaps; orderless
 * ones at any time. Among what is ready, the higher gas price goes first, then the earlier arrival.
 *
 * The pool does not validate: that is done before, against the state.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#6.3 | Specification, execution 6.3}
 */
export class Mempool {
  readonly #limits: MempoolLimits;
  readonly #now: () => number;
  readonly #onReplaced: ((pending: PendingTransaction) => void) | undefined;
  readonly #accounts = new Map<string, Account>();
  readonly #byHash = new Map<string, PendingTransaction>();
  #bytes = 0;
  #bytesAhead = 0;

  /**
   * @param now - a clock in milliseconds that never goes back
   * @param onReplaced - called with a transaction whose place another one takes
   */
  constructor(
    now: () => number,
    limits: MempoolLimits = defaultMempoolLimits,
    onReplaced?: (pending: PendingTransaction) => void,
  ) {
    this.#now = now;
    this.#limits = limits;
    this.#onReplaced = onReplaced;
  }

  /** Transactions that wait. */
  get size(): number {
    return this.#byHash.size;
  }

  /** A transaction that waits. */
  find(hash: HashValue): PendingTransaction | undefined {
    return this.#byHash.get(bytesToHex(hash));
  }

  /**
   * Adds a valid transaction.
   *
   * @param accountSequenceNumber - of the sender in the latest state; 0 for an account that does not exist
   * @throws {@link MempoolError} `invalid_transaction_update`, `sequence_number_too_old`, `mempool_is_full`
   */
  insert(transaction: SignedTransaction, accountSequenceNumber: bigint): Insertion {
    const bytes = encodedTransaction(transaction);
    const hash = hashSignedTransaction(bytes);
    if (this.find(hash) !== undefined) return "known";
    const { rawTxn } = transaction;
    const replayProtector = replayProtectorOf(rawTxn);
    const { kind, value } = replayProtector;
    if (kind === "SequenceNumber" && value < accountSequenceNumber) {
      const text = `the sequence number ${value} is too old: the account's is ${accountSequenceNumber}`;
      throw new MempoolError("sequence_number_too_old", text);
    }
    const account = this.#account(rawTxn.sender);
    const peers = kind === "SequenceNumber" ? account.sequenced : account.orderless;
    const isAhead = kind === "SequenceNumber" && hasGap(account.sequenced, accountSequenceNumber, value);
    const size = heldBytes(transaction, bytes.length);
    const pending = { hash, transaction, replayProtector, size, isAhead, receivedMs: this.#now() };
    const rival = peers.get(value);
    if (rival !== undefined) {
      checkReplacement(rival.transaction.rawTxn, rawTxn);
      this.remove(rival.hash);
      this.#add(pending);
      this.#onReplaced?.(rival);
      return "replaced";
    }
    this.#checkRoom(pending, account, peers.size);
    this.#add(pending);
    return "accepted";
  }

  /**
   * Transactions that can be executed next, best first, without taking them out.
   *
   * @param limit - most that are returned
   * @param sequenceNumberOf - of an account in the latest state
   */
  async ready(limit: number, sequenceNumberOf: SequenceNumberOf): Promise<PendingTransaction[]> {
    const chains: PendingTransaction[][] = [];
    for await (const chain of this.#readyChains(limit, sequenceNumberOf)) chains.push(chain);
    return mergeByPrice(chains, limit);
  }

  /** Returns true if {@link ready} has a transaction: mostly the first sender that is looked at has one. */
  async hasReady(sequenceNumberOf: SequenceNumberOf): Promise<boolean> {
    for await (const _ of this.#readyChains(1, sequenceNumberOf)) return true;
    return false;
  }

  /** Transactions that can be executed one after the other, by sender; an orderless one by itself. */
  async *#readyChains(limit: number, sequenceNumberOf: SequenceNumberOf): AsyncGenerator<PendingTransaction[]> {
    for (const { sequenced, orderless } of this.#accounts.values()) {
      for (const pending of orderless.values()) yield [pending];
      const first = sequenced.values().next().value;
      if (first === undefined) continue;
      const chain: PendingTransaction[] = [];
      let next = await sequenceNumberOf(first.transaction.rawTxn.sender);
      for (; chain.length < limit; next++) {
        const pending = sequenced.get(next);
        if (pending === undefined) break;
        chain.push(pending);
      }
      if (chain.length > 0) yield chain;
    }
  }

  /** Puts transactions back that an empty pool held before, in their order: none of them is looked at again. */
  putBack(transactions: Iterable<PendingTransaction>): void {
    for (const pending of transactions) this.#add(pending);
  }

  /** Takes a transaction out: it was committed, or found invalid. */
  remove(hash: HashValue): void {
    const pending = this.find(hash);
    if (pending === undefined) return;
    const { sender } = pending.transaction.rawTxn;
    const account = this.#account(sender);
    const { kind, value } = pending.replayProtector;
    (kind === "SequenceNumber" ? account.sequenced : account.orderless).delete(value);
    account.bytes -= pending.size;
    if (account.sequenced.size + account.orderless.size === 0) this.#accounts.delete(bytesToHex(sender));
    this.#byHash.delete(bytesToHex(hash));
    this.#bytes -= pending.size;
    if (pending.isAhead) this.#bytesAhead -= pending.size;
  }

  /**
   * Drops what can no longer be committed: expired by the time of the latest block, waiting for too long, or with a sequence
   * number that the account has passed.
   *
   * @param blockTimeSecs - of the latest block, in seconds since the Unix epoch
   * @param expirationOf - the expiration that counts, where that is not the transaction's own
   * @returns what was dropped
   */
  sweep(
    blockTimeSecs: bigint,
    expirationOf: NonNullable<TestingRules["expirationOf"]> = ({ expirationTimestampSecs }) => expirationTimestampSecs,
  ): PendingTransaction[] {
    const oldest = this.#now() - this.#limits.maxWaitMs;
    const dropped = [...this.#byHash.values()].filter(({ transaction, replayProtector, receivedMs }) => {
      const { expirationTimestampSecs } = transaction.rawTxn;
      return expirationOf({ expirationTimestampSecs, replayProtector }) <= blockTimeSecs || receivedMs < oldest;
    });
    for (const { hash } of dropped) this.remove(hash);
    return dropped;
  }

  /** All transactions that wait, in the order they came. */
  [Symbol.iterator](): IterableIterator<PendingTransaction> {
    return this.#byHash.values();
  }

  #checkRoom({ size, isAhead, replayProtector }: PendingTransaction, account: Account, peers: number): void {
    const { transactions, bytes, bytesAhead, bytesPerAccount, perAccount, orderlessPerAccount } = this.#limits;
    if (this.#byHash.size >= transactions || this.#bytes + size > bytes) {
      throw new MempoolError("mempool_is_full", "too many transactions are already waiting");
    }
    if (isAhead && this.#bytesAhead + size > bytesAhead) {
      throw new MempoolError("mempool_is_full", "too many transactions are already waiting for one before them");
    }
    if (peers >= (replayProtector.kind === "SequenceNumber" ? perAccount : orderlessPerAccount)) {
      throw new MempoolError("mempool_is_full", `${peers} transactions of this account are already waiting`);
    }
    if (account.bytes + size > bytesPerAccount) {
      const text = `the transactions of this account that wait would take more than ${bytesPerAccount} bytes of memory`;
      throw new MempoolError("mempool_is_full", text);
    }
  }

  #add(pending: PendingTransaction): void {
    const { sender } = pending.transaction.rawTxn;
    const account = this.#account(sender);
    // One of which nothing waits is not kept until something does.
    this.#accounts.set(bytesToHex(sender), account);
    const { kind, value } = pending.replayProtector;
    (kind === "SequenceNumber" ? account.sequenced : account.orderless).set(value, pending);
    account.bytes += pending.size;
    if (pending.isAhead) this.#bytesAhead += pending.size;
    this.#byHash.set(bytesToHex(pending.hash), pending);
    this.#bytes += pending.size;
  }

  #account(sender: Address): Account {
    return this.#accounts.get(bytesToHex(sender)) ?? { sequenced: new Map(), orderless: new Map(), bytes: 0 };
  }
}

/** True if one of the transactions between two sequence numbers is not there. */
function hasGap(waiting: ReadonlyMap<bigint, unknown>, from: bigint, to: bigint): boolean {
  if (to - from > BigInt(waiting.size)) return true;
  for (let number = from; number < to; number++) if (!waiting.has(number)) return true;
  return false;
}

/** A transaction may replace another one only to pay more for the same. */
function checkReplacement(before: RawTransaction, after: RawTransaction): void {
  const isSame =
    before.maxGasAmount === after.maxGasAmount &&
    before.expirationTimestampSecs === after.expirationTimestampSecs &&
    bytesEqual(payloadOf(before), payloadOf(after));
  if (isSame && after.gasUnitPrice > before.gasUnitPrice) return;
  throw new MempoolError(
    "invalid_transaction_update",
    "another transaction with this sequence number or nonce is waiting; it can only be replaced by the same transaction with a higher gas price",
  );
}

function payloadOf(transaction: RawTransaction): Uint8Array {
  return RawTransaction.encode({ ...transaction, gasUnitPrice: 0n });
}

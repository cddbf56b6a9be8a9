import type { Api } from "@ledger/api-core";
import { type LedgerRecord, TransactionInfo } from "@ledger/types";
import { type Logger, say } from "../logger.ts";
import { type NameOf, shortHex, shownWords } from "./known-names.ts";
import { countingBudget, LineBudget } from "./line-budget.ts";

/** First byte of a transaction that a user has sent. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#3.1 | Specification, chain types 3.1} */
const userTransaction = 0;

/** Sums over the transactions that got no line of their own. */
interface TransactionSum {
  readonly first: bigint;
  readonly last: bigint;
  readonly count: number;
  readonly failed: number;
  readonly gasUsed: bigint;
}

/** A transaction in the API's JSON, as far as its line needs it. */
interface TransactionJson {
  readonly version: string;
  readonly hash: string;
  readonly sender: string;
  readonly success: boolean;
  readonly vm_status: string;
  readonly gas_used: string;
  readonly payload?: { readonly type: string; readonly function?: string };
}

/** Writes a line about each transaction of a local network, and each that was dropped before it ran; those beyond twenty in a second are summed up in one. */
export class TransactionLog {
  readonly #log: Logger;
  readonly #api: Pick<Api, "handle">;
  readonly #nameOf: NameOf;
  readonly #budget: LineBudget<TransactionSum>;
  readonly #dropBudget: LineBudget<number>;
  /** Lines come in the order of the versions. */
  #last: Promise<void> = Promise.resolve();

  /** @param api - tells how a transaction ended, in words */
  constructor(log: Logger, api: Pick<Api, "handle">, nameOf: NameOf) {
    this.#log = log;
    this.#api = api;
    this.#nameOf = nameOf;
    this.#budget = new LineBudget(join, (sum) => this.#sumUp(sum));
    this.#dropBudget = countingBudget((count) =>
      say(log, "info", {
        message: "transactions dropped",
        fields: { count },
        text: `dropped   ${count} more transactions in this second`,
      }),
    );
  }

  /** Takes a transaction that was dropped while it waited. @param reason - in words */
  drop(hash: string, reason: string): void {
    if (!this.#log.isLevelEnabled("info") || !this.#dropBudget.take(() => 1)) return;
    say(this.#log, "info", {
      message: "transaction dropped",
      fields: { hash, reason },
      text: `dropped   ${shortHex(hash)} ${reason}`,
    });
  }

  /** Takes the records of a block that was committed. */
  add(records: readonly LedgerRecord[]): void {
    if (!this.#log.isLevelEnabled("info")) return;
    for (const record of records) {
      if (record.transaction[0] !== userTransaction) continue;
      if (this.#budget.take(() => sumOf(record))) {
        this.#last = this.#last
          .then(() => this.#write(record.version))
          .catch((err) => this.#log.debug({ err }, "no line"));
      }
    }
  }

  /** Writes what has not been written. */
  async close(): Promise<void> {
    this.#budget.flush();
    this.#dropBudget.flush();
    await this.#last;
  }

  async #write(version: bigint): Promise<void> {
    const request = { params: { txn_version: `${version}` }, query: new URLSearchParams() };
    const { status, body } = await this.#api.handle("get_transaction_by_version", request);
    // A network for tests may have gone back meanwhile.
    if (status !== 200 || body === undefined) return;
    const text = typeof body === "string" ? body : new TextDecoder().decode(body);
    const {
      hash,
      sender,
      success,
      vm_status: outcome,
      gas_used: gasUsed,
      payload,
    } = JSON.parse(text) as TransactionJson;
    const called = payload?.function ?? payload?.type ?? "nothing";
    const words = success ? "executed" : shownWords(`failed: ${outcome}`);
    say(this.#log, "info", {
      message: "transaction",
      fields: {
        version,
        hash,
        sender,
        function: called,
        success,
        outcome: shownWords(outcome),
        gasUsed: Number(gasUsed),
      },
      text: `tx ${`${version}`.padEnd(7)}${shortHex(hash)} ${this.#nameOf(sender)} ${called} ${words}, ${gasUsed} gas`,
    });
  }

  #sumUp({ first, last, count, failed, gasUsed }: TransactionSum): void {
    const ended = failed === 0 ? "all executed" : `${count - failed} executed, ${failed} failed`;
    say(this.#log, "info", {
      message: "transactions",
      fields: { firstVersion: first, lastVersion: last, count, failed, gasUsed },
      text: `tx ${`${first}`.padEnd(7)}to ${last}: ${count} more in this second: ${ended}, ${gasUsed} gas`,
    });
  }
}

function sumOf({ version, info }: LedgerRecord): TransactionSum {
  const { gasUsed, status } = TransactionInfo.decode(info).value;
  return { first: version, last: version, count: 1, failed: status.kind === "Success" ? 0 : 1, gasUsed };
}

function join(sum: TransactionSum | undefined, next: TransactionSum): TransactionSum {
  if (sum === undefined) return next;
  return {
    first: sum.first,
    last: next.last,
    count: sum.count + next.count,
    failed: sum.failed + next.failed,
    gasUsed: sum.gasUsed + next.gasUsed,
  };
}

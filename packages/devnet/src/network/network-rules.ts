import type { ExpiringTransaction, TestingRules } from "@ledger/executor";
import { forkExpiration } from "@ledger/local-chain";
import { type Address, bytesToHex, hashSignedTransaction, LruCache, SignedTransaction } from "@ledger/types";
import type { Tracer } from "@ledger/vm";
import type { DebugOutput } from "@ledger/vm/natives";
import type { NetworkClock } from "./clock.ts";

/** Transactions whose prints are kept. */
const keptPrints = 10_000;

/** The differences between a network for tests and a ledger that others follow. */
export class NetworkRules implements TestingRules {
  readonly #clock: NetworkClock;
  readonly #follow: (() => Tracer) | undefined;
  readonly #impersonated = new Set<string>();
  /** By the hash of the transaction. */
  readonly #prints = new LruCache<string, readonly DebugOutput[]>(keptPrints);

  /** @param follow - makes a tracer for each session, that sees all code which runs in it */
  constructor(clock: NetworkClock, follow: (() => Tracer) | undefined) {
    this.#clock = clock;
    this.#follow = follow;
  }

  readonly tracer = (): Tracer | undefined => this.#follow?.();

  readonly expirationOf = (transaction: ExpiringTransaction): bigint =>
    forkExpiration(transaction, this.#clock.now(), this.#clock.offset);

  readonly impersonates = (account: Address): boolean => this.#impersonated.has(bytesToHex(account));

  readonly onPrint = (transaction: SignedTransaction, prints: readonly DebugOutput[]): void => {
    this.#prints.set(bytesToHex(hashSignedTransaction(SignedTransaction.encode(transaction))), prints);
  };

  /** Takes transactions of an account without proof from now on. */
  impersonate(account: Address): void {
    this.#impersonated.add(bytesToHex(account));
  }

  /** The texts that a transaction printed. @param hash - as hex, without `0x` */
  printsOf(hash: string): readonly DebugOutput[] {
    return this.#prints.get(hash) ?? [];
  }
}

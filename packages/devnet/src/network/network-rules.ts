import { type ExpiringTransaction, FailureSources, type RunNotes, type TestingRules } from "@ledger/executor";
import { forkExpiration } from "@ledger/local-chain";
import {
  type Address,
  bytesToHex,
  type HashValue,
  hashSignedTransaction,
  LruCache,
  SignedTransaction,
} from "@ledger/types";
import type { Tracer } from "@ledger/vm";
import type { NetworkClock } from "./clock.ts";
import { type Deployment, nameOfModule } from "./requests.ts";

/** Transactions whose prints and failures are kept. */
const keptRuns = 10_000;

/** The differences between a network for tests and a ledger that others follow. */
export class NetworkRules implements TestingRules {
  readonly #clock: NetworkClock;
  readonly #follow: (() => Tracer) | undefined;
  readonly #impersonated = new Set<string>();
  /** The lines of packages that were deployed. */
  readonly sources = new FailureSources();
  /** Receives the notes of every transaction of a block that printed or failed. */
  onNotes: ((hash: HashValue, notes: RunNotes) => void) | undefined;
  /** By the hash of the transaction. */
  readonly #notes = new LruCache<string, RunNotes>(keptRuns);

  /** @param follow - makes a tracer for each session, that sees all code which runs in it */
  constructor(clock: NetworkClock, follow: (() => Tracer) | undefined) {
    this.#clock = clock;
    this.#follow = follow;
  }

  readonly tracer = (): Tracer | undefined => this.#follow?.();

  readonly expirationOf = (transaction: ExpiringTransaction): bigint =>
    forkExpiration(transaction, this.#clock.ofNextBlock(), this.#clock.lead);

  readonly impersonates = (account: Address): boolean => this.#impersonated.has(bytesToHex(account));

  readonly onRun = (transaction: SignedTransaction, notes: RunNotes): void => {
    const hash = hashSignedTransaction(SignedTransaction.encode(transaction));
    this.#notes.set(bytesToHex(hash), notes);
    this.onNotes?.(hash, notes);
  };

  /** Remembers the lines of a package, to name them in failures. @throws BcsError for source maps that are none */
  addPackage({ modules, maps }: Pick<Deployment, "modules" | "maps">): void {
    for (const bytecode of maps === undefined ? [] : modules) {
      const sourceMap = maps!.sourceMaps.get(nameOfModule(bytecode));
      if (sourceMap !== undefined) this.sources.add(bytecode, sourceMap, maps!.sources);
    }
  }

  /** Takes transactions of an account without proof from now on. */
  impersonate(account: Address): void {
    this.#impersonated.add(bytesToHex(account));
  }

  /** The prints and the failure of a transaction. @param hash - as hex, without `0x` */
  notesOf(hash: string): RunNotes | undefined {
    return this.#notes.get(hash);
  }
}

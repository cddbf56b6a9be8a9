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
import { LocalNetworkError } from "../refusal/network-error.ts";
import type { NetworkClock } from "./clock.ts";
import { type Deployment, nameOfModule } from "./requests.ts";

/** Transactions whose prints and failures are kept. */
const keptRuns = 10_000;

/** Accounts that can be impersonated by name. */
const mostImpersonated = 10_000;

/** The differences between a network for tests and a ledger that others follow. */
export class NetworkRules implements TestingRules {
  readonly #clock: NetworkClock;
  readonly #follow: (() => Tracer) | undefined;
  /** Accounts that are impersonated, with whether a key stands for theirs. */
  readonly #impersonated = new Map<string, boolean>();
  #impersonatesAll = false;
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

  readonly impersonates = (account: Address, isSigned: boolean): boolean => {
    const takesAnyKey = this.#impersonated.get(bytesToHex(account)) ?? (this.#impersonatesAll || undefined);
    return isSigned ? takesAnyKey === true : takesAnyKey !== undefined;
  };

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

  /** Takes transactions of an account without its proof from now on. @param takesAnyKey - also those with a key, whose ever it is */
  impersonate(account: Address, takesAnyKey: boolean): void {
    const id = bytesToHex(account);
    if (!this.#impersonated.has(id) && this.#impersonated.size >= mostImpersonated)
      throw new LocalNetworkError("refused", `${mostImpersonated} accounts are impersonated: stop some, or take all`);
    this.#impersonated.set(id, takesAnyKey);
  }

  /** Asks an account for its proof again. */
  stopImpersonating(account: Address): void {
    this.#impersonated.delete(bytesToHex(account));
  }

  /** Takes transactions of every account without its proof, or of those alone that were named. */
  impersonateAll(isOn: boolean): void {
    this.#impersonatesAll = isOn;
  }

  /** The prints and the failure of a transaction. @param hash - as hex, without `0x` */
  notesOf(hash: string): RunNotes | undefined {
    return this.#notes.get(hash);
  }
}

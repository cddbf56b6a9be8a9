import type { LedgerIdentity } from "@ledger/state-store";
import type { LedgerRecord } from "@ledger/types";
import type { SyncError } from "../refusal/sync-error.ts";
import type { HistoryWitness, LedgerSource, RecordsOptions } from "./ledger-source.ts";
import { mergeIdentities } from "./merge-identities.ts";

/**
 * One source after the other: each is read until it ends, the next continues at the following version. Used to take
 * version 0 from a genesis file and the rest from an upstream that no longer has it.
 *
 * @param sources - in reading order, at least one; all of one network
 * @throws {@link SyncError} `wrong_network` from `identify` when two sources name different networks
 */
export function concatSources(...sources: readonly [LedgerSource, ...LedgerSource[]]): LedgerSource {
  return new ConcatenatedSource(sources);
}

class ConcatenatedSource implements LedgerSource {
  readonly name: string;
  readonly #sources: readonly LedgerSource[];
  #current: LedgerSource | undefined;

  constructor(sources: readonly LedgerSource[]) {
    this.#sources = sources;
    this.name = sources.map((source) => source.name).join(", then ");
  }

  get head(): bigint | undefined {
    let head: bigint | undefined;
    for (const source of this.#sources) {
      if (source.head !== undefined && (head === undefined || source.head > head)) head = source.head;
    }
    return head;
  }

  get trouble(): string | undefined {
    return this.#current?.trouble;
  }

  witnesses(): readonly HistoryWitness[] {
    return this.#sources.flatMap((source) => source.witnesses?.() ?? []);
  }

  async identify(signal: AbortSignal): Promise<Partial<LedgerIdentity>> {
    const claims: Partial<LedgerIdentity>[] = [];
    for (const source of this.#sources) claims.push((await source.identify?.(signal)) ?? {});
    return claims.reduce((merged, claim, index) => mergeIdentities(merged, claim, this.#sources[index]!.name));
  }

  async *records(from: bigint, signal: AbortSignal, options?: RecordsOptions): AsyncGenerator<readonly LedgerRecord[]> {
    let next = from;
    for (const source of this.#sources) {
      this.#current = source;
      for await (const page of source.records(next, signal, options)) {
        next += BigInt(page.length);
        yield page;
      }
      if (signal.aborted) return;
    }
  }

  async refuse(error: SyncError): Promise<boolean> {
    return (await this.#current?.refuse?.(error)) ?? false;
  }
}

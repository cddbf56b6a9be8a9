import { bytesEqual, type LedgerRecord } from "@ledger/types";
import type { SyncError } from "../refusal/sync-error.ts";
import type { FetchedPage } from "./fetch-records.ts";
import type { Upstream } from "./upstream.ts";

/** Times that different bytes for one version are refused before the follower stops. */
const maxRefusals = 8;

/** A record that was refused, and where it came from. */
interface Refusal {
  readonly record: LedgerRecord | undefined;
  readonly upstream: Upstream | undefined;
}

/**
 * Remembers what was refused at the version that comes next, and decides whether asking again makes sense: once the
 * same upstream, once another one. The same bytes twice are the final answer of the upstreams.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/ingest.md#5.11 | Specification, ingest 5.11}
 */
export class RefusalLog {
  /** The latest pages that were handed out: one is being applied while the next is checked. */
  #yielded: FetchedPage[] = [];
  #version = -1n;
  #refusals: Refusal[] = [];

  noteYield(page: FetchedPage): void {
    this.#yielded = [...this.#yielded.slice(-2), page];
  }

  /** Upstreams not to ask for the page that holds the refused version, as long as there is another. */
  avoided(start: bigint): ReadonlySet<Upstream> {
    // The first refusal may be the network's fault: the same upstream is asked once more.
    if (this.#refusals.length < 2 || start > this.#version) return new Set();
    return new Set(this.#refusals.flatMap(({ upstream }) => upstream ?? []));
  }

  /** @returns whether to ask again */
  refuse(error: SyncError, active: readonly Upstream[]): boolean {
    const version = error.version ?? -1n;
    if (version !== this.#version) {
      this.#version = version;
      this.#refusals = [];
    }
    const page = this.#yielded.findLast(({ records }) => holds(records, version));
    const record = page?.records[Number(version - page.records[0]!.version)];
    page?.upstream.recordLane.fail();
    const repeated = this.#refusals.some((earlier) => sameRecord(earlier.record, record));
    this.#refusals.push({ record, upstream: page?.upstream });
    this.#yielded = [];
    const untried = active.some((upstream) => !this.#refusals.some((refusal) => refusal.upstream === upstream));
    return (!repeated || untried) && this.#refusals.length < maxRefusals;
  }
}

function holds(records: readonly LedgerRecord[], version: bigint): boolean {
  return records.length > 0 && records[0]!.version <= version && version <= records.at(-1)!.version;
}

function sameRecord(a: LedgerRecord | undefined, b: LedgerRecord | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  return (
    bytesEqual(a.transaction, b.transaction) &&
    bytesEqual(a.info, b.info) &&
    bytesEqual(a.events, b.events) &&
    bytesEqual(a.writeSet, b.writeSet) &&
    bytesEqual(a.accumulatorRoot, b.accumulatorRoot)
  );
}

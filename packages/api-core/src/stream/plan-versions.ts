import type { EventPlace, LedgerReader } from "@ledger/state-store";
import { eventAccountTopic, eventTypeTopic, type LedgerRecord } from "@ledger/types";
import type { RequestContext } from "../endpoint/context.ts";
import type { StreamFilter } from "./filter.ts";

/** Versions that are looked at for one page: after so many a quiet stream says how far it is. */
const mostVersions = 1_000n;

/** Records that are read at a time; one may have megabytes. */
const recordsAtATime = 16;

/** Below so many versions they are read one by one; the index takes longer. */
const fewVersions = 64n;

/** Places that are taken from the index of events for each of a filter's terms. */
const placesOfTerm = 100;

/** Most terms for which the index of events is asked. */
const mostLookUps = 16;

/** The versions that a page is made from. */
export interface VersionPlan {
  readonly first: bigint;
  /** The page tells of all versions up to this one. */
  readonly last: bigint;
  /** The only ones that have something, ascending; all of them when absent. */
  readonly only: readonly bigint[] | undefined;
}

/**
 * Chooses the versions to look at. Where one filter asks for events alone, those of far back are found by the index of the store: most
 * versions have nothing for it.
 */
export async function planVersions(
  { store }: Pick<RequestContext, "store">,
  filters: readonly StreamFilter[],
  first: bigint,
  last: bigint,
): Promise<VersionPlan> {
  const [filter] = filters;
  const topics = filters.length === 1 ? topicsOf(filter!) : [];
  if (last - first >= fewVersions && topics.length > 0 && topics.length <= mostLookUps)
    return findVersions(store, topics, first, last);
  const end = first + mostVersions - 1n;
  return { first, last: end < last ? end : last, only: undefined };
}

type Topics = readonly [Uint8Array] | readonly [Uint8Array, Uint8Array];

/** The combinations of topics that the events of a filter have; none where it asks for more than these. */
function topicsOf({ include, types, accounts }: StreamFilter): readonly Topics[] {
  if (include.size !== 1 || !include.has("events")) return [];
  const [ofTypes, ofAccounts] = [types.map(eventTypeTopic), accounts.map(eventAccountTopic)];
  if (ofAccounts.length === 0) return ofTypes.map((type): Topics => [type]);
  if (ofTypes.length === 0) return ofAccounts.map((account): Topics => [account]);
  return ofAccounts.flatMap((account) => ofTypes.map((type): Topics => [account, type]));
}

async function findVersions(
  store: LedgerReader,
  lookUps: readonly Topics[],
  first: bigint,
  last: bigint,
): Promise<VersionPlan> {
  const versions = new Set<bigint>();
  let end = last;
  for (const topics of lookUps) {
    const start: EventPlace = { version: first, index: 0 };
    const { places, next } = await store.listEventsByTopic({
      ...{ topics, start, limit: placesOfTerm },
      order: "oldest_first",
    });
    for (const { version } of places) versions.add(version);
    // The last version may have more than the listing says, and is read whole: the page has at least one version.
    const covered = next === undefined ? last : next.version > first ? next.version - 1n : first;
    if (covered < end) end = covered;
  }
  if (end === first) versions.add(first);
  const only = [...versions].filter((version) => version <= end).sort((a, b) => (a < b ? -1 : 1));
  return { first, last: end, only };
}

/** Reads the records of a plan, one after the other. */
export async function* recordsOf(
  store: LedgerReader,
  { first, last, only }: VersionPlan,
): AsyncGenerator<LedgerRecord> {
  if (only !== undefined) {
    for (const version of only) yield await store.readRecord(version);
    return;
  }
  for (let version = first; version <= last; ) {
    const left = last - version + 1n;
    const records = await store.listRecords(version, left < recordsAtATime ? Number(left) : recordsAtATime);
    if (records.length === 0) throw new TypeError(`the store has no record of version ${version}`);
    yield* records;
    version += BigInt(records.length);
  }
}

import { JsonWriter } from "@ledger/move";
import type { BlockEntry } from "@ledger/state-store";
import { ApiError } from "../contract/error.ts";
import type { StreamMark, StreamPage } from "../contract/stream.ts";
import type { RequestContext } from "../endpoint/context.ts";
import { createPause } from "../machine/give-way.ts";
import type { StreamFilter } from "./filter.ts";
import type { FilterIndex } from "./filter-index.ts";
import type { Frames } from "./frames.ts";
import { goneOf, placePruned, placeReset } from "./gone.ts";
import { matchRecord } from "./match-record.ts";
import { endIndex, isBefore, tagOf, versionAfter } from "./place.ts";
import { planVersions, recordsOf } from "./plan-versions.ts";

// The package is compiled without DOM and Node types.
declare const performance: { now(): number };

/**
 * Ends of spans in a page after which nothing more is written. Each of thousands of filters may want every other thing: where they begin and
 * end would take more than the things themselves.
 */
const mostSpanEnds = 64 * 1024;

/** A part of a stream that is asked for. */
export interface PageQuestion {
  /** The page is for all of them at once: what several want is written once. */
  readonly filters: readonly StreamFilter[];
  /** The same, arranged. */
  readonly index: FilterIndex;
  /** The place that the page begins after. */
  readonly after: StreamMark;
  /** Last version of the page; the newest when absent. */
  readonly to?: bigint | undefined;
  /** Bytes after which nothing more is written. */
  readonly mostBytes: number;
  /** Milliseconds of work after which it ends where it is. */
  readonly longestWork: number;
  readonly frames: Frames;
}

/**
 * Reads a part of a stream. It ends early when it has become large, or has taken long.
 *
 * @throws StreamGone where what follows the place is not kept, or the place is none of this ledger
 */
export async function readStreamPage(context: RequestContext, question: PageQuestion): Promise<StreamPage> {
  const { after } = question;
  try {
    await checkPlace(context, after);
    const page = await readPage(context, question);
    await expectOneLedger(context);
    return page;
  } catch (error) {
    return goneOf(error, after);
  }
}

async function checkPlace({ ledger, store }: RequestContext, after: StreamMark): Promise<void> {
  const { oldestLedgerVersion: oldest, version: newest } = ledger;
  if (versionAfter(after) < oldest) throw placePruned(after, oldest);
  if (after.tag === undefined || after.version > newest) return;
  if (after.version < oldest) throw placePruned(after, oldest);
  if (tagOf(await store.readBlockByVersion(after.version), ledger) !== after.tag) throw placeReset(after, oldest);
}

/** Refuses what was read while the ledger lost blocks: a part of it is of blocks that there are no more. @throws ApiError 503 */
async function expectOneLedger({ ledger, store }: RequestContext): Promise<void> {
  const now = await store.summary();
  if (now?.incarnation === ledger.incarnation) return;
  const options = { status: 503, headers: { "Retry-After": "1" } } as const;
  throw new ApiError("internal_error", "the ledger has begun again while a part of the stream was read", options);
}

async function readPage(context: RequestContext, question: PageQuestion): Promise<StreamPage> {
  const { ledger, store, code, defer, signal } = context;
  const { filters, index, after, to = ledger.version, mostBytes, longestWork, frames } = question;
  let last = ledger.version;
  if (to < last) last = to;
  const plan = await planVersions(context, filters, versionAfter(after), last);
  const output = new JsonWriter({ capacity: 4 * 1024 });
  const spans = filters.map((): number[] => []);
  let spanEnds = 0;
  const giveWay = createPause({ defer, signal, hostTime: Number.POSITIVE_INFINITY });
  let since = performance.now();
  let worked = 0;
  let block: BlockEntry | undefined;
  let next = after;
  const isFull = (): boolean => output.length >= mostBytes || spanEnds >= mostSpanEnds;
  const page = (): StreamPage => ({
    ...{ items: output.view(), spans, next },
    isEnd: !isBefore(next, { version: last, index: endIndex }),
  });

  for await (const record of recordsOf(store, plan)) {
    const { version } = record;
    if (block === undefined || version > block.lastVersion) block = await store.readBlockByVersion(version);
    const tag = tagOf(block, ledger);
    for (const match of matchRecord(index, record, block)) {
      const mark = { version, index: match.index, tag };
      if (!isBefore(after, mark)) continue;
      if (isFull()) return page();
      const begin = output.length;
      frames.begin(output, match.name, mark);
      await match.write(output, code.viewOfRecord(version, ledger));
      frames.end(output);
      for (const filter of match.filters) spanEnds += addSpan(spans[filter]!, begin, output.length);
      next = mark;
    }
    next = { version, index: endIndex, tag };
    const ran = performance.now() - since;
    worked += ran;
    if (isFull() || worked >= longestWork) return page();
    await giveWay(ran);
    since = performance.now();
  }
  if (plan.last > next.version) next = { version: plan.last, index: endIndex };
  if (next.tag === undefined) next = await withTag(context, next, block);
  return page();
}

/** Adds a span, to the one before where they touch. @returns how many ends there are more */
function addSpan(spans: number[], begin: number, end: number): number {
  if (spans.at(-1) === begin) {
    spans[spans.length - 1] = end;
    return 0;
  }
  spans.push(begin, end);
  return 2;
}

/** A place that is kept, as that of this ledger. */
async function withTag(
  { ledger, store }: RequestContext,
  place: StreamMark,
  known: BlockEntry | undefined,
): Promise<StreamMark> {
  const { version } = place;
  if (version > ledger.version || version < ledger.oldestLedgerVersion) return place;
  const isKnown = known !== undefined && version >= known.firstVersion && version <= known.lastVersion;
  return { ...place, tag: tagOf(isKnown ? known : await store.readBlockByVersion(version), ledger) };
}

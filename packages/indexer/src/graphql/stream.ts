import { isCurrent, QueryRefusal, type Table } from "../answering/table.ts";
import type { Row, Value } from "../row.ts";
import type { Direction } from "./compare.ts";
import type { Condition } from "./condition.ts";
import type { QueryContext } from "./reader.ts";
import { mostRows, select } from "./select.ts";

/** The question of a stream: rows of a table beyond a value of a column. */
export interface StreamArguments {
  readonly batch_size: number;
  readonly cursor: readonly (StreamCursor | null)[];
  readonly where?: Condition | null;
}

interface StreamCursor {
  readonly initial_value: Readonly<Record<string, Value>>;
  readonly ordering?: "ASC" | "DESC" | null;
}

/** A ledger whose rows are streamed. */
export interface StreamedLedger {
  /** The versions that are kept. */
  readonly summary: { readonly version: bigint; readonly oldestLedgerVersion: bigint };
  /** The newest version that was pruned before its rows could be read. */
  readonly lost: bigint | undefined;
}

type Kept = StreamedLedger["summary"];

/** Versions of which one batch looks for rows: fewer than the transactions that one field may look at. */
const window = 4_000n;

/**
 * Reads the next rows of a stream, and notes how far it is. Rows with one value of the cursor's column are given by their keys, so a batch may end
 * between them.
 *
 * @throws QueryRefusal for a cursor that is none, and where rows that were to follow are not kept any more
 */
export async function readBatch<Ledger extends StreamedLedger>(
  table: Table<Ledger>,
  { batch_size: size, cursor, where }: StreamArguments,
  context: QueryContext<Ledger>,
): Promise<readonly Row[]> {
  const { column, initial, isDown } = readCursor(cursor);
  if (size < 1) throw new QueryRefusal("a batch has one row, at least");
  const columns = [column, ...table.key.filter((name) => name !== column)];
  const after = context.streamed?.after ?? [];
  const parts: Condition[] = [{ [column]: { [isDown ? "_lt" : "_gt"]: initial } }];
  if (after.length > 0) {
    parts.push({ [column]: { [isDown ? "_lte" : "_gte"]: after[0] } }, beyond(columns, after, isDown));
  }
  const isByVersion = !isCurrent(table) && table.version === column;
  const { summary } = context.ledger;
  if (isByVersion && !isDown) refuseGap(after, summary);
  const end = isByVersion ? endOfWindow((after[0] ?? initial) as bigint, isDown, summary) : undefined;
  if (end !== undefined) parts.push({ [column]: { [isDown ? "_gte" : "_lte"]: end } });
  const most = Math.min(size, mostRows);
  const direction: Direction = { sign: isDown ? -1 : 1, nullsFirst: isDown };
  const question = {
    where: { _and: where ? [where, ...parts] : parts },
    order_by: columns.map((name) => ({ [name]: direction })),
  };
  const found = await select(table, question, context, most + 1);
  let rows = found.slice(0, most);
  const isCut = found.length > most;
  const last = rows.at(-1);
  const isLast = end === undefined || (isDown ? end <= summary.oldestLedgerVersion : end >= summary.version);
  const whole = end === undefined ? after : [end];
  const read = last !== undefined && (isCut || end === undefined) ? columns.map((name) => last[name] ?? null) : whole;
  context.streamed = { after: read, isMore: isCut || !isLast };
  const { lost } = context.ledger;
  if (isByVersion && !isDown && lost !== undefined) {
    // Pruning continues while the batch is read: what is missing was to follow, or was before all that follows.
    refuseGap(after, { ...summary, oldestLedgerVersion: lost + 1n });
    rows = rows.filter((row) => (row[column] as bigint) > lost);
  }
  return context.give(rows);
}

function readCursor(cursor: StreamArguments["cursor"]) {
  const [one, ...others] = cursor;
  const [[column, initial] = [], ...columns] = Object.entries(one?.initial_value ?? {});
  if (column === undefined || initial === undefined || initial === null || columns.length + others.length > 0) {
    throw new QueryRefusal("a cursor is one column with its initial value");
  }
  return { column, initial, isDown: one?.ordering === "DESC" };
}

/** The condition of rows that come after some values of columns, in the order of these columns. */
function beyond(columns: readonly string[], values: readonly Value[], isDown: boolean): Condition {
  const further = isDown ? "_lt" : "_gt";
  const options = values.map((value, place): Condition => {
    const equal = values.slice(0, place).map((before, i) => ({ [columns[i]!]: { _eq: before } }));
    return { _and: [...equal, { [columns[place]!]: { [further]: value } }] };
  });
  return { _or: options };
}

/** The last version of which a batch looks for rows. */
function endOfWindow(start: bigint, isDown: boolean, { version, oldestLedgerVersion: oldest }: Kept): bigint {
  if (isDown) {
    const first = start < version ? start : version;
    return first - window > oldest ? first - window : oldest;
  }
  const first = start > oldest ? start : oldest;
  const last = first + window;
  // A place above the head stays where it is.
  return last < version ? last : start > version ? start : version;
}

/** @throws QueryRefusal where rows after a place may be pruned */
function refuseGap(after: readonly Value[], { oldestLedgerVersion: oldest }: Kept): void {
  const [version, ...key] = after;
  if (typeof version !== "bigint") return;
  const next = key.length === 0 ? version + 1n : version;
  if (next < oldest) {
    throw new QueryRefusal(`what follows version ${version} is pruned: the oldest that is kept is ${oldest}`);
  }
}

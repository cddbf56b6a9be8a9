import type { Session } from "../connection/session.ts";
import { encodeRows } from "../rows/copy-rows.ts";
import { columnsOf, type LoadedColumn, type Row, type TableName, valuesOf } from "../rows/tables.ts";

/** Parameters of one statement, at most: the protocol counts them in 16 bits. */
const mostParameters = 60_000;

/** Rows of a COPY that are encoded together. */
const rowsAtOnce = 512;

/**
 * Loads rows into a table, by COPY or, for engines without it, by inserts. They may be made while others are sent.
 *
 * @param target - the table, with its schema
 */
export async function loadRows<Table extends TableName>(
  session: Session,
  { table, target, copy }: { readonly table: Table; readonly target: string; readonly copy: boolean },
  rows: Iterable<Row<Table>>,
): Promise<void> {
  const columns = columnsOf(table);
  const into = `${target} (${columns.map(({ name }) => name).join(", ")})`;
  if (!copy) {
    const most = Math.floor(mostParameters / columns.length);
    for (const part of inParts(rows, most)) await insertRows(session, into, columns, part);
    return;
  }
  const parts = inParts(rows, rowsAtOnce);
  const first = parts.next();
  if (first.done === true) return;
  await session.copyIn(`copy ${into} from stdin (format binary)`, encodeParts(columns, first.value, parts));
}

/** The parts of a COPY: each is made when the server takes in the one before. */
function* encodeParts<Table extends TableName>(
  columns: readonly LoadedColumn<Table>[],
  first: readonly Row<Table>[],
  rest: Iterator<readonly Row<Table>[], undefined>,
): Generator<Uint8Array> {
  for (let part: readonly Row<Table>[] | undefined = first, isFirst = true; part !== undefined; isFirst = false) {
    const next = rest.next();
    yield encodeRows(columns, part, { isFirst, isLast: next.done === true });
    part = next.value;
  }
}

/** Rows in lists of at most `most`. */
function* inParts<Item>(rows: Iterable<Item>, most: number): Generator<readonly Item[], undefined> {
  let part: Item[] = [];
  for (const row of rows) {
    if (part.push(row) < most) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
  return undefined;
}

async function insertRows<Table extends TableName>(
  session: Session,
  into: string,
  columns: readonly LoadedColumn<Table>[],
  rows: readonly Row<Table>[],
): Promise<void> {
  let next = 1;
  const places = rows.map(() => `(${columns.map(({ type }) => `$${next++}::${type}`).join(", ")})`);
  await session.query(`insert into ${into} values ${places.join(", ")}`, valuesOf(columns, rows));
}

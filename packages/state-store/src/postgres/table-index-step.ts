import type { RowChange, TableIndexStep } from "../table-index-port.ts";
import type { Parameter } from "./connection/session.ts";

/** Asks the server, within the transaction of a step. */
type Ask = (sql: string, values: readonly Parameter[]) => Promise<readonly object[]>;

/**
 * Writes what a step changes, each kind of change in one statement.
 *
 * @param hash - of a key or a topic, as a uuid
 */
export async function writeStep(
  { head, rows, versions }: TableIndexStep,
  hash: (text: string) => string,
  ask: Ask,
): Promise<void> {
  if (rows.length > 0) await writeRows(rows, hash, ask);
  await ask(
    `insert into @.index_topic_versions
     select topic, place, version, count
     from json_to_recordset($1::json) as x(topic uuid, place text, version bigint, count integer) on conflict do nothing`,
    [
      JSON.stringify(
        versions.map(({ topic, place = "", version, count = 1 }) => ({ topic: hash(topic), place, version, count })),
      ),
    ],
  );
  await ask("update @.index_head set head = $1", [head]);
}

async function writeRows(rows: readonly RowChange[], hash: (text: string) => string, ask: Ask): Promise<void> {
  const written = (await ask(
    `insert into @.index_rows (key, row) select key, row from json_to_recordset($1::json) as x(key uuid, row text)
     on conflict (key) do update set row = excluded.row returning id, key`,
    [JSON.stringify(rows.map(({ key, row }) => ({ key: hash(key), row })))],
  )) as readonly { readonly id: number; readonly key: string }[];
  const ids = new Map(written.map(({ id, key }) => [key, id]));
  const entries = (of: "found" | "lost"): string =>
    JSON.stringify(
      rows.flatMap((row) =>
        row[of].map(({ topic, place = "" }) => ({ topic: hash(topic), place, row: ids.get(hash(row.key)) })),
      ),
    );
  await ask(
    `delete from @.index_row_topics t using json_to_recordset($1::json) as x(topic uuid, place text, row bigint)
     where t.topic = x.topic and t.place = x.place and t.row = x.row`,
    [entries("lost")],
  );
  await ask(
    `insert into @.index_row_topics
     select topic, place, row from json_to_recordset($1::json) as x(topic uuid, place text, row bigint)
     on conflict do nothing`,
    [entries("found")],
  );
}

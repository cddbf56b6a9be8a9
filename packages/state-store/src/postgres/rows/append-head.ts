import { headColumns, keptHeads, newestHead } from "./head-row.ts";

/** Values of a new row of `head` that differ from those of the newest one, as SQL by column. */
export type HeadExpressions = Readonly<Record<string, string>>;

/**
 * The statement that every write ends with: it adds the row after the newest one, and deletes the row that is too old to be kept. It
 * adds nothing where the newest row does not fulfil the condition, and where another writer was first.
 *
 * @param condition - on the newest row
 * @returns SQL that returns the `step` and the `term` of the row that it added
 */
export function appendHead(condition: string, expressions: HeadExpressions): string {
  const sets: HeadExpressions = { ...expressions, step: "step + 1" };
  const columns = [...Object.keys(headColumns), "holder", "lease_until"];
  return `with newest as (select * from ${newestHead} h where ${condition}),
    gone as (delete from @.head using newest where head.step = newest.step + 1 - ${keptHeads})
    insert into @.head (${columns.join(", ")})
    select ${columns.map((column) => sets[column] ?? column).join(", ")} from newest
    on conflict (step) do nothing returning step, term`;
}

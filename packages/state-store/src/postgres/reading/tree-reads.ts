import type { TreeRange, TreeReads, TreeRow } from "../../tree-port.ts";
import type { Statement } from "../connection/session.ts";
import { encodeArray } from "../rows/copy-rows.ts";
import { type Reads, toParameter } from "./reads.ts";

/** The value that a row `r` of `tree_rows` had at version `$1`. The earlier row in force then is looked for only where the current one is newer. */
const valueThen = `case when r.version <= $1 then r.value
  when r.version > $1 then (select case when p.version <= $1 then p.value end
    from @.tree_past p where p.key = r.key and p.until > $1 order by p.until limit 1) end as value`;

/** Reads of the rows of the state tree. */
export class PostgresTreeReads implements TreeReads {
  readonly #reads: Reads;
  readonly #find: Statement;
  readonly #list: Statement;

  constructor(reads: Reads) {
    this.#reads = reads;
    this.#find = reads.statement(
      "tree_find",
      `select ${valueThen} from unnest($2::bytea[]) with ordinality k (key, place)
       left join @.tree_rows r on r.key = k.key order by k.place`,
    );
    this.#list = reads.statement(
      "tree_list",
      `select k.place, r.key, ${valueThen} from unnest($2::bytea[], $3::bytea[]) with ordinality k (low, high, place)
       join @.tree_rows r on r.key between k.low and k.high order by k.place, r.key`,
    );
  }

  async read(version: bigint, keys: readonly Uint8Array[]): Promise<(Uint8Array | undefined)[]> {
    if (keys.length === 0) return [];
    const values = [toParameter(version), encodeArray("bytea", keys)];
    const rows = await this.#reads.run<{ value: Uint8Array | null }>(this.#find, values);
    return rows.map(({ value }) => value ?? undefined);
  }

  async list(version: bigint, ranges: readonly TreeRange[]): Promise<TreeRow[][]> {
    if (ranges.length === 0) return [];
    const lows = encodeArray(
      "bytea",
      ranges.map(([from]) => from),
    );
    const highs = encodeArray(
      "bytea",
      ranges.map(([, to]) => to),
    );
    const listed: TreeRow[][] = ranges.map(() => []);
    const rows = await this.#reads.run<{ place: number; key: Uint8Array; value: Uint8Array | null }>(this.#list, [
      toParameter(version),
      lows,
      highs,
    ]);
    for (const { place, key, value } of rows) if (value !== null) listed[place - 1]!.push({ key, value });
    return listed;
  }
}

import { pipeline } from "node:stream/promises";
import { formatSchema } from "@ledger/state-store/postgres";
import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";

/** Tables that a commit fills, each with the condition that chooses the rows of a block. */
const tables = [
  ["state_values", "version between $first and $last"],
  ["state_keys", "not exists (select 1 from bare.state_keys known where known.key_hash = rows.key_hash)"],
  ["written_keys", "first_version = $first"],
  ["blocks", "first_version = $first"],
  ["records", "version between $first and $last"],
  ["hashes", "version between $first and $last"],
  ["summaries", "version between $first and $last"],
  ["events", "version between $first and $last"],
  ["topic_events", "version between $first and $last"],
  ["frontiers", "leaf_count = $last + 1"],
] as const;

/** The rows of one block in the binary form of COPY, table by table. */
export type CopiedBlock = readonly (readonly [table: string, rows: Buffer])[];

/** Makes the tables of a store, which is in the schema `ledger`, in the schema `bare`: the same columns, indexes and partitions. */
export async function makeBareTables(client: pg.Client): Promise<void> {
  await client.query(formatSchema("bare", undefined));
  const { rows } = await client.query<{ statement: string }>(
    `select format('create table bare.%I partition of bare.%I %s', part.relname, whole.relname,
       pg_get_expr(part.relpartbound, part.oid)) as statement
     from pg_inherits join pg_class part on part.oid = inhrelid join pg_class whole on whole.oid = inhparent
     where part.relkind = 'r' and part.relnamespace = 'ledger'::regnamespace`,
  );
  for (const { statement } of rows) await client.query(statement);
}

/** Reads the rows of one block out of the store; of the state keys those that the bare tables do not have. */
export async function copyOut(client: pg.Client, first: number, last: number): Promise<CopiedBlock> {
  const block: [string, Buffer][] = [];
  for (const [table, condition] of tables) {
    const chosen = condition.replaceAll("$first", String(first)).replaceAll("$last", String(last));
    const query = `select * from ledger.${table} rows where ${chosen}`;
    const chunks: Buffer[] = [];
    for await (const chunk of client.query(copyTo(`copy (${query}) to stdout (format binary)`)))
      chunks.push(chunk as Buffer);
    block.push([table, Buffer.concat(chunks)]);
  }
  return block;
}

/** Loads the rows of a block into the bare tables, in one durable transaction. */
export async function copyIn(client: pg.Client, block: CopiedBlock): Promise<void> {
  await client.query("begin");
  for (const [table, rows] of block) {
    await pipeline([rows], client.query(copyFrom(`copy bare.${table} from stdin (format binary)`)));
  }
  await client.query("commit");
}

/** Opens a connection of the bare library. */
export async function connectBare(url: string, pipelined = false): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, pipeline: pipelined });
  await client.connect();
  return client;
}

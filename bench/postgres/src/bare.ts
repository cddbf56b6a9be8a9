import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";

/** Tables that a commit fills, with the column that tells a block's rows. */
const tables = [
  ["blocks", "first_version"],
  ["records", "version"],
  ["hashes", "version"],
  ["summaries", "version"],
  ["state_values", "version"],
  ["written_keys", "first_version"],
] as const;

/** The rows of one block in the binary form of COPY, table by table. */
export type CopiedBlock = readonly (readonly [table: string, rows: Buffer])[];

/** Reads the rows of one block out of a store. */
export async function copyOut(client: pg.Client, schema: string, first: number, last: number): Promise<CopiedBlock> {
  const block: [string, Buffer][] = [];
  for (const [table, column] of tables) {
    const query = `select * from ${schema}.${table} where ${column} between ${first} and ${last}`;
    const chunks: Buffer[] = [];
    for await (const chunk of client.query(copyTo(`copy (${query}) to stdout (format binary)`)))
      chunks.push(chunk as Buffer);
    block.push([table, Buffer.concat(chunks)]);
  }
  return block;
}

/** Loads the rows of a block into another schema, in one durable transaction. */
export async function copyIn(client: pg.Client, schema: string, block: CopiedBlock): Promise<void> {
  await client.query("begin");
  for (const [table, rows] of block) {
    await pipeline([rows], client.query(copyFrom(`copy ${schema}.${table} from stdin (format binary)`)));
  }
  await client.query("commit");
}

/** Opens a connection of the bare library. */
export async function connectBare(url: string, pipelined = false): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, pipeline: pipelined });
  await client.connect();
  return client;
}

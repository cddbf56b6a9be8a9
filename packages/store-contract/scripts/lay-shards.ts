import { runSql } from "@ledger/postgres-server";
import { formatShards } from "@ledger/state-store/postgres";

/** An empty store over several databases, as URLs: that of the head, and those of the shards as the server of the head reaches them. */
export interface ShardedPlace {
  readonly url: string;
  readonly shardUrls: readonly string[];
  readonly partitionVersions: number;
}

/**
 * Makes the tables of a store over several databases, with the statements that `db schema --shards` prints. A schema that is there stays.
 *
 * @param ways - as URLs, where the server of the head reaches the shards by another way than this process
 */
export function layShards(
  { url, shardUrls, partitionVersions }: ShardedPlace,
  ways: readonly string[] = shardUrls,
): void {
  const schema = new URL(url).searchParams.get("schema") ?? "ledger";
  const layout = {
    coordinator: { name: "first", database: databaseOf(url), users: ["postgres"] },
    shards: ways.map((way, i) => {
      const { hostname, port } = new URL(way);
      return { name: `s${i + 1}`, host: hostname, port: Number(port), database: databaseOf(way), user: "postgres" };
    }),
  };
  for (const [i, { statements }] of formatShards(schema, layout, { partitionVersions }).entries()) {
    runSql(shardUrls[i] ?? url, statements);
  }
}

function databaseOf(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1));
}

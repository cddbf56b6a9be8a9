import { formatSchema, formatShards } from "@ledger/state-store/postgres";
import { ConfigError } from "../config/config-error.ts";
import type { SchemaOptions } from "../config/schema-options.ts";
import { readShardLayout } from "../config/shard-layout.ts";

/** The `db schema` command: prints the statements that make an empty store. @throws ConfigError for a file of servers that cannot be used */
export function dbSchema(options: SchemaOptions): void {
  process.stdout.write(formatStatements(options));
}

function formatStatements({ schema, distributed, partitionVersions, shards, server }: SchemaOptions): string {
  if (shards === undefined) {
    if (server !== undefined) throw new ConfigError("--server names a server of the file that --shards names");
    return formatSchema(schema, distributed, { partitionVersions });
  }
  const parts = formatShards(schema, readShardLayout(shards), { partitionVersions });
  if (server === undefined) {
    return parts.map((part) => `-- On ${part.server}:\n${part.statements}`).join("\n");
  }
  const part = parts.find((one) => one.server === server);
  if (part !== undefined) return part.statements;
  throw new ConfigError(`${shards} has no server ${server}; it has ${parts.map((one) => one.server).join(", ")}`);
}

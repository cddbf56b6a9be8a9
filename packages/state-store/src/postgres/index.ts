export { formatPostgresUrl, type PostgresSettings, postgresSchemaOf } from "./connection/settings.ts";
export { openPostgresExecution, openPostgresExecutionReader } from "./execution-results.ts";
export {
  openPostgresTableIndex,
  openPostgresTableIndexReader,
  removePostgresTableIndex,
} from "./open-table-index.ts";
export { openPostgresReader, type PostgresReaderOptions } from "./reading/reader.ts";
export { renamePostgresStore } from "./rename-store.ts";
export { type DistributedEngine, formatSchema, type SchemaOptions } from "./schema.ts";
export { formatShards, type ServerStatements, type ShardLayout, type ShardServer } from "./shards/schema.ts";
export { openPostgresTree } from "./state-tree.ts";
export { openPostgresStore, type PostgresStoreOptions } from "./store.ts";
export type { TableIndexName } from "./table-index-rows.ts";
export type { LeaseWait, WriterOptions } from "./writing/writer.ts";

export { formatPostgresUrl, type PostgresSettings, postgresSchemaOf } from "./connection/settings.ts";
export { openPostgresExecution, openPostgresExecutionReader } from "./execution-results.ts";
export { openPostgresReader, type PostgresReaderOptions } from "./reading/reader.ts";
export { renamePostgresStore } from "./rename-store.ts";
export { type DistributedEngine, formatSchema, type SchemaOptions } from "./schema.ts";
export { openPostgresTree } from "./state-tree.ts";
export { openPostgresStore, type PostgresStoreOptions } from "./store.ts";
export { openPostgresTableIndex, openPostgresTableIndexReader } from "./table-index.ts";
export type { LeaseWait, WriterOptions } from "./writing/writer.ts";

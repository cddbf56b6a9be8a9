export { type CopyOptions, type CopyProgress, copySqliteStore, replaceSqliteStore } from "./copy-file.ts";
export { removeDatabase, renameSqliteStore } from "./database-files.ts";
export { openSqliteExecution, openSqliteExecutionReader } from "./execution-results.ts";
export { type CheckPagesOptions, expectWholePages } from "./pages/check-pages.ts";
export { openSqliteReader, type SqliteReaderOptions } from "./reading/reader.ts";
export { settleSqliteStore } from "./settle-file.ts";
export { openSqliteTree, removeSqliteTree } from "./state-tree.ts";
export { openSqliteStore, type SqliteStore, type SqliteStoreOptions, type StoreStep } from "./store.ts";
export { openSqliteTableIndex, openSqliteTableIndexReader, removeSqliteTableIndex } from "./table-index.ts";
export {
  type CheckpointThread,
  type CheckpointThreadOptions,
  createCheckpointThread,
} from "./wal/checkpoint-thread.ts";

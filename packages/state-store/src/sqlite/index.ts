export {
  type CheckpointThread,
  type CheckpointThreadOptions,
  createCheckpointThread,
} from "./checkpoint-thread.ts";
export { openSqliteReader, type SqliteReaderOptions } from "./reader.ts";
export { openSqliteStore, type SqliteStore, type SqliteStoreOptions, type StoreStep } from "./store.ts";

// The entry of the threads that check records; like that of the ingest thread it compiles nothing twice.
import { enableCompileCache } from "node:module";

enableCompileCache?.();
await import("@ledger/sync/check-worker");

// The entry of the thread that makes the store's checkpoints; like that of the ingest thread it compiles nothing twice.
import { enableCompileCache } from "node:module";

enableCompileCache?.();
await import("@ledger/state-store/checkpoint-worker");

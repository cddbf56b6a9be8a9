// The entry of the thread that makes blocks; like that of the ingest thread it compiles nothing twice.
import { enableCompileCache } from "node:module";

enableCompileCache?.();
await import("./chain-worker.ts");

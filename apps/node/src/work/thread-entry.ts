// The entry of the thread for large answers; like that of the ingest thread it compiles nothing twice.
import { enableCompileCache } from "node:module";

enableCompileCache?.();
await import("./work-worker.ts");

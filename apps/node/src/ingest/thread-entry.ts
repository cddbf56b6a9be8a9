// The entry of the ingest thread. Node's cache of compiled code is a matter of every thread, and only of what is imported after it.
import { enableCompileCache } from "node:module";

enableCompileCache?.();
await import("./thread.ts");

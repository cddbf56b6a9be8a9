export { createMemoryStore } from "./memory-store.ts";
export type { LedgerMark, MemoryStore } from "./port.ts";

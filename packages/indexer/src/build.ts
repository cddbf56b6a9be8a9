export { IndexBuilder, type IndexBuilderOptions, type IndexProgress } from "./ledger/index-builder.ts";
export { type IndexHead, indexedVersion, readHead, type StatePlace } from "./ledger/index-head.ts";
export { MemoryIndex } from "./ledger/memory-index.ts";
export { type IndexVerification, verifyIndex } from "./ledger/verify-index.ts";
export { allTableGroups, type TableGroup, tableGroups } from "./tables/table-groups.ts";

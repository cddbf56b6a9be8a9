export { type BranchingStore, createBranchingStore, type LedgerMark } from "./branching-store.ts";

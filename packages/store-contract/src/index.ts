export type { LedgerStoreFactory } from "./contract-basics.ts";
export { describeLedgerStore } from "./store-contract.ts";

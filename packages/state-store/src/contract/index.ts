export { describeLedgerStore, type LedgerStoreFactory } from "./store-contract.ts";

export type { LedgerStoreFactory } from "./contract-basics.ts";
export { describeLedgerStore } from "./store-contract.ts";
export { describeStateTree } from "./tree-contract.ts";
export { placeOf, type TreePlace } from "./tree-place.ts";

export type * from "./port.ts";
export { StoreError, type StoreErrorCode, type StoreErrorContext } from "./store-error.ts";

export {
  buildLedger,
  type LedgerBuilder,
  type LedgerBuilderOptions,
  type RecordSpec,
  testAccountKey,
  testAddress,
  testBytes,
  testHash,
} from "./build-ledger.ts";
export { describeLedgerStore, type LedgerStoreFactory } from "./contract.ts";

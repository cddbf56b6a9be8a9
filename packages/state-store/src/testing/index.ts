export {
  buildLedger,
  type LedgerBuilder,
  type LedgerBuilderOptions,
  type RecordSpec,
  testAccountKey,
  testAddress,
  testBytes,
  testFrontier,
  testHash,
} from "./build-ledger.ts";

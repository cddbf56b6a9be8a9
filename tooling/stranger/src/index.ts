export {
  type BackupFiles,
  type BackupPlan,
  createValidators,
  type SigningValidator,
  waypointOf,
  writeBackup,
} from "./backup.ts";
export { address, compare, fromHex, hex, join, sequence, sized, text, u8, u32, u64, uleb } from "./bytes.ts";
export { type Key, keyBcs, keyForHash, newEpochEvent, type Validator, type Value, valueBcs } from "./encode.ts";
export { typedHash } from "./hashes.ts";
export {
  createNumbers,
  type LedgerOptions,
  type StrangerBlock,
  StrangerLedger,
  type StrangerRecord,
  strangerAccounts,
  strangerTable,
  tableKeys,
} from "./ledger.ts";
export {
  errorReply,
  ledgerHeaders,
  pageBcs,
  recordBcs,
  type StrangerReply,
  type StrangerRequest,
  type StrangerUpstream,
  startStranger,
  type UpstreamSettings,
} from "./server.ts";
export { askVerifier, type VerifierQuestion, type VerifierVerdict } from "./verifier.ts";

export {
  type BackupFiles,
  type BackupOptions,
  buildBackup,
  chunkRecord,
  frame,
  signLedgerInfo,
  validators,
} from "./build-backup.ts";
export { buildChain, type ChainOptions, chainBlocks, type TestChain } from "./build-chain.ts";
export { buildSnapshot } from "./build-snapshot.ts";
export type { ChainValidator } from "./chain-genesis.ts";

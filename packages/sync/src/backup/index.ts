export { EpochChain } from "../epoch/epoch-chain.ts";
export { verifyLedgerInfo } from "../epoch/verify-ledger-info.ts";
export { BackupEndings } from "./backup-endings.ts";
export { type BackupSourceOptions, backupSource } from "./backup-source.ts";
export { readEpochChain } from "./read-epochs.ts";
export { type SnapshotProgress, type SnapshotStartOptions, startFromSnapshot } from "./start-from-snapshot.ts";
export type { BackupStorage } from "./storage.ts";

export { DEVNET_ACCOUNTS, type DevnetAccount, type KeyScheme } from "./accounts.ts";
export { DEVNET_ASSETS, DEVNET_TABLES, type DevnetAsset, type DevnetTable } from "./addresses.ts";
export { DevnetError, type DevnetErrorCode } from "./errors.ts";
export { buildDevnetGenesis } from "./genesis/build.ts";
export type { DevnetLedger } from "./runtime/resume.ts";
export { createDevnetSource, type DevnetSourceOptions } from "./source.ts";

export { openBackupFolder } from "./backup-folder.ts";
export { openBackup } from "./backup-url.ts";
export { type CheckPoolOptions, createCheckPool, type ThreadedCheckPool } from "./check-threads.ts";
export { maxGenesisBytes, type ReadGenesisOptions, readGenesis } from "./read-genesis.ts";
export { readWaypoint } from "./read-waypoint.ts";
export { packRecords, unpackRecords } from "./thread-protocol.ts";

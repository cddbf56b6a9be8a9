export { type Pgbouncer, startPgbouncer } from "./pgbouncer.ts";
export { runSql } from "./programs.ts";
export { type CuttingProxy, type MessageWatcher, startCuttingProxy } from "./proxy.ts";
export { findPostgres, needsPostgres, type PostgresServer, type ServerOptions, startPostgres } from "./server.ts";

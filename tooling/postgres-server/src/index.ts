export { type Pgbouncer, startPgbouncer } from "./pgbouncer.ts";
export { type CuttingProxy, startCuttingProxy } from "./proxy.ts";
export { findPostgres, needsPostgres, type PostgresServer, type ServerOptions, startPostgres } from "./server.ts";

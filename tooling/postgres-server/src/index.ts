export { type Pgbouncer, startPgbouncer } from "./pgbouncer.ts";
export { type CuttingProxy, startCuttingProxy } from "./proxy.ts";
export { findPostgres, noPostgres, type PostgresServer, type ServerOptions, startPostgres } from "./server.ts";

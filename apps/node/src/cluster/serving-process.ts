// One of several processes that answer on the node's port; the node itself keeps the ledger and starts this again when it ends.
import { connectProcess } from "@ledger/kit/threads";
import { type LedgerFunctions, ledgerOf } from "../calls/ledger-calls.ts";
import { unknownHealth } from "../health/node-health.ts";
import { createLogger } from "../logger.ts";
import { type ApiServer, serveApi } from "../wiring/serve-api.ts";
import type { ServingFunctions, ServingSettings } from "./protocol.ts";

let server: ApiServer | undefined;
let health = unknownHealth;

async function serve({
  location,
  local,
  isLocalNetwork,
  processName,
  ...options
}: ServingSettings): Promise<undefined> {
  server = await serveApi({
    options,
    location,
    log: await createLogger(options),
    health: () => health,
    callLedger: ledgerOf(node),
    local,
    isLocalNetwork,
    processName,
  });
}

const node = connectProcess<LedgerFunctions, ServingFunctions>(process, {
  serve,
  health(latest) {
    health = latest;
    return undefined;
  },
  committed() {
    server?.noteCommit?.();
    return undefined;
  },
  clients: async () => (await server?.costliestClients()) ?? [],
  collect: async () => (await server?.collectMetrics()) ?? [],
  apply(settings) {
    server?.apply(settings);
    return undefined;
  },
  async stop() {
    await server?.close();
    process.exit(0);
  },
});
// Signals reach the whole group of processes; when to stop is decided by the node alone.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
process.on("disconnect", () => process.exit(0));

// One of several processes that answer on the node's port; the node itself keeps the ledger and starts this again when it ends.
import { PendingCalls } from "../calls/pending-calls.ts";
import { unknownHealth } from "../health/node-health.ts";
import { NodeStartError } from "../health/node-start-error.ts";
import { createLogger } from "../logger.ts";
import { type ApiServer, serveApi } from "../wiring/serve-api.ts";
import type { ForeignMessage, ServingCommand, ServingMessage, ServingSettings } from "./protocol.ts";

let server: ApiServer | undefined;
let health = unknownHealth;

const report = (message: ServingMessage): void => {
  process.send?.(message);
};
const calls = new PendingCalls(report);

async function serve(settings: ServingSettings): Promise<void> {
  try {
    const log = await createLogger(settings);
    server = await serveApi({
      options: settings,
      location: settings.location,
      log,
      health: () => health,
      callLedger: calls.call,
      local: settings.local,
      isLocalNetwork: settings.isLocalNetwork,
      processName: settings.processName,
    });
    report({ type: "listening" });
  } catch (error) {
    const code = error instanceof NodeStartError ? error.code : "serving_failed";
    report({ type: "failed", code, message: error instanceof Error ? error.message : String(error) });
  }
}

process.on("message", async (command: ServingCommand | ForeignMessage) => {
  if ("channel" in command) return;
  if (command.type === "serve") {
    await serve(command.settings);
  } else if (command.type === "health") {
    health = command.health;
  } else if (command.type === "committed") {
    server?.noteCommit?.();
  } else if (command.type === "return") {
    calls.settle(command);
  } else if (command.type === "collect") {
    const parts = (await server?.collectMetrics()) ?? [];
    report({ type: "metrics", id: command.id, parts });
  } else if (command.type === "apply") {
    server?.apply(command.settings);
  } else {
    await server?.close();
    process.exit(0);
  }
});
// Signals reach the whole group of processes; when to stop is decided by the node alone.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
process.on("disconnect", () => process.exit(0));

import type { DevnetOptions } from "../config/devnet-options.ts";
import { runDevnet } from "../devnet/run-devnet.ts";
import { NodeStartError } from "../health/node-start-error.ts";
import { createLogger, say } from "../logger.ts";

/** Longest time for open requests to end after a stop signal, milliseconds. */
const drainTimeout = 5_000;

/** The `devnet` command: runs a network in memory until it is stopped. */
export async function devnet(options: DevnetOptions, stop: AbortSignal): Promise<void> {
  const log = await createLogger(options.silent === true ? { ...options, logLevel: "error" } : options);
  stop.addEventListener("abort", () => setTimeout(() => process.exit(0), drainTimeout).unref());
  try {
    await runDevnet(options, log, stop);
    process.exit(0);
  } catch (error) {
    if (!(error instanceof NodeStartError)) throw error;
    const { code, message: reason } = error;
    say(log, "error", { message: "devnet failed", fields: { code, reason }, text: `${code}: ${reason}` });
    process.exit(1);
  }
}

import { existsSync, statSync } from "node:fs";
import type { StartOptions } from "../config/start-options.ts";
import { NodeStartError } from "../health/node-start-error.ts";
import { type Logger, say } from "../logger.ts";
import type { StoreLocation } from "../store/location.ts";
import { restoreVerified } from "./restore.ts";

/**
 * Restores the copy that `--backup` names, where it names what `backup` wrote: a file, and no folder in the reference format. A folder that
 * has a ledger already continues with that.
 */
export async function takeCopy(
  backup: string,
  options: StartOptions,
  location: StoreLocation,
  log: Logger,
  stop: AbortSignal,
): Promise<StartOptions> {
  if (statSync(backup, { throwIfNoEntry: false })?.isFile() !== true) return options;
  const { backup: _, startVersion, ...others } = options;
  if (startVersion !== undefined) {
    throw new NodeStartError(
      "not_a_snapshot",
      `${backup} is a copy of a database, whose first version cannot be chosen; leave out --start-version`,
    );
  }
  if (location.kind === "sqlite" && existsSync(location.path)) {
    const text = "backup    not used: the data folder already has a ledger";
    say(log, "info", { message: "backup not used", fields: { backup }, text });
    return others;
  }
  const proof = await restoreVerified(backup, options, stop);
  say(log, "info", {
    message: "backup restored",
    fields: { backup, proof },
    text: proof.map((line) => `restored  ${line}`),
  });
  return others;
}

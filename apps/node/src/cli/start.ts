import { once } from "node:events";
import { existsSync, statSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { Command } from "commander";
import { describeIdle, describeIdleOnOtherLedger } from "../config/add-start-options.ts";
import { LiveSettings, runtimeSettings } from "../config/runtime-settings.ts";
import { settingsOf } from "../config/settings.ts";
import type { StartOptions } from "../config/start-options.ts";
import { storeLocation } from "../config/store-options.ts";
import { NodeFailure } from "../health/node-failure.ts";
import { NodeStartError } from "../health/node-start-error.ts";
import { createLogger, type Logger, say } from "../logger.ts";
import { runNode } from "../run/run-node.ts";
import { settleStore } from "../store/settle-store.ts";
import type { StopSignals } from "./stop-signals.ts";

/** Longest time for the node to end after a stop signal, open requests included, milliseconds. */
const drainTimeout = 5_000;

/** Exit code of a node that ran and cannot go on. A start that was refused has 1. */
const exitFailed = 2;

/** Exit code of a start that needs something that does not answer now, and may succeed later: `EX_TEMPFAIL` of sysexits. */
const exitUnavailable = 75;

/** Codes of errors that pass: a database server that is not up yet, a fork's upstream that does not answer. */
const passing: readonly string[] = ["unavailable", "unreachable"];

/** The options of `start`, and the command that has their settings. */
export interface StartCommand {
  readonly options: StartOptions;
  readonly command: Command;
}

/** How `start` was called. */
export interface StartCall extends Pick<StartCommand, "command"> {
  /** Aborts with the name of the signal that asks for it. */
  readonly signals: StopSignals;
  /** Reads the options of `start` again. @throws Error that says what is wrong */
  readonly reread: () => Promise<StartCommand>;
}

/** The `start` command: runs a node until it is stopped, or until its ledger is refused. */
export async function start(options: StartOptions, call: StartCall): Promise<void> {
  const { signals } = call;
  const { signal: stop } = signals;
  const log = await createLogger(options);
  // By itself Node ends with the code of a start that was refused, which supervisors do not try again.
  process.on("uncaughtException", (err) => {
    log.error({ err }, "fault that nothing caught");
    process.exit(exitFailed);
  });
  const warnOfIdle = (texts: readonly string[]): void => {
    for (const text of texts) say(log, "warn", { message: "setting without effect", fields: { reason: text }, text });
  };
  warnOfIdle(describeIdle(call.command));
  const live = new LiveSettings(runtimeSettings(options));
  live.watch(({ logLevel }) => {
    log.level = logLevel;
  });
  signals.onHangup(() => void reload(call, log, live));
  const onOtherLedger = (): void => warnOfIdle(describeIdleOnOtherLedger(call.command));
  const stopped = stop.aborted ? Promise.resolve() : once(stop, "abort");
  const drained = stopped.then(() => {
    say(log, "info", { message: "stopping", fields: { signal: stop.reason }, text: `${stop.reason}: stopping` });
    return delay(drainTimeout);
  });
  try {
    await Promise.race([runNode(await takeCopy(options, log, stop), log, stop, live, onOtherLedger), drained]);
    const unsettled = await settleStore(storeLocation(options));
    if (unsettled !== undefined) log.debug({ reason: unsettled }, "write-ahead log left");
    log.info("stopped");
    process.exit(0);
  } catch (error) {
    if (stop.aborted && error === stop.reason) process.exit(0);
    if (!(error instanceof NodeStartError || error instanceof NodeFailure)) throw error;
    const { code, message: reason } = error;
    say(log, "error", { message: "node failed", fields: { code, reason }, text: `${code}: ${reason}` });
    if (error instanceof NodeFailure) process.exit(exitFailed);
    process.exit(passing.includes(code) ? exitUnavailable : 1);
  }
}

/**
 * Restores the copy that `--backup` names, where it names what `backup` wrote: a file, and no folder in the reference format. A folder that
 * has a ledger already continues with that.
 */
async function takeCopy(options: StartOptions, log: Logger, stop: AbortSignal): Promise<StartOptions> {
  const { backup, startVersion, ...others } = options;
  if (backup === undefined || statSync(backup, { throwIfNoEntry: false })?.isFile() !== true) return options;
  if (startVersion !== undefined) {
    throw new NodeStartError(
      "not_a_snapshot",
      `${backup} is a copy of a database, whose first version cannot be chosen; leave out --start-version`,
    );
  }
  const location = storeLocation(options);
  if (location.kind === "sqlite" && existsSync(location.path)) {
    const text = "backup    not used: the data folder already has a ledger";
    say(log, "info", { message: "backup not used", fields: { backup }, text });
    return others;
  }
  const { restoreVerified } = await import("./restore.ts");
  const proof = await restoreVerified(backup, options, stop);
  say(log, "info", {
    message: "backup restored",
    fields: { backup, proof },
    text: proof.map((line) => `restored  ${line}`),
  });
  return others;
}

/** Reads the configuration again and changes what can be changed; what is wrong with it changes nothing. */
async function reload({ command: running, reread }: StartCall, log: Logger, live: LiveSettings): Promise<void> {
  try {
    const { options, command } = await reread();
    live.change(runtimeSettings(options));
    const waiting = settingsOf(running)
      .filter((option) => {
        const name = option.attributeName();
        return !(name in live.current || isDeepStrictEqual(running.getOptionValue(name), command.getOptionValue(name)));
      })
      .map((option) => option.name());
    const later = waiting.length === 0 ? "" : `; ${waiting.join(", ")} will change at the next start`;
    say(log, "info", {
      message: "configuration reloaded",
      fields: { needRestart: waiting },
      text: `SIGHUP: the configuration was reloaded${later}`,
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    say(log, "error", {
      message: "configuration cannot be used",
      fields: { reason },
      text: `SIGHUP: the configuration cannot be used and was not applied: ${reason}`,
    });
  }
}

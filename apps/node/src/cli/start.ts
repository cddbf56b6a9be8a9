import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { Command } from "commander";
import { describeIdleOnOtherLedger } from "../config/dependence.ts";
import { LiveSettings, runtimeSettings } from "../config/runtime-settings.ts";
import { settingsOf } from "../config/settings.ts";
import type { StartOptions } from "../config/start-options.ts";
import { storePlaces } from "../config/store-options.ts";
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
  /** The settings that have no effect, in words. */
  readonly idle: readonly string[];
  /** Aborts with the name of the signal that asks for it. */
  readonly signals: StopSignals;
  /** Reads the options of `start` again. @throws Error that says what is wrong */
  readonly reread: () => Promise<StartCommand>;
}

/** The `start` command: runs a node until it is stopped, or until its ledger is refused. */
export async function start(given: StartOptions, call: StartCall): Promise<void> {
  const { signals } = call;
  const { signal: stop } = signals;
  const log = await createLogger(given);
  // By itself Node ends with the code of a start that was refused, which supervisors do not try again.
  process.on("uncaughtException", (err) => {
    log.error({ err }, "fault that nothing caught");
    process.exit(exitFailed);
  });
  warnOfIdle(log, call.idle);
  const live = new LiveSettings(runtimeSettings(given));
  live.watch(({ logLevel }) => {
    log.level = logLevel;
  });
  signals.onHangup(() => void reload(call, log, live));
  const onOtherLedger = (): void => warnOfIdle(log, describeIdleOnOtherLedger(call.command));
  const stopped = stop.aborted ? Promise.resolve() : once(stop, "abort");
  const drained = stopped.then(() => {
    say(log, "info", { message: "stopping", fields: { signal: stop.reason }, text: `${stop.reason}: stopping` });
    return delay(drainTimeout);
  });
  try {
    const { backup } = given;
    const places = storePlaces(given);
    const options =
      backup === undefined
        ? given
        : await (await import("./take-copy.ts")).takeCopy(backup, given, places.kept, log, stop);
    await Promise.race([runNode(options, places, log, stop, { live, onOtherLedger }), drained]);
    const unsettled = await settleStore(places.kept);
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

function warnOfIdle(log: Logger, texts: readonly string[]): void {
  for (const text of texts) say(log, "warn", { message: "setting without effect", fields: { reason: text }, text });
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

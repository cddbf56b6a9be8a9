import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type { Command } from "commander";
import { describeIdleOnOtherLedger } from "../config/check-settings.ts";
import type { LiveSettings } from "../config/runtime-settings.ts";
import type { StartOptions } from "../config/start-options.ts";
import { storePlaces } from "../config/store-options.ts";
import { NodeFailure } from "../health/node-failure.ts";
import { NodeStartError } from "../health/node-start-error.ts";
import { type Logger, say } from "../logger.ts";
import { runNode } from "../run/run-node.ts";
import { settleStore } from "../store/settle-store.ts";

/** Longest time for the node to end after a stop signal, open requests included, milliseconds. */
const drainTimeout = 5_000;

/** Exit code of a node that ran and cannot go on. A start that was refused has 1. */
export const exitFailed = 2;

/** Exit code of a start that needs something that does not answer now, and may succeed later: `EX_TEMPFAIL` of sysexits. */
const exitUnavailable = 75;

/** Codes of errors that pass: a database server that is not up yet, a fork's upstream that does not answer. */
const passing: readonly string[] = ["unavailable", "unreachable"];

/** The options of `start`, and the command that has their settings. */
export interface StartCommand {
  readonly options: StartOptions;
  readonly command: Command;
  /** The settings that have no effect, in words. */
  readonly idle: readonly string[];
}

/**
 * Runs what `start` starts, in this process, until it is stopped or until its ledger is refused.
 *
 * @param stop - aborted with the name of the signal that asks for it
 * @returns the exit code
 */
export async function runStart(
  { options: given, command, idle }: StartCommand,
  log: Logger,
  live: LiveSettings,
  stop: AbortSignal,
): Promise<number> {
  warnOfIdle(log, idle);
  live.watch(({ logLevel }) => {
    log.level = logLevel;
  });
  const onOtherLedger = (): void => warnOfIdle(log, describeIdleOnOtherLedger(command));
  const stopped = stop.aborted ? Promise.resolve() : once(stop, "abort");
  const ended = new AbortController();
  const drained = stopped.then(() => {
    say(log, "info", { message: "stopping", fields: { signal: stop.reason }, text: `${stop.reason}: stopping` });
    return delay(drainTimeout, undefined, { signal: ended.signal }).catch(() => undefined);
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
    return 0;
  } catch (error) {
    if (stop.aborted && error === stop.reason) return 0;
    if (!(error instanceof NodeStartError || error instanceof NodeFailure)) throw error;
    const { code, message: reason } = error;
    say(log, "error", { message: "node failed", fields: { code, reason }, text: `${code}: ${reason}` });
    if (error instanceof NodeFailure) return exitFailed;
    return passing.includes(code) ? exitUnavailable : 1;
  } finally {
    ended.abort();
  }
}

function warnOfIdle(log: Logger, texts: readonly string[]): void {
  for (const text of texts) say(log, "warn", { message: "setting without effect", fields: { reason: text }, text });
}

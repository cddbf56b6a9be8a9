import { isDeepStrictEqual } from "node:util";
import { LiveSettings, runtimeSettings } from "../config/runtime-settings.ts";
import { settingsOf } from "../config/settings.ts";
import { createLogger, type Logger, say } from "../logger.ts";
import { exitFailed, runStart, type StartCommand } from "./run-start.ts";
import type { StopSignals } from "./stop-signals.ts";

/** How `start` was called. */
export interface StartCall extends StartCommand {
  /** Aborts with the name of the signal that asks for it. */
  readonly signals: StopSignals;
  /** Reads the options of `start` again. @throws Error that says what is wrong */
  readonly reread: () => Promise<StartCommand>;
}

/** The `start` command: runs a node until it is stopped, or until its ledger is refused. */
export async function start(call: StartCall): Promise<void> {
  const { options, signals } = call;
  const log = await createLogger(options);
  // By itself Node ends with the code of a start that was refused, which supervisors do not try again.
  process.on("uncaughtException", (err) => {
    log.error({ err }, "fault that nothing caught");
    process.exit(exitFailed);
  });
  const live = new LiveSettings(runtimeSettings(options));
  signals.onHangup(() => void reload(call, log, live));
  process.exit(await runStart(call, log, live, signals.signal));
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

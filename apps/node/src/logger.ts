import { type Logger, pino } from "pino";
import type { LogFormat, LogLevel } from "./config/start-options.ts";

export type { Logger } from "pino";

/** Creates the node's logger; everything else receives it. Lines go to standard output. */
export async function createLogger(options: { format: LogFormat; level: LogLevel }): Promise<Logger> {
  const base = { level: options.level, base: null };
  if (options.format === "json") {
    return pino({ ...base, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: (level) => ({ level }) } });
  }
  const { default: pretty } = await import("pino-pretty");
  return pino(base, pretty({ colorize: process.stdout.isTTY === true, translateTime: "SYS:HH:MM:ss", sync: true }));
}

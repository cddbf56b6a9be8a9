import { type Logger, pino } from "pino";
import type { LogOptions } from "./config/log-options.ts";

export type { Logger } from "pino";

/** Creates the node's logger; everything else receives it. Lines go to standard output. */
export async function createLogger({ logFormat, logLevel }: LogOptions): Promise<Logger> {
  const base = { level: logLevel, base: null };
  if (logFormat === "json") {
    return pino({ ...base, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: (level) => ({ level }) } });
  }
  const { default: pretty } = await import("pino-pretty");
  return pino(base, pretty({ colorize: process.stdout.isTTY === true, translateTime: "SYS:HH:MM:ss", sync: true }));
}

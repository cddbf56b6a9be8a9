import type { Writable } from "node:stream";
import { type Logger, pino } from "pino";
import type { LogOptions } from "./config/log-options.ts";

export type { Logger } from "pino";

/** One thing that happened, for programs and for people. */
export interface LogEvent {
  /** The same each time it happens: what programs look for. */
  readonly message: string;
  /** The values of this line. */
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
  /** The same in words, a text for each line; the message and the fields when absent. */
  readonly text?: string | readonly string[] | undefined;
}

/** Loggers whose lines people read. */
const forPeople = new WeakSet<Logger>();

/** Creates the node's logger; everything else receives it. @param destination - standard output by default */
export async function createLogger({ logFormat, logLevel }: LogOptions, destination?: Writable): Promise<Logger> {
  const base = { level: logLevel, base: null };
  if (logFormat === "json") {
    const formatters = { level: (level: string) => ({ level }), log: withExactNumbers };
    return pino({ ...base, timestamp: pino.stdTimeFunctions.isoTime, formatters }, destination ?? pino.destination());
  }
  const { default: pretty } = await import("pino-pretty");
  const colorize = destination === undefined && process.stdout.isTTY === true;
  const log = pino(
    { ...base, formatters: { log: withExactNumbers } },
    pretty({ colorize, translateTime: "SYS:HH:MM:ss", sync: true, ...(destination && { destination }) }),
  );
  forPeople.add(log);
  return log;
}

/** Says what happened: in words where people read, as a constant message with fields where programs do. */
export function say(
  log: Logger,
  level: "debug" | "info" | "warn" | "error",
  { message, fields, text }: LogEvent,
): void {
  if (text === undefined || !forPeople.has(log)) log[level](fields ?? {}, message);
  else for (const line of typeof text === "string" ? [text] : text) log[level](line);
}

/** Versions are larger than JSON's numbers are exact: they are written as text, as in the API. */
function withExactNumbers(fields: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(fields);
  if (!entries.some(([, value]) => typeof value === "bigint")) return fields;
  return Object.fromEntries(entries.map(([name, value]) => [name, typeof value === "bigint" ? `${value}` : value]));
}

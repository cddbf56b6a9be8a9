import { Option } from "commander";

/** How log lines are written: for people, or one JSON object a line for programs. */
export type LogFormat = "pretty" | "json";

/** The least severe kind of line that is logged. */
export type LogLevel = (typeof logLevels)[number];

/** Content and form of the log. */
export interface LogOptions {
  readonly logFormat: LogFormat;
  readonly logLevel: LogLevel;
}

/** From the most severe kind of line on. */
export const logLevels = ["error", "warn", "info", "debug"] as const;

/** Returns true if a text names a level. */
export function isLogLevel(text: string): text is LogLevel {
  return logLevels.some((level) => level === text);
}

/** The options of every command that logs. */
export function logOptions(): Option[] {
  return [
    new Option("--log-format <format>", "format of log lines")
      .env("LEDGER_LOG_FORMAT")
      .choices(["pretty", "json"])
      .default("pretty"),
    new Option("--log-level <level>", "minimum severity of log lines")
      .env("LEDGER_LOG_LEVEL")
      .choices(logLevels)
      .default("info"),
  ];
}

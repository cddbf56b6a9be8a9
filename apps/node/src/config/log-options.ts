import { type OptionsOf, option } from "./option.ts";
import { oneOf } from "./values.ts";

/** From the most severe kind of line on. */
export const logLevels = ["error", "warn", "info", "debug"] as const;

/** The least severe kind of line that is logged. */
export type LogLevel = (typeof logLevels)[number];

/** Returns true if a text names a level. */
export function isLogLevel(text: string): text is LogLevel {
  return logLevels.some((level) => level === text);
}

/** The options of every command that logs. */
export const logOptions = {
  logFormat: option("--log-format <format>", oneOf("pretty", "json"), {
    default: "pretty",
    help: "format of log lines",
    more: "`pretty` for people, `json` for programs",
    appliesTo: ["log"],
  }),
  logLevel: option("--log-level <level>", oneOf(...logLevels), {
    default: "info",
    help: "minimum severity of log lines",
    more: "`error`, `warn`, `info` or `debug`",
    appliesTo: ["log"],
    isLive: true,
  }),
};

/** Content and form of the log. */
export interface LogOptions extends OptionsOf<typeof logOptions> {}

import { InvalidArgumentError, Option } from "commander";
import { parseSample, parseThreads } from "./replay-options.ts";

/** Options for executing what comes in again. */
export interface ExecuteOptions {
  /** `off`, `all`, or N: one of N versions. */
  readonly execute: "off" | "all" | number;
  /** The reaction to a version that differs: it is reported, or the node takes no more as well. */
  readonly onMismatch: "report" | "stop";
  readonly executeThreads: number;
  /** File with versions that are known to come out differently. */
  readonly executeExcept?: string | undefined;
}

/** The options for executing what comes in again. */
export function executeOptions(): readonly Option[] {
  return [
    new Option(
      "--execute <mode>",
      "execute what is kept again, compute the state's root after each block, and compare: off, all, or a sample such as sample=1/100",
    )
      .env("LEDGER_EXECUTE")
      .argParser(parseExecute)
      .default("off"),
    new Option(
      "--on-mismatch <action>",
      "what to do when a version or a state root differs: report it, or stop following",
    )
      .env("LEDGER_ON_MISMATCH")
      .choices(["report", "stop"])
      .default("report"),
    new Option("--execute-threads <count>", "threads that execute")
      .env("LEDGER_EXECUTE_THREADS")
      .argParser(parseThreads)
      .default(1),
    new Option(
      "--execute-except <file>",
      "JSON list of versions that are known to come out differently: from, to, reason",
    ).env("LEDGER_EXECUTE_EXCEPT"),
  ];
}

/** Parses which versions are executed. @throws InvalidArgumentError */
function parseExecute(text: string): ExecuteOptions["execute"] {
  if (text === "off" || text === "all") return text;
  if (!text.startsWith("sample="))
    throw new InvalidArgumentError("expected off, all, or a sample such as sample=1/100.");
  return parseSample(text.slice("sample=".length));
}

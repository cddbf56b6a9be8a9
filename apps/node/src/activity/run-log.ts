import { formatHash, type HashValue } from "@ledger/types";
import { type Logger, say } from "../logger.ts";
import type { ShownRun } from "../network/describe-run.ts";
import { countingBudget } from "./line-budget.ts";

/** Takes the prints and the failure of a transaction's code, by the transaction's hash. */
export type RunLog = (hash: HashValue, run: ShownRun) => void;

/**
 * Logs the output of each transaction's code and how it failed. Above twenty transactions a second, one line sums up the rest.
 */
export function createRunLog(log: Logger): RunLog {
  const budget = countingBudget((count) =>
    say(log, "info", {
      message: "code printed or failed",
      fields: { count },
      text: `print     ${count} more transactions printed or failed in this second`,
    }),
  );
  return (hash, run) => {
    if (run.prints.length === 0 && run.failure === undefined) return;
    if (log.isLevelEnabled("info") && budget.take(() => 1)) writeRun(log, formatHash(hash), run);
  };
}

function writeRun(log: Logger, transaction: string, { prints, failure }: ShownRun): void {
  for (const { function: place, text } of prints) {
    say(log, "info", {
      message: "printed",
      fields: { transaction, function: place, text },
      text: `print     ${place}: ${text}`,
    });
  }
  if (failure === undefined) return;
  const { function: name, text, place } = failure;
  say(log, "info", {
    message: "code failed",
    fields: { transaction, function: name, reason: text, ...place },
    text: [
      `failed    ${name === undefined ? "" : `${name}: `}${text}`,
      ...(place === undefined ? [] : [`          at ${place.file}:${place.line}: ${place.text}`]),
    ],
  });
}

import type { FailedCall } from "@ledger/api-core";
import { type Logger, say } from "../logger.ts";
import { type NameOf, shownWords } from "./known-names.ts";
import { countingBudget } from "./line-budget.ts";

/** The name of a failure in a line. */
const titles = { view: "view     ", simulation: "simulate ", submission: "submit   ", verb: "verb     " } as const;

/** A verb of a network for development that was refused; `function` is its name. */
interface RefusedVerb extends Omit<FailedCall, "kind"> {
  readonly kind: "verb";
}

/** Takes what has failed. */
export type FailedCallLog = (failed: FailedCall | RefusedVerb) => void;

/** Writes a line about each view, simulation, submission and verb that failed; those beyond twenty in a second are summed up in one. */
export function createFailedCallLog(log: Logger, nameOf: NameOf): FailedCallLog {
  const budget = countingBudget((count) =>
    say(log, "info", {
      message: "calls failed",
      fields: { count },
      text: `failed    ${count} more views, simulations, submissions and verbs in this second`,
    }),
  );
  return ({ kind, function: called, sender, reason }) => {
    if (!log.isLevelEnabled("info") || !budget.take(() => 1)) return;
    const words = shownWords(reason);
    const by = sender === undefined ? "" : `${nameOf(sender)} `;
    say(log, "info", {
      message: "call failed",
      fields: { kind, function: called, sender, reason: words },
      text: `${titles[kind]} ${by}${called} failed: ${words}`,
    });
  };
}

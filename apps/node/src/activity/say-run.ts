import { formatHash, type HashValue } from "@ledger/types";
import { type Logger, say } from "../logger.ts";
import type { ShownRun } from "../network/describe-run.ts";

/** Says what the code of a transaction printed, and how it failed. @param hash - of the transaction */
export function sayRun(log: Logger, hash: HashValue, { prints, failure }: ShownRun): void {
  const transaction = formatHash(hash);
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

import type { Transaction } from "../../api/answers.ts";
import { parseAbort } from "../../move/abort-text.ts";

type Ended = Pick<Transaction, "success" | "vm_status">;

/** How a transaction ended, in a word, with the error's name. */
export function Outcome({ transaction: { success, vm_status } }: { transaction: Ended }) {
  if (success) return <span class="good">executed</span>;
  return (
    <span class="bad" title={vm_status}>
      failed <code>{errorName(vm_status)}</code>
    </span>
  );
}

/** The shortest name of a failure: `EALREADY_SERVED`, `0x10006`, `Out of gas`. */
function errorName(status: string): string {
  const abort = parseAbort(status);
  if (abort !== undefined) return abort.name ?? abort.code;
  return status.split("\n", 1)[0]?.replace(/^Execution failed in .*$/, "execution failed") ?? "";
}

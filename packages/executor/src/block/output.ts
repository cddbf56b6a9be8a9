import type { ContractEvent, ExecutionStatus, WriteSet } from "@ledger/types";
import type { ChangeSet } from "../state/change-set.ts";
import { writeSetOf } from "../state/write-set.ts";

/** What a committed transaction did, as the ledger records it. */
export interface Output {
  readonly writeSet: WriteSet;
  readonly events: readonly ContractEvent[];
  readonly gasUsed: bigint;
  readonly status: ExecutionStatus;
}

/** The output of changes. A transaction of the system uses no gas. */
export function outputOf(
  changeSet: ChangeSet,
  { gasUsed, status }: Pick<Output, "gasUsed" | "status"> = { gasUsed: 0n, status: { kind: "Success" } },
): Output {
  return { writeSet: writeSetOf(changeSet.changes), events: changeSet.events, gasUsed, status };
}

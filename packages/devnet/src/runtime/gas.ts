import { TransactionExecutable } from "@ledger/types";
import type { EntryCall } from "../functions/entry-function.ts";
import type { Session } from "../state/session.ts";

/** Octas per gas unit. */
export const GAS_UNIT_PRICE = 100n;
/** Gas units that a transaction may use when nothing else is said. */
export const MAX_GAS_AMOUNT = 20_000n;

/** Gas units, by what they are for. */
export interface GasUse {
  readonly execution: bigint;
  readonly io: bigint;
}

/** A rough price of a call: by what it carries, emits and writes. It need not be the chain's, only plausible and exact. */
export function meter(call: EntryCall, session: Session): GasUse {
  const carried = TransactionExecutable.size(call.executable);
  let writes = 0n;
  let writtenBytes = 0;
  for (const { value } of session.writes) {
    writes += 1n;
    writtenBytes += value?.length ?? 0;
  }
  return {
    execution: 3n + BigInt(session.events.length) + BigInt(carried >> 8),
    io: 1n + writes + BigInt(writtenBytes >> 9),
  };
}

import type { LedgerEvent, WriteSetChange } from "../../api/answers.ts";
import type { Around } from "./balance-changes.ts";
import { BalanceChanges } from "./balance-changes.tsx";
import { Changes } from "./changes.tsx";
import { Events } from "./events.tsx";

interface EffectsProps {
  /** Names the transaction. */
  readonly id: string;
  readonly events: readonly LedgerEvent[];
  readonly changes: readonly WriteSetChange[];
  readonly around: Around;
}

/** Effects of a transaction that was committed or simulated. */
export function Effects({ id, events, changes, around }: EffectsProps) {
  return (
    <>
      <BalanceChanges id={id} changes={changes} around={around} />
      <Events key={`events ${id}`} events={events} version={around.after} />
      <Changes key={`changes ${id}`} changes={changes} around={around} />
    </>
  );
}

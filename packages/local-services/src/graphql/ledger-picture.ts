import type { LedgerReader, LedgerSummary } from "@ledger/state-store";
import type { LedgerFacts } from "./ledger-facts.ts";

/** The ledger as one query sees it. */
export interface LedgerPicture {
  readonly summary: LedgerSummary;
  readonly store: LedgerReader;
  /** The facts about assets and objects in the state. */
  readFacts(): Promise<LedgerFacts>;
  /** When a version was executed; `null` where that is not known any more. */
  timeOf(version: bigint): Promise<string | null>;
}

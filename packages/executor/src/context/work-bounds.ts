import type { WorkBounds } from "@ledger/vm";

/**
 * The work for one transaction that no gas schedule can lift. A transaction that pays for its gas can do a fortieth of these
 * instructions and make a sixteenth of this memory, one of governance a ninth and a quarter.
 */
export const transactionBounds: WorkBounds = { instructions: 1_000_000_000, memory: 1_073_741_824, time: 60_000 };

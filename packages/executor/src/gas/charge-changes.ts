import { compareStateItems } from "@ledger/types";
import type { LedgerGasMeter, Rules, VmEnvironment } from "@ledger/vm";
import type { Change } from "../state/change.ts";
import { ChangeSet } from "../state/change-set.ts";
import type { TransactionObserver } from "../trace/transaction-observer.ts";
import { eventSize, storageFees } from "./storage-fees.ts";
import { writePrice } from "./write-pricing.ts";

/** The meter that a transaction's changes are charged to, and the prices. */
export interface ChargeInput {
  readonly environment: VmEnvironment;
  readonly meter: LedgerGasMeter;
  /** Bytes of the transaction. */
  readonly transactionSize: number;
  /** Octas per gas unit. */
  readonly gasUnitPrice: bigint;
  /** Learns what each charge is for. */
  readonly observer?: TransactionObserver | undefined;
}

/** The changes with their deposits, and what deleting others gives back. */
export interface ChargedChanges {
  readonly changeSet: ChangeSet;
  /** Octas. */
  readonly refund: bigint;
}

/**
 * Charges what the changes of prologue and payload cost: writing them, and keeping them.
 *
 * @throws VmError `OUT_OF_GAS`, `IO_LIMIT_REACHED`, `STORAGE_LIMIT_REACHED`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#5.9 | Specification, execution 5.9}, {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#5.10 | Specification, execution 5.10}
 */
export function chargeChanges(
  { environment, meter, transactionSize, gasUnitPrice, observer }: ChargeInput,
  changeSet: ChangeSet,
): ChargedChanges {
  const { gas, rules } = environment;
  if (rules.paysEvents) {
    observer?.charge({ kind: "transaction" });
    meter.chargeIo(gas.parameter("txn.storage_io_per_transaction_byte_write") * transactionSize);
    observer?.charge({ kind: "events" });
    const perEventByte = gas.parameter("txn.storage_io_per_event_byte_write");
    for (const event of changeSet.events) meter.chargeIo(perEventByte * eventSize(event));
  }
  // Aggregators that were only added to are settled at the end of the transaction, and free.
  const priced = inChargingOrder([...changeSet.changes].filter(({ isDelta }) => !isDelta));
  for (const change of priced) {
    observer?.charge({ kind: "write", change });
    meter.chargeIo(writePrice(gas, change));
  }
  if (gasUnitPrice === 0n || !rules.storageFees) return { changeSet, refund: 0n };
  const stored = { changes: priced, events: changeSet.events, transactionSize };
  const { fee, refund, changes } = storageFees(gas, rules, stored);
  observer?.charge({ kind: "storage" });
  meter.chargeStorageFee(Number(fee), Number(gasUnitPrice));
  const deltas = [...changeSet.changes].filter(({ isDelta }) => isDelta);
  return {
    changeSet: new ChangeSet([...changes, ...deltas], changeSet.events),
    refund: isRefunded(rules) ? refund : 0n,
  };
}

function isRefunded({ moduleEvent, emitFeeStatement, storageDeletionRefund }: Rules): boolean {
  return moduleEvent && emitFeeStatement && storageDeletionRefund;
}

/** Places in the order of charges. */
const ranks: Readonly<Record<Change["item"], number>> = {
  resource: 0,
  group: 0,
  table_item: 0,
  aggregator: 1,
  module: 2,
};

/**
 * Changes in the order in which they are charged, and in which REST lists them: what accounts hold by address and path, table
 * items by handle and key, then aggregators, then modules.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#4.1 | Specification, execution 4.1}, {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#5.9 | Specification, execution 5.9}
 */
function inChargingOrder(changes: readonly Change[]): Change[] {
  return [...changes].sort((a, b) => ranks[a.item] - ranks[b.item] || compareStateItems(a.key, b.key));
}

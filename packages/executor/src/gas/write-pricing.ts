import { stateItemSize } from "@ledger/types";
import type { GasSchedule } from "@ledger/vm";
import type { Change } from "../state/change.ts";

/** Bytes of a write that were free before the schedule said how many. */
const firstFreeWriteBytes = 1024;

/** Bytes of a write that cost nothing before state access was paid by pages, and that storage fees of the first kind leave out. */
export function freeWriteBytes(gas: GasSchedule): number {
  return gas.rules.scheduledChangeLimits ? gas.parameter("txn.free_write_bytes_quota") : firstFreeWriteBytes;
}

/**
 * Price of writing one change, in internal gas.
 *

 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#5.9 | Specification, execution 5.9}
 */
export function writePrice(gas: GasSchedule, change: Change): number {
  const { storageGas } = gas;
  const { kind, key, value } = change;
  const size = stateItemSize(key, value);
  const slot = gas.parameter("txn.storage_io_per_state_slot_write");
  const perByte = gas.parameter("txn.storage_io_per_state_byte_write");
  switch (gas.io.version) {
    case 1: {
      let price = slot + perByte * key.length;
      if (kind === "creation") price += gas.parameter("txn.legacy_write_data_per_new_item");
      if (kind !== "deletion") price += gas.parameter("txn.legacy_write_data_per_byte_in_val") * value.length;
      return price;
    }
    case 2: {
      if (kind === "deletion" || storageGas === undefined) return 0;
      const counted = gas.rules.freeWriteBytes ? Math.max(0, size - freeWriteBytes(gas)) : key.length + value.length;
      return kind === "creation"
        ? Number(storageGas.perItemCreate) + Number(storageGas.perByteCreate) * counted
        : Number(storageGas.perItemWrite) + Number(storageGas.perByteWrite) * counted;
    }
    case 3:
      return kind === "deletion" ? 0 : slot + perByte * Math.max(0, size - freeWriteBytes(gas));
    case 4:
      return slot + perByte * size;
  }
}

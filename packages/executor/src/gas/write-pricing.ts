import { stateItemSize } from "@ledger/types";
import type { GasSchedule, IoFormula } from "@ledger/vm";
import type { Change } from "../state/change.ts";

/** Bytes of a write that were free before the schedule said how many. */
const firstFreeWriteBytes = 1024;

/** The free quota: bytes of a write that cost nothing before state access was paid by pages, and that space pricing V1 leaves out. */
function freeWriteBytes(gas: GasSchedule): number {
  return gas.rules.scheduledChangeLimits ? gas.parameter("txn.free_write_bytes_quota") : firstFreeWriteBytes;
}

/** Bytes of a change above the free quota: its key and its value. */
export function excessBytes(gas: GasSchedule, { key, value }: Change): number {
  return Math.max(0, stateItemSize(key, value) - freeWriteBytes(gas));
}

/**
 * Price of writing one change, in internal gas.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#5.9 | Specification, execution 5.9}
 */
export function writePrice(gas: GasSchedule, change: Change): number {
  return formulas[gas.io.formula](gas, change);
}

/** The price of a write by each formula. */
const formulas: Readonly<Record<IoFormula, (gas: GasSchedule, change: Change) => number>> = {
  legacy: legacyPrice,
  storageGas: storageGasPrice,
  flat: (gas, change) => (change.kind === "deletion" ? 0 : slotPrice(gas, excessBytes(gas, change))),
  pages: (gas, { key, value }) => slotPrice(gas, stateItemSize(key, value)),
};

/** IO pricing V1: the operation and its encoded key, what is new, and the value, which a deletion has not. */
function legacyPrice(gas: GasSchedule, { kind, key, value }: Change): number {
  const price = slotPrice(gas, key.length);
  if (kind === "deletion") return price;
  const newItem = kind === "creation" ? gas.parameter("txn.legacy_write_data_per_new_item") : 0;
  return price + newItem + gas.parameter("txn.legacy_write_data_per_byte_in_val") * value.length;
}

/**
 * IO pricing V2: prices of an item and of each byte from `0x1::storage_gas`, different for creations and modifications. Bytes are those
 * above the free quota, or all of them, with the encoded key, before there was one.
 */
function storageGasPrice(gas: GasSchedule, change: Change): number {
  const { kind, key, value } = change;
  if (kind === "deletion") return 0;
  const { perItemCreate, perByteCreate, perItemWrite, perByteWrite } = gas.storageGas!;
  const bytes = gas.rules.freeWriteBytes ? excessBytes(gas, change) : key.length + value.length;
  return kind === "creation"
    ? Number(perItemCreate) + Number(perByteCreate) * bytes
    : Number(perItemWrite) + Number(perByteWrite) * bytes;
}

/** IO pricing V3 and V4: the slot and each byte that counts. V1 knew these prices as those of an operation and of the bytes of its key. */
function slotPrice(gas: GasSchedule, bytes: number): number {
  const slot = gas.parameter("txn.storage_io_per_state_slot_write");
  return slot + gas.parameter("txn.storage_io_per_state_byte_write") * bytes;
}

import type { StorageGas } from "@ledger/types";
import type { GasRules } from "../features/rules.ts";
import type { GasKey } from "./keys/index.ts";

/** Prices of state access by one gas schedule. */
export interface IoPricing {
  /** Which of the four ways of pricing is in force. */
  readonly version: 1 | 2 | 3 | 4;
  /**
   * Internal gas of loading a resource for the first time in a session.
   *
   * @param exists - whether there is a value
   * @param bytes - what was loaded; a group counts at its first access even when it does not have the member
   */
  read(exists: boolean, bytes: number): number;
  /** Bytes that a table native pays for when it loads an item. */
  tableBytes(bytes: number): number;
  /** Prices that replace the ones of the schedule for table natives. */
  readonly tableLoad: { readonly [Key in GasKey]?: number };
}

const page = 4096;

/** The schedule, as far as prices of state access need it. */
interface Prices {
  readonly rules: GasRules;
  parameter(key: GasKey): number;
}

/**
 * How a schedule prices reads of state.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#5.8 | Specification, execution 5.8}
 */
export function ioPricing(prices: Prices, storageGas: StorageGas | undefined): IoPricing {
  const { rules } = prices;
  if (rules.flatIo) return flatPricing(prices);
  if (!rules.storageGas || storageGas === undefined) return legacyPricing(prices);
  return storageGasPricing(rules, storageGas);
}

function legacyPricing(prices: Prices): IoPricing {
  const base = prices.parameter("txn.storage_io_per_state_slot_read");
  const perByte = prices.parameter("txn.storage_io_per_state_byte_read");
  const failure = prices.parameter("txn.load_data.failure");
  return {
    version: 1,
    read: (exists, bytes) => base + (exists ? perByte * bytes : failure),
    tableBytes: (bytes) => bytes,
    tableLoad: {},
  };
}

function storageGasPricing(rules: GasRules, storageGas: StorageGas): IoPricing {
  const perItem = Number(storageGas.perItemRead);
  const perByte = Number(storageGas.perByteRead);
  const base: IoPricing["tableLoad"] = rules.newTableItems
    ? { "table.common.load.base": 0, "table.common.load.base_new": perItem }
    : { "table.common.load.base": perItem, "table.common.load.base_new": 0 };
  return {
    version: 2,
    read: (_exists, bytes) => perItem + perByte * bytes,
    tableBytes: (bytes) => bytes,
    tableLoad: rules.storageGasOfTables
      ? { ...base, "table.common.load.per_byte": perByte, "table.common.load.failure": 0 }
      : {},
  };
}

function flatPricing(prices: Prices): IoPricing {
  const slot = prices.parameter("txn.storage_io_per_state_slot_read");
  const perByte = prices.parameter("txn.storage_io_per_state_byte_read");
  const inPages = prices.rules.ioInPages;
  const charged = (bytes: number): number => (inPages ? Math.ceil(bytes / page) * page : bytes);
  return {
    version: inPages ? 4 : 3,
    read: (_exists, bytes) => slot + perByte * charged(bytes),
    tableBytes: charged,
    tableLoad: {
      "table.common.load.base": 0,
      "table.common.load.base_new": slot,
      "table.common.load.per_byte": perByte,
      "table.common.load.failure": 0,
    },
  };
}

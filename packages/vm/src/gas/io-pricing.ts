import type { StorageGas } from "@ledger/types";
import type { GasRules } from "../features/rules.ts";
import type { GasKey } from "./keys/index.ts";

/**
 * A formula by which state access is priced. The chain's books number them as versions of IO pricing:
 *
 * | Formula | IO pricing | Gas feature versions | Where its prices stand |
 * |---|---|---|---|
 * | `legacy` | V1 | 0, and 1 to 9 where the ledger has no `StorageGas` | gas schedule |
 * | `storageGas` | V2 | 1 to 9 | `0x1::storage_gas::StorageGas` |
 * | `flat` | V3 | 10 and 11 | gas schedule |
 * | `pages` | V4 | from 12 on | gas schedule; reads pay for whole pages |
 */
export type IoFormula = "legacy" | "storageGas" | "flat" | "pages";

/** Prices of state access by one gas schedule. */
export interface IoPricing {
  /** The formula that is in force. */
  readonly formula: IoFormula;
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

/** Bytes of a page. */
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

/** IO pricing V1: a base, and each byte of what there is or the price of a miss. */
function legacyPricing(prices: Prices): IoPricing {
  const base = prices.parameter("txn.storage_io_per_state_slot_read");
  const perByte = prices.parameter("txn.storage_io_per_state_byte_read");
  const failure = prices.parameter("txn.load_data.failure");
  return {
    formula: "legacy",
    read: (exists, bytes) => base + (exists ? perByte * bytes : failure),
    tableBytes: (bytes) => bytes,
    tableLoad: {},
  };
}

/** IO pricing V2: prices of an item and of each byte that Move code computes at every epoch from how full the state is. */
function storageGasPricing(rules: GasRules, storageGas: StorageGas): IoPricing {
  const perItem = Number(storageGas.perItemRead);
  const perByte = Number(storageGas.perByteRead);
  const base: IoPricing["tableLoad"] = rules.newTableItems
    ? { "table.common.load.base": 0, "table.common.load.base_new": perItem }
    : { "table.common.load.base": perItem, "table.common.load.base_new": 0 };
  return {
    formula: "storageGas",
    read: (_exists, bytes) => perItem + perByte * bytes,
    tableBytes: (bytes) => bytes,
    tableLoad: rules.storageGasOfTables
      ? { ...base, "table.common.load.per_byte": perByte, "table.common.load.failure": 0 }
      : {},
  };
}

/** IO pricing V3 and V4: a price for the slot and one for each byte, in V4 for each byte of whole pages. */
function flatPricing(prices: Prices): IoPricing {
  const slot = prices.parameter("txn.storage_io_per_state_slot_read");
  const perByte = prices.parameter("txn.storage_io_per_state_byte_read");
  const inPages = prices.rules.ioInPages;
  const charged = (bytes: number): number => (inPages ? Math.ceil(bytes / page) * page : bytes);
  return {
    formula: inPages ? "pages" : "flat",
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

import { type GasSchedule, gasScale, type IntrinsicInput, intrinsicCharges, type VmEnvironment } from "@ledger/vm";
import type { TransactionParts } from "../context/transaction-parts.ts";
import { newSlotFee } from "../gas/storage-fees.ts";
import { Discard } from "../status/discard.ts";

/** Bytes that creating an account is assumed to store, at least. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#2.4 | Specification, execution 2.4} */
const accountBytes = 300n;
/** Gas units that creating an account is assumed to take. */
const accountGasUnits = 10n;
/** New state slots that it is assumed to take: that of the balance, and where this is a coin store, that of the account. */
const slotsWithFungibleStore = 1n;
const slotsWithCoinStore = 2n;

/** Bytes of a transaction that gas is charged for. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#2.1 | Specification, execution 2.1} */
export function transactionSize({ rules }: VmEnvironment, parts: TransactionParts): number {
  const isWhole = rules.useFullTransactionSizeForGasCheck;
  return isWhole ? parts.rawSize + parts.authenticatorSize : parts.rawSize;
}

/** Facts about a transaction that the state has before it runs. */
export interface Circumstances {
  /** True if governance approved its script. */
  readonly isApproved: boolean;
  /** True if execution begins by making the sender's account. */
  readonly createsAccount: boolean;
}

/** Most bytes of a transaction with an approved script before the schedule said how many. */
const firstApprovedSize = 1024 * 1024;

/** Of an approved transaction only the script may be larger than usual. */
function maxTransactionSize(gas: GasSchedule, { executable }: TransactionParts, isApproved: boolean): number {
  const usual = gas.parameter("txn.max_transaction_size_in_bytes");
  if (!isApproved || executable?.kind !== "Script") return usual;
  const { approvedScriptLimits } = gas.rules;
  const most = approvedScriptLimits ? gas.parameter("txn.max_transaction_size_in_bytes.gov") : firstApprovedSize;
  return Math.min(most, executable.value.code.length + usual);
}

/**
 * The checks of size, gas and price, in the reference's order.
 *
 * @throws {@link Discard}
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#2.4 | Specification, execution 2.4}
 */
export function checkGas(
  environment: VmEnvironment,
  parts: TransactionParts,
  { isApproved, createsAccount }: Circumstances,
): void {
  const { gas } = environment;
  const { maxGasAmount, gasUnitPrice } = parts;
  const size = transactionSize(environment, parts);
  if (size > maxTransactionSize(gas, parts, isApproved)) {
    throw new Discard("EXCEEDED_MAX_TRANSACTION_SIZE", `the transaction has ${size} bytes, which is too large`);
  }
  const maxUnits = BigInt(gas.parameter("txn.maximum_number_of_gas_units"));
  if (maxGasAmount > maxUnits) {
    throw new Discard(
      "MAX_GAS_UNITS_EXCEEDS_MAX_GAS_UNITS_BOUND",
      `the maximum gas amount is above ${maxUnits} gas units`,
    );
  }
  const minPrice = BigInt(gas.parameter("txn.min_price_per_gas_unit"));
  const encryptedPrice = BigInt(gas.parameter("txn.encrypted_txn_min_price_per_gas_unit"));
  // The schedules that do not know this price do not distinguish.
  const isDearer = parts.encrypted !== undefined && encryptedPrice > 0n;
  if (isDearer && (gasUnitPrice < minPrice || gasUnitPrice < encryptedPrice)) {
    throw new Discard("ENCRYPTED_TXN_GAS_UNIT_PRICE_BELOW_MIN_BOUND");
  }
  const intrinsic = intrinsicCharges(gas, intrinsicInput(environment, parts)).reduce((sum, charge) => sum + charge, 0);
  const minUnits = Math.ceil(intrinsic / gasScale(gas));
  if (maxGasAmount < BigInt(minUnits)) {
    throw new Discard(
      "MAX_GAS_UNITS_BELOW_MIN_TRANSACTION_GAS_UNITS",
      `the transaction needs at least ${minUnits} gas units`,
    );
  }
  if (gasUnitPrice < minPrice) {
    throw new Discard("GAS_UNIT_PRICE_BELOW_MIN_BOUND", `the gas unit price is below the minimum of ${minPrice}`);
  }
  const highLimits = isApproved ? undefined : parts.limitsRequest;
  if (highLimits && gasUnitPrice < BigInt(gas.parameter("txn.high_limit_txn_min_price_per_gas_unit"))) {
    throw new Discard("HIGH_LIMIT_TXN_GAS_UNIT_PRICE_BELOW_MIN_BOUND");
  }
  const maxPrice = BigInt(gas.parameter("txn.max_price_per_gas_unit"));
  if (gasUnitPrice > maxPrice) {
    throw new Discard("GAS_UNIT_PRICE_ABOVE_MAX_BOUND", `the gas unit price is above the maximum of ${maxPrice}`);
  }
  if (createsAccount) checkAccountCreation(environment, parts);
}

/** The facts of a transaction that its intrinsic charge depends on. */
export function intrinsicInput(environment: VmEnvironment, parts: TransactionParts): IntrinsicInput {
  const schemes = new Set(parts.signingKeys.map(({ key }) => key.kind));
  return {
    transactionSize: transactionSize(environment, parts),
    isKeyless: schemes.has("Keyless") || schemes.has("FederatedKeyless"),
    usesSlhDsa: schemes.has("SlhDsa_Sha2_128s"),
    isEncrypted: parts.encrypted !== undefined,
  };
}

/** Gas must suffice to make the account, whatever the payload does. */
function checkAccountCreation({ rules, gas }: VmEnvironment, parts: TransactionParts): void {
  const { gasUnitPrice, maxGasAmount } = parts;
  const isDefault = rules.defaultAccountResource;
  if (gasUnitPrice === 0n && isDefault) return;
  const slots = rules.newAccountsDefaultToFungibleStore ? slotsWithFungibleStore : slotsWithCoinStore;
  const expected = gasUnitPrice * accountGasUnits + slots * newSlotFee(gas, rules, accountBytes);
  if (gasUnitPrice * maxGasAmount < expected) {
    throw new Discard(
      "MAX_GAS_UNITS_BELOW_MIN_TRANSACTION_GAS_UNITS",
      "the gas does not suffice for creating the sender's account",
    );
  }
}

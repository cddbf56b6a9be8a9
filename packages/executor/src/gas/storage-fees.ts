import { type ContractEvent, type StateValueMetadata, type StructTag, stateItemSize, TypeTag } from "@ledger/types";
import type { GasSchedule, Rules } from "@ledger/vm";
import type { Change } from "../state/change.ts";
import { freeWriteBytes } from "./write-pricing.ts";

/** The fee and the refund of a transaction's changes in octas, and the changes with the deposits that this makes. */
export interface StorageFees {
  readonly fee: bigint;
  readonly refund: bigint;
  readonly changes: readonly Change[];
}

/** Everything of a transaction that storage fees are asked for. */
export interface StoredParts {
  readonly changes: readonly Change[];
  readonly events: readonly ContractEvent[];
  /** Bytes of the transaction. */
  readonly transactionSize: number;
}

/**
 * Storage fees of a transaction. Aggregators that were never read cost nothing: the caller leaves them out.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#5.10 | Specification, execution 5.10}
 */
export function storageFees(gas: GasSchedule, rules: Rules, parts: StoredParts): StorageFees {
  const byDeposit = rules.deposits && rules.refundableBytes;
  let fee = byDeposit ? 0n : eventAndTransactionFee(gas, parts);
  let refund = 0n;
  const changes = parts.changes.map((change) => {
    const priced = byDeposit ? depositFee(gas, change) : excessFee(gas, change);
    fee += priced.fee;
    refund += priced.refund;
    return { ...change, metadata: priced.metadata };
  });
  return { fee, refund, changes };
}

/** Bytes of an event that are charged for. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#5.9 | Specification, execution 5.9} */
export function eventSize(event: ContractEvent): number {
  const { typeTag, data } = event.value;
  return (event.kind === "V1" ? eventKeyBytes + sequenceNumberBytes : 0) + tagSize(typeTag) + data.length;
}

/** Bytes of the tags of structs: the machine gives the events of a type the same object every time. */
const tagSizes = new WeakMap<StructTag, number>();

function tagSize(tag: TypeTag): number {
  const known = tag.kind === "Struct" ? tagSizes.get(tag.value) : undefined;
  if (known !== undefined) return known;
  const size = TypeTag.size(tag);
  if (tag.kind === "Struct") tagSizes.set(tag.value, size);
  return size;
}

const eventKeyBytes = 40;
const sequenceNumberBytes = 8;

interface PricedChange {
  readonly fee: bigint;
  readonly refund: bigint;
  readonly metadata: StateValueMetadata | undefined;
}

/** Deposits of an item, whichever form its metadata has. */
interface Deposits {
  readonly slotDeposit: bigint;
  readonly bytesDeposit: bigint;
  readonly creationTimeUsecs: bigint;
}

/** Deposits that metadata tells of; nothing was deposited for an item without metadata. */
function depositsOf(metadata: StateValueMetadata | undefined): Deposits {
  if (metadata === undefined) return { slotDeposit: 0n, bytesDeposit: 0n, creationTimeUsecs: 0n };
  if (metadata.kind === "V1") return metadata.value;
  const { deposit, creationTimeUsecs } = metadata.value;
  return { slotDeposit: deposit, bytesDeposit: 0n, creationTimeUsecs };
}

/** Metadata in the form that nodes write: the first one while nothing was deposited for bytes. */
function metadataOf({ slotDeposit, bytesDeposit, creationTimeUsecs }: Deposits): StateValueMetadata {
  return bytesDeposit === 0n
    ? { kind: "V0", value: { deposit: slotDeposit, creationTimeUsecs } }
    : { kind: "V1", value: { slotDeposit, bytesDeposit, creationTimeUsecs } };
}

/** The first way: a fee for each new slot and for bytes above a free quota. */
function excessFee(gas: GasSchedule, { kind, key, value, metadata }: Change): PricedChange {
  const deposits = depositsOf(metadata);
  if (kind === "deletion") {
    return { fee: 0n, refund: deposits.slotDeposit + deposits.bytesDeposit, metadata };
  }
  const excess = Math.max(0, stateItemSize(key, value) - freeWriteBytes(gas));
  const bytes = BigInt(excess) * BigInt(gas.parameter("txn.legacy_storage_fee_per_excess_state_byte"));
  if (kind === "modification") return { fee: bytes, refund: 0n, metadata };
  const slotDeposit = BigInt(gas.parameter("txn.legacy_storage_fee_per_state_slot_create"));
  return {
    fee: slotDeposit + bytes,
    refund: 0n,
    metadata: metadata && metadataOf({ ...deposits, slotDeposit }),
  };
}

/** The second way: slots and bytes are deposits that a deletion gives back. */
function depositFee(gas: GasSchedule, { kind, key, value, metadata, previousSize }: Change): PricedChange {
  const deposits = depositsOf(metadata);
  if (kind === "deletion") {
    return { fee: 0n, refund: deposits.slotDeposit + deposits.bytesDeposit, metadata };
  }
  const perByte = BigInt(gas.parameter("txn.storage_fee_per_state_byte"));
  const target = BigInt(stateItemSize(key, value)) * perByte;
  if (kind === "creation") {
    const slotDeposit = BigInt(gas.parameter("txn.storage_fee_per_state_slot"));
    const full = { ...deposits, slotDeposit, bytesDeposit: target };
    return { fee: slotDeposit + target, refund: 0n, metadata: metadata && metadataOf(full) };
  }
  const grown = BigInt(Math.max(0, value.length - previousSize)) * perByte;
  const missing = target > deposits.bytesDeposit ? target - deposits.bytesDeposit : 0n;
  const fee = grown < missing ? grown : missing;
  // A modified item has metadata from now on, also when it had none.
  return { fee, refund: 0n, metadata: metadataOf({ ...deposits, bytesDeposit: deposits.bytesDeposit + fee }) };
}

function eventAndTransactionFee(gas: GasSchedule, { events, transactionSize }: StoredParts): bigint {
  const perEventByte = BigInt(gas.parameter("txn.legacy_storage_fee_per_event_byte"));
  const eventBytes = events.reduce((sum, event) => sum + eventSize(event), 0);
  const free = gas.parameter("txn.legacy_free_event_bytes_quota");
  const excess = Math.max(0, transactionSize - gas.parameter("txn.large_transaction_cutoff"));
  return (
    BigInt(Math.max(0, eventBytes - free)) * perEventByte +
    BigInt(excess) * BigInt(gas.parameter("txn.legacy_storage_fee_per_transaction_byte"))
  );
}

import { type ContractEvent, type StateValueMetadata, type StructTag, stateItemSize, TypeTag } from "@ledger/types";
import type { GasSchedule, Rules } from "@ledger/vm";
import type { Change } from "../state/change.ts";
import { excessBytes } from "./write-pricing.ts";

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
 * True if slots and bytes are deposits that a deletion gives back: space pricing V2 of the chain's books. V1, before it and while the
 * flag for refundable bytes is off, takes a fee for each new slot, and for bytes above the free quotas of writes, events and transaction.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#5.10 | Specification, execution 5.10}
 */
function takesDeposits({ deposits, refundableBytes }: Rules): boolean {
  return deposits && refundableBytes;
}

/** Octas that a new item costs that counts for some bytes with its key. */
export function newSlotFee(gas: GasSchedule, rules: Rules, bytes: bigint): bigint {
  if (!takesDeposits(rules)) return BigInt(gas.parameter("txn.legacy_storage_fee_per_state_slot_create"));
  const perByte = BigInt(gas.parameter("txn.storage_fee_per_state_byte"));
  return BigInt(gas.parameter("txn.storage_fee_per_state_slot")) + bytes * perByte;
}

/**
 * Storage fees of a transaction. Aggregators that were never read cost nothing: the caller leaves them out.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#5.10 | Specification, execution 5.10}
 */
export function storageFees(gas: GasSchedule, rules: Rules, parts: StoredParts): StorageFees {
  const byDeposit = takesDeposits(rules);
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

/** Bytes of an event's key: its handle's number, and the account that the handle lies in. */
const eventKeyBytes = 8 + 32;
/** Bytes of the sequence number of an event. */
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

/** Space pricing V1: a fee for each new slot, which is its deposit, and for each byte above the free quota. */
function excessFee(gas: GasSchedule, change: Change): PricedChange {
  const { kind, metadata } = change;
  const deposits = depositsOf(metadata);
  if (kind === "deletion") {
    return { fee: 0n, refund: deposits.slotDeposit + deposits.bytesDeposit, metadata };
  }
  const perByte = BigInt(gas.parameter("txn.legacy_storage_fee_per_excess_state_byte"));
  const bytes = BigInt(excessBytes(gas, change)) * perByte;
  if (kind === "modification") return { fee: bytes, refund: 0n, metadata };
  const slotDeposit = BigInt(gas.parameter("txn.legacy_storage_fee_per_state_slot_create"));
  return {
    fee: slotDeposit + bytes,
    refund: 0n,
    metadata: metadata && metadataOf({ ...deposits, slotDeposit }),
  };
}

/**
 * Space pricing V2: a creation deposits the price of its slot and of all its bytes, with those of its key. A modification adds what its value
 * has grown by, up to the price of its bytes now. A deletion gives back what was deposited.
 */
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

/** The part of space pricing V1 for events above a free quota, and for the bytes of a transaction above that of large ones. */
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

import {
  type Address,
  type Awaitable,
  formatAddressLong,
  type HashValue,
  uniqueAddress,
  whenReady,
} from "@ledger/types";
import type { EntryFunctionContext, UserTransactionContext } from "../../port/context.ts";
import type { NativeCall, NativeFunction } from "../../port/native.ts";
import type { ExtensionKey } from "../../port/session.ts";
import { ByteVector } from "../../value/byte-vector.ts";
import { integer } from "../../value/integer.ts";
import type { Value } from "../../value/value.ts";
import { integerOf } from "../arguments.ts";
import { optionValue, stringValue } from "../framework-values.ts";

/** Aborts: no user transaction, too many counters, no place in a block. */
const notAvailable = 0x3_0001;
const counterOverflow = 0x3_0002;
const noIndex = 0x3_0005;

const maxCounter = 0xffff;
const addressLength = 32;

/** The counters of a session. */
const counters: ExtensionKey<{ uniqueAddresses: bigint; increasing: number }> = {
  name: "transaction context",
  create: () => ({ uniqueAddresses: 0n, increasing: 0 }),
};

/** The user transaction, which not every session belongs to. @param what - what code wanted to know, for the message */
function userOf(call: NativeCall, what: string): UserTransactionContext {
  const { user } = call.session.context;
  return (
    user ?? call.abort(notAvailable, `Transaction context is not available (${what} during transaction execution)`)
  );
}

type SimpleName = "sender" | "fee_payer" | "max_gas_amount" | "gas_unit_price" | "chain_id" | "is_encrypted_txn";

function userNative(price: SimpleName, what: string, read: (user: UserTransactionContext) => Value): NativeFunction {
  return (call) => {
    call.charge(`aptos_framework.transaction_context.${price}.base`);
    return read(userOf(call, `${what} can only be accessed`));
  };
}

function generateUniqueAddress(call: NativeCall): Value {
  call.charge("aptos_framework.transaction_context.generate_unique_address.base");
  const counted = call.session.extension(counters);
  counted.uniqueAddresses += 1n;
  return formatAddressLong(
    uniqueAddress(call.session.context.sessionHash as HashValue, counted.uniqueAddresses) as Address,
  );
}

/** The next value of the counter that is local to the session. */
function nextCounter(call: NativeCall): number {
  call.charge("aptos_framework.transaction_context.monotonically_increasing_counter.base");
  const counted = call.session.extension(counters);
  if (counted.increasing === maxCounter) {
    const message = "Monotonically increasing counter has reached maximum value (too many calls in this session)";
    return call.abort(counterOverflow, message);
  }
  counted.increasing += 1;
  return counted.increasing;
}

/** Kind (8 bits), timestamp (64), index in the block (32), session (8) and local counter (16). */
function monotonicallyIncreasingCounter(call: NativeCall): Value {
  const counter = nextCounter(call);
  const { transactionIndex, simulated } = userOf(call, "must be called");
  if (transactionIndex === undefined) {
    return call.abort(noIndex, "Transaction index is not available in this execution context");
  }
  const kind = simulated ? 1n : 0n;
  const timestamp = BigInt(integerOf(call.args[0]));
  const session = BigInt(call.session.context.sessionNumber);
  return integer(
    (kind << 120n) | (timestamp << 56n) | (BigInt(transactionIndex) << 24n) | (session << 16n) | BigInt(counter),
  );
}

function secondarySigners(call: NativeCall): Value {
  call.charge("aptos_framework.transaction_context.secondary_signers.base");
  const signers = userOf(call, "secondary signers can only be accessed").secondarySigners;
  call.charge("aptos_framework.transaction_context.secondary_signers.per_signer", signers.length);
  return [...signers];
}

/** Bytes of a payload that its natives charge for. */
function payloadLength({ module, name, typeArgs, args }: EntryFunctionContext): number {
  const texts = [module, name, ...typeArgs].reduce((sum, text) => sum + text.length, 0);
  return addressLength + texts + args.reduce((sum, bytes) => sum + bytes.length, 0);
}

function payloadValue({ address, module, name, typeArgs, args }: EntryFunctionContext): Value {
  return [
    address,
    stringValue(module),
    stringValue(name),
    typeArgs.map((text) => stringValue(text)),
    args.map((bytes) => new ByteVector(bytes.slice())),
  ];
}

function entryFunctionPayload(call: NativeCall): Awaitable<Value> {
  call.charge("aptos_framework.transaction_context.entry_function_payload.base");
  const payload = userOf(call, "entry function payload can only be accessed").entryFunction;
  if (payload === undefined) return optionValue(call, undefined);
  const price = "aptos_framework.transaction_context.entry_function_payload.per_abstract_memory_unit";
  call.charge(price, payloadLength(payload));
  return optionValue(call, payloadValue(payload));
}

function multisigPayload(call: NativeCall): Awaitable<Value> {
  call.charge("aptos_framework.transaction_context.multisig_payload.base");
  const payload = userOf(call, "multisig payload can only be accessed").multisig;
  if (payload === undefined) return optionValue(call, undefined);
  const { address, entryFunction } = payload;
  if (entryFunction !== undefined) {
    const price = "aptos_framework.transaction_context.multisig_payload.per_abstract_memory_unit";
    call.charge(price, payloadLength(entryFunction));
  }
  const inner = optionValue(call, entryFunction && payloadValue(entryFunction));
  return whenReady(inner, (entry) => optionValue(call, [address, entry]));
}

/** `0x1::transaction_context`. */
export const transactionContextNatives: Readonly<Record<string, NativeFunction>> = {
  // What the name calls the transaction's hash is the session's.
  "0x1::transaction_context::get_txn_hash": (call) => {
    call.charge("aptos_framework.transaction_context.get_txn_hash.base");
    return new ByteVector(call.session.context.sessionHash.slice());
  },
  "0x1::transaction_context::get_script_hash": (call) => {
    call.charge("aptos_framework.transaction_context.get_script_hash.base");
    return new ByteVector(call.session.context.scriptHash.slice());
  },
  "0x1::transaction_context::generate_unique_address": generateUniqueAddress,
  "0x1::transaction_context::monotonically_increasing_counter_internal": monotonicallyIncreasingCounter,
  "0x1::transaction_context::monotonically_increasing_counter_internal_for_test_only": nextCounter,
  "0x1::transaction_context::sender_internal": userNative("sender", "sender information", ({ sender }) => sender),
  "0x1::transaction_context::secondary_signers_internal": secondarySigners,
  "0x1::transaction_context::gas_payer_internal": userNative(
    "fee_payer",
    "gas payer information",
    ({ gasPayer }) => gasPayer,
  ),
  "0x1::transaction_context::max_gas_amount_internal": userNative(
    "max_gas_amount",
    "max gas amount",
    ({ maxGasAmount }) => integer(maxGasAmount),
  ),
  "0x1::transaction_context::gas_unit_price_internal": userNative(
    "gas_unit_price",
    "gas unit price",
    ({ gasUnitPrice }) => integer(gasUnitPrice),
  ),
  "0x1::transaction_context::chain_id_internal": userNative("chain_id", "chain ID", ({ chainId }) => chainId),
  "0x1::transaction_context::is_encrypted_txn_internal": userNative(
    "is_encrypted_txn",
    "is_encrypted_txn",
    ({ encrypted }) => encrypted,
  ),
  "0x1::transaction_context::entry_function_payload_internal": entryFunctionPayload,
  "0x1::transaction_context::multisig_payload_internal": multisigPayload,
};

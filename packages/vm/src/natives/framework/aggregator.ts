import { type Address, concatBytes, formatAddressLong, parseAddress, sha3_256, whenReady } from "@ledger/types";
import type { AddressText } from "../../address.ts";
import type { Cell } from "../../port/cell.ts";
import type { NativeCall, NativeFunction } from "../../port/native.ts";
import type { ExtensionKey } from "../../port/session.ts";
import { VmError } from "../../status/vm-error.ts";
import { integer } from "../../value/integer.ts";
import type { Value } from "../../value/value.ts";
import { addressOf, integerOf, partsBehind, partsOf } from "../arguments.ts";
import { toBigEndian } from "../crypto/byte-order.ts";

/** Aborts of a sum above the limit and of a difference below zero. */
const overflow = 0x2_0001;
const underflow = 0x2_0002;

/** The use that a session made of one aggregator; its value is the table item (handle, key). */
export interface AggregatorUse {
  readonly handle: AddressText;
  readonly key: AddressText;
  /** Made in this session. */
  readonly isNew: boolean;
  /** Its value was read: a change of it is no longer only a sum. */
  isRead: boolean;
}

/** The aggregators that a session holds, by handle and key. A destroyed one is no longer among them. */
export const aggregators: ExtensionKey<Map<string, AggregatorUse>> = {
  name: "aggregators",
  create: () => new Map(),
};

interface Found {
  readonly use: AggregatorUse;
  readonly cell: Cell;
  readonly limit: bigint;
}

/** Every aggregator that is touched is written at the end, whatever was done to it. */
function find(
  call: NativeCall,
  parts: readonly Value[],
  act: (found: Found) => Value | undefined,
): ReturnType<NativeFunction> {
  const handle = addressOf(parts[0]);
  const key = addressOf(parts[1]);
  const limit = BigInt(integerOf(parts[2]));
  const held = call.session.extension(aggregators);
  const id = `${handle}:${key}`;
  return whenReady(call.session.tableItem(handle, parseAddress(key), { kind: "U128" }), (cell) => {
    cell.unpaid = false;
    if (!cell.exists) throw new VmError("VM_EXTENSION_ERROR", "the value of an aggregator is not there");
    let use = held.get(id);
    if (use === undefined) {
      use = { handle, key, isNew: false, isRead: false };
      held.set(id, use);
    }
    cell.dirty = true;
    return act({ use, cell, limit });
  });
}

function numberIn(cell: Cell): bigint {
  return BigInt(integerOf(cell.slot[0]));
}

function add(call: NativeCall): ReturnType<NativeFunction> {
  call.charge("aptos_framework.aggregator.add.base");
  return find(call, partsBehind(call.args[0]), ({ cell, limit }) => {
    const sum = numberIn(cell) + BigInt(integerOf(call.args[1]));
    if (sum > limit) return call.abort(overflow, "overflow");
    cell.slot[0] = integer(sum);
    return undefined;
  });
}

function subtract(call: NativeCall): ReturnType<NativeFunction> {
  call.charge("aptos_framework.aggregator.sub.base");
  return find(call, partsBehind(call.args[0]), ({ cell }) => {
    const difference = numberIn(cell) - BigInt(integerOf(call.args[1]));
    if (difference < 0n) return call.abort(underflow, "underflow");
    cell.slot[0] = integer(difference);
    return undefined;
  });
}

function read(call: NativeCall): ReturnType<NativeFunction> {
  call.charge("aptos_framework.aggregator.read.base");
  return find(call, partsBehind(call.args[0]), ({ use, cell }) => {
    use.isRead = true;
    return cell.slot[0];
  });
}

function destroy(call: NativeCall): ReturnType<NativeFunction> {
  call.charge("aptos_framework.aggregator.destroy.base");
  return find(call, partsOf(call.args[0]), ({ use, cell }) => {
    cell.take();
    call.session.extension(aggregators).delete(`${use.handle}:${use.key}`);
    return undefined;
  });
}

function create(call: NativeCall): ReturnType<NativeFunction> {
  const { session } = call;
  call.charge("aptos_framework.aggregator_factory.new_aggregator.base");
  const handle = addressOf(partsOf(partsBehind(call.args[0])[0])[0]);
  const held = session.extension(aggregators);
  const hash: Uint8Array = sha3_256(concatBytes(session.context.sessionHash, toBigEndian(BigInt(held.size), 4)));
  const key = formatAddressLong(hash as Address);
  held.set(`${handle}:${key}`, { handle, key, isNew: true, isRead: false });
  return whenReady(session.tableItem(handle, hash, { kind: "U128" }), (cell) => {
    cell.unpaid = false;
    if (!cell.exists) cell.put(0);
    return [handle, key, call.args[1]!];
  });
}

/** `0x1::aggregator` and `0x1::aggregator_factory`. */
export const aggregatorNatives: Readonly<Record<string, NativeFunction>> = {
  "0x1::aggregator::add": add,
  "0x1::aggregator::sub": subtract,
  "0x1::aggregator::read": read,
  "0x1::aggregator::destroy": destroy,
  "0x1::aggregator_factory::new_aggregator": create,
};

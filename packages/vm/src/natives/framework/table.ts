import { type Awaitable, whenReady } from "@ledger/types";
import type { GasKey } from "../../gas/keys/index.ts";
import type { Cell } from "../../port/cell.ts";
import type { NativeCall, NativeFunction, NativeResult } from "../../port/native.ts";
import { VmError } from "../../status/vm-error.ts";
import type { ValueLayout } from "../../value/layout.ts";
import { serializeValue } from "../../value/serialize.ts";
import type { Value } from "../../value/value.ts";
import { addressOf, partsBehind } from "../arguments.ts";
import { requireTag } from "../type-tag-limit.ts";

/** Aborts of the natives. They follow no category of `0x1::error`. */
const alreadyExists = 0x6407;
const notFound = 0x6507;

type Operation = "add_box" | "borrow_box" | "contains_box" | "remove_box";

/** The layouts of the key and of the box that holds the value, whose bytes are the value's own. */
function layouts(call: NativeCall): Awaitable<readonly [key: ValueLayout, box: ValueLayout]> {
  const { session, typeArgs } = call;
  return whenReady(session.layout(typeArgs[0]!), (key) => {
    if (session.delayedFields?.mayHold(typeArgs[0]!) === true) throw unusableKey();
    return whenReady(session.layout(typeArgs[2]!), (box) => [key, box]);
  });
}

function unusableKey(): VmError {
  return new VmError("VM_EXTENSION_ERROR", "the key of a table cannot be serialized");
}

function keyBytes(key: Value, layout: ValueLayout): Uint8Array {
  try {
    return serializeValue(key, layout);
  } catch (error) {
    if (error instanceof VmError && error.status === "VALUE_SERIALIZATION_ERROR") {
      throw unusableKey();
    }
    throw error;
  }
}

/** Charges for a look at an item: the first one in a session pays for its bytes. */
function chargeLoad(call: NativeCall, cell: Cell, isFirst: boolean): void {
  call.charge("table.common.load.base");
  if (!isFirst) return;
  call.charge("table.common.load.base_new");
  if (!cell.stored) {
    call.charge("table.common.load.failure");
    return;
  }
  const { io } = call.session.environment.gas;
  call.charge("table.common.load.per_byte", io.tableBytes(cell.loadedBytes));
}

/** Abstract units of memory that an item takes, counted before the operation touches it. */
function memoryOf(call: NativeCall, cell: Cell, isFirst: boolean): number {
  const { meter, environment } = call.session;
  const { rules } = environment;
  if (meter.memory === Number.POSITIVE_INFINITY || !cell.exists || !rules.fixMemoryUsageTracking) return 0;
  if (!isFirst && rules.fixTableNativesMemoryDoubleCounting) return 0;
  return call.session.sizeOf(cell.slot[0]!, call.typeArgs[2]!) - call.price("misc.abs_val.struct");
}

/** Finds the item of a key, does something with it, and pays. An operation that aborts pays first. */
function withItem(
  call: NativeCall,
  operation: Operation,
  act: (cell: Cell) => () => NativeResult,
): ReturnType<NativeFunction> {
  const prefix = `table.${operation}` as const;
  call.charge(`${prefix}.base` satisfies GasKey);
  const handle = addressOf(partsBehind(call.args[0])[0]);
  return whenReady(layouts(call), ([keyLayout, boxLayout]) => {
    const key = keyBytes(call.args[1]!, keyLayout);
    return whenReady(call.session.tableItem(handle, key, boxLayout), (cell) => {
      const isFirst = cell.unpaid;
      cell.unpaid = false;
      const memory = memoryOf(call, cell, isFirst);
      const finish = act(cell);
      call.charge(`${prefix}.per_byte_serialized` satisfies GasKey, key.length);
      call.useMemory(memory);
      chargeLoad(call, cell, isFirst);
      return finish();
    });
  });
}

function add(call: NativeCall): ReturnType<NativeFunction> {
  return withItem(call, "add_box", (cell) => {
    if (cell.exists) return () => call.abort(alreadyExists);
    cell.put(call.args[2]!);
    return () => undefined;
  });
}

function borrow(call: NativeCall): ReturnType<NativeFunction> {
  return withItem(call, "borrow_box", (cell) => () => (cell.exists ? cell.borrow() : call.abort(notFound)));
}

function remove(call: NativeCall): ReturnType<NativeFunction> {
  return withItem(call, "remove_box", (cell) => {
    if (!cell.exists) return () => call.abort(notFound);
    const value = cell.take();
    return () => value;
  });
}

/** `0x1::table`. */
export const tableNatives: Readonly<Record<string, NativeFunction>> = {
  "0x1::table::new_table_handle": (call) => {
    call.charge("table.new_table_handle.base");
    const [key, value] = call.typeArgs;
    requireTag(key!);
    requireTag(value!);
    return call.session.createTable(key!, value!);
  },
  "0x1::table::add_box": add,
  "0x1::table::borrow_box": borrow,
  "0x1::table::borrow_box_mut": borrow,
  "0x1::table::remove_box": remove,
  "0x1::table::contains_box": (call) => withItem(call, "contains_box", (cell) => () => cell.exists),
  "0x1::table::destroy_empty_box": (call) => {
    call.charge("table.destroy_empty_box.base");
    return whenReady(layouts(call), () => undefined);
  },
  "0x1::table::drop_unchecked_box": (call) => {
    call.charge("table.drop_unchecked_box.base");
    return undefined;
  },
};

import type { AddressText } from "../../address.ts";
import type { LoadedModule } from "../../code/loaded-module.ts";
import type { ControlName } from "../../instructions/table.ts";
import type { Cell } from "../../port/cell.ts";
import { VmError } from "../../status/vm-error.ts";
import type { StructType } from "../../type/type.ts";
import type { Reference, Value } from "../../value/value.ts";
import { missingResource } from "../failures.ts";
import { again, type ControlHandler } from "./handler.ts";

/** A resource that an instruction touches, after its first look was paid. */
interface Touched {
  readonly cell: Cell;
  readonly type: StructType;
  readonly address: AddressText;
  /** Refuses what locks and access specifiers forbid. @param writes - whether the resource is changed, or may be */
  guard(writes: boolean): void;
}

/**
 * An instruction on global state: the resource is found and paid for, the operands are taken, and the instruction's own part follows.
 *
 * @param takesSigner - whether a reference to a signer below the value says the address, not an address on top
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/virtual-machine.md#2.5 | Specification, virtual machine 2.5}
 */
const onResource =
  (takesSigner: boolean, act: (touched: Touched, stack: Value[], operand: Value) => void): ControlHandler =>
  (control, instruction, frame, pc) => {
    const { host, calls } = control;
    const { instance } = frame;
    const stack = calls.operands;
    frame.pc = pc;
    const type = instance.resolve(instruction.type!) as StructType;
    const address = takesSigner ? signerAddress(stack[stack.length - 2]!) : (stack[stack.length - 1] as AddressText);
    const cell = host.session.resource(address, type);
    if (cell instanceof Promise) return again(control, cell);
    if (cell.unpaid) {
      cell.unpaid = false;
      host.meter.chargeResourceLoad(cell.stored, cell.loadedBytes);
      if (cell.exists) calls.accounting.useHeap(cell.slot[0]!, type);
    }
    const guard = (writes: boolean): void => {
      calls.locks.checkStorage(instance.fn.module as LoadedModule);
      calls.access.check(type, address, writes);
    };
    act({ cell, type, address, guard }, stack, stack.pop()!);
    return pc + 1;
  };

function signerAddress(reference: Value): AddressText {
  return ((reference as Reference).target as Value[])[1] as AddressText;
}

/** @throws {@link VmError} `MISSING_DATA` */
function checkExists({ cell, type, address }: Touched): void {
  if (!cell.exists) throw missingResource(type, address);
}

/** Global state. */
export const globalHandlers = {
  exists: onResource(false, ({ cell, guard }, stack) => {
    guard(false);
    stack.push(cell.exists);
  }),
  mut_borrow_global: onResource(false, (touched, stack) => {
    touched.guard(true);
    checkExists(touched);
    stack.push(touched.cell.borrow());
  }),
  imm_borrow_global: onResource(false, (touched, stack) => {
    touched.guard(false);
    checkExists(touched);
    stack.push(touched.cell.peek());
  }),
  move_from: onResource(false, (touched, stack) => {
    checkExists(touched);
    touched.guard(true);
    stack.push(touched.cell.take());
  }),
  move_to: onResource(true, ({ cell, type, address, guard }, stack, value) => {
    if (cell.exists) throw new VmError("RESOURCE_ALREADY_EXISTS", `${type.text} exists at ${address}`);
    guard(true);
    stack.pop();
    cell.put(value);
  }),
} as const satisfies Partial<Record<ControlName, ControlHandler>>;

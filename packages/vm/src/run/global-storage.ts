import type { AddressText } from "../address.ts";
import type { Instruction } from "../code/instruction.ts";
import type { LoadedModule } from "../code/loaded-module.ts";
import { VmError } from "../status/vm-error.ts";
import type { StructType } from "../type/type.ts";
import type { Reference, Value } from "../value/value.ts";
import type { CallStack } from "./call-stack.ts";
import type { ExecutionHost } from "./execution-host.ts";
import { missingResource } from "./failures.ts";
import type { FunctionInstance } from "./function-instance.ts";

/**
 * Exists, borrow, move from and move to.
 *
 * @returns what has to be waited for before the instruction runs
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/virtual-machine.md#2.5 | Specification, virtual machine 2.5}
 */
export function touchGlobal(
  host: ExecutionHost,
  calls: CallStack,
  instruction: Instruction,
  instance: FunctionInstance,
): Promise<unknown> | undefined {
  const { session, meter } = host;
  const stack = calls.operands;
  const { name } = instruction;
  const type = instance.resolve(instruction.type!) as StructType;
  const address =
    name === "move_to" ? signerAddress(stack[stack.length - 2]!) : (stack[stack.length - 1] as AddressText);
  const cell = session.resource(address, type);
  if (cell instanceof Promise) return cell;
  if (cell.unpaid) {
    cell.unpaid = false;
    meter.chargeResourceLoad(cell.stored, cell.loadedBytes);
    if (cell.exists) calls.accounting.useHeap(cell.slot[0]!, type);
  }
  const guard = (writes: boolean): void => {
    calls.locks.checkStorage(instance.fn.module as LoadedModule);
    calls.access.check(type, address, writes);
  };
  const operand = stack.pop()!;
  switch (name) {
    case "exists":
      guard(false);
      stack.push(cell.exists);
      break;
    case "mut_borrow_global":
      guard(true);
      if (!cell.exists) throw missingResource(type, address);
      stack.push(cell.borrow());
      break;
    case "imm_borrow_global":
      guard(false);
      if (!cell.exists) throw missingResource(type, address);
      stack.push(cell.peek());
      break;
    case "move_from":
      if (!cell.exists) throw missingResource(type, address);
      guard(true);
      stack.push(cell.take());
      break;
    default: {
      if (cell.exists) throw new VmError("RESOURCE_ALREADY_EXISTS", `${type.text} exists at ${address}`);
      guard(true);
      stack.pop();
      cell.put(operand);
    }
  }
  return undefined;
}

function signerAddress(reference: Value): AddressText {
  return ((reference as Reference).target as Value[])[1] as AddressText;
}

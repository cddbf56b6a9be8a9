import type { AddressText } from "../address.ts";
import type { Rules } from "../features/rules.ts";
import { utf8Decoder } from "../host.ts";
import type { Effect } from "../instructions/effect.ts";
import { VmError } from "../status/vm-error.ts";
import type { Type } from "../type/type.ts";
import type { ByteVector } from "../value/byte-vector.ts";
import type { Integer } from "../value/value.ts";

const maxAbortMessage = 1024;

export function outOfMemory(): VmError {
  return new VmError("MEMORY_LIMIT_EXCEEDED", "the memory quota is used up");
}

export function noValue(): VmError {
  return new VmError("UNKNOWN_INVARIANT_VIOLATION_ERROR", "a reference points to no value");
}

export function variantMismatch(): VmError {
  return new VmError("STRUCT_VARIANT_MISMATCH", "an enum has a different variant");
}

export function abort(code: Integer, message?: string): VmError {
  return new VmError("ABORTED", message ?? `aborted with code ${code}`, {
    abortCode: BigInt(code),
    abortMessage: message,
  });
}

export function missingResource(type: Type, address: AddressText): VmError {
  return new VmError("MISSING_DATA", `${type.text} does not exist at ${address}`);
}

/** The error that an abort with a message raises. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/virtual-machine.md#2.1 | Specification, virtual machine 2.1} */
export function abortWithMessage(code: Integer, message: ByteVector): VmError {
  if (message.length > maxAbortMessage) {
    return new VmError("ABORT_MESSAGE_LIMIT_EXCEEDED", "an abort message is too long");
  }
  try {
    return abort(code, utf8Decoder.decode(message.bytes));
  } catch {
    return new VmError("INVALID_ABORT_MESSAGE", "an abort message is not UTF-8");
  }
}

/**
 * An error that was thrown while an instruction ran, as an outcome. Code that no verifier has seen can use a reference whose value was
 * moved away: if an instruction that touches nothing of the host throws, the fault is in the program, not in the host.
 */
export function withoutValue(error: unknown, { reaches }: Effect): unknown {
  return error instanceof TypeError && reaches === undefined ? noValue() : error;
}

/**
 * A status of verification that comes up while code runs is a broken invariant. Loading what is called keeps its status, and so
 * do natives.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/virtual-machine.md#1.9 | Specification, virtual machine 1.9}
 */
export function whileRunning(error: VmError, { reaches }: Effect, { keepsDependencyLimit }: Rules): VmError {
  if (error.module !== undefined || error.code < 1000 || error.code >= 2000 || reaches === "code") return error;
  if (error.status === "DEPENDENCY_LIMIT_REACHED" && keepsDependencyLimit) return error;
  return new VmError("VERIFICATION_ERROR", error.message);
}

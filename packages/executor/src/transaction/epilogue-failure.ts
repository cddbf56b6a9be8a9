import type { VmError } from "@ledger/vm";
import { Discard } from "../status/discard.ts";
import { abortCode, cannotPayGasDeposit, outOfRange } from "./prologue-status.ts";

/** The fee cannot be paid any more: the payload spent what it needed. */
const cannotPay = BigInt(abortCode(outOfRange, cannotPayGasDeposit));

/** An epilogue that did not run through. */
export class EpilogueFailure extends Error {
  override readonly name = "EpilogueFailure";
  override readonly cause: VmError;

  constructor(cause: VmError) {
    super(cause.message);
    this.cause = cause;
  }
}

/** True if the payload spent what the fee needed. */
export function isUnpayable(error: VmError): boolean {
  return error.status === "ABORTED" && error.abortCode === cannotPay;
}

/** The refusal of a transaction whose own framework calls failed. */
export function unexpected(error: VmError): Discard {
  return new Discard("UNEXPECTED_ERROR_FROM_KNOWN_MOVE_FUNCTION", error.message);
}

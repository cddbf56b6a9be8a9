import type { StatusName, VmError } from "@ledger/vm";
import { Discard } from "../status/discard.ts";

/** Canonical categories of abort codes. */
const invalidArgument = 1;
const invalidState = 3;
const permissionDenied = 5;
const notFound = 6;
/** The category of values that are too large, or too small. */
export const outOfRange = 2;

/** Reason of the aborts of `transaction_validation` that mean a fee which the payer has not got. */
export const cannotPayGasDeposit = 1005;

const validation: Readonly<Record<number, StatusName>> = {
  [abortCode(invalidArgument, 1001)]: "INVALID_AUTH_KEY",
  [abortCode(invalidArgument, 1002)]: "SEQUENCE_NUMBER_TOO_OLD",
  [abortCode(invalidArgument, 1003)]: "SEQUENCE_NUMBER_TOO_NEW",
  [abortCode(invalidArgument, 1004)]: "SENDING_ACCOUNT_DOES_NOT_EXIST",
  [abortCode(invalidArgument, cannotPayGasDeposit)]: "INSUFFICIENT_BALANCE_FOR_TRANSACTION_FEE",
  [abortCode(invalidArgument, 1006)]: "TRANSACTION_EXPIRED",
  [abortCode(invalidArgument, 1007)]: "BAD_CHAIN_ID",
  [abortCode(outOfRange, 1008)]: "SEQUENCE_NUMBER_TOO_BIG",
  [abortCode(invalidArgument, 1009)]: "SECONDARY_KEYS_ADDRESSES_COUNT_MISMATCH",
  [abortCode(invalidArgument, 1010)]: "GAS_PAYER_ACCOUNT_MISSING",
  [abortCode(invalidState, 1011)]: "INSUFFICIENT_BALANCE_FOR_REQUIRED_DEPOSIT",
  [abortCode(invalidArgument, 1012)]: "NONCE_ALREADY_USED",
  [abortCode(invalidArgument, 1013)]: "TRANSACTION_EXPIRATION_TOO_FAR_IN_FUTURE",
};

const limits: Readonly<Record<number, StatusName>> = {
  [abortCode(permissionDenied, 2)]: "NOT_STAKE_POOL_OWNER",
  [abortCode(permissionDenied, 3)]: "NOT_DELEGATED_VOTER",
  [abortCode(permissionDenied, 5)]: "INSUFFICIENT_STAKE",
  [abortCode(notFound, 1)]: "STAKE_POOL_NOT_FOUND",
  [abortCode(notFound, 4)]: "DELEGATION_POOL_NOT_FOUND",
  [abortCode(invalidArgument, 7)]: "INVALID_HIGH_TXN_LIMITS_MULTIPLIER",
  [abortCode(invalidArgument, 8)]: "MULTIPLIER_NOT_AVAILABLE",
};

const multisig: Readonly<Record<number, StatusName>> = {
  [abortCode(notFound, 2006)]: "MULTISIG_TRANSACTION_NOT_FOUND",
  [abortCode(invalidState, 2002)]: "ACCOUNT_NOT_MULTISIG",
  [abortCode(permissionDenied, 2003)]: "NOT_MULTISIG_OWNER",
  [abortCode(invalidArgument, 2009)]: "MULTISIG_TRANSACTION_INSUFFICIENT_APPROVALS",
  [abortCode(invalidArgument, 2008)]: "MULTISIG_TRANSACTION_PAYLOAD_DOES_NOT_MATCH_HASH",
  [abortCode(invalidArgument, 2010)]: "MULTISIG_TRANSACTION_PAYLOAD_DOES_NOT_MATCH",
};

/**
 * Why a transaction is discarded whose validation failed on its chain. The module that aborted decides what its codes mean.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#2.5 | Specification, execution 2.5}
 */
export function prologueDiscard(error: VmError): Discard {
  const name = error.status === "ABORTED" ? codesOf(error)[Number(error.abortCode)] : undefined;
  return new Discard(name ?? "UNEXPECTED_ERROR_FROM_KNOWN_MOVE_FUNCTION", name ?? error.message);
}

function codesOf({ module }: VmError): Readonly<Record<number, StatusName>> {
  if (module === undefined || module === "script") return {};
  switch (module.name) {
    case "transaction_validation":
      return validation;
    case "transaction_limits":
      return limits;
    default:
      return multisig;
  }
}

/** An abort code of the framework: a category and a reason. */
export function abortCode(category: number, reason: number): number {
  return category * 0x10000 + reason;
}

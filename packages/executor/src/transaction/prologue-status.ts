import type { StatusName, VmError } from "@ledger/vm";
import { Discard } from "../status/discard.ts";

/** Canonical categories of abort codes. */
const INVALID_ARGUMENT = 1;
const INVALID_STATE = 3;
const PERMISSION_DENIED = 5;
const NOT_FOUND = 6;
const OUT_OF_RANGE = 2;

const validation: Readonly<Record<number, StatusName>> = {
  [abortCode(INVALID_ARGUMENT, 1001)]: "INVALID_AUTH_KEY",
  [abortCode(INVALID_ARGUMENT, 1002)]: "SEQUENCE_NUMBER_TOO_OLD",
  [abortCode(INVALID_ARGUMENT, 1003)]: "SEQUENCE_NUMBER_TOO_NEW",
  [abortCode(INVALID_ARGUMENT, 1004)]: "SENDING_ACCOUNT_DOES_NOT_EXIST",
  [abortCode(INVALID_ARGUMENT, 1005)]: "INSUFFICIENT_BALANCE_FOR_TRANSACTION_FEE",
  [abortCode(INVALID_ARGUMENT, 1006)]: "TRANSACTION_EXPIRED",
  [abortCode(INVALID_ARGUMENT, 1007)]: "BAD_CHAIN_ID",
  [abortCode(OUT_OF_RANGE, 1008)]: "SEQUENCE_NUMBER_TOO_BIG",
  [abortCode(INVALID_ARGUMENT, 1009)]: "SECONDARY_KEYS_ADDRESSES_COUNT_MISMATCH",
  [abortCode(INVALID_ARGUMENT, 1010)]: "GAS_PAYER_ACCOUNT_MISSING",
  [abortCode(INVALID_STATE, 1011)]: "INSUFFICIENT_BALANCE_FOR_REQUIRED_DEPOSIT",
  [abortCode(INVALID_ARGUMENT, 1012)]: "NONCE_ALREADY_USED",
  [abortCode(INVALID_ARGUMENT, 1013)]: "TRANSACTION_EXPIRATION_TOO_FAR_IN_FUTURE",
};

const limits: Readonly<Record<number, StatusName>> = {
  [abortCode(PERMISSION_DENIED, 2)]: "NOT_STAKE_POOL_OWNER",
  [abortCode(PERMISSION_DENIED, 3)]: "NOT_DELEGATED_VOTER",
  [abortCode(PERMISSION_DENIED, 5)]: "INSUFFICIENT_STAKE",
  [abortCode(NOT_FOUND, 1)]: "STAKE_POOL_NOT_FOUND",
  [abortCode(NOT_FOUND, 4)]: "DELEGATION_POOL_NOT_FOUND",
  [abortCode(INVALID_ARGUMENT, 7)]: "INVALID_HIGH_TXN_LIMITS_MULTIPLIER",
  [abortCode(INVALID_ARGUMENT, 8)]: "MULTIPLIER_NOT_AVAILABLE",
};

const multisig: Readonly<Record<number, StatusName>> = {
  [abortCode(NOT_FOUND, 2006)]: "MULTISIG_TRANSACTION_NOT_FOUND",
  [abortCode(INVALID_STATE, 2002)]: "ACCOUNT_NOT_MULTISIG",
  [abortCode(PERMISSION_DENIED, 2003)]: "NOT_MULTISIG_OWNER",
  [abortCode(INVALID_ARGUMENT, 2009)]: "MULTISIG_TRANSACTION_INSUFFICIENT_APPROVALS",
  [abortCode(INVALID_ARGUMENT, 2008)]: "MULTISIG_TRANSACTION_PAYLOAD_DOES_NOT_MATCH_HASH",
  [abortCode(INVALID_ARGUMENT, 2010)]: "MULTISIG_TRANSACTION_PAYLOAD_DOES_NOT_MATCH",
};

/**
 * Why a transaction is discarded whose validation failed on its chain. The module that aborted decides what its codes mean.
 *
 * @see Ledger specification, execution §2.5
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

/**
 * Why a transaction is not committed, by the names and numbers of the ledger's own list. Codes from 1000 on are failures of the
 * machine that no transaction may pay for; they keep the names of the machine.
 *
 * @see Ledger specification, execution §2
 */
export const discardCodes = {
  INVALID_SIGNATURE: 1,
  INVALID_AUTH_KEY: 2,
  SEQUENCE_NUMBER_TOO_OLD: 3,
  SEQUENCE_NUMBER_TOO_NEW: 4,
  INSUFFICIENT_BALANCE_FOR_TRANSACTION_FEE: 5,
  TRANSACTION_EXPIRED: 6,
  SENDING_ACCOUNT_DOES_NOT_EXIST: 7,
  EXCEEDED_MAX_TRANSACTION_SIZE: 10,
  MAX_GAS_UNITS_EXCEEDS_MAX_GAS_UNITS_BOUND: 13,
  MAX_GAS_UNITS_BELOW_MIN_TRANSACTION_GAS_UNITS: 14,
  GAS_UNIT_PRICE_BELOW_MIN_BOUND: 15,
  GAS_UNIT_PRICE_ABOVE_MAX_BOUND: 16,
  BAD_CHAIN_ID: 23,
  SEQUENCE_NUMBER_TOO_BIG: 24,
  FEATURE_UNDER_GATING: 26,
  SECONDARY_KEYS_ADDRESSES_COUNT_MISMATCH: 27,
  SIGNERS_CONTAIN_DUPLICATES: 28,
  ACCOUNT_NOT_MULTISIG: 31,
  NOT_MULTISIG_OWNER: 32,
  MULTISIG_TRANSACTION_NOT_FOUND: 33,
  MULTISIG_TRANSACTION_INSUFFICIENT_APPROVALS: 34,
  MULTISIG_TRANSACTION_PAYLOAD_DOES_NOT_MATCH_HASH: 35,
  GAS_PAYER_ACCOUNT_MISSING: 36,
  INSUFFICIENT_BALANCE_FOR_REQUIRED_DEPOSIT: 37,
  MULTISIG_TRANSACTION_PAYLOAD_DOES_NOT_MATCH: 40,
  ACCOUNT_AUTHENTICATION_GAS_LIMIT_EXCEEDED: 41,
  NONCE_ALREADY_USED: 42,
  EMPTY_PAYLOAD_PROVIDED: 43,
  TRANSACTION_EXPIRATION_TOO_FAR_IN_FUTURE: 44,
  INVALID_NUMBER_OF_AUTHENTICATION_PROOFS: 45,
  NOT_STAKE_POOL_OWNER: 46,
  NOT_DELEGATED_VOTER: 47,
  INSUFFICIENT_STAKE: 48,
  INVALID_HIGH_TXN_LIMITS_MULTIPLIER: 49,
  STAKE_POOL_NOT_FOUND: 50,
  DELEGATION_POOL_NOT_FOUND: 51,
  MULTIPLIER_NOT_AVAILABLE: 52,
  HIGH_LIMIT_TXN_GAS_UNIT_PRICE_BELOW_MIN_BOUND: 53,
  ENCRYPTED_TXN_GAS_UNIT_PRICE_BELOW_MIN_BOUND: 54,
  VM_STARTUP_FAILURE: 2012,
  UNEXPECTED_ERROR_FROM_KNOWN_MOVE_FUNCTION: 2015,
} as const;

/** Name of a reason to discard that validation itself finds. */
export type DiscardName = keyof typeof discardCodes;

/** Thrown inside the executor when a transaction cannot be committed; callers of the package get it as an outcome. */
export class Discard extends Error {
  override readonly name = "Discard";
  /** Name of the status. */
  readonly status: string;
  /** Number of the status. */
  readonly code: number;

  constructor(status: DiscardName | { readonly status: string; readonly code: number }, message?: string) {
    const [name, code] = typeof status === "string" ? [status, discardCodes[status]] : [status.status, status.code];
    super(message ?? name);
    this.status = name;
    this.code = code;
  }
}

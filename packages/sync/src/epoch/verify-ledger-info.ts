import {
  concatBytes,
  domainSeed,
  type EpochState,
  hasBit,
  LedgerInfo,
  type LedgerInfoWithSignatures,
  quorumVotingPower,
} from "@ledger/types";
import { bls12_381 } from "@noble/curves/bls12-381.js";
import { SyncError } from "../refusal/sync-error.ts";

// Public keys in G1, signatures in G2.
const scheme = bls12_381.longSignatures;

/** Domain of validator signatures. @see Ledger specification, chain types §6 */
const signatureDomain = "BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";

/**
 * Verifies one BLS12-381 signature that several keys made together over the same message.
 *
 * @param publicKeys - compressed G1 points, 48 bytes each, of which possession was proved when they were registered
 * @param signature - compressed G2 point, 96 bytes
 * @returns `false` also for points that are malformed or outside of their group
 * @see Ledger specification, chain types §6
 */
export function verifyMultiSignature(
  publicKeys: readonly Uint8Array[],
  signature: Uint8Array,
  message: Uint8Array,
): boolean {
  if (publicKeys.length === 0) return false;
  try {
    const key = scheme.aggregatePublicKeys([...publicKeys]);
    const point = scheme.hash(message, signatureDomain);
    return scheme.verify(signature, point, key);
  } catch {
    // The library throws for encodings that are no points of the group; all of them are just no signature.
    return false;
  }
}

/**
 * Verifies that validators of an epoch, holding more than two thirds of its voting power, signed a ledger info.
 *
 * @param epochState - trusted: the epoch of the ledger info, with its validators
 * @throws {@link SyncError} `invalid_signature`; `field` names what is wrong (`epoch`, `validator_bitmask`,
 * `voting_power`, `signature`)
 * @see Ledger specification, chain types §6
 */
export function verifyLedgerInfo({ value }: LedgerInfoWithSignatures, epochState: EpochState): void {
  const { ledgerInfo, signatures } = value;
  const { epoch, version } = ledgerInfo.commitInfo;
  if (epoch !== epochState.epoch) throw invalidSignature(version, "epoch", epochState.epoch, epoch);

  const { validatorInfos } = epochState.verifier;
  const { validatorBitmask, signature } = signatures;
  const size = Math.ceil(validatorInfos.length / 8);
  if (validatorBitmask.length !== size) {
    throw invalidSignature(version, "validator_bitmask", `${size} bytes`, `${validatorBitmask.length} bytes`);
  }
  for (let index = validatorInfos.length; index < size * 8; index++) {
    if (hasBit(validatorBitmask, index))
      throw invalidSignature(version, "validator_bitmask", `indices below ${validatorInfos.length}`, index);
  }
  const signers = validatorInfos.filter((_, index) => hasBit(validatorBitmask, index));
  const power = signers.reduce((sum, { votingPower }) => sum + votingPower, 0n);
  const quorum = quorumVotingPower(epochState.verifier);
  if (power < quorum) throw invalidSignature(version, "voting_power", `at least ${quorum}`, power);

  const message = concatBytes(domainSeed("LedgerInfo"), LedgerInfo.encode(ledgerInfo));
  const keys = signers.map(({ publicKey }) => publicKey);
  if (signature === undefined || !verifyMultiSignature(keys, signature, message)) {
    throw invalidSignature(
      version,
      "signature",
      "a signature of the epoch's validators",
      "a signature that does not verify",
    );
  }
}

function invalidSignature(
  version: bigint,
  field: string,
  expected: bigint | string,
  actual: bigint | number | string,
): SyncError {
  return new SyncError("invalid_signature", "the ledger info is not signed by a quorum of its epoch", {
    version,
    field,
    expected: String(expected),
    actual: String(actual),
  });
}

import {
  concatBytes,
  domainSeed,
  type EpochState,
  hasBit,
  LedgerInfo,
  LedgerInfoWithSignatures,
  quorumVotingPower,
} from "@ledger/types";
import { bls12_381 } from "@noble/curves/bls12-381.js";

// Public keys in G1, signatures in G2.
const scheme = bls12_381.longSignatures;

/** Domain of validator signatures. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#6 | Specification, chain types 6} */
const signatureDomain = "BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";

/**
 * Verifies one BLS12-381 signature that several keys made together over the same message.
 *
 * @param publicKeys - compressed G1 points, 48 bytes each, of which possession was proved when they were registered
 * @param signature - compressed G2 point, 96 bytes
 * @returns `false` also for points that are malformed or outside of their group
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#6 | Specification, chain types 6}
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

/** Reads the BCS of a ledger info with its signatures. @throws BcsError */
export function decodeLedgerInfo(bytes: Uint8Array): LedgerInfoWithSignatures {
  return LedgerInfoWithSignatures.decode(bytes);
}

/** The first thing that is wrong with the signatures of a ledger info. Values are text for people. */
export interface SignatureFault {
  readonly field: "epoch" | "validator_bitmask" | "voting_power" | "signature";
  readonly expected: string;
  readonly actual: string;
}

/**
 * Verifies that validators of an epoch, holding more than two thirds of its voting power, signed a ledger info.
 *
 * @param epochState - trusted: the epoch of the ledger info, with its validators
 * @returns `undefined` when they did
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#6 | Specification, chain types 6}
 */
export function findSignatureFault(
  { value }: LedgerInfoWithSignatures,
  epochState: EpochState,
): SignatureFault | undefined {
  const { ledgerInfo, signatures } = value;
  const { epoch } = ledgerInfo.commitInfo;
  if (epoch !== epochState.epoch) return fault("epoch", epochState.epoch, epoch);

  const { validatorInfos } = epochState.verifier;
  const { validatorBitmask, signature } = signatures;
  const size = Math.ceil(validatorInfos.length / 8);
  if (validatorBitmask.length !== size) {
    return fault("validator_bitmask", `${size} bytes`, `${validatorBitmask.length} bytes`);
  }
  for (let index = validatorInfos.length; index < size * 8; index++) {
    if (hasBit(validatorBitmask, index))
      return fault("validator_bitmask", `indices below ${validatorInfos.length}`, index);
  }
  const signers = validatorInfos.filter((_, index) => hasBit(validatorBitmask, index));
  const power = signers.reduce((sum, { votingPower }) => sum + votingPower, 0n);
  const quorum = quorumVotingPower(epochState.verifier);
  if (power < quorum) return fault("voting_power", `at least ${quorum}`, power);

  const message = concatBytes(domainSeed("LedgerInfo"), LedgerInfo.encode(ledgerInfo));
  const keys = signers.map(({ publicKey }) => publicKey);
  if (signature === undefined || !verifyMultiSignature(keys, signature, message)) {
    return fault("signature", "a signature of the epoch's validators", "a signature that does not verify");
  }
  return undefined;
}

function fault(
  field: SignatureFault["field"],
  expected: bigint | string,
  actual: bigint | number | string,
): SignatureFault {
  return { field, expected: String(expected), actual: String(actual) };
}

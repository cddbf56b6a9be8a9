import {
  type AggregateSignature,
  concatBytes,
  domainSeed,
  type HashDomain,
  hasBit,
  quorumVotingPower,
  type ValidatorVerifier,
} from "@ledger/types";
import { bls12_381 } from "@noble/curves/bls12-381.js";

/** Domain of validator signatures. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#6 | Specification, chain types 6} */
const signatureDomain = "BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";

/**
 * Checks that validators with more than two thirds of the voting power signed a value together.
 *
 * @param value - BCS of what they signed
 * @returns why not; `undefined` when they did
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#6 | Specification, chain types 6}, {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/re-execution.md#3.3 | Specification, re-execution 3.3}
 */
export function refuseQuorumSignature(
  verifier: ValidatorVerifier,
  { validatorBitmask, signature }: AggregateSignature,
  domain: HashDomain,
  value: Uint8Array,
): string | undefined {
  const { validatorInfos } = verifier;
  if (validatorBitmask.length !== Math.ceil(validatorInfos.length / 8)) return "its bit mask has another length";
  const end = 8 * validatorBitmask.length;
  for (let index = validatorInfos.length; index < end; index++)
    if (hasBit(validatorBitmask, index)) return "its bit mask names a validator that there is not";
  const signers = validatorInfos.filter((_, index) => hasBit(validatorBitmask, index));
  const power = signers.reduce((sum, { votingPower }) => sum + votingPower, 0n);
  const quorum = quorumVotingPower(verifier);
  if (power < quorum) return `its signers have a voting power of ${power}, and ${quorum} are needed`;
  const keys = signers.map(({ publicKey }) => publicKey);
  const message = concatBytes(domainSeed(domain), value);
  if (signature === undefined || !verifies(keys, signature, message)) return "its signature does not verify";
  return undefined;
}

/** False also for bytes that are no points: the library throws for those. */
function verifies(publicKeys: Uint8Array[], signature: Uint8Array, message: Uint8Array): boolean {
  const { longSignatures } = bls12_381;
  try {
    const key = longSignatures.aggregatePublicKeys(publicKeys);
    return longSignatures.verify(signature, longSignatures.hash(message, signatureDomain), key);
  } catch {
    return false;
  }
}

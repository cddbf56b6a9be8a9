import { BcsError, type Codec } from "@ledger/bcs";
import { TypesError } from "../errors.ts";
import { frameworkKey } from "../framework/framework-tag.ts";
import { Configuration } from "../framework/reconfiguration.ts";
import { type ValidatorInfo, ValidatorSet } from "../framework/stake.ts";
import { type StateWrite, stateWrites } from "../state/state-write.ts";
import type { WriteSet } from "../state/write-set.ts";
import { bytesEqual } from "../text/bytes.ts";
import { blsPublicKeyLength, type EpochState, type ValidatorVerifier } from "./epoch-state.ts";

/**
 * The epoch that a transaction began, with its validators, read from what it wrote.
 *
 * @param writeSet - of the transaction that ended the epoch: of genesis, or one among whose events `isNewEpochEvent` finds one
 * @throws {@link TypesError} `missing_resource` when it wrote no configuration or no validator set;
 * `invalid_resource` when one of them does not decode; `invalid_validator_set` when the validators have no sound order or a
 * key of another length
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#6 | Specification, chain types 6}
 */
export function nextEpochState(writeSet: WriteSet): EpochState {
  return epochStateOf(stateWrites(writeSet));
}

/** The same from listed writes. @param origin - see {@link readWrittenResource} */
export function epochStateOf(writes: readonly StateWrite[], origin?: Uint8Array): EpochState {
  const { epoch } = readWrittenResource(writes, "reconfiguration", "Configuration", Configuration, origin);
  const validatorSet = readWrittenResource(writes, "stake", "ValidatorSet", ValidatorSet, origin);
  return { epoch, verifier: validatorVerifier(validatorSet) };
}

/**
 * The validators that sign during the epoch that a validator set begins: active ones and those that will leave at its end.
 *
 * @throws {@link TypesError} `invalid_validator_set` unless the indices are 0, 1, 2, … and all keys have 48 bytes
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#6 | Specification, chain types 6}
 */
export function validatorVerifier({ activeValidators, pendingInactive }: ValidatorSet): ValidatorVerifier {
  const infos = [...activeValidators, ...pendingInactive].sort(byIndex);
  return {
    validatorInfos: infos.map(({ address, votingPower, config }, index) => {
      if (config.validatorIndex !== BigInt(index)) {
        throw new TypesError("invalid_validator_set", `invalid validator set: no validator has the index ${index}`);
      }
      if (config.consensusPubkey.length !== blsPublicKeyLength) {
        const fault = `the key of validator ${index} has ${config.consensusPubkey.length} bytes instead of ${blsPublicKeyLength}`;
        throw new TypesError("invalid_validator_set", `invalid validator set: ${fault}`);
      }
      return { address, publicKey: config.consensusPubkey, votingPower };
    }),
  };
}

function byIndex(a: ValidatorInfo, b: ValidatorInfo): number {
  const difference = a.config.validatorIndex - b.config.validatorIndex;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/**
 * Reads a resource of `0x1` from what a transaction wrote.
 *
 * @param origin - the input that the values are views of; the offset of an error counts from its start, and from that of the
 * value when absent
 * @throws {@link TypesError} `missing_resource` when the transaction did not write it; `invalid_resource` when it does not
 * decode
 */
export function readWrittenResource<T>(
  writes: readonly StateWrite[],
  module: string,
  name: string,
  codec: Codec<T>,
  origin?: Uint8Array,
): T {
  const key = frameworkKey(module, name);
  const value = writes.find((write) => bytesEqual(write.key, key))?.value;
  if (value === undefined) {
    throw new TypesError("missing_resource", `0x1::${module}::${name} is not among the ${writes.length} writes`);
  }
  try {
    return codec.decode(value);
  } catch (cause) {
    if (!(cause instanceof BcsError)) throw cause;
    const start = origin === undefined ? 0 : value.byteOffset - origin.byteOffset;
    const message = `0x1::${module}::${name} does not decode: ${cause.message}`;
    throw new TypesError("invalid_resource", message, { offset: start + cause.offset, cause });
  }
}

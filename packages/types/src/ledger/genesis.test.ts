import { bytes, u64 } from "@ledger/bcs";
import { cases } from "@ledger/test-run/effort";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseAddress } from "../address.ts";
import { TypesError } from "../errors.ts";
import { frameworkTag } from "../framework/framework-tag.ts";
import type { ValidatorInfo, ValidatorSet } from "../framework/stake.ts";
import { ValidatorSet as ValidatorSetCodec } from "../framework/stake.ts";
import { Path, type StateKey } from "../state/state-key.ts";
import type { WriteOp } from "../state/write-set.ts";
import { concatBytes } from "../text/bytes.ts";
import { Transaction } from "../transaction/transaction.ts";
import { deriveGenesis } from "./genesis.ts";
import { nextEpochState, validatorVerifier } from "./next-epoch.ts";

const one = parseAddress("0x1");

function write(module: string, name: string, value: Uint8Array): [StateKey, WriteOp] {
  const path = Path.encode({ kind: "Resource", value: frameworkTag(module, name) });
  return [
    { kind: "AccessPath", value: { address: one, path } },
    { kind: "Creation", value },
  ];
}

function validatorInfo(index: number, keyLength = 48): ValidatorInfo {
  return {
    address: one,
    votingPower: BigInt(index) + 1n,
    config: {
      consensusPubkey: new Uint8Array(keyLength),
      networkAddresses: new Uint8Array(0),
      fullnodeAddresses: new Uint8Array(0),
      validatorIndex: BigInt(index),
    },
  };
}

function validatorSet(active: readonly ValidatorInfo[], pendingInactive: readonly ValidatorInfo[] = []): ValidatorSet {
  return {
    consensusScheme: 0,
    activeValidators: active,
    pendingInactive,
    pendingActive: [validatorInfo(9)],
    totalVotingPower: 1n,
    totalJoiningPower: 0n,
  };
}

const chainId = write("chain_id", "ChainId", Uint8Array.of(4));
const configuration = write(
  "reconfiguration",
  "Configuration",
  concatBytes(u64.encode(1n), u64.encode(0n), u64.encode(1n), u64.encode(2n), one),
);
const validators = write("stake", "ValidatorSet", ValidatorSetCodec.encode(validatorSet([validatorInfo(0)])));

function blobOf(...writes: readonly [StateKey, WriteOp][]): Uint8Array {
  return Transaction.encode({
    kind: "GenesisTransaction",
    value: { kind: "Direct", value: { writeSet: { kind: "V0", value: new Map(writes) }, events: [] } },
  });
}

function failure(blob: Uint8Array): TypesError {
  try {
    deriveGenesis(blob);
  } catch (error) {
    if (error instanceof TypesError) return error;
    throw error;
  }
  throw new Error("was accepted");
}

const blob = blobOf(chainId, configuration, validators);

test("a small genesis has a chain id, validators and a waypoint", () => {
  const genesis = deriveGenesis(blob);
  expect(genesis.chainId).toBe(4);
  expect(genesis.epochState.epoch).toBe(1n);
  expect(genesis.epochState.verifier.validatorInfos).toHaveLength(1);
  expect(genesis.waypoint.version).toBe(0n);
});

test("a genesis that removes a key it does not have keeps the root of the rest", () => {
  const removal: [StateKey, WriteOp] = [{ kind: "Raw", value: Uint8Array.of(1) }, { kind: "Deletion" }];
  expect(deriveGenesis(blobOf(chainId, configuration, validators, removal)).stateRoot).toEqual(
    deriveGenesis(blob).stateRoot,
  );
});

test("a genesis in a part of a larger buffer gives the same", () => {
  const larger = concatBytes(new Uint8Array(13), blob, new Uint8Array(5));
  const view = larger.subarray(13, 13 + blob.length);
  expect(deriveGenesis(view).waypoint).toEqual(deriveGenesis(blob).waypoint);
});

describe("a broken genesis is refused with the place of the fault", () => {
  test("cut short anywhere", () => {
    for (let length = 0; length < blob.length; length++) {
      const error = failure(blob.subarray(0, length));
      expect(error.code).toBe("invalid_genesis");
      expect(error.offset).toBeLessThanOrEqual(length);
    }
  });

  test("bytes left over", () => {
    expect(failure(concatBytes(blob, Uint8Array.of(10)))).toMatchObject({
      code: "invalid_genesis",
      offset: blob.length,
    });
  });

  test("a script instead of the state", () => {
    expect(failure(Uint8Array.of(1, 1, 0, 0))).toMatchObject({ code: "genesis_not_direct", offset: 1 });
  });

  test("another kind of transaction", () => {
    expect(failure(Uint8Array.of(3, ...new Uint8Array(32)))).toMatchObject({ code: "invalid_genesis", offset: 0 });
  });

  test("a count that the bytes cannot hold", () => {
    const error = failure(Uint8Array.of(1, 0, 0, 0xff, 0xff, 0xff, 0x7f, ...new Uint8Array(64)));
    expect(error).toMatchObject({ code: "invalid_genesis", offset: 3 });
  });

  test("no chain id, no configuration, no validators", () => {
    for (const missing of [
      [configuration, validators],
      [chainId, validators],
      [chainId, configuration],
    ]) {
      expect(failure(blobOf(...missing)).code).toBe("missing_resource");
    }
  });

  test("a resource that does not decode, at its place in the blob", () => {
    const marker = Uint8Array.of(0xde, 0xad, 0xbe, 0xef);
    const broken = blobOf(write("chain_id", "ChainId", marker), configuration, validators);
    const error = failure(broken);
    expect(error.code).toBe("invalid_resource");
    expect(error.offset).toBe(Buffer.from(broken).indexOf(marker) + 1);
    const nested = failure(concatBytes(new Uint8Array(7), broken).subarray(7));
    expect(nested.offset).toBe(error.offset);
  });

  test("any other bytes: an error of this package, or a genesis", () => {
    fc.assert(
      fc.property(fc.nat(blob.length - 1), fc.integer({ min: 1, max: 255 }), (at, difference) => {
        const changed = Uint8Array.from(blob);
        changed[at]! ^= difference;
        try {
          expect(deriveGenesis(changed).waypoint).not.toEqual(deriveGenesis(blob).waypoint);
        } catch (error) {
          if (!(error instanceof TypesError)) throw error;
        }
      }),
      { numRuns: cases(1000) },
    );
  });
});

describe("the next epoch", () => {
  test("has active and leaving validators, by index", () => {
    const { validatorInfos } = validatorVerifier(
      validatorSet([validatorInfo(2), validatorInfo(0)], [validatorInfo(1)]),
    );
    expect(validatorInfos.map(({ votingPower }) => votingPower)).toEqual([1n, 2n, 3n]);
  });

  test.each([
    ["a gap in the indices", validatorSet([validatorInfo(0), validatorInfo(2)])],
    ["an index twice", validatorSet([validatorInfo(0)], [validatorInfo(0)])],
    ["a key of another length", validatorSet([validatorInfo(0, 47)])],
  ])("is refused for %s", (_, set) => {
    expect(() => validatorVerifier(set)).toThrow(expect.objectContaining({ code: "invalid_validator_set" }));
  });

  test("names the fault of a resource from the start of its value", () => {
    const writes = [write("reconfiguration", "Configuration", bytes.encode(new Uint8Array(3))), validators];
    expect(() => nextEpochState({ kind: "V0", value: new Map(writes) })).toThrow(
      expect.objectContaining({ code: "invalid_resource", offset: 0 }),
    );
  });
});

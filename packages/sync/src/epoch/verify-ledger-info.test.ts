import {
  concatBytes,
  createBitVec,
  domainSeed,
  type EpochState,
  LedgerInfo,
  type LedgerInfoWithSignatures,
  zeroHash,
} from "@ledger/types";
import { bls12_381 } from "@noble/curves/bls12-381.js";
import { describe, expect, test } from "vitest";
import { testAddress } from "../testing/chain-genesis.ts";
import { verifyLedgerInfo } from "./verify-ledger-info.ts";

describe("a quorum", () => {
  const scheme = bls12_381.longSignatures;
  const secrets = Array.from({ length: 9 }, (_, i) => new Uint8Array(32).fill(i + 1));
  const powers = [10n, 20n, 30n, 10n, 10n, 5n, 5n, 5n, 5n];
  const epochState: EpochState = {
    epoch: 7n,
    verifier: {
      validatorInfos: secrets.map((secret, i) => ({
        address: testAddress(i),
        publicKey: scheme.getPublicKey(secret).toBytes(),
        votingPower: powers[i]!,
      })),
    },
  };
  const ledgerInfo: LedgerInfo = {
    commitInfo: {
      epoch: 7n,
      round: 3n,
      id: zeroHash,
      executedStateId: zeroHash,
      version: 1000n,
      timestampUsecs: 5n,
      nextEpochState: undefined,
    },
    consensusDataHash: zeroHash,
  };

  function sign(signers: readonly number[], claimed: readonly number[] = signers): LedgerInfoWithSignatures {
    const bytes = concatBytes(domainSeed("LedgerInfo"), LedgerInfo.encode(ledgerInfo));
    const point = scheme.hash(bytes, "BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_");
    const each = signers.map((index) => scheme.sign(point, secrets[index]!));
    return {
      kind: "V0",
      value: {
        ledgerInfo,
        signatures: {
          validatorBitmask: createBitVec(9, claimed),
          signature: each.length === 0 ? undefined : scheme.Signature.toBytes(scheme.aggregateSignatures(each)),
        },
      },
    };
  }

  test("of more than two thirds is enough", () => {
    verifyLedgerInfo(sign([0, 1, 2, 5, 6]), epochState);
    verifyLedgerInfo(sign([0, 1, 2, 3, 4, 5, 6, 7, 8]), epochState);
  });

  test.each([
    ["two thirds and no more", sign([1, 2, 3, 6]), "voting_power"],
    ["nobody", sign([]), "voting_power"],
    ["claims of others", sign([0, 1, 2, 5], [0, 1, 2, 5, 6]), "signature"],
  ])("%s is not", (_, signed, field) => {
    const refusal = expect.objectContaining({ code: "invalid_signature", version: 1000n, field });
    expect(() => verifyLedgerInfo(signed, epochState)).toThrow(refusal);
  });

  test("a bitmask of another length, or beyond the last validator, is refused", () => {
    const signed = sign([0, 1, 2, 3, 4]);
    for (const validatorBitmask of [new Uint8Array(1), new Uint8Array(3), Uint8Array.of(0xf8, 0x40)]) {
      const { value } = signed;
      const changed = { ...signed, value: { ...value, signatures: { ...value.signatures, validatorBitmask } } };
      expect(() => verifyLedgerInfo(changed, epochState)).toThrow(
        expect.objectContaining({ code: "invalid_signature", field: "validator_bitmask" }),
      );
    }
  });

  test("of another epoch is refused", () => {
    expect(() => verifyLedgerInfo(sign([0, 1, 2, 3, 4]), { ...epochState, epoch: 8n })).toThrow(
      expect.objectContaining({ field: "epoch", expected: "8", actual: "7" }),
    );
  });
});

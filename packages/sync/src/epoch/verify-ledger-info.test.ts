import {
  concatBytes,
  createBitVec,
  domainSeed,
  type EpochState,
  hexToBytes,
  LedgerInfo,
  type LedgerInfoWithSignatures,
  zeroHash,
} from "@ledger/types";
import { bls12_381 } from "@noble/curves/bls12-381.js";
import { describe, expect, test } from "vitest";
import { testAddress } from "../testing/chain-genesis.ts";
import { verifyLedgerInfo, verifyMultiSignature } from "./verify-ledger-info.ts";

// Ledger specification, chain types §17.9: published test data of the chain's own implementation.
const keys = [
  "92e201a806af246f805f460fbdc6fc90dd16a18d6accc236e85d3578671d6f6690dde22134d19596c58ce9d63252410a",
  "ab9df801c6f96ade1c0490c938c87d5bcc2e52ccb8768e1b5d14197c5e8bfa562783b96711b702dda411a1a9f08ebbfa",
  "b698c932cf7097d99c17bd6e9c9dc4eeba84278c621700a8f80ec726b1daa11e3ab55fc045b4dbadefbeef05c4182494",
].map(hexToBytes);
const signature = hexToBytes(
  "b523a31813e771e55aa0fc99a48db716ecc1085f9899ccadb64e759ecb481a2fb1cdcc0b266f036695f941361de773081729311f6a1bca9d47393f5359c8c87dc34a91f5dae335590aacbff974076ad1f910dd81750553a72ccbcad3c8cc0f07",
);
const message = new TextEncoder().encode("Hello, Aptoverse!");

describe("a published multi-signature", () => {
  test("is valid for its keys in any order", () => {
    expect(verifyMultiSignature(keys, signature, message)).toBe(true);
    expect(verifyMultiSignature(keys.toReversed(), signature, message)).toBe(true);
  });

  test("is not valid for other keys, messages or bytes", () => {
    expect(verifyMultiSignature(keys.slice(1), signature, message)).toBe(false);
    expect(verifyMultiSignature([], signature, message)).toBe(false);
    expect(verifyMultiSignature(keys, signature, message.subarray(1))).toBe(false);
    expect(verifyMultiSignature(keys, signature.with(95, 1) as Uint8Array, message)).toBe(false);
    expect(verifyMultiSignature(keys, new Uint8Array(96), message)).toBe(false);
    expect(verifyMultiSignature(keys, signature.subarray(1), message)).toBe(false);
    expect(verifyMultiSignature([keys[0]!.with(1, 0) as Uint8Array, ...keys.slice(1)], signature, message)).toBe(false);
    // The point at infinity is a point, and nobody's key.
    const infinity = new Uint8Array(48).with(0, 0xc0) as Uint8Array;
    expect(verifyMultiSignature([infinity], new Uint8Array(96).with(0, 0xc0) as Uint8Array, message)).toBe(false);
  });
});

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

import { type AccountAuthenticator, parseAddress, type SignedTransaction } from "@ledger/types";
import { expect, test } from "vitest";
import { verifyProof } from "../../src/authentication/verify-proof.ts";
import { verifySignatures } from "../../src/authentication/verify-signatures.ts";

const one: AccountAuthenticator = {
  kind: "Ed25519",
  value: { publicKey: new Uint8Array(32), signature: new Uint8Array(64) },
};
const three: AccountAuthenticator = {
  kind: "MultiEd25519",
  value: {
    publicKey: Uint8Array.from([...new Uint8Array(96), 3]),
    signature: Uint8Array.from([...new Uint8Array(192), 0xe0, 0, 0, 0]),
  },
};

function agreed(secondarySigners: readonly AccountAuthenticator[], hasPayer: boolean): SignedTransaction {
  const secondarySignerAddresses = secondarySigners.map((_, index) => parseAddress(`0x${(index + 2).toString(16)}`));
  const value = { sender: one, secondarySignerAddresses, secondarySigners };
  return {
    rawTxn: {
      sender: parseAddress("0x1"),
      sequenceNumber: 0n,
      payload: { kind: "Script", value: { code: new Uint8Array(), typeArgs: [], args: [] } },
      maxGasAmount: 1n,
      gasUnitPrice: 1n,
      expirationTimestampSecs: 0n,
      chainId: 4,
    },
    authenticator: hasPayer
      ? { kind: "FeePayer", value: { ...value, feePayerAddress: parseAddress("0xfe"), feePayerSigner: three } }
      : { kind: "MultiAgent", value },
  };
}

/** Verifies with a verifier that believes everything. @returns how often it was asked, `undefined` for a refused transaction */
async function asked(transaction: SignedTransaction): Promise<number | undefined> {
  let count = 0;
  const believe = (): boolean => {
    count += 1;
    return true;
  };
  try {
    await verifySignatures(transaction, believe, undefined);
    return count;
  } catch (error) {
    expect(error).toMatchObject({ status: "INVALID_SIGNATURE", message: "more than 32 signatures" });
    expect(count).toBe(0);
    return undefined;
  }
}

test("the sender and the secondary signers have 32 signatures at most, counted before one is verified", async () => {
  expect(
    await asked(
      agreed(
        Array.from({ length: 31 }, () => one),
        false,
      ),
    ),
  ).toBe(32);
  expect(
    await asked(
      agreed(
        Array.from({ length: 32 }, () => one),
        false,
      ),
    ),
  ).toBeUndefined();
  expect(await asked(agreed([...Array.from({ length: 10 }, () => three), one], false))).toBe(32);
  expect(await asked(agreed([...Array.from({ length: 10 }, () => three), one, one], false))).toBeUndefined();
});

test("the fee payer's are not among them", async () => {
  expect(
    await asked(
      agreed(
        Array.from({ length: 31 }, () => one),
        true,
      ),
    ),
  ).toBe(35);
});

test("a verifier that answers later is waited for: what it refuses is refused, in every form", async () => {
  const refuse = async (): Promise<boolean> => false;
  const single: AccountAuthenticator = {
    kind: "SingleKey",
    value: {
      publicKey: { kind: "Ed25519", value: new Uint8Array(32) },
      signature: { kind: "Ed25519", value: new Uint8Array(64) },
    },
  };
  const several: AccountAuthenticator = {
    kind: "MultiKey",
    value: {
      publicKeys: { publicKeys: [{ kind: "Ed25519", value: new Uint8Array(32) }], signaturesRequired: 1 },
      signatures: [{ kind: "Ed25519", value: new Uint8Array(64) }],
      signaturesBitmap: Uint8Array.of(0x80),
    },
  };
  for (const authenticator of [one, three, single, several]) {
    const proof = { account: parseAddress("0x1"), authenticator, messages: [new Uint8Array(1)] };
    expect(await verifyProof(proof, async () => true)).toBe(true);
    expect(await verifyProof(proof, refuse)).toBe(false);
  }
  await expect(verifySignatures(agreed([], false), refuse, undefined)).rejects.toMatchObject({
    status: "INVALID_SIGNATURE",
  });
});

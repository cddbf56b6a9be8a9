import { createHash, createPublicKey, verify } from "node:crypto";
import { formatAddress, parseAddress, type RawTransaction, signingMessage } from "@ledger/types";
import { expect, test } from "vitest";
import { readSigner } from "./signer.ts";

// The other side is Node's own cryptography, which shares no code with the page.

const transaction: RawTransaction = {
  sender: parseAddress("0xb0b"),
  sequenceNumber: 7n,
  payload: {
    kind: "EntryFunction",
    value: { module: { address: parseAddress("0x1"), name: "coin" }, function: "transfer", typeArgs: [], args: [] },
  },
  maxGasAmount: 1_000n,
  gasUnitPrice: 100n,
  expirationTimestampSecs: 1_800_000_000n,
  chainId: 4,
};

const digits = "4c".repeat(32);

test("an Ed25519 signature verifies, and the account is that of the key", async () => {
  for (const text of [digits, `0x${digits}`, ` ed25519-priv-0x${digits} `]) {
    const { authenticationKey, sign } = await readSigner(text);
    const authenticator = sign(transaction);
    if (authenticator.kind !== "Ed25519") throw new Error(authenticator.kind);
    const { publicKey, signature } = authenticator.value;
    const x = Buffer.from(publicKey).toString("base64url");
    const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
    expect(verify(null, signingMessage(transaction), key, signature)).toBe(true);
    // SHA3-256 of the public key and the scheme's number, 0.
    const expected = createHash("sha3-256").update(publicKey).update(Uint8Array.of(0)).digest("hex");
    expect(formatAddress(authenticationKey)).toBe(`0x${expected}`);
  }
});

test("a secp256k1 signature verifies", async () => {
  const { sign } = await readSigner(`secp256k1-priv-0x${digits}`);
  const authenticator = sign(transaction);
  if (authenticator.kind !== "SingleSender" || authenticator.value.sender.kind !== "SingleKey") {
    throw new Error(authenticator.kind);
  }
  const { publicKey, signature } = authenticator.value.sender.value;
  if (publicKey.kind !== "Secp256k1Ecdsa" || signature.kind !== "Secp256k1Ecdsa") throw new Error(publicKey.kind);
  const part = (from: number): string => Buffer.from(publicKey.value.subarray(from, from + 32)).toString("base64url");
  const jwk = { kty: "EC", crv: "secp256k1", x: part(1), y: part(33) };
  const key = createPublicKey({ key: jwk, format: "jwk" });
  const options = { key, dsaEncoding: "ieee-p1363" } as const;
  // Signed is the SHA3-256 of the message.
  expect(verify("sha3-256", signingMessage(transaction), options, signature.value)).toBe(true);
});

test("what is no private key is refused without repeating it", async () => {
  for (const text of ["", "0x1234", `0x${digits}ff`, `0x${"zz".repeat(32)}`, `rsa-priv-0x${digits}`]) {
    const refusal = await readSigner(text).then(
      () => "",
      (error: Error) => error.message,
    );
    expect(refusal).toContain("64 hexadecimal digits");
    expect(refusal).not.toContain("4c4c");
  }
});

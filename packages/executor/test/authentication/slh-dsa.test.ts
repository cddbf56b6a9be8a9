// The other side is OpenSSL, which Node has from version 24 on.

import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from "node:crypto";
import { needs } from "@ledger/test-run/needs";
import { expect, test } from "vitest";
import { verifySlhDsa } from "../../src/authentication/slh-dsa.ts";

const message = new TextEncoder().encode("a transaction");
const pair = opensslSignature();

function opensslSignature(): { readonly publicKey: Uint8Array; readonly signature: Uint8Array } | undefined {
  try {
    // The types of Node's version that is asked for at least do not know the scheme.
    const scheme = "slh-dsa-sha2-128s" as "ed25519";
    const { privateKey: pem } = generateKeyPairSync(scheme, {
      publicKeyEncoding: { type: "spki", format: "pem" },
      privateKeyEncoding: { type: "pkcs8", format: "pem" },
    });
    const privateKey = createPrivateKey(pem);
    const spki = createPublicKey(privateKey).export({ type: "spki", format: "der" });
    return {
      publicKey: new Uint8Array(spki.subarray(-32)),
      signature: new Uint8Array(sign(null, message, privateKey)),
    };
  } catch {
    return undefined;
  }
}

test(
  "a signature by OpenSSL verifies, a changed one does not",
  needs("an OpenSSL that signs by SLH-DSA", pair !== undefined),
  async () => {
    const { publicKey, signature } = pair!;
    expect(signature).toHaveLength(7856);
    expect(await verifySlhDsa(publicKey, message, signature)).toBe(true);
    const forged = signature.slice();
    forged[4000]! ^= 1;
    expect(await verifySlhDsa(publicKey, message, forged)).toBe(false);
    expect(await verifySlhDsa(publicKey, message.slice(1), signature)).toBe(false);
    expect(await verifySlhDsa(signature.subarray(0, 32), message, signature)).toBe(false);
  },
);

test("bytes of another size are no signature", async () => {
  expect(await verifySlhDsa(new Uint8Array(32), message, new Uint8Array(64))).toBe(false);
});

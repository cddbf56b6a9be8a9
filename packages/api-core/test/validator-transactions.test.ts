import { bytes, string, struct } from "@ledger/bcs";
import { expect, test } from "vitest";
import { validatorTransactionToJson } from "../src/json/block-transactions.ts";

const RsaJwk = struct("RSA_JWK", { kid: string, kty: string, alg: string, e: string, n: string });
const UnsupportedJwk = struct("UnsupportedJWK", { id: bytes, payload: bytes });

function update(
  issuer: Uint8Array,
  variants: readonly { typeName: string; data: Uint8Array }[],
  signature?: Uint8Array,
) {
  return validatorTransactionToJson({
    kind: "ObservedJWKUpdate",
    value: {
      update: { issuer, version: 12n, jwks: variants.map((variant) => ({ variant })) },
      multiSig: { validatorBitmask: Uint8Array.of(0b1010_0000), signature },
    },
  });
}

test("an update of provider keys names its issuer and its keys as text", () => {
  const key = { kid: "k1", kty: "RSA", alg: "RS256", e: "AQAB", n: "modulus" };
  const variants = [
    { typeName: "0x1::jwks::RSA_JWK", data: RsaJwk.encode(key) },
    {
      typeName: "0x1::jwks::UnsupportedJWK",
      data: UnsupportedJwk.encode({ id: Uint8Array.of(1), payload: Uint8Array.of(2, 3) }),
    },
  ];
  const issuer = new TextEncoder().encode("https://accounts.example");
  expect(JSON.parse(JSON.stringify(update(issuer, variants, Uint8Array.of(0xab))))).toEqual({
    validator_transaction_type: "observed_jwk_update",
    quorum_certified_update: {
      update: { issuer: "https://accounts.example", version: 12, jwks: [key, { id: [1], payload: [2, 3] }] },
      multi_sig: { signer_indices: [0, 2], sig: "0xab" },
    },
  });
});

test("what cannot be read is shown as bytes, and no signature is none", () => {
  const data = Uint8Array.of(7);
  const shown = update(Uint8Array.of(0xff), [
    { typeName: "0x1::jwks::RSA_JWK", data },
    { typeName: "0x1::jwks::LaterKey", data },
  ]);
  expect(JSON.parse(JSON.stringify(shown)).quorum_certified_update).toEqual({
    update: {
      issuer: "0xff",
      version: 12,
      jwks: [
        { type: "0x1::jwks::RSA_JWK", data: "0x07" },
        { type: "0x1::jwks::LaterKey", data: "0x07" },
      ],
    },
    multi_sig: { signer_indices: [0, 2] },
  });
});

// Tokens of a provider whose key is made here, by Node. The commitment to the identity, and the nonce, are made by the official client.
import { generateKeyPairSync, sign } from "node:crypto";
import { Ed25519PrivateKey, EphemeralKeyPair, KeylessPublicKey } from "@aptos-labs/ts-sdk";
import type { KeylessSignature, OpenIdSig } from "@ledger/types";
import { describe, expect, test } from "vitest";
import type { KeylessConfiguration, RsaJwk } from "../../src/authentication/keyless/on-chain.ts";
import { refuseToken } from "../../src/authentication/keyless/open-id.ts";
import { verifyRs256 } from "../../src/authentication/keyless/rsa.ts";

const keys = generateKeyPairSync("rsa", { modulusLength: 2048 });
const iss = "https://id.example";
const aud = "cafe.example";
const began = 1_780_000_000;
const session = new EphemeralKeyPair({
  privateKey: new Ed25519PrivateKey(new Uint8Array(32).fill(1)),
  expiryDateSecs: began + 3_600,
  blinder: new Uint8Array(31).fill(2),
});
const pepper = new Uint8Array(31).fill(3);
const claims = {
  iss,
  aud,
  sub: "1234",
  email: "fay@id.example",
  email_verified: true,
  username: "fay",
  nonce: session.nonce,
  iat: began,
  exp: began + 3_600,
};
const plain = JSON.stringify(claims);
const configuration: KeylessConfiguration = {
  overrideAudVals: ["recovery.example"],
  maxSignaturesPerTxn: 3,
  maxExpHorizonSecs: 10_000_000n,
  trainingWheelsPubkey: undefined,
  maxCommittedEpkBytes: 93,
  maxIssValBytes: 120,
  maxExtraFieldBytes: 350,
  maxJwtHeaderB64Bytes: 300,
};

function jwkOf({ publicKey } = keys): RsaJwk {
  const { n, e } = publicKey.export({ format: "jwk" });
  return { kid: "1", kty: "RSA", alg: "RS256", n: n!, e: e! };
}

interface Case {
  readonly payload?: string;
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly uidKey?: string;
  readonly uidVal?: string;
  /** The audience of the commitment. */
  readonly committedAud?: string;
  readonly certificate?: Partial<OpenIdSig>;
  readonly signature?: Partial<KeylessSignature>;
  readonly jwk?: RsaJwk;
  readonly configuration?: Partial<KeylessConfiguration>;
}

function refusal(changes: Case = {}): Promise<string | undefined> {
  const { uidKey = "sub", uidVal = claims.sub, committedAud = aud } = changes;
  const payload = changes.payload ?? JSON.stringify({ ...claims, ...changes.claims });
  const header = JSON.stringify({ alg: "RS256", kid: "1", typ: "JWT" });
  const signed = [header, payload].map((part) => Buffer.from(part).toString("base64url")).join(".");
  const certificate: OpenIdSig = {
    jwtSig: sign("RSA-SHA256", Buffer.from(signed), keys.privateKey),
    jwtPayloadJson: payload,
    uidKey,
    epkBlinder: session.blinder,
    pepper,
    idcAudVal: undefined,
    ...changes.certificate,
  };
  const { idCommitment: idc } = KeylessPublicKey.create({ iss, uidKey, uidVal, aud: committedAud, pepper });
  const signature: KeylessSignature = {
    cert: { kind: "OpenIdSig", value: certificate },
    jwtHeaderJson: header,
    expDateSecs: BigInt(session.expiryDateSecs),
    ephemeralPubkey: { kind: "Ed25519", value: session.getPublicKey().publicKey.toUint8Array() },
    ephemeralSignature: { kind: "Ed25519", value: new Uint8Array(64) },
    ...changes.signature,
  };
  const token = { publicKey: { issVal: iss, idc }, signature, certificate, jwk: changes.jwk ?? jwkOf() };
  return refuseToken(token, { ...configuration, ...changes.configuration });
}

describe("a token of an identity provider", () => {
  test.for<[string, Case]>([
    ["names its user by a number", {}],
    ["names its user by an address that is verified", { uidKey: "email", uidVal: claims.email }],
    ["says so as a text", { uidKey: "email", uidVal: claims.email, claims: { email_verified: "true" } }],
    ["names its user by a claim of the provider's own", { uidKey: "username", uidVal: claims.username }],
    [
      "is for an application that may act for another one",
      { claims: { aud: "recovery.example" }, certificate: { idcAudVal: aud } },
    ],
    ["is of a session that ends in time", { configuration: { maxExpHorizonSecs: 3_601n } }],
    ["begins at a time above 2^53", { claims: { iat: 2 ** 60 } }],
    ["has no address of mail", { claims: { email: null, email_verified: 1 } }],
    ["names a claim of no meaning twice", { payload: `{"nonce1":1,"nonce1":{"iss":2},${plain.slice(1)}` }],
    ["has the names of claims in others", { payload: `{"own":{"sub":"1"},"list":["sub",",","iat"],${plain.slice(1)}` }],
  ])("is taken where it %s", async ([, changes]) => {
    expect(await refusal(changes)).toBeUndefined();
  });

  const unnamed = "the token does not name the user by that claim";
  const unreadable = "the token's claims cannot be read";
  const otherSession = "the token was asked for with another ephemeral key";
  test.for<[string, Case, string]>([
    ["claims are no JSON", { payload: "{" }, unreadable],
    ["claims are no object", { payload: "[]" }, unreadable],
    ["audience is a list", { claims: { aud: [aud] } }, unreadable],
    ["beginning is no time", { claims: { iat: 2 ** 64 } }, unreadable],
    ["beginning is after all time", { claims: { iat: 2 ** 63 } }, unreadable],
    ["beginning is before all time", { claims: { iat: -1 } }, unreadable],
    ["beginning is a text", { claims: { iat: `${began}` } }, unreadable],
    ["beginning has a fraction", { payload: plain.replace(`${began}`, `${began}.0`) }, unreadable],
    ["beginning has an exponent", { payload: plain.replace(`${began}`, "178e7") }, unreadable],
    ["user is named twice", { payload: `{"sub":"1235",${plain.slice(1)}` }, unreadable],
    ["user is named twice, once in escapes", { payload: `{"s\\u0075b":"1235",${plain.slice(1)}` }, unreadable],
    ["end is there twice", { payload: `{"exp":1,${plain.slice(1)}` }, unreadable],
    ["address is there twice", { payload: `{"email":"a",${plain.slice(1)}` }, unreadable],
    ["user has half of a character", { claims: { sub: "\ud800" } }, unreadable],
    ["address is no text", { claims: { email: 1 } }, unreadable],
    ["user is named by its end", { uidKey: "exp", uidVal: `${began}` }, unnamed],
    ["end is missing", { claims: { exp: undefined } }, unreadable],
    ["provider is another one", { claims: { iss: "https://other.example" } }, "the token is of another provider"],
    ["user is another one", { uidVal: "1235" }, "the token is of another identity"],
    ["audience is another one", { committedAud: "other" }, "the token is of another identity"],
    ["pepper is another one", { certificate: { pepper: new Uint8Array(31) } }, "the token is of another identity"],
    ["user is named by no claim of it", { uidKey: "toString" }, unnamed],
    ["user is named by its audience", { uidKey: "aud", uidVal: aud }, unnamed],
    ["address is not verified", { uidKey: "email", uidVal: claims.email, claims: { email_verified: false } }, unnamed],
    [
      "application may not act for others",
      { certificate: { idcAudVal: "other" } },
      "this application may not act for another one",
    ],
    ["nonce is of another session", { claims: { nonce: "1" } }, otherSession],
    ["session ends at another time", { signature: { expDateSecs: BigInt(began) } }, otherSession],
    ["blinder is another one", { certificate: { epkBlinder: new Uint8Array(31) } }, otherSession],
    ["blinder is too long", { certificate: { epkBlinder: new Uint8Array(32) } }, "32 bytes do not fit in 31"],
    [
      "session is too long",
      { configuration: { maxExpHorizonSecs: 3_600n } },
      "the ephemeral key is valid for too long",
    ],
    [
      "signature is that of another key",
      { jwk: jwkOf(generateKeyPairSync("rsa", { modulusLength: 2048 })) },
      "the provider's signature of the token is not valid",
    ],
    [
      "signature covers another header",
      { signature: { jwtHeaderJson: "{}" } },
      "the provider's signature of the token is not valid",
    ],
  ])("is refused where its %s", async ([, changes, reason]) => {
    expect(await refusal(changes)).toBe(reason);
  });
});

describe("a signature of RSA", () => {
  const message = Buffer.from("what is signed");

  test.for([2048, 3072])("of a key of %i bits is taken, and no other", (modulusLength) => {
    const pair = generateKeyPairSync("rsa", { modulusLength });
    const signature = new Uint8Array(sign("RSA-SHA256", message, pair.privateKey));
    const jwk = jwkOf(pair);
    expect(verifyRs256(jwk, message, signature)).toBe(true);
    expect(verifyRs256(jwk, Buffer.from("another"), signature)).toBe(false);
    for (const index of [0, signature.length - 1]) {
      const turned = signature.slice();
      turned[index]! ^= 1;
      expect(verifyRs256(jwk, message, turned)).toBe(false);
    }
    expect(verifyRs256(jwk, message, signature.subarray(1))).toBe(false);
    // The same number, written with a byte more, or above the modulus.
    expect(verifyRs256(jwk, message, Uint8Array.of(0, ...signature))).toBe(false);
    const sha512 = new Uint8Array(sign("RSA-SHA512", message, pair.privateKey));
    expect(verifyRs256(jwk, message, sha512)).toBe(false);
  });

  test("by a key that is none is refused", () => {
    const { n, e, ...rest } = jwkOf();
    const signature = new Uint8Array(sign("RSA-SHA256", message, keys.privateKey));
    const others = [
      { e: "" },
      { e: "AA" },
      { e: "AQ" },
      { e: "Ag" },
      { e: "A".repeat(5_000) },
      { n: "" },
      { n: "AQAB" },
    ];
    // The same bytes, with a bit that belongs to none of them.
    const loose = `${n.slice(0, -1)}${String.fromCharCode(n.charCodeAt(n.length - 1) + 1)}`;
    for (const other of [...others, { n: loose }, { e: "////" }, { n: n.repeat(5) }, { n: `${n.slice(0, -1)}?` }]) {
      expect(verifyRs256({ ...rest, n, e, ...other }, message, signature)).toBe(false);
    }
    const short = generateKeyPairSync("rsa", { modulusLength: 1024 });
    const weak = new Uint8Array(sign("RSA-SHA256", message, short.privateKey));
    expect(verifyRs256(jwkOf(short), message, weak)).toBe(false);
  });
});

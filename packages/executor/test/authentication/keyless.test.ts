// A keyless transaction of testnet, with what testnet and Google published at the time: none of it is our own making.
import {
  type Address,
  CurrentTimeMicroseconds,
  frameworkAddress,
  frameworkKey,
  frameworkTag,
  hexToBytes,
  KeylessPublicKey,
  KeylessSignature,
  parseAddress,
  ResourceGroup,
  resourceGroupKey,
  resourceKey,
  SignedTransaction,
} from "@ledger/types";
import { describeVectors, readVectorJson } from "@ledger/vectors";
import { verifyEd25519 } from "@ledger/vm/ed25519";
import { expect, test } from "vitest";
import { accountProofs } from "../../src/authentication/account-proof.ts";
import { provingKeys } from "../../src/authentication/impersonation.ts";
import { checkKeyless } from "../../src/authentication/keyless/check-keyless.ts";
import {
  Groth16VerificationKey,
  Jwks,
  KeylessConfiguration,
  patchedJwksKey,
  RsaJwk,
} from "../../src/authentication/keyless/on-chain.ts";
import { verifyProof } from "../../src/authentication/verify-proof.ts";
import { transactionParts } from "../../src/context/transaction-parts.ts";
import { Overlay } from "../../src/index.ts";
import { rulesWith } from "../support/rules.ts";

/** `0x1::keyless_account::Groth16VerificationKey` of testnet and mainnet. */
const verificationKey = {
  alphaG1: hexToBytes("e2f26dbea299f5223b646cb1fb33eadb059d9407559d7441dfd902e3a79a4d2d"),
  betaG2: hexToBytes(
    "abb73dc17fbc13021e2471e0c08bd67d8401f52b73d6d07483794cad4778180e0c06f33bbc4c79a9cadef253a68084d382f17788f885c9afd176f7cb2f036789",
  ),
  gammaG2: hexToBytes(
    "edf692d95cbdde46ddda5ef7d422436779445c5e66006a42761e1f12efde0018c212f3aeb785e49712e7a9353349aaf1255dfb31b7bf60723a480d9293938e19",
  ),
  deltaG2: hexToBytes(
    "b106619932d0ef372c46909a2492e246d5de739aa140e27f2c71c0470662f125219049cfe15e4d140d7e4bb911284aad1cad19880efb86f2d9dd4b1bb344ef8f",
  ),
  gammaAbcG1: [
    hexToBytes("6123b6fea40de2a7e3595f9c35210da8a45a7e8c2f7da9eb4548e9210cfea81a"),
    hexToBytes("32a9b8347c512483812ee922dc75952842f8f3083edb6fe8d5c3c07e1340b683"),
  ],
};

/** `0x1::keyless_account::Configuration` of testnet. */
const configuration: KeylessConfiguration = {
  overrideAudVals: [],
  maxSignaturesPerTxn: 3,
  maxExpHorizonSecs: 10_000_000n,
  trainingWheelsPubkey: hexToBytes("1388de358cf4701696bd58ed4b96e9d670cbbb914b888be1ceda6374a3098ed4"),
  maxCommittedEpkBytes: 93,
  maxIssValBytes: 120,
  maxExtraFieldBytes: 350,
  maxJwtHeaderB64Bytes: 300,
};

/** A key of accounts.google.com of May 2026. */
const jwk: RsaJwk = {
  kid: "41b2e11ff9ca26e78c025a9d4a429cb06013956e",
  kty: "RSA",
  alg: "RS256",
  e: "AQAB",
  n: "rzeCTKm9k6vnoo_wIvfuGI-kChM1aGoxUgh-GyZdk6jWdVo0Zy8SY4JysW_SZl1Cl_7ah4drYauiynraU-Z_FlF1k3h023Ztc6SNGl6R7Rypi46UlxHUyD2wIc6oozDEVnxBDL5VdvlsvtjAPJRNC3WK6mgQvHmBpAOnrDfGSOytzABzF-Zdz5exQ69eapA0IbOjiy6Az2GYEhIBkhlMc9Ds4lv-cN977HYdflUdsusL_phjOJtm9A9qQ8NMG41Q1tBb6qwz6-NFz_uaxCbeE5Ny1ka4K3m0o775SPjOZoCbDw7tddKct9sr9eQ2H9z-1MbDOwi30Lyu54hUfk7szw",
};

/** The sender's key and signature of testnet's transaction 8855672924, of May 2026. */
const publicKey = KeylessPublicKey.decode(
  hexToBytes(
    "1b68747470733a2f2f6163636f756e74732e676f6f676c652e636f6d207b5f20d5625f664573760b7c010f33e5399419885403340a547fa6879a94f92a",
  ),
);
const signatureBytes =
  "0000dc0e817d41c596b65acd8303de6bd7a8d878b8da13ad45f161090c4d398c251450746bbf7fe2ee622f5e019ca8d674889497d6fe696b170e92dac3b2f07c431b2a10c0081c620041b23d6aee6dba8face027b3ae0b83bc2f32648f548100c8847789cec5f60106d96f224ca7d84085889981e50f3de7254340e3bc7a22de908780969800000000000000010040b6cd408cd023085d97e252437a8eeaa83468c156e9b139fcfe881df742e83d2f36f0f27213c49a51ef71ecf5449624f5bb40e0b4c552b2d8bcc8479c7884d8034c7b22616c67223a225253323536222c226b6964223a2234316232653131666639636132366537386330323561396434613432396362303630313339353665222c22747970223a224a5754227d04ff356a000000000020c588ac42b8e68a9eebbd45cd96599981664fabdb87de53a7119d9111c6bc62240040ee5817c9a617b2a7255343ec323b6f7bea266cd4cc0560fe41d3e4fea166f308605a0b1cd5ed5ae4669478cdb32acf63ac2454eaf2a355b369f299555b048e03";
/** Where parts of the signature lie. */
const offsets = { a: 2, b: 40, c: 100, trainingWheels: 145, expiry: 285, ephemeralKey: 300 };

/** The signature, with one bit of it turned if asked for. */
function signature(turned?: keyof typeof offsets): KeylessSignature {
  const encoded = hexToBytes(signatureBytes);
  if (turned !== undefined) encoded[offsets[turned]]! ^= 1;
  return KeylessSignature.decode(encoded);
}

/** A transaction that carries the signature. What it is about does not matter for what is checked here. */
function transaction(signed = signature(), jwkAddr?: Address): SignedTransaction {
  const key =
    jwkAddr === undefined
      ? ({ kind: "Keyless", value: publicKey } as const)
      : ({ kind: "FederatedKeyless", value: { jwkAddr, pk: publicKey } } as const);
  const sender = {
    kind: "SingleKey",
    value: { publicKey: key, signature: { kind: "Keyless", value: signed } },
  } as const;
  return {
    rawTxn: {
      sender: parseAddress("0x1"),
      sequenceNumber: 0n,
      payload: { kind: "Script", value: { code: new Uint8Array(), typeArgs: [], args: [] } },
      maxGasAmount: 1n,
      gasUnitPrice: 1n,
      expirationTimestampSecs: 0n,
      chainId: 2,
    },
    authenticator: { kind: "SingleSender", value: { sender } },
  };
}

interface Chain {
  readonly jwks?: readonly RsaJwk[];
  readonly timestampSecs?: bigint;
  readonly configuration?: Partial<KeylessConfiguration>;
  readonly withoutKey?: boolean;
}

/** A state with what testnet says about keyless accounts. */
function testnet(chain: Chain = {}): Overlay {
  const { jwks = [jwk], timestampSecs = 1_780_000_000n } = chain;
  const state = new Overlay();
  const put = (key: Uint8Array, value: Uint8Array) => state.write({ key, value, metadata: undefined });
  const members: [string, Uint8Array][] = [
    ["Configuration", KeylessConfiguration.encode({ ...configuration, ...chain.configuration })],
  ];
  if (!chain.withoutKey) members.push(["Groth16VerificationKey", Groth16VerificationKey.encode(verificationKey)]);
  put(
    resourceGroupKey(frameworkAddress, frameworkTag("keyless_account", "Group")),
    ResourceGroup.encode(new Map(members.map(([name, value]) => [frameworkTag("keyless_account", name), value]))),
  );
  put(patchedJwksKey, jwksBytes(jwks));
  put(
    frameworkKey("timestamp", "CurrentTimeMicroseconds"),
    CurrentTimeMicroseconds.encode({ microseconds: timestampSecs * 1_000_000n }),
  );
  return state;
}

function jwksBytes(jwks: readonly RsaJwk[]): Uint8Array {
  const issuer = new TextEncoder().encode("https://accounts.google.com");
  const keys = jwks.map((key) => ({ variant: { typeName: "0x1::jwks::RSA_JWK", data: RsaJwk.encode(key) } }));
  return Jwks.encode([{ issuer, version: 1n, jwks: keys }]);
}

const allFeatures = rulesWith(["keyless", "zklessKeyless", "federatedKeyless", "keylessPasskeys"]);

const check = (signed: SignedTransaction, state: Overlay, features = allFeatures) =>
  checkKeyless(features, transactionParts(signed).signingKeys, state, verifyEd25519);
const discarded = (message: string) => expect.objectContaining({ status: "INVALID_SIGNATURE", message });

test("the keys of an impersonated account prove nothing", () => {
  const parts = transactionParts(transaction());
  expect(provingKeys(undefined, parts)).toHaveLength(1);
  expect(provingKeys({ impersonates: () => false }, parts)).toHaveLength(1);
  expect(provingKeys({ impersonates: (_, isSigned) => isSigned }, parts)).toEqual([]);
});

test("a proof of testnet is valid", async () => {
  await expect(check(transaction(), testnet())).resolves.toBeUndefined();
});

test.for(Object.keys(offsets) as (keyof typeof offsets)[])("a change in %s is refused", async (part) => {
  const forged = transaction(signature(part));
  await expect(check(forged, testnet())).rejects.toEqual(
    discarded("the proof lacks the signature of the proving service"),
  );
  // Where no service signs proofs, the proof alone decides.
  const alone = check(forged, testnet({ configuration: { trainingWheelsPubkey: undefined } }));
  if (part === "trainingWheels") await expect(alone).resolves.toBeUndefined();
  else await expect(alone).rejects.toEqual(discarded("the zero-knowledge proof is not valid"));
});

test("another key of the provider makes another statement", async () => {
  const other = { ...jwk, n: `a${jwk.n.slice(1)}` };
  const state = testnet({ jwks: [other], configuration: { trainingWheelsPubkey: undefined } });
  await expect(check(transaction(), state)).rejects.toEqual(discarded("the zero-knowledge proof is not valid"));
});

const unknownKey = "the chain knows no key of https://accounts.google.com with the token's key id";

test.for<[string, Chain, string]>([
  ["the ephemeral key has expired", { timestampSecs: 1_781_923_589n }, "the ephemeral key has expired"],
  ["the provider's key is unknown", { jwks: [] }, unknownKey],
  ["the provider's key is for another algorithm", { jwks: [{ ...jwk, alg: "RS512" }] }, unknownKey],
  ["the provider's key has another size", { jwks: [{ ...jwk, n: "AQAB" }] }, "the modulus does not have 256 bytes"],
  [
    "the ephemeral key is valid for too long",
    { configuration: { maxExpHorizonSecs: 9_999_999n } },
    "the ephemeral key is valid for too long",
  ],
  [
    "there are too many signatures",
    { configuration: { maxSignaturesPerTxn: 0 } },
    "the transaction has too many keyless signatures",
  ],
  [
    "the chain has no key for proofs",
    { withoutKey: true },
    "this chain has no key for verifying zero-knowledge proofs",
  ],
  ["the issuer's name does not fit", { configuration: { maxIssValBytes: 5 } }, "27 bytes do not fit in 5"],
])("refused where %s", async ([, chain, message]) => {
  await expect(check(transaction(), testnet(chain))).rejects.toEqual(discarded(message));
});

test("refused on chains without keyless accounts, where they are off, and with a token that is none", async () => {
  await expect(check(transaction(), new Overlay())).rejects.toEqual(discarded("this chain has no keyless accounts"));
  await expect(check(transaction(), testnet(), rulesWith([]))).rejects.toMatchObject({
    status: "FEATURE_UNDER_GATING",
  });
  const cert = {
    kind: "OpenIdSig",
    value: {
      jwtSig: new Uint8Array(),
      jwtPayloadJson: "{}",
      uidKey: "sub",
      epkBlinder: new Uint8Array(),
      pepper: new Uint8Array(31),
      idcAudVal: undefined,
    },
  } as const;
  const token = transaction({ ...signature(), cert });
  await expect(check(token, testnet())).rejects.toEqual(discarded("the token's claims cannot be read"));
  // Proofs need the chain's key for them, tokens do not.
  await expect(check(token, testnet({ withoutKey: true }))).rejects.toEqual(
    discarded("the token's claims cannot be read"),
  );
  const twice = { ...signature(), jwtHeaderJson: signature().jwtHeaderJson.replace("{", '{"kid":"1",') };
  await expect(check(transaction(twice), testnet())).rejects.toEqual(discarded(unknownKey));
  const withoutTokens = rulesWith(["keyless", "federatedKeyless", "keylessPasskeys"]);
  await expect(check(token, testnet(), withoutTokens)).rejects.toMatchObject({ status: "FEATURE_UNDER_GATING" });
});

test("the provider's keys of a federated account are those of the chain, else those that an account publishes", async () => {
  const jwkAddr = parseAddress("0xff");
  const federated = transaction(signature(), jwkAddr);
  await expect(check(federated, testnet())).resolves.toBeUndefined();
  const state = testnet({ jwks: [] });
  await expect(check(federated, state)).rejects.toEqual(discarded(unknownKey));
  const key = resourceKey(jwkAddr, frameworkTag("jwks", "FederatedJWKs"));
  state.write({ key, value: jwksBytes([jwk]), metadata: undefined });
  await expect(check(federated, state)).resolves.toBeUndefined();
  await expect(check(transaction(), state)).rejects.toEqual(discarded(unknownKey));
});

describeVectors("transactions/real.json", () => {
  const { cases } = readVectorJson<{ cases: readonly { id: string; signed_txn_bcs: string }[] }>(
    "transactions/real.json",
  );

  test.for(["mainnet 976087151", "mainnet 1803170308"])("the session's signature of %s is valid", async (id) => {
    const { signed_txn_bcs } = cases.find((candidate) => candidate.id === id)!;
    const proofs = accountProofs(SignedTransaction.decode(hexToBytes(signed_txn_bcs.slice(2))));
    expect(await Promise.all(proofs.map((proof) => verifyProof(proof)))).toEqual(proofs.map(() => true));
    const [{ authenticator, account }] = proofs as [(typeof proofs)[number]];
    const others = [new Uint8Array(200)];
    expect(await verifyProof({ authenticator, account, messages: others })).toBe(false);
  });
});

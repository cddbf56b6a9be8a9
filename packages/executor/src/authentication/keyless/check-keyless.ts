import {
  type AnyPublicKey,
  bytesToHex,
  concatBytes,
  domainSeed,
  type KeylessPublicKey,
  type KeylessSignature,
  type ProviderJwks,
  type StateView,
  Zkp,
} from "@ledger/types";
import type { Rules } from "@ledger/vm";
import type { SigningKey } from "../../context/signing-keys.ts";
import { Discard } from "../../status/discard.ts";
import { encodeUtf8 } from "../utf8.ts";
import type { Ed25519Verifier } from "../verify-proof.ts";
import { type KeylessChainState, RsaJwk, readFederatedJwks, readKeylessState } from "./on-chain.ts";
import { scalarToBytes } from "./poseidon.ts";
import { readMembers, readText } from "./token-json.ts";

/** A keyless signature of a transaction, with its key. */
interface KeylessProof {
  readonly key: Extract<AnyPublicKey, { readonly kind: "Keyless" | "FederatedKeyless" }>;
  readonly signature: KeylessSignature;
}

/**
 * Checks what keyless signatures prove about their sessions' keys: that an identity provider vouched for them, by its token or by a
 * zero-knowledge proof about it. The sessions' own signatures are checked where all signatures are.
 *
 * @param keys - those that signed
 * @throws {@link Discard} `FEATURE_UNDER_GATING`, `INVALID_SIGNATURE`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#2.3 | Specification, execution 2.3}; Aptos improvement proposals 61 and 96
 */
export async function checkKeyless(
  rules: Rules,
  keys: readonly SigningKey[],
  state: StateView,
  ed25519: Ed25519Verifier,
): Promise<void> {
  const proofs = keylessProofs(keys);
  if (proofs.length === 0) return;
  for (const proof of proofs) checkFeatures(rules, proof);
  const chain = await readKeylessState(state);
  if (chain === undefined) throw invalid("this chain has no keyless accounts");
  // Tokens are taken without it: they are there for the day on which proofs cannot be.
  if (chain.verificationKey === undefined && proofs.some(({ signature }) => signature.cert.kind === "ZeroKnowledgeSig"))
    throw noVerificationKey();
  if (proofs.length > chain.configuration.maxSignaturesPerTxn)
    throw invalid("the transaction has too many keyless signatures");
  for (const { signature } of proofs) checkExpiry(chain, signature);
  for (const proof of proofs) await checkProof(chain, proof, state, ed25519);
}

function keylessProofs(keys: readonly SigningKey[]): KeylessProof[] {
  return keys.flatMap(({ key, signature }) => {
    const isKeyless = key.kind === "Keyless" || key.kind === "FederatedKeyless";
    return isKeyless && signature.kind === "Keyless" ? [{ key, signature: signature.value }] : [];
  });
}

function checkFeatures(rules: Rules, { key, signature }: KeylessProof): void {
  const isEnabled =
    (signature.cert.kind === "OpenIdSig" ? rules.zklessKeyless : rules.keyless) &&
    (signature.ephemeralSignature.kind !== "WebAuthn" || rules.keylessPasskeys) &&
    (key.kind !== "FederatedKeyless" || rules.federatedKeyless);
  if (!isEnabled) {
    throw new Discard("FEATURE_UNDER_GATING", "keyless accounts of this kind are not enabled here");
  }
}

function checkExpiry({ timestampUsecs }: KeylessChainState, { expDateSecs }: KeylessSignature): void {
  if (timestampUsecs > expDateSecs * 1_000_000n) throw invalid("the ephemeral key has expired");
}

async function checkProof(
  chain: KeylessChainState,
  { key, signature }: KeylessProof,
  state: StateView,
  ed25519: Ed25519Verifier,
): Promise<void> {
  const publicKey = key.kind === "Keyless" ? key.value : key.value.pk;
  let jwk = findJwk(chain.jwks, publicKey, signature);
  if (jwk === undefined && key.kind === "FederatedKeyless") {
    jwk = findJwk(await readFederatedJwks(state, key.value.jwkAddr), publicKey, signature);
  }
  if (jwk === undefined) throw invalid(`the chain knows no key of ${publicKey.issVal} with the token's key id`);
  const { cert } = signature;
  if (cert.kind === "OpenIdSig") {
    const { refuseToken } = await import("./open-id.ts");
    const reason = await refuseToken({ publicKey, signature, certificate: cert.value, jwk }, chain.configuration);
    if (reason !== undefined) throw invalid(reason);
    return;
  }
  const { configuration, verificationKey } = chain;
  if (verificationKey === undefined) throw noVerificationKey();
  const { proof, expHorizonSecs, overrideAudVal, trainingWheelsSignature } = cert.value;
  if (expHorizonSecs > configuration.maxExpHorizonSecs) throw invalid("the ephemeral key is valid for too long");
  if (overrideAudVal !== undefined && !configuration.overrideAudVals.includes(overrideAudVal)) {
    throw invalid("this application may not act for another one");
  }
  const statement = { publicKey, signature, certificate: cert.value, jwk };
  const [{ publicInputsHash }, { verifyGroth16 }] = await Promise.all([
    import("./public-inputs.ts"),
    import("./groth16.ts"),
  ]);
  const hash = await publicInputsHash(statement, configuration).catch((error: unknown) => {
    throw error instanceof RangeError ? invalid(error.message) : error;
  });
  const { trainingWheelsPubkey } = configuration;
  if (trainingWheelsPubkey !== undefined) {
    const message = trainingWheelsMessage(proof, scalarToBytes(hash));
    const isSigned =
      trainingWheelsSignature?.kind === "Ed25519" &&
      (await ed25519(trainingWheelsPubkey, message, trainingWheelsSignature.value));
    if (!isSigned) throw invalid("the proof lacks the signature of the proving service");
  }
  if (!verifyGroth16(verificationKey, proof, hash)) throw invalid("the zero-knowledge proof is not valid");
}

/** The message that the proving service signs: the proof, and what it is about. */
function trainingWheelsMessage(proof: Zkp, statement: Uint8Array): Uint8Array {
  // The proof is there without the index of its variant.
  return concatBytes(domainSeed("Groth16ProofAndStatement"), Zkp.encode(proof).subarray(1), statement);
}

const rsaJwkType = "0x1::jwks::RSA_JWK";

/** The provider's key that a token's header names. */
function findJwk(
  providers: readonly ProviderJwks[],
  { issVal }: KeylessPublicKey,
  { jwtHeaderJson }: KeylessSignature,
): RsaJwk | undefined {
  const header = parseHeader(jwtHeaderJson);
  if (header === undefined) return undefined;
  const issuer = bytesToHex(encodeUtf8(issVal));
  const provider = providers.find((candidate) => bytesToHex(candidate.issuer) === issuer);
  for (const { variant } of provider?.jwks ?? []) {
    if (variant.typeName !== rsaJwkType) continue;
    const jwk = RsaJwk.decode(variant.data);
    if (jwk.kid === header.kid) return jwk.alg === header.alg ? jwk : undefined;
  }
  return undefined;
}

function parseHeader(json: string): { readonly kid: string; readonly alg: string } | undefined {
  const header = readMembers(json);
  const [kid, alg] = [header && readText(header, "kid"), header && readText(header, "alg")];
  return kid === undefined || alg === undefined ? undefined : { kid, alg };
}

function noVerificationKey(): Discard {
  return invalid("this chain has no key for verifying zero-knowledge proofs");
}

function invalid(message: string): Discard {
  return new Discard("INVALID_SIGNATURE", message);
}

import {
  bytesEqual,
  EphemeralPublicKey,
  type KeylessPublicKey,
  type KeylessSignature,
  type OpenIdSig,
} from "@ledger/types";
import { encodeBase64Url } from "../base64-url.ts";
import { encodeUtf8 } from "../utf8.ts";
import type { KeylessConfiguration, RsaJwk } from "./on-chain.ts";
import { type HashScalars, littleEndian, loadPoseidon, paddedScalars, scalarBytes, scalarToBytes } from "./poseidon.ts";
import { maxAudBytes } from "./public-inputs.ts";
import { verifyRs256 } from "./rsa.ts";
import { isWellFormed, readMembers, readText, readU64, type TokenMembers } from "./token-json.ts";

/** The preimage of an identity's commitment has texts of at most so many bytes, besides the audience. */
const maxUidKeyBytes = 30;
const maxUidValueBytes = 330;
/** The latest time that the chain's validators can say, seconds since the Unix epoch. */
const maxSeconds = 2n ** 63n - 1n;

/** A token that a session presents in place of a proof about it. */
export interface KeylessToken {
  readonly publicKey: KeylessPublicKey;
  readonly signature: KeylessSignature;
  readonly certificate: OpenIdSig;
  /** The provider's key that the token's header names. */
  readonly jwk: RsaJwk;
}

/**
 * Checks a provider's token: that the provider signed it, that it is of the identity which the account commits to, and that it was asked
 * for with the session's key and its expiry.
 *
 * @returns why it is refused; `undefined` where it is right
 * @see Aptos improvement proposal 61
 */
export async function refuseToken(
  token: KeylessToken,
  configuration: KeylessConfiguration,
): Promise<string | undefined> {
  const { publicKey, signature, certificate, jwk } = token;
  const claims = readClaims(certificate.jwtPayloadJson);
  if (claims === undefined) return "the token's claims cannot be read";
  const { iss, aud, iat, nonce } = claims;
  const latest = iat + configuration.maxExpHorizonSecs;
  if (latest > maxSeconds) return "the token's claims cannot be read";
  if (signature.expDateSecs >= latest) return "the ephemeral key is valid for too long";
  if (iss !== publicKey.issVal) return "the token is of another provider";
  if (certificate.idcAudVal !== undefined && !configuration.overrideAudVals.includes(aud)) {
    return "this application may not act for another one";
  }
  const identity = userIdentity(claims, certificate.uidKey);
  if (identity === undefined) return "the token does not name the user by that claim";
  const hash = await loadPoseidon();
  try {
    const committed = commitment(hash, certificate, certificate.idcAudVal ?? aud, identity);
    if (!bytesEqual(committed, publicKey.idc)) return "the token is of another identity";
    if (nonce !== sessionNonce(hash, token, configuration)) return "the token was asked for with another ephemeral key";
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
  const parts = [signature.jwtHeaderJson, certificate.jwtPayloadJson].map((json) => encodeBase64Url(encodeUtf8(json)));
  const isSigned = jwk.alg === "RS256" && verifyRs256(jwk, encodeUtf8(parts.join(".")), certificate.jwtSig);
  return isSigned ? undefined : "the provider's signature of the token is not valid";
}

/** The commitment to an identity: 32 bytes, which no one can turn back into it without the pepper. */
function commitment(
  hash: HashScalars,
  { pepper, uidKey }: Pick<OpenIdSig, "pepper" | "uidKey">,
  aud: string,
  identity: string,
): Uint8Array {
  const text = (value: string, size: number): bigint => hash(paddedScalars(encodeUtf8(value), size));
  const parts = [text(aud, maxAudBytes), text(identity, maxUidValueBytes), text(uidKey, maxUidKeyBytes)];
  return scalarToBytes(hash([littleEndian(pepper), ...parts]));
}

/** The nonce that a token for a session is asked for with: a commitment to the session's key, and to when it expires. */
function sessionNonce(
  hash: HashScalars,
  { signature, certificate }: KeylessToken,
  { maxCommittedEpkBytes }: KeylessConfiguration,
): string {
  const { epkBlinder } = certificate;
  if (epkBlinder.length > scalarBytes) throw new RangeError(`${epkBlinder.length} bytes do not fit in ${scalarBytes}`);
  const key = paddedScalars(EphemeralPublicKey.encode(signature.ephemeralPubkey), maxCommittedEpkBytes);
  return hash([...key, signature.expDateSecs, littleEndian(epkBlinder)]).toString();
}

interface Claims {
  readonly iss: string;
  readonly aud: string;
  readonly nonce: string;
  /** Seconds since the Unix epoch. */
  readonly iat: bigint;
  readonly all: TokenMembers;
}

/** Claims that identify a user by none of their own names. */
const otherClaims: ReadonlySet<string> = new Set(["iss", "aud", "nonce", "iat", "exp", "email_verified"]);

/** Names with a meaning of their own that a token may leave out, and must not have twice. */
const optionalClaims = ["email", "email_verified"];

function readClaims(json: string): Claims | undefined {
  const all = readMembers(json);
  if (all === undefined || optionalClaims.some((name) => all.get(name)?.isRepeated === true)) return undefined;
  const [iss, aud, sub, nonce] = ["iss", "aud", "sub", "nonce"].map((name) => readText(all, name));
  const [iat, exp] = [readU64(all, "iat"), readU64(all, "exp")];
  if (iss === undefined || aud === undefined || sub === undefined || nonce === undefined) return undefined;
  if (iat === undefined || exp === undefined) return undefined;
  // An address of mail may be missing, but it is a text for those, too, who go by another name.
  const { value: email = null } = all.get("email") ?? {};
  if (email !== null && readText(all, "email") === undefined) return undefined;
  return { iss, aud, nonce, iat, all };
}

/** The value of the claim that identifies the user. An address of mail does only where the provider has verified it. */
function userIdentity({ all }: Claims, uidKey: string): string | undefined {
  if (otherClaims.has(uidKey)) return undefined;
  const { value: isVerified } = all.get("email_verified") ?? {};
  if (uidKey === "email" && isVerified !== true && isVerified !== "true") return undefined;
  const { value } = all.get(uidKey) ?? {};
  return typeof value === "string" && isWellFormed(value) ? value : undefined;
}

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

/** The preimage of an identity's commitment has texts of at most so many bytes, besides the audience. */
const maxUidKeyBytes = 30;
const maxUidValueBytes = 330;

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
  const { iss, aud, iat, nonce } = claims.known;
  if (signature.expDateSecs >= BigInt(iat) + configuration.maxExpHorizonSecs) {
    return "the ephemeral key is valid for too long";
  }
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
  readonly known: {
    readonly iss: string;
    readonly aud: string;
    readonly sub: string;
    readonly nonce: string;
    /** Seconds since the Unix epoch. */
    readonly iat: number;
  };
  readonly all: Readonly<Record<string, unknown>>;
}

/** Claims that identify a user by none of their own names. */
const otherClaims: ReadonlySet<string> = new Set(["iss", "aud", "nonce", "iat", "email_verified"]);

function readClaims(json: string): Claims | undefined {
  const all = parseObject(json);
  if (all === undefined) return undefined;
  const { iss, aud, sub, nonce, iat, exp } = all;
  const isWhole =
    typeof iss === "string" &&
    typeof aud === "string" &&
    typeof sub === "string" &&
    typeof nonce === "string" &&
    isSeconds(iat) &&
    isSeconds(exp);
  return isWhole ? { known: { iss, aud, sub, nonce, iat }, all } : undefined;
}

function parseObject(json: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function isSeconds(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

/** The value of the claim that identifies the user. An address of mail does only where the provider has verified it. */
function userIdentity({ all }: Claims, uidKey: string): string | undefined {
  if (otherClaims.has(uidKey)) return undefined;
  if (uidKey === "email" && all.email_verified !== true && all.email_verified !== "true") return undefined;
  const value = Object.hasOwn(all, uidKey) ? all[uidKey] : undefined;
  return typeof value === "string" ? value : undefined;
}

import { EphemeralPublicKey, type KeylessPublicKey, type KeylessSignature, type ZeroKnowledgeSig } from "@ledger/types";
import { bn254 } from "@noble/curves/bn254.js";
import { decodeCanonicalBase64Url, encodeBase64Url } from "../base64-url.ts";
import { encodeUtf8 } from "../utf8.ts";
import type { KeylessConfiguration, RsaJwk } from "./on-chain.ts";
import { littleEndian, loadPoseidon, paddedScalars, scalars } from "./poseidon.ts";

/** Bytes of an RSA modulus in one field element: three words, as the circuit computes with them. */
const modulusBytesPerScalar = 24;
/** The circuit knows moduli of 2048 bits only. */
const modulusBytes = 256;
/** Bytes of the longest audience that a commitment or a proof is made for. */
export const maxAudBytes = 120;
/** Used where there is no extra field, padded to the size that the circuit was made for. */
const noExtraField = { text: " ", bytes: 350 };

/** The statement that a proof is about. */
export interface KeylessStatement {
  readonly publicKey: KeylessPublicKey;
  readonly signature: KeylessSignature;
  readonly certificate: ZeroKnowledgeSig;
  readonly jwk: RsaJwk;
}

/**
 * The public input of a keyless proof: one hash of all that the proof is about.
 *
 * @returns an element of BN254's scalar field
 * @throws RangeError when a part does not fit into the circuit
 * @see Aptos improvement proposal 61
 */
export async function publicInputsHash(
  { publicKey, signature, certificate, jwk }: KeylessStatement,
  configuration: KeylessConfiguration,
): Promise<bigint> {
  const hash = await loadPoseidon();
  const text = (value: string, size: number) => hash(paddedScalars(encodeUtf8(value), size));
  const { extraField, overrideAudVal } = certificate;
  const { maxCommittedEpkBytes, maxExtraFieldBytes, maxJwtHeaderB64Bytes, maxIssValBytes } = configuration;
  const header = `${encodeBase64Url(encodeUtf8(signature.jwtHeaderJson))}.`;
  return hash([
    ...paddedScalars(EphemeralPublicKey.encode(signature.ephemeralPubkey), maxCommittedEpkBytes),
    bn254.fields.Fr.create(littleEndian(publicKey.idc)),
    signature.expDateSecs,
    certificate.expHorizonSecs,
    text(publicKey.issVal, maxIssValBytes),
    extraField === undefined ? 0n : 1n,
    extraField === undefined ? text(noExtraField.text, noExtraField.bytes) : text(extraField, maxExtraFieldBytes),
    text(header, maxJwtHeaderB64Bytes),
    hash(modulusScalars(jwk)),
    text(overrideAudVal ?? "", maxAudBytes),
    overrideAudVal === undefined ? 0n : 1n,
  ]);
}

/** The modulus from its lowest bytes up, then its size. */
function modulusScalars({ n }: RsaJwk): bigint[] {
  const modulus = decodeCanonicalBase64Url(n);
  if (modulus?.length !== modulusBytes) throw new RangeError(`the modulus does not have ${modulusBytes} bytes`);
  return [...scalars(modulus.reverse(), modulusBytesPerScalar), BigInt(modulusBytes)];
}

import { EphemeralPublicKey, type KeylessPublicKey, type KeylessSignature, type ZeroKnowledgeSig } from "@ledger/types";
import { bn254 } from "@noble/curves/bn254.js";
import { decodeBase64Url, encodeBase64Url } from "../base64-url.ts";
import { encodeUtf8 } from "../utf8.ts";
import { littleEndian } from "./groth16.ts";
import type { KeylessConfiguration, RsaJwk } from "./on-chain.ts";

/** Bytes of text in one field element. */
const scalarBytes = 31;
/** Bytes of an RSA modulus in one field element: three words, as the circuit computes with them. */
const modulusBytesPerScalar = 24;
/** The circuit knows moduli of 2048 bits only. */
const modulusBytes = 256;
const maxAudBytes = 120;
/** Used where there is no extra field, padded to the size that the circuit was made for. */
const noExtraField = { text: " ", bytes: 350 };

type PoseidonLite = typeof import("poseidon-lite");

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
  const poseidon = await loadPoseidon();
  const hash = (scalars: readonly bigint[]) => hashScalars(poseidon, scalars);
  const text = (value: string, size: number) => hash(padded(encodeUtf8(value), size));
  const { extraField, overrideAudVal } = certificate;
  const { maxCommittedEpkBytes, maxExtraFieldBytes, maxJwtHeaderB64Bytes, maxIssValBytes } = configuration;
  const header = `${encodeBase64Url(encodeUtf8(signature.jwtHeaderJson))}.`;
  return hash([
    ...padded(EphemeralPublicKey.encode(signature.ephemeralPubkey), maxCommittedEpkBytes),
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

/** Bundlers give a package of this form as the default export alone, Node under its names as well. */
async function loadPoseidon(): Promise<PoseidonLite> {
  const loaded: PoseidonLite & { readonly default?: PoseidonLite } = await import("poseidon-lite");
  return loaded.default ?? loaded;
}

/** Bytes padded with zeros to a size, 31 to an element, then their number. */
function padded(bytes: Uint8Array, size: number): bigint[] {
  if (bytes.length > size) throw new RangeError(`${bytes.length} bytes do not fit in ${size}`);
  const whole = new Uint8Array(size);
  whole.set(bytes);
  return [...scalars(whole, scalarBytes), BigInt(bytes.length)];
}

/** The modulus from its lowest bytes up, then its size. */
function modulusScalars({ n }: RsaJwk): bigint[] {
  const modulus = decodeBase64Url(n);
  if (modulus?.length !== modulusBytes) throw new RangeError(`the modulus does not have ${modulusBytes} bytes`);
  return [...scalars(modulus.reverse(), modulusBytesPerScalar), BigInt(modulusBytes)];
}

function scalars(bytes: Uint8Array, bytesPerScalar: number): bigint[] {
  const found: bigint[] = [];
  for (let start = 0; start < bytes.length; start += bytesPerScalar) {
    found.push(littleEndian(bytes.subarray(start, start + bytesPerScalar)));
  }
  return found;
}

function hashScalars(poseidon: PoseidonLite, inputs: readonly bigint[]): bigint {
  const hash = byCount(poseidon)[inputs.length - 1];
  if (hash === undefined) throw new RangeError(`${inputs.length} elements cannot be hashed`);
  return hash([...inputs]);
}

/** The hash functions for 1 to 16 inputs. */
function byCount(p: PoseidonLite) {
  return [
    p.poseidon1,
    p.poseidon2,
    p.poseidon3,
    p.poseidon4,
    p.poseidon5,
    p.poseidon6,
    p.poseidon7,
    p.poseidon8,
    p.poseidon9,
    p.poseidon10,
    p.poseidon11,
    p.poseidon12,
    p.poseidon13,
    p.poseidon14,
    p.poseidon15,
    p.poseidon16,
  ];
}

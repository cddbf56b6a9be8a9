import { concatBytes } from "@ledger/types";
import type { Fp2 } from "@noble/curves/abstract/tower.js";
import type { WeierstrassPoint } from "@noble/curves/abstract/weierstrass.js";
import { bls12_381 } from "@noble/curves/bls12-381.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { utf8Encoder } from "../../../host.ts";
import { bigEndian } from "../byte-order.ts";

const { G1, G2, fields } = bls12_381;

/** Bytes that one coordinate of a field element is reduced from. */
const coordinateLength = 64;
const hashLength = 32;
const blockLength = 64;
/** Longer domains are hashed. */
const maxDomainLength = 255;

// The library's type has coordinates for its answer; it is a point, and of the group.
const mapToG1 = G1.mapToCurve as unknown as (coordinate: bigint) => WeierstrassPoint<bigint>;
const mapToG2 = G2.mapToCurve as unknown as (coordinate: readonly bigint[]) => WeierstrassPoint<Fp2>;

/** Hashes a message to BLS12-381's first group: XMD, SHA-256, SSWU, random oracle. @param domain - any bytes, none too */
export function hashToG1(message: Uint8Array, domain: Uint8Array): WeierstrassPoint<bigint> {
  const [a, b] = coordinates(message, domain, 2) as [bigint, bigint];
  return mapToG1(a).add(mapToG1(b));
}

/** The same to the second group. */
export function hashToG2(message: Uint8Array, domain: Uint8Array): WeierstrassPoint<Fp2> {
  const [a, b, c, d] = coordinates(message, domain, 4) as [bigint, bigint, bigint, bigint];
  return mapToG2([a, b]).add(mapToG2([c, d]));
}

/**
 * Coordinates of field elements for a message. The library has the same, but takes no empty domain, which Move code may give.
 *
 * @see RFC 9380, sections 5.2, 5.3.1 and 5.3.3
 */
function coordinates(message: Uint8Array, domain: Uint8Array, count: number): bigint[] {
  const isLong = domain.length > maxDomainLength;
  const tag = isLong ? sha256(concatBytes(utf8Encoder.encode("H2C-OVERSIZE-DST-"), domain)) : domain;
  const suffix = concatBytes(tag, Uint8Array.of(tag.length));
  const length = count * coordinateLength;
  const lengthBytes = Uint8Array.of(length >> 8, length & 0xff);
  const seed = sha256(concatBytes(new Uint8Array(blockLength), message, lengthBytes, Uint8Array.of(0), suffix));
  const blocks: Uint8Array[] = [];
  let previous: Uint8Array = new Uint8Array(hashLength);
  for (let i = 1; i <= length / hashLength; i++) {
    const mixed = seed.map((byte, at) => byte ^ previous[at]!);
    previous = sha256(concatBytes(mixed, Uint8Array.of(i), suffix));
    blocks.push(previous);
  }
  const uniform = concatBytes(...blocks);
  return Array.from(
    { length: count },
    (_, i) => bigEndian(uniform.slice(i * coordinateLength, (i + 1) * coordinateLength)) % fields.Fp.ORDER,
  );
}

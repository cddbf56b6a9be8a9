import { concatBytes } from "@ledger/types";
import { pippenger } from "@noble/curves/abstract/curve.js";
import { ristretto255 } from "@noble/curves/ed25519.js";
import { shake256 } from "@noble/hashes/sha3.js";
import { utf8Encoder } from "../../host.ts";
import { MerlinTranscript } from "./merlin-transcript.ts";
import * as ristretto from "./ristretto255.ts";

const { scalars } = ristretto;
const { Point } = ristretto255;
const elementBytes = ristretto.elementLength;

/** Points and scalars before the argument about the inner product, and its last two scalars. */
const headElements = 7;
const tailElements = 2;
const maxRounds = 31;
const uniformLength = 64;

/** A range proof, as its bytes say. Points are compressed and not looked at. */
export interface RangeProof {
  readonly a: Uint8Array;
  readonly s: Uint8Array;
  readonly t1: Uint8Array;
  readonly t2: Uint8Array;
  readonly t: bigint;
  readonly tBlinding: bigint;
  readonly eBlinding: bigint;
  readonly left: readonly Uint8Array[];
  readonly right: readonly Uint8Array[];
  readonly innerA: bigint;
  readonly innerB: bigint;
}

/** Reads a proof; undefined for bytes that are none. */
export function readRangeProof(bytes: Uint8Array): RangeProof | undefined {
  const count = bytes.length / elementBytes;
  const rounds = (count - headElements - tailElements) / 2;
  if (!Number.isInteger(rounds) || rounds < 0 || rounds > maxRounds) return undefined;
  const parts = Array.from({ length: count }, (_, i) => bytes.slice(i * elementBytes, (i + 1) * elementBytes));
  const [a, s, t1, t2, ...rest] = parts as [Uint8Array, Uint8Array, Uint8Array, Uint8Array, ...Uint8Array[]];
  const numbers = [rest[0], rest[1], rest[2], rest.at(-2), rest.at(-1)].map((part) => ristretto.readScalar(part!));
  if (numbers.includes(undefined)) return undefined;
  const [t, tBlinding, eBlinding, innerA, innerB] = numbers as [bigint, bigint, bigint, bigint, bigint];
  const sides = rest.slice(3, -2);
  return {
    a,
    s,
    t1,
    t2,
    t,
    tBlinding,
    eBlinding,
    innerA,
    innerB,
    left: sides.filter((_, i) => i % 2 === 0),
    right: sides.filter((_, i) => i % 2 === 1),
  };
}

/** The bases of a commitment: `value * valueBase + blinding * blindingBase`. */
export interface CommitmentKey {
  readonly valueBase: ristretto.RistrettoPoint;
  readonly blindingBase: ristretto.RistrettoPoint;
}

/**
 * True if a proof shows that each committed value is below 2^bits.
 *
 * The equations of the proof (Bünz et al., "Bulletproofs", sections 4.1, 4.2 and 6.2) hold exactly when one sum of products is the
 * identity. Two of them are joined in it by a factor that the prover cannot know: here one that depends on the whole proof.
 *
 * @param commitments - compressed; their number times the bits is a power of two
 * @param domain - label of the transcript
 */
export function verifyRangeProof(
  proof: RangeProof,
  { valueBase, blindingBase }: CommitmentKey,
  commitments: readonly Uint8Array[],
  bits: number,
  domain: Uint8Array,
): boolean {
  const parties = commitments.length;
  const size = parties * bits;
  if (2 ** proof.left.length !== size) return false;
  const transcript = new ProofTranscript(domain);
  transcript.beginRangeProof(bits, commitments);
  if (!(transcript.appendPoint("A", proof.a) && transcript.appendPoint("S", proof.s))) return false;
  const y = transcript.challengeScalar("y");
  const z = transcript.challengeScalar("z");
  if (!(transcript.appendPoint("T_1", proof.t1) && transcript.appendPoint("T_2", proof.t2))) return false;
  const x = transcript.challengeScalar("x");
  transcript.appendScalar("t_x", proof.t);
  transcript.appendScalar("t_x_blinding", proof.tBlinding);
  transcript.appendScalar("e_blinding", proof.eBlinding);
  const w = transcript.challengeScalar("w");
  transcript.beginInnerProduct(size);
  const challenges: bigint[] = [];
  for (const [i, left] of proof.left.entries()) {
    if (!(transcript.appendPoint("L", left) && transcript.appendPoint("R", proof.right[i]!))) return false;
    challenges.push(transcript.challengeScalar("u"));
  }
  transcript.appendScalar("a", proof.innerA);
  transcript.appendScalar("b", proof.innerB);
  const c = transcript.challengeScalar("c");

  const { add, multiply, negate, subtract, invert } = scalars;
  const product = (...factors: readonly bigint[]): bigint => factors.reduce(multiply);
  const zz = multiply(z, z);
  const folded = foldingFactors(challenges, size);
  const yInverse = invert(y);
  const terms = new Terms();
  terms.addEncoded(proof.a, 1n);
  terms.addEncoded(proof.s, x);
  terms.addEncoded(proof.t1, multiply(c, x));
  terms.addEncoded(proof.t2, product(c, x, x));
  for (const [i, u] of challenges.entries()) {
    const inverse = invert(u);
    terms.addEncoded(proof.left[i]!, multiply(u, u));
    terms.addEncoded(proof.right[i]!, multiply(inverse, inverse));
  }
  terms.add(blindingBase, subtract(negate(proof.eBlinding), multiply(c, proof.tBlinding)));
  const known = subtract(delta(bits, parties, y, z), proof.t);
  const inner = multiply(w, subtract(proof.t, multiply(proof.innerA, proof.innerB)));
  terms.add(valueBase, add(inner, multiply(c, known)));
  let yPower = 1n;
  let zPower = 1n;
  for (let party = 0; party < parties; party++) {
    const { g, h } = generators(party);
    for (let bit = 0; bit < bits; bit++) {
      const i = party * bits + bit;
      terms.add(g[bit]!, subtract(negate(z), multiply(proof.innerA, folded[i]!)));
      const wanted = product(zz, zPower, 1n << BigInt(bit));
      const given = multiply(proof.innerB, folded[size - 1 - i]!);
      terms.add(h[bit]!, add(z, multiply(yPower, subtract(wanted, given))));
      yPower = multiply(yPower, yInverse);
    }
    terms.addEncoded(commitments[party]!, product(c, zz, zPower));
    zPower = multiply(zPower, z);
  }
  return terms.sumIsIdentity();
}

/** The part that the y and z of a proof add to the value of its polynomial at 0. */
function delta(bits: number, parties: number, y: bigint, z: bigint): bigint {
  const { add, multiply, subtract } = scalars;
  const powers = (base: bigint, count: number): bigint => {
    let sum = 0n;
    for (let i = 0, power = 1n; i < count; i++, power = multiply(power, base)) sum = add(sum, power);
    return sum;
  };
  const zz = multiply(z, z);
  const ofY = multiply(subtract(z, zz), powers(y, bits * parties));
  return subtract(ofY, [zz, z, powers(2n, bits), powers(z, parties)].reduce(multiply));
}

/** The factor that all rounds of folding give each generator. */
function foldingFactors(challenges: readonly bigint[], size: number): bigint[] {
  const { multiply, invert } = scalars;
  const factors = [invert(challenges.reduce(multiply, 1n))];
  for (let i = 1; i < size; i++) {
    const level = 31 - Math.clz32(i);
    const challenge = challenges[challenges.length - 1 - level]!;
    factors.push([factors[i - 2 ** level]!, challenge, challenge].reduce(multiply));
  }
  return factors;
}

/** Points with their factors, which are added up at once. */
class Terms {
  readonly #points: ristretto.RistrettoPoint[] = [];
  readonly #factors: bigint[] = [];
  #isReadable = true;

  add(point: ristretto.RistrettoPoint, factor: bigint): void {
    this.#points.push(point);
    this.#factors.push(factor);
  }

  addEncoded(bytes: Uint8Array, factor: bigint): void {
    const point = ristretto.decompress(bytes);
    if (point === undefined) this.#isReadable = false;
    else this.add(point, factor);
  }

  /** True if all points could be read and the sum is the identity. */
  sumIsIdentity(): boolean {
    return this.#isReadable && pippenger(Point, this.#points, this.#factors).equals(ristretto.identity);
  }
}

/** The transcript of a proof about values in a range. */
export class ProofTranscript extends MerlinTranscript {
  /** @param commitments - compressed */
  beginRangeProof(bits: number, commitments: readonly Uint8Array[]): void {
    this.append("dom-sep", utf8Encoder.encode("rangeproof v1"));
    this.appendNumber("n", bits);
    this.appendNumber("m", commitments.length);
    for (const commitment of commitments) this.append("V", commitment);
  }

  beginInnerProduct(size: number): void {
    this.append("dom-sep", utf8Encoder.encode("ipp v1"));
    this.appendNumber("n", size);
  }

  /** @returns whether the point may be in a proof: the identity may not */
  appendPoint(label: string, point: Uint8Array): boolean {
    this.append(label, point);
    return point.some((byte) => byte !== 0);
  }

  appendScalar(label: string, scalar: bigint): void {
    this.append(label, ristretto.writeScalar(scalar));
  }

  challengeScalar(label: string): bigint {
    return ristretto.reduceScalar(this.challenge(label, uniformLength));
  }
}

/** The generators of one party's bits. */
export interface Generators {
  readonly g: readonly ristretto.RistrettoPoint[];
  readonly h: readonly ristretto.RistrettoPoint[];
}

const maxBits = 64;
const partyGenerators = new Map<number, Generators>();

/** The generators of a party, made when a proof first needs them. */
export function generators(party: number): Generators {
  let made = partyGenerators.get(party);
  if (made === undefined) {
    made = { g: chain("G", party), h: chain("H", party) };
    partyGenerators.set(party, made);
  }
  return made;
}

function chain(letter: "G" | "H", party: number): ristretto.RistrettoPoint[] {
  const label = concatBytes(utf8Encoder.encode(letter), Uint8Array.of(party, 0, 0, 0));
  const input = concatBytes(utf8Encoder.encode("GeneratorsChain"), label);
  const uniform = shake256(input, { dkLen: maxBits * uniformLength });
  return Array.from({ length: maxBits }, (_, i) =>
    ristretto.fromUniformBytes(uniform.slice(i * uniformLength, (i + 1) * uniformLength)),
  );
}

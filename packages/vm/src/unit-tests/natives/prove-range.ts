import { concatBytes } from "@ledger/types";
import { pippenger } from "@noble/curves/abstract/curve.js";
import { ristretto255 } from "@noble/curves/ed25519.js";
import { type CommitmentKey, generators, ProofTranscript } from "../../natives/crypto/range-proof.ts";
import { type RistrettoPoint, scalars, multiply as scale, writeScalar } from "../../natives/crypto/ristretto255.ts";

/** A value that a proof is about, with the factor that hides it. */
export interface Opening {
  readonly value: bigint;
  readonly blinding: bigint;
}

const { add, multiply, subtract, invert } = scalars;

/** A proof, and the commitments to its values. */
export interface ProvedRange {
  readonly proof: Uint8Array;
  readonly commitments: readonly Uint8Array[];
}

/**
 * Proves that values are below 2^bits, for tests: the numbers that hide them are made up by a function, and time is not constant.
 *
 * @param openings - their number times the bits is a power of two
 * @param draw - makes a scalar up
 * @see Bünz et al., "Bulletproofs", sections 4.1, 4.2 and 3
 */
export function proveRange(
  openings: readonly Opening[],
  { valueBase, blindingBase }: CommitmentKey,
  bits: number,
  domain: Uint8Array,
  draw: () => bigint,
): ProvedRange {
  const size = openings.length * bits;
  const commit = (value: bigint, blinding: bigint) => sum([valueBase, blindingBase], [value, blinding]);
  const commitments = openings.map(({ value, blinding }) => commit(value, blinding).toBytes());
  const transcript = new ProofTranscript(domain);
  transcript.beginRangeProof(bits, commitments);

  const { g, h } = allGenerators(openings.length, bits);
  const left = openings.flatMap(({ value }) => bitsOf(value, bits));
  const right = left.map((bit) => subtract(bit, 1n));
  const [maskLeft, maskRight] = [left.map(draw), left.map(draw)];
  const [alpha, rho, tau1, tau2] = [draw(), draw(), draw(), draw()];
  const send = (label: string, point: RistrettoPoint): Uint8Array => {
    const bytes = point.toBytes();
    transcript.appendPoint(label, bytes);
    return bytes;
  };
  const a = send("A", sum([blindingBase, ...g, ...h], [alpha, ...left, ...right]));
  const s = send("S", sum([blindingBase, ...g, ...h], [rho, ...maskLeft, ...maskRight]));
  const [y, z] = [transcript.challengeScalar("y"), transcript.challengeScalar("z")];

  // The polynomials of the proof: each side is a constant and a factor of x.
  const yPowers = powers(y, size);
  const zPowers = powers(z, openings.length + 2);
  const weights = left.map((_, i) => multiply(zPowers[2 + Math.floor(i / bits)]!, 1n << BigInt(i % bits)));
  const l0 = left.map((bit) => subtract(bit, z));
  const r0 = right.map((bit, i) => add(multiply(yPowers[i]!, add(bit, z)), weights[i]!));
  const r1 = maskRight.map((mask, i) => multiply(yPowers[i]!, mask));
  const t1 = add(inner(l0, r1), inner(maskLeft, r0));
  const t2 = inner(maskLeft, r1);
  const firstT = send("T_1", commit(t1, tau1));
  const secondT = send("T_2", commit(t2, tau2));
  const x = transcript.challengeScalar("x");

  const l = l0.map((constant, i) => add(constant, multiply(maskLeft[i]!, x)));
  const r = r0.map((constant, i) => add(constant, multiply(r1[i]!, x)));
  const hidden = inner(
    openings.map(({ blinding }) => blinding),
    zPowers.slice(2),
  );
  const numbers = [
    inner(l, r),
    add(hidden, add(multiply(tau1, x), multiply(tau2, multiply(x, x)))),
    add(alpha, multiply(rho, x)),
  ];
  ["t_x", "t_x_blinding", "e_blinding"].forEach((label, i) => {
    transcript.appendScalar(label, numbers[i]!);
  });
  const q = scale(valueBase, transcript.challengeScalar("w"));
  const inverses = powers(invert(y), size);
  const product = proveInnerProduct(
    transcript,
    q,
    g,
    h.map((point, i) => scale(point, inverses[i]!)),
    l,
    r,
  );
  return { proof: concatBytes(a, s, firstT, secondT, ...numbers.map(writeScalar), product), commitments };
}

/** Proves an inner product by halves: two points a round, and the last two numbers. */
function proveInnerProduct(
  transcript: ProofTranscript,
  q: RistrettoPoint,
  ...[g, h, a, b]: [RistrettoPoint[], RistrettoPoint[], bigint[], bigint[]]
): Uint8Array {
  transcript.beginInnerProduct(a.length);
  const parts: Uint8Array[] = [];
  while (a.length > 1) {
    const half = a.length / 2;
    const [aLow, aHigh, bLow, bHigh] = [a.slice(0, half), a.slice(half), b.slice(0, half), b.slice(half)];
    const [gLow, gHigh, hLow, hHigh] = [g.slice(0, half), g.slice(half), h.slice(0, half), h.slice(half)];
    const l = sum([...gHigh, ...hLow, q], [...aLow, ...bHigh, inner(aLow, bHigh)]).toBytes();
    const r = sum([...gLow, ...hHigh, q], [...aHigh, ...bLow, inner(aHigh, bLow)]).toBytes();
    parts.push(l, r);
    transcript.appendPoint("L", l);
    transcript.appendPoint("R", r);
    const u = transcript.challengeScalar("u");
    const inverse = invert(u);
    a = aLow.map((low, i) => add(multiply(low, u), multiply(aHigh[i]!, inverse)));
    b = bLow.map((low, i) => add(multiply(low, inverse), multiply(bHigh[i]!, u)));
    g = gLow.map((low, i) => scale(low, inverse).add(scale(gHigh[i]!, u)));
    h = hLow.map((low, i) => scale(low, u).add(scale(hHigh[i]!, inverse)));
  }
  return concatBytes(...parts, writeScalar(a[0]!), writeScalar(b[0]!));
}

function allGenerators(parties: number, bits: number): { readonly g: RistrettoPoint[]; readonly h: RistrettoPoint[] } {
  const made = Array.from({ length: parties }, (_, party) => generators(party));
  return {
    g: made.flatMap(({ g }) => g.slice(0, bits)),
    h: made.flatMap(({ h }) => h.slice(0, bits)),
  };
}

function bitsOf(value: bigint, bits: number): bigint[] {
  return Array.from({ length: bits }, (_, i) => (value >> BigInt(i)) & 1n);
}

function powers(base: bigint, count: number): bigint[] {
  const all = [1n];
  while (all.length < count) all.push(multiply(all.at(-1)!, base));
  return all;
}

function inner(a: readonly bigint[], b: readonly bigint[]): bigint {
  return a.reduce((total, each, i) => add(total, multiply(each, b[i]!)), 0n);
}

function sum(points: RistrettoPoint[], factors: readonly bigint[]): RistrettoPoint {
  return pippenger(
    ristretto255.Point,
    points,
    factors.map((factor) => add(factor, 0n)),
  );
}

import { createRequire as nodeRequire } from "node:module"; const require = nodeRequire(import.meta.url); globalThis.__log ??= []; globalThis.__seen ??= new Set(); globalThis.__walk ??= (f,n,l) => { if (!globalThis.__on) return; const k=f+":"+l; if (globalThis.__seen.has(k)) return; globalThis.__seen.add(k); globalThis.__log.push([f,n]); };
import {
  decompress,
  elementLength,
  findPoint,
  fromUniformBytes,
  identity,
  readScalar,
  reduceScalar,
  ristretto255_exports,
  writeScalar
} from "./chunk-EE5EHD5B.js";
import {
  ristretto255
} from "./chunk-GPAAP6A4.js";
import {
  utf8Encoder
} from "./chunk-3OUV4NPU.js";
import {
  concatBytes
} from "./chunk-2XSFZ6XN.js";
import {
  keccakP,
  shake256
} from "./chunk-RBDAKBAQ.js";
import {
  pippenger
} from "./chunk-ZHCS6YIL.js";
import "./chunk-7I2P44JX.js";
import {
  bytesOf,
  integerOf,
  partsBehind,
  partsOf
} from "./chunk-FJ3JFEMO.js";
import "./chunk-V4L7RYGF.js";

// packages/vm/src/natives/crypto/merlin-transcript.ts
var stateLength = 200;
var rate = 166;
var flagI = 1;
var flagA = 2;
var flagC = 4;
var flagM = 16;
var MerlinTranscript = class {
  #words = new Uint32Array(stateLength / 4);
  #bytes = new Uint8Array(this.#words.buffer);
  #position = 0;
  #operationStart = 0;
  /** @param label - what protocol the transcript belongs to */
  constructor(label) {
    globalThis.__walk?.("packages/vm/src/natives/crypto/merlin-transcript.ts", "constructor", 27);
    this.#bytes.set([1, rate + 2, 1, 0, 1, 96]);
    this.#bytes.set(utf8Encoder.encode("STROBEv1.0.2"), 6);
    this.#permute();
    this.#begin(flagM | flagA);
    this.#absorb(utf8Encoder.encode("Merlin v1.0"));
    this.append("dom-sep", label);
  }
  /** Adds a message. */
  append(label, message) {
    globalThis.__walk?.("packages/vm/src/natives/crypto/merlin-transcript.ts", "append", 37);
    this.#describe(label, message.length);
    this.#begin(flagA);
    this.#absorb(message);
  }
  /** Adds a number, as 8 bytes, lowest first. */
  appendNumber(label, value) {
    globalThis.__walk?.("packages/vm/src/natives/crypto/merlin-transcript.ts", "appendNumber", 44);
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setUint32(0, value, true);
    this.append(label, bytes);
  }
  /** Bytes that depend on everything so far. */
  challenge(label, length) {
    globalThis.__walk?.("packages/vm/src/natives/crypto/merlin-transcript.ts", "challenge", 51);
    this.#describe(label, length);
    this.#begin(flagI | flagA | flagC);
    const bytes = new Uint8Array(length);
    for (let i = 0; i < length; i++) {
      bytes[i] = this.#bytes[this.#position];
      this.#bytes[this.#position] = 0;
      this.#advance();
    }
    return bytes;
  }
  /** Announces what comes next, and its length. */
  #describe(label, length) {
    globalThis.__walk?.("packages/vm/src/natives/crypto/merlin-transcript.ts", "describe", 64);
    this.#begin(flagM | flagA);
    this.#absorb(utf8Encoder.encode(label));
    this.#absorb(Uint8Array.of(length, length >>> 8, length >>> 16, length >>> 24));
  }
  #begin(flags) {
    globalThis.__walk?.("packages/vm/src/natives/crypto/merlin-transcript.ts", "begin", 70);
    const previous = this.#operationStart;
    this.#operationStart = this.#position + 1;
    this.#absorb(Uint8Array.of(previous, flags));
    if ((flags & flagC) !== 0 && this.#position !== 0) this.#run();
  }
  #absorb(data) {
    globalThis.__walk?.("packages/vm/src/natives/crypto/merlin-transcript.ts", "absorb", 77);
    for (const byte of data) {
      this.#bytes[this.#position] ^= byte;
      this.#advance();
    }
  }
  #advance() {
    globalThis.__walk?.("packages/vm/src/natives/crypto/merlin-transcript.ts", "advance", 84);
    this.#position++;
    if (this.#position === rate) this.#run();
  }
  #run() {
    globalThis.__walk?.("packages/vm/src/natives/crypto/merlin-transcript.ts", "run", 89);
    this.#bytes[this.#position] ^= this.#operationStart;
    this.#bytes[this.#position + 1] ^= 4;
    this.#bytes[rate + 1] ^= 128;
    this.#permute();
    this.#position = 0;
    this.#operationStart = 0;
  }
  #permute() {
    globalThis.__walk?.("packages/vm/src/natives/crypto/merlin-transcript.ts", "permute", 98);
    keccakP(this.#words);
  }
};

// packages/vm/src/natives/crypto/range-proof.ts
var { scalars } = ristretto255_exports;
var { Point } = ristretto255;
var elementBytes = elementLength;
var headElements = 7;
var tailElements = 2;
var maxRounds = 31;
var uniformLength = 64;
function readRangeProof(bytes) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/range-proof.ts", "readRangeProof", 35);
  const count = bytes.length / elementBytes;
  const rounds = (count - headElements - tailElements) / 2;
  if (!Number.isInteger(rounds) || rounds < 0 || rounds > maxRounds) return void 0;
  const parts = Array.from({ length: count }, (_, i) => (globalThis.__walk?.("packages/vm/src/natives/crypto/range-proof.ts", "parts", 39), bytes.slice(i * elementBytes, (i + 1) * elementBytes)));
  const [a, s, t1, t2, ...rest] = parts;
  const numbers = [rest[0], rest[1], rest[2], rest.at(-2), rest.at(-1)].map((part) => (globalThis.__walk?.("packages/vm/src/natives/crypto/range-proof.ts", "numbers", 41), readScalar(part)));
  if (numbers.includes(void 0)) return void 0;
  const [t, tBlinding, eBlinding, innerA, innerB] = numbers;
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
    left: sides.filter((_, i) => (globalThis.__walk?.("packages/vm/src/natives/crypto/range-proof.ts", "left", 55), i % 2 === 0)),
    right: sides.filter((_, i) => (globalThis.__walk?.("packages/vm/src/natives/crypto/range-proof.ts", "right", 56), i % 2 === 1))
  };
}
function verifyRangeProof(proof, { valueBase, blindingBase }, commitments, bits, domain) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/range-proof.ts", "verifyRangeProof", 75);
  const parties = commitments.length;
  const size = parties * bits;
  if (2 ** proof.left.length !== size) return false;
  const transcript = new ProofTranscript(domain);
  transcript.append("dom-sep", utf8Encoder.encode("rangeproof v1"));
  transcript.appendNumber("n", bits);
  transcript.appendNumber("m", parties);
  for (const commitment of commitments) transcript.append("V", commitment);
  if (!(transcript.appendPoint("A", proof.a) && transcript.appendPoint("S", proof.s))) return false;
  const y = transcript.challengeScalar("y");
  const z = transcript.challengeScalar("z");
  if (!(transcript.appendPoint("T_1", proof.t1) && transcript.appendPoint("T_2", proof.t2))) return false;
  const x = transcript.challengeScalar("x");
  transcript.appendScalar("t_x", proof.t);
  transcript.appendScalar("t_x_blinding", proof.tBlinding);
  transcript.appendScalar("e_blinding", proof.eBlinding);
  const w = transcript.challengeScalar("w");
  transcript.append("dom-sep", utf8Encoder.encode("ipp v1"));
  transcript.appendNumber("n", size);
  const challenges = [];
  for (const [i, left] of proof.left.entries()) {
    if (!(transcript.appendPoint("L", left) && transcript.appendPoint("R", proof.right[i]))) return false;
    challenges.push(transcript.challengeScalar("u"));
  }
  transcript.appendScalar("a", proof.innerA);
  transcript.appendScalar("b", proof.innerB);
  const c = transcript.challengeScalar("c");
  const { add, multiply, negate, subtract, invert } = scalars;
  const product = (...factors) => (globalThis.__walk?.("packages/vm/src/natives/crypto/range-proof.ts", "product", 111), factors.reduce(multiply));
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
    terms.addEncoded(proof.left[i], multiply(u, u));
    terms.addEncoded(proof.right[i], multiply(inverse, inverse));
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
      terms.add(g[bit], subtract(negate(z), multiply(proof.innerA, folded[i])));
      const wanted = product(zz, zPower, 1n << BigInt(bit));
      const given = multiply(proof.innerB, folded[size - 1 - i]);
      terms.add(h[bit], add(z, multiply(yPower, subtract(wanted, given))));
      yPower = multiply(yPower, yInverse);
    }
    terms.addEncoded(commitments[party], product(c, zz, zPower));
    zPower = multiply(zPower, z);
  }
  return terms.sumIsIdentity();
}
function delta(bits, parties, y, z) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/range-proof.ts", "delta", 148);
  const { add, multiply, subtract } = scalars;
  const powers = (base, count) => {
    globalThis.__walk?.("packages/vm/src/natives/crypto/range-proof.ts", "powers", 150);
    let sum = 0n;
    for (let i = 0, power = 1n; i < count; i++, power = multiply(power, base)) sum = add(sum, power);
    return sum;
  };
  const zz = multiply(z, z);
  const ofY = multiply(subtract(z, zz), powers(y, bits * parties));
  return subtract(ofY, [zz, z, powers(2n, bits), powers(z, parties)].reduce(multiply));
}
function foldingFactors(challenges, size) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/range-proof.ts", "foldingFactors", 161);
  const { multiply, invert } = scalars;
  const factors = [invert(challenges.reduce(multiply, 1n))];
  for (let i = 1; i < size; i++) {
    const level = 31 - Math.clz32(i);
    const challenge = challenges[challenges.length - 1 - level];
    factors.push([factors[i - 2 ** level], challenge, challenge].reduce(multiply));
  }
  return factors;
}
var Terms = class {
  #points = [];
  #factors = [];
  #isReadable = true;
  add(point, factor) {
    globalThis.__walk?.("packages/vm/src/natives/crypto/range-proof.ts", "add", 178);
    this.#points.push(point);
    this.#factors.push(factor);
  }
  addEncoded(bytes, factor) {
    globalThis.__walk?.("packages/vm/src/natives/crypto/range-proof.ts", "addEncoded", 183);
    const point = decompress(bytes);
    if (point === void 0) this.#isReadable = false;
    else this.add(point, factor);
  }
  /** True if all points could be read and the sum is the identity. */
  sumIsIdentity() {
    globalThis.__walk?.("packages/vm/src/natives/crypto/range-proof.ts", "sumIsIdentity", 190);
    return this.#isReadable && pippenger(Point, this.#points, this.#factors).equals(identity);
  }
};
var ProofTranscript = class extends MerlinTranscript {
  /** @returns whether the point may be in a proof: the identity may not */
  appendPoint(label, point) {
    globalThis.__walk?.("packages/vm/src/natives/crypto/range-proof.ts", "appendPoint", 198);
    this.append(label, point);
    return point.some((byte) => (globalThis.__walk?.("packages/vm/src/natives/crypto/range-proof.ts", "appendPoint", 200), byte !== 0));
  }
  appendScalar(label, scalar) {
    globalThis.__walk?.("packages/vm/src/natives/crypto/range-proof.ts", "appendScalar", 203);
    this.append(label, writeScalar(scalar));
  }
  challengeScalar(label) {
    globalThis.__walk?.("packages/vm/src/natives/crypto/range-proof.ts", "challengeScalar", 207);
    return reduceScalar(this.challenge(label, uniformLength));
  }
};
var maxBits = 64;
var partyGenerators = /* @__PURE__ */ new Map();
function generators(party) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/range-proof.ts", "generators", 221);
  let made = partyGenerators.get(party);
  if (made === void 0) {
    made = { g: chain("G", party), h: chain("H", party) };
    partyGenerators.set(party, made);
  }
  return made;
}
function chain(letter, party) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/range-proof.ts", "chain", 230);
  const label = concatBytes(utf8Encoder.encode(letter), Uint8Array.of(party, 0, 0, 0));
  const input = concatBytes(utf8Encoder.encode("GeneratorsChain"), label);
  const uniform = shake256(input, { dkLen: maxBits * uniformLength });
  return Array.from(
    { length: maxBits },
    (_, i) => (globalThis.__walk?.("packages/vm/src/natives/crypto/range-proof.ts", "chain", 234), fromUniformBytes(uniform.slice(i * uniformLength, (i + 1) * uniformLength)))
  );
}

// packages/vm/src/natives/framework/bulletproofs.ts
var unreadableProof = 65537;
var unsupportedBits = 65539;
var unsupportedBatch = 65540;
var badBlindingBase = 655361;
var badValueBase = 655362;
var badBatchBlindingBase = 655363;
var badBatchValueBase = 655364;
var bitCounts = [8, 16, 32, 64];
var batchSizes = [1, 2, 4, 8, 16];
function bitsOf(call) {
  globalThis.__walk?.("packages/vm/src/natives/framework/bulletproofs.ts", "bitsOf", 20);
  const wanted = integerOf(call.args[4]);
  return bitCounts.find((bits) => (globalThis.__walk?.("packages/vm/src/natives/framework/bulletproofs.ts", "bitsOf", 22), bits === wanted)) ?? call.abort(unsupportedBits, "Unsupported number of bits");
}
function keyOf(call, blindingCode, valueCode) {
  globalThis.__walk?.("packages/vm/src/natives/framework/bulletproofs.ts", "keyOf", 26);
  const base = (index, code) => (globalThis.__walk?.("packages/vm/src/natives/framework/bulletproofs.ts", "base", 27), findPoint(call, integerOf(partsBehind(call.args[index])[0])) ?? call.abort(code, "Invalid point handle"));
  const blindingBase = base(2, blindingCode);
  return { blindingBase, valueBase: base(1, valueCode) };
}
function proofOf(call) {
  globalThis.__walk?.("packages/vm/src/natives/framework/bulletproofs.ts", "proofOf", 33);
  return readRangeProof(bytesOf(call.args[3])) ?? call.abort(unreadableProof, "Range proof deserialization failed");
}
function commitmentOf(call, bytes) {
  globalThis.__walk?.("packages/vm/src/natives/framework/bulletproofs.ts", "commitmentOf", 38);
  return bytes.length === elementLength ? bytes.slice() : call.invariant("a commitment is not 32 bytes long");
}
function verifyOne(call) {
  globalThis.__walk?.("packages/vm/src/natives/framework/bulletproofs.ts", "verifyOne", 42);
  const commitment = commitmentOf(call, bytesOf(call.args[0]));
  const bits = bitsOf(call);
  const key = keyOf(call, badBlindingBase, badValueBase);
  call.charge("aptos_framework.bulletproofs.base");
  call.charge("aptos_framework.bulletproofs.per_byte_rangeproof_deserialize", bytesOf(call.args[3]).length);
  const proof = proofOf(call);
  call.charge("aptos_framework.bulletproofs.per_bit_rangeproof_verify", bits);
  return verifyRangeProof(proof, key, [commitment], bits, bytesOf(call.args[5]));
}
function verifyBatch(call) {
  globalThis.__walk?.("packages/vm/src/natives/framework/bulletproofs.ts", "verifyBatch", 53);
  const commitments = partsOf(call.args[0]).map((bytes) => (globalThis.__walk?.("packages/vm/src/natives/framework/bulletproofs.ts", "commitments", 54), commitmentOf(call, bytesOf(bytes))));
  const bits = bitsOf(call);
  const size = batchSizes.find((known) => (globalThis.__walk?.("packages/vm/src/natives/framework/bulletproofs.ts", "size", 56), known === commitments.length));
  if (size === void 0) return call.abort(unsupportedBatch, "Unsupported batch size");
  const key = keyOf(call, badBatchBlindingBase, badBatchValueBase);
  call.charge(`aptos_framework.bulletproofs.verify.base_batch_${size}_bits_${bits}`);
  return verifyRangeProof(proofOf(call), key, commitments, bits, bytesOf(call.args[5]));
}
var natives = {
  "0x1::ristretto255_bulletproofs::verify_range_proof_internal": verifyOne,
  "0x1::ristretto255_bulletproofs::verify_batch_range_proof_internal": verifyBatch,
  "0x1::confidential_range_proofs::verify_batch_range_proof_internal": verifyBatch
};
export {
  natives
};

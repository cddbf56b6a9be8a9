import { createRequire as nodeRequire } from "node:module"; const require = nodeRequire(import.meta.url); globalThis.__log ??= []; globalThis.__seen ??= new Set(); globalThis.__walk ??= (f,n,l) => { if (!globalThis.__on) return; const k=f+":"+l; if (globalThis.__seen.has(k)) return; globalThis.__seen.add(k); globalThis.__log.push([f,n]); };
import {
  bls12_381,
  blsBasic,
  decode,
  encode,
  keyCurve,
  psiFrobenius,
  signatureCurve,
  tower12
} from "./chunk-YGSRSLSI.js";
import {
  weierstrass
} from "./chunk-TH6MITXI.js";
import {
  Results
} from "./chunk-A3GLVXIS.js";
import {
  utf8Encoder
} from "./chunk-3OUV4NPU.js";
import {
  concatBytes
} from "./chunk-2XSFZ6XN.js";
import "./chunk-RBDAKBAQ.js";
import {
  Field,
  bitLen
} from "./chunk-ZHCS6YIL.js";
import {
  bigEndian,
  littleEndian,
  toLittleEndian
} from "./chunk-7I2P44JX.js";
import {
  ByteVector,
  bytesBehind,
  integerOf,
  partsOf,
  sha256
} from "./chunk-FJ3JFEMO.js";
import "./chunk-V4L7RYGF.js";

// packages/vm/src/natives/crypto/algebra/fields.ts
var shortLength = 32;
function fieldStructure(kind, size, order, field, price, formats) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/fields.ts", "fieldStructure", 30);
  const invert = (a) => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/fields.ts", "invert", 38), field.is0(a) ? void 0 : field.inv(a));
  return {
    kind,
    size,
    order,
    zero: { price: price("zero"), apply: () => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/fields.ts", "apply", 43), field.ZERO) },
    one: { price: price("one"), apply: () => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/fields.ts", "apply", 44), field.ONE) },
    add: { price: price("add"), apply: (a, b) => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/fields.ts", "apply", 45), field.add(a, b)) },
    subtract: { price: price("sub"), apply: (a, b) => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/fields.ts", "apply", 46), field.sub(a, b)) },
    negate: { price: price("neg"), apply: (a) => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/fields.ts", "apply", 47), field.neg(a)) },
    equal: { price: price("eq"), apply: (a, b) => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/fields.ts", "apply", 48), field.eql(a, b)) },
    fromU64: { price: price("from_u64"), apply: (value) => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/fields.ts", "apply", 49), embed(field, value)) },
    multiply: { price: price("mul"), apply: (a, b) => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/fields.ts", "apply", 50), field.mul(a, b)) },
    square: { price: price("square"), apply: (a) => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/fields.ts", "apply", 51), field.sqr(a)) },
    invert: { price: price("inv"), apply: invert },
    divide: { price: price("div"), apply: (a, b) => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/fields.ts", "apply", 53), field.is0(b) ? void 0 : field.mul(a, field.inv(b))) },
    formats
  };
}
function embed(field, value) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/fields.ts", "embed", 59);
  let sum = field.ZERO;
  for (const bit of value.toString(2)) {
    sum = field.add(sum, sum);
    if (bit === "1") sum = field.add(sum, field.ONE);
  }
  return sum;
}
function primeField(kind, name, field, price, onePrice = price("one")) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/fields.ts", "primeField", 69);
  const read = (bytes) => {
    globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/fields.ts", "read", 76);
    const value = littleEndian(bytes);
    return value < field.ORDER ? value : void 0;
  };
  const prices = { writePrice: price("serialize"), readPrice: price("deser") };
  const lowestFirst = {
    length: shortLength,
    read,
    write: (value) => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/fields.ts", "write", 84), toLittleEndian(value, shortLength)),
    ...prices
  };
  const highestFirst = {
    length: shortLength,
    read: (bytes) => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/fields.ts", "read", 89), read(bytes.slice().reverse())),
    write: (value) => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/fields.ts", "write", 90), toLittleEndian(value, shortLength).reverse()),
    ...prices
  };
  const structure = fieldStructure(kind, shortLength, field.ORDER, field, price, {
    [`Format${name}Lsb`]: lowestFirst,
    [`Format${name}Msb`]: highestFirst
  });
  return { ...structure, one: { ...structure.one, price: onePrice } };
}
function extensionFormat(field, base3, length, price) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/fields.ts", "extensionFormat", 101);
  return {
    length: 12 * length,
    writePrice: price("serialize"),
    readPrice: price("deser"),
    write({ c0, c1 }) {
      globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/fields.ts", "write", 106);
      const coefficients = [c0, c1].flatMap((six) => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/fields.ts", "coefficients", 107), [six.c0, six.c1, six.c2].flatMap((two) => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/fields.ts", "coefficients", 107), [two.c0, two.c1]))));
      return concatBytes(...coefficients.map((coefficient) => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/fields.ts", "write", 108), toLittleEndian(coefficient, length))));
    },
    read(bytes) {
      globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/fields.ts", "read", 110);
      const coefficients = Array.from(
        { length: 12 },
        (_, i) => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/fields.ts", "coefficients", 111), littleEndian(bytes.slice(i * length, (i + 1) * length)))
      );
      if (coefficients.some((coefficient) => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/fields.ts", "read", 114), coefficient >= base3))) return void 0;
      return field.fromBigTwelve(coefficients);
    }
  };
}
function extensionField(kind, field, base3, length, price) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/fields.ts", "extensionField", 121);
  return fieldStructure(kind, 12 * length, base3 ** 12n, field, price, {
    FormatFq12LscLsb: extensionFormat(field, base3, length, price)
  });
}
function targetGroup({ kind, size }, field, base3, length, order, generator, price) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/fields.ts", "targetGroup", 134);
  const isMember = (element) => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/fields.ts", "isMember", 143), field.eql(field.pow(element, order), field.ONE));
  return {
    kind,
    size,
    order,
    zero: { price: price("one"), apply: () => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/fields.ts", "apply", 148), field.ONE) },
    one: { price: price("clone"), apply: generator },
    add: { price: price("mul"), apply: (a, b) => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/fields.ts", "apply", 150), field.mul(a, b)) },
    subtract: { price: price("div"), apply: (a, b) => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/fields.ts", "apply", 151), field.mul(a, field.inv(b))) },
    negate: { price: price("inv"), apply: (a) => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/fields.ts", "apply", 152), field.inv(a)) },
    equal: { price: price("eq"), apply: (a, b) => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/fields.ts", "apply", 153), field.eql(a, b)) },
    double: { price: price("square"), apply: (a) => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/fields.ts", "apply", 154), field.sqr(a)) },
    scale: { price: price("pow_u256"), apply: (a, scalar) => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/fields.ts", "apply", 155), field.pow(a, scalar)) },
    formats: {
      FormatGt: {
        ...extensionFormat(field, base3, length, price),
        check: { prices: [price("pow_u256"), price("eq")], apply: isMember }
      }
    }
  };
}

// packages/vm/src/natives/crypto/algebra/groups.ts
function pointGroup(kind, name, size, Point, encoding3, price) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/groups.ts", "pointGroup", 33);
  const format = (compressed) => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/groups.ts", "format", 41), {
    length: compressed ? encoding3.length : 2 * encoding3.length,
    write: (point) => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/groups.ts", "write", 43), encoding3.write(point, compressed)),
    read(bytes) {
      globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/groups.ts", "read", 44);
      const point = encoding3.read(bytes, compressed);
      return point === void 0 || point.is0() || point.isTorsionFree() ? point : void 0;
    },
    writePrice: price(compressed ? "affine_serialize_comp" : "affine_serialize_uncomp"),
    readPrice: price(compressed ? "affine_deser_comp" : "affine_deser_uncomp"),
    normalizePrice: price("proj_to_affine")
  });
  return {
    kind,
    size,
    order: Point.Fn.ORDER,
    zero: { price: price("proj_infinity"), apply: () => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/groups.ts", "apply", 56), Point.ZERO) },
    one: { price: price("proj_generator"), apply: () => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/groups.ts", "apply", 57), Point.BASE) },
    add: { price: price("proj_add"), apply: (a, b) => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/groups.ts", "apply", 58), a.add(b)) },
    subtract: { price: price("proj_sub"), apply: (a, b) => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/groups.ts", "apply", 59), a.subtract(b)) },
    negate: { price: price("proj_neg"), apply: (a) => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/groups.ts", "apply", 60), a.negate()) },
    equal: { price: price("proj_eq"), apply: (a, b) => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/groups.ts", "apply", 61), a.equals(b)) },
    double: { price: price("proj_double"), apply: (a) => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/groups.ts", "apply", 62), a.double()) },
    // Nothing here is secret, so the faster way serves.
    scale: { price: price("proj_scalar_mul"), apply: (a, scalar) => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/groups.ts", "apply", 64), a.multiplyUnsafe(scalar)) },
    formats: { [`Format${name}Compr`]: format(true), [`Format${name}Uncompr`]: format(false) }
  };
}

// packages/vm/src/natives/crypto/algebra/pairing.ts
function pairingProduct(field, library) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/pairing.ts", "pairingProduct", 13);
  return (first, second) => {
    globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/pairing.ts", "pairingProduct", 17);
    const pairs = first.map((g1, i) => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/pairing.ts", "pairs", 18), { g1, g2: second[i] })).filter(({ g1, g2 }) => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/pairing.ts", "pairs", 18), !g1.is0() && !g2.is0()));
    return pairs.length === 0 ? field.ONE : library.pairingBatch(pairs);
  };
}

// packages/vm/src/natives/crypto/algebra/structure.ts
function anyStructure(structure) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/structure.ts", "anyStructure", 56);
  return structure;
}

// packages/vm/src/natives/crypto/algebra/bls12381.ts
var { fields, G1, G2 } = bls12_381;
var fieldLength = 48;
var base = fields.Fp.ORDER;
function encoding(curve) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/bls12381.ts", "encoding", 15);
  return {
    length: curve.length,
    write: (point, compressed) => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/bls12381.ts", "write", 18), encode(curve, point, compressed)),
    read: (bytes, compressed) => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/bls12381.ts", "read", 19), bytes[0] >= 128 === compressed ? decode(curve, bytes) : void 0)
  };
}
var pairing = pairingProduct(fields.Fp12, bls12_381);
var fq12 = extensionField(
  "bls12_381 fq12",
  fields.Fp12,
  base,
  fieldLength,
  (name) => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/bls12381.ts", "fq12", 29), `aptos_framework.algebra.ark_bls12_381_fq12_${name}`)
);
var bls12381Algebra = {
  feature: "bls12381Structures",
  structures: {
    Fr: anyStructure(
      primeField("bls12_381 fr", "Fr", fields.Fr, (name) => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/bls12381.ts", "Fr", 37), `aptos_framework.algebra.ark_bls12_381_fr_${name}`))
    ),
    Fq12: anyStructure(fq12),
    G1: anyStructure(
      pointGroup(
        "bls12_381 g1",
        "G1",
        3 * fieldLength,
        G1.Point,
        encoding(keyCurve),
        (name) => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/bls12381.ts", "G1", 47), `aptos_framework.algebra.ark_bls12_381_g1_${name}`)
      )
    ),
    G2: anyStructure(
      pointGroup(
        "bls12_381 g2",
        "G2",
        6 * fieldLength,
        G2.Point,
        encoding(signatureCurve),
        (name) => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/bls12381.ts", "G2", 57), `aptos_framework.algebra.ark_bls12_381_g2_${name}`)
      )
    ),
    Gt: anyStructure(
      targetGroup(
        fq12,
        fields.Fp12,
        base,
        fieldLength,
        fields.Fr.ORDER,
        () => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/bls12381.ts", "Gt", 67), pairing([G1.Point.BASE], [G2.Point.BASE])),
        (name) => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/bls12381.ts", "Gt", 68), `aptos_framework.algebra.ark_bls12_381_fq12_${name}`)
      )
    )
  },
  pairing: (first, second) => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/bls12381.ts", "pairing", 72), pairing(first, second)),
  pairingPrice: "aptos_framework.algebra.ark_bls12_381_pairing",
  multiPairingPrices: {
    base: "aptos_framework.algebra.ark_bls12_381_multi_pairing_base",
    perPair: "aptos_framework.algebra.ark_bls12_381_multi_pairing_per_pair"
  },
  groups: {
    G1: {
      toAffine: "aptos_framework.algebra.ark_bls12_381_g1_proj_to_affine",
      add: "aptos_framework.algebra.ark_bls12_381_g1_proj_add",
      double: "aptos_framework.algebra.ark_bls12_381_g1_proj_double"
    },
    G2: {
      toAffine: "aptos_framework.algebra.ark_bls12_381_g2_proj_to_affine",
      add: "aptos_framework.algebra.ark_bls12_381_g2_proj_add",
      double: "aptos_framework.algebra.ark_bls12_381_g2_proj_double"
    }
  }
};

// node_modules/.pnpm/@noble+curves@2.4.0/node_modules/@noble/curves/bn254.js
var _0n = /* @__PURE__ */ BigInt(0);
var _1n = /* @__PURE__ */ BigInt(1);
var _2n = /* @__PURE__ */ BigInt(2);
var _3n = /* @__PURE__ */ BigInt(3);
var _6n = /* @__PURE__ */ BigInt(6);
var BN_X = /* @__PURE__ */ BigInt("4965661367192848881");
var BN_X_LEN = /* @__PURE__ */ (() => bitLen(BN_X))();
var SIX_X_SQUARED = /* @__PURE__ */ (() => _6n * BN_X ** _2n)();
var bn254_G1_CURVE = {
  p: BigInt("0x30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47"),
  n: BigInt("0x30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001"),
  // The Ethereum specs define G1 as prime-order but do not spell out the
  // cofactor separately; `h = 1` is the implementation-derived value.
  h: _1n,
  a: _0n,
  b: _3n,
  Gx: _1n,
  Gy: BigInt(2)
};
var bn254_Fr = /* @__PURE__ */ (() => Field(bn254_G1_CURVE.n))();
var Fp2B = /* @__PURE__ */ (() => ({
  c0: BigInt("19485874751759354771024239261021720505790618469301721065564631296452457478373"),
  c1: BigInt("266929791119991161246907387137283842545076965332900288569378510910307636690")
}))();
var Fp12;
var bn254CyclotomicExpX = (num) => {
  const cyclSqrN = (n, count) => {
    for (let i = 0; i < count; i++)
      n = Fp12._cyclotomicSquare(n);
    return n;
  };
  const x10 = Fp12._cyclotomicSquare(num);
  const x100 = Fp12._cyclotomicSquare(x10);
  const x1000 = Fp12._cyclotomicSquare(x100);
  const x10000 = Fp12._cyclotomicSquare(x1000);
  const x10001 = Fp12.mul(x10000, num);
  const x10011 = Fp12.mul(x10001, x10);
  const x10100 = Fp12.mul(x10011, num);
  const x11001 = Fp12.mul(x1000, x10001);
  const x100010 = Fp12._cyclotomicSquare(x10001);
  const x100111 = Fp12.mul(x10011, x10100);
  const x101001 = Fp12.mul(x10, x100111);
  let r = cyclSqrN(x100010, 6);
  r = Fp12.mul(Fp12.mul(r, x100), x11001);
  r = Fp12.mul(cyclSqrN(r, 7), x11001);
  r = cyclSqrN(r, 8);
  r = Fp12.mul(Fp12.mul(r, x101001), x10);
  r = Fp12.mul(cyclSqrN(r, 6), x10001);
  r = Fp12.mul(cyclSqrN(r, 8), x101001);
  r = Fp12.mul(cyclSqrN(r, 6), x101001);
  r = Fp12.mul(cyclSqrN(r, 10), x100111);
  r = Fp12.mul(Fp12.mul(cyclSqrN(r, 6), x101001), x1000);
  return r;
};
var tower = /* @__PURE__ */ (() => {
  const res = tower12({
    ORDER: bn254_G1_CURVE.p,
    X_LEN: BN_X_LEN,
    // Public `Fp2.NONRESIDUE` below is the sextic-tower seed `(9, 1)`, not the
    // quadratic relation `i^2 + 1 = 0` from the EIP text.
    FP2_NONRESIDUE: [BigInt(9), _1n],
    Fp2mulByB: (num) => Fp2.mul(num, Fp2B),
    Fp12finalExponentiate: (num) => {
      const powMinusX = (num2) => Fp12.conjugate(bn254CyclotomicExpX(num2));
      const r0 = Fp12.mul(Fp12.conjugate(num), Fp12.inv(num));
      const r = Fp12.mul(Fp12.frobeniusMap(r0, 2), r0);
      const y1 = Fp12._cyclotomicSquare(powMinusX(r));
      const y2 = Fp12.mul(Fp12._cyclotomicSquare(y1), y1);
      const y4 = powMinusX(y2);
      const y6 = powMinusX(Fp12._cyclotomicSquare(y4));
      const y8 = Fp12.mul(Fp12.mul(Fp12.conjugate(y6), y4), Fp12.conjugate(y2));
      const y9 = Fp12.mul(y8, y1);
      return Fp12.mul(Fp12.frobeniusMap(Fp12.mul(Fp12.conjugate(r), y9), 3), Fp12.mul(Fp12.frobeniusMap(y8, 2), Fp12.mul(Fp12.frobeniusMap(y9, 1), Fp12.mul(Fp12.mul(y8, y4), r))));
    }
  });
  Fp12 = res.Fp12;
  return res;
})();
var Fp = /* @__PURE__ */ (() => tower.Fp)();
var Fp2 = /* @__PURE__ */ (() => tower.Fp2)();
var frob;
var getFrob = () => frob || (frob = psiFrobenius(Fp, Fp2, Fp2.NONRESIDUE));
var psi = (x, y) => {
  const fn = getFrob().psi;
  psi = fn;
  return fn(x, y);
};
var G2psi = (c, P) => {
  const fn = getFrob().G2psi;
  G2psi = fn;
  return fn(c, P);
};
var _postPrecompute = (Rx, Ry, Rz, Qx, Qy, pointAdd) => {
  const q = psi(Qx, Qy);
  ({ Rx, Ry, Rz } = pointAdd(Rx, Ry, Rz, q[0], q[1]));
  const q2 = psi(q[0], q[1]);
  pointAdd(Rx, Ry, Rz, q2[0], Fp2.neg(q2[1]));
};
var bn254_G2_CURVE = /* @__PURE__ */ (() => ({
  p: Fp2.ORDER,
  n: bn254_G1_CURVE.n,
  // As with G1, the Ethereum specs do not spell out the G2 cofactor
  // separately; this literal is the implementation-derived value.
  h: BigInt("0x30644e72e131a029b85045b68181585e06ceecda572a2489345f2299c0f9fa8d"),
  a: Fp2.ZERO,
  b: Fp2B,
  Gx: Fp2.fromBigTuple([
    BigInt("10857046999023057135944570762232829481370756359578518086990519993285655852781"),
    BigInt("11559732032986387107991004021392285783925812861821192530917403151452391805634")
  ]),
  Gy: Fp2.fromBigTuple([
    BigInt("8495653923123431417604973247489272438418190587263600148770280649306958101930"),
    BigInt("4082367875863433681332203403145435568316851327593401208105741076214120093531")
  ])
}))();
var fields2 = /* @__PURE__ */ (() => ({ Fp, Fp2, Fp6: tower.Fp6, Fp12, Fr: bn254_Fr }))();
var bn254_G1 = /* @__PURE__ */ weierstrass(bn254_G1_CURVE, {
  Fp,
  Fn: bn254_Fr,
  // Ethereum encodes infinity as `(0, 0)`, so the public point API accepts it
  // even though it is not an affine curve point, and `fromAffine()` stays lazy:
  // adversarial inputs still need `assertValidity()`.
  allowInfinityPoint: true
});
var bn254_G2 = /* @__PURE__ */ weierstrass(bn254_G2_CURVE, {
  Fp: Fp2,
  Fn: bn254_Fr,
  // Ethereum encodes infinity as `((0, 0), (0, 0))`, so the public point API
  // accepts it even though it is not an affine curve point.
  allowInfinityPoint: true,
  // Optimized BN254 G2 subgroup test used to satisfy the EIP-197 order check.
  isTorsionFree: (c, P) => P.multiplyUnsafe(SIX_X_SQUARED).equals(G2psi(c, P))
  // [p]P = [6X^2]P
});
var bn254_params = /* @__PURE__ */ (() => ({
  // Optimal-ate Miller loop parameter derived from the positive BN seed.
  ateLoopSize: BN_X * _6n + _2n,
  r: bn254_Fr.ORDER,
  xNegative: false,
  // EIP-197 writes G2 as `y^2 = x^3 + 3 / (i + 9)`, so the pairing
  // configuration uses the divisive twist convention.
  twistType: "divisive",
  postPrecompute: _postPrecompute
}))();
var bn254 = /* @__PURE__ */ blsBasic(fields2, bn254_G1, bn254_G2, bn254_params);

// packages/vm/src/natives/crypto/algebra/bn254.ts
var { fields: fields3, G1: G12, G2: G22 } = bn254;
var fieldLength2 = 32;
var base2 = fields3.Fp.ORDER;
var greaterY = 128;
var infinity = 64;
var flagBits = greaterY | infinity;
function isGreaterFq(value) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/bn254.ts", "isGreaterFq", 29);
  return 2n * value > base2;
}
var fqCoordinate = {
  length: fieldLength2,
  write: (value) => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/bn254.ts", "write", 35), toLittleEndian(value, fieldLength2)),
  read(bytes) {
    globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/bn254.ts", "read", 36);
    const value = littleEndian(bytes);
    return value < base2 ? value : void 0;
  },
  isGreater: isGreaterFq
};
var fq2Coordinate = {
  length: 2 * fieldLength2,
  write: ({ c0, c1 }) => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/bn254.ts", "write", 45), concatBytes(fqCoordinate.write(c0), fqCoordinate.write(c1))),
  read(bytes) {
    globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/bn254.ts", "read", 46);
    const c0 = fqCoordinate.read(bytes.slice(0, fieldLength2));
    const c1 = fqCoordinate.read(bytes.slice(fieldLength2));
    return c0 === void 0 || c1 === void 0 ? void 0 : { c0, c1 };
  },
  isGreater: ({ c0, c1 }) => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/bn254.ts", "isGreater", 51), isGreaterFq(c1 === 0n ? c0 : c1))
};
function encoding2(Point, coordinate) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/bn254.ts", "encoding", 55);
  const { length, write, read, isGreater } = coordinate;
  const { Fp: Fp3 } = Point;
  return {
    length,
    write(point, compressed) {
      globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/bn254.ts", "write", 60);
      const isZero = point.is0();
      const { x, y } = isZero ? { x: Fp3.ZERO, y: Fp3.ZERO } : point.toAffine();
      const bytes = compressed ? write(x) : concatBytes(write(x), write(y));
      bytes[bytes.length - 1] |= isZero ? infinity : isGreater(y) ? greaterY : 0;
      return bytes;
    },
    read(given, compressed) {
      globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/bn254.ts", "read", 67);
      const bytes = given.slice();
      const flags = bytes.at(-1) & flagBits;
      bytes[bytes.length - 1] &= ~flagBits;
      const x = read(bytes.slice(0, length));
      const readY = compressed ? Fp3.ZERO : read(bytes.slice(length));
      if (flags === flagBits || x === void 0 || readY === void 0) return void 0;
      if (flags === infinity) return Point.ZERO;
      const { b } = Point.CURVE();
      const square = Fp3.add(Fp3.mul(Fp3.sqr(x), x), b);
      if (!compressed) return Fp3.eql(Fp3.sqr(readY), square) ? Point.fromAffine({ x, y: readY }) : void 0;
      const root = squareRoot(Fp3, square);
      if (root === void 0) return void 0;
      return Point.fromAffine({ x, y: isGreater(root) === (flags === greaterY) ? root : Fp3.neg(root) });
    }
  };
}
function squareRoot(field, square) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/bn254.ts", "squareRoot", 85);
  try {
    return field.sqrt(square);
  } catch {
    return void 0;
  }
}
var pairing2 = pairingProduct(fields3.Fp12, bn254);
var fq122 = extensionField(
  "bn254 fq12",
  fields3.Fp12,
  base2,
  fieldLength2,
  (name) => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/bn254.ts", "fq12", 99), `aptos_framework.algebra.ark_bn254_fq12_${name}`)
);
var bn254Algebra = {
  feature: "bn254Structures",
  structures: {
    // The ledger charges this field's one at the other family's price.
    Fr: anyStructure(
      primeField(
        "bn254 fr",
        "Fr",
        fields3.Fr,
        (name) => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/bn254.ts", "Fr", 112), `aptos_framework.algebra.ark_bn254_fr_${name}`),
        "aptos_framework.algebra.ark_bls12_381_fr_one"
      )
    ),
    Fq: anyStructure(primeField("bn254 fq", "Fq", fields3.Fp, (name) => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/bn254.ts", "Fq", 116), `aptos_framework.algebra.ark_bn254_fq_${name}`))),
    Fq12: anyStructure(fq122),
    G1: anyStructure(
      pointGroup(
        "bn254 g1",
        "G1",
        3 * fieldLength2,
        G12.Point,
        encoding2(G12.Point, fqCoordinate),
        (name) => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/bn254.ts", "G1", 125), `aptos_framework.algebra.ark_bn254_g1_${name}`)
      )
    ),
    G2: anyStructure(
      pointGroup(
        "bn254 g2",
        "G2",
        6 * fieldLength2,
        G22.Point,
        encoding2(G22.Point, fq2Coordinate),
        (name) => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/bn254.ts", "G2", 135), `aptos_framework.algebra.ark_bn254_g2_${name}`)
      )
    ),
    Gt: anyStructure(
      targetGroup(
        fq122,
        fields3.Fp12,
        base2,
        fieldLength2,
        fields3.Fr.ORDER,
        () => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/bn254.ts", "Gt", 145), pairing2([G12.Point.BASE], [G22.Point.BASE])),
        (name) => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/bn254.ts", "Gt", 146), `aptos_framework.algebra.ark_bn254_fq12_${name}`)
      )
    )
  },
  pairing: (first, second) => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/bn254.ts", "pairing", 150), pairing2(first, second)),
  pairingPrice: "aptos_framework.algebra.ark_bn254_pairing",
  multiPairingPrices: {
    base: "aptos_framework.algebra.ark_bn254_multi_pairing_base",
    perPair: "aptos_framework.algebra.ark_bn254_multi_pairing_per_pair"
  },
  groups: {
    G1: {
      toAffine: "aptos_framework.algebra.ark_bn254_g1_proj_to_affine",
      add: "aptos_framework.algebra.ark_bn254_g1_proj_add",
      double: "aptos_framework.algebra.ark_bn254_g1_proj_double"
    },
    G2: {
      toAffine: "aptos_framework.algebra.ark_bn254_g2_proj_to_affine",
      add: "aptos_framework.algebra.ark_bn254_g2_proj_add",
      double: "aptos_framework.algebra.ark_bn254_g2_proj_double"
    }
  }
};

// packages/vm/src/natives/crypto/algebra/hash-to-curve.ts
var { G1: G13, G2: G23, fields: fields4 } = bls12_381;
var coordinateLength = 64;
var hashLength = 32;
var blockLength = 64;
var maxDomainLength = 255;
var mapToG1 = G13.mapToCurve;
var mapToG2 = G23.mapToCurve;
function hashToG1(message, domain) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/hash-to-curve.ts", "hashToG1", 23);
  const [a, b] = coordinates(message, domain, 2);
  return mapToG1(a).add(mapToG1(b));
}
function hashToG2(message, domain) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/hash-to-curve.ts", "hashToG2", 29);
  const [a, b, c, d] = coordinates(message, domain, 4);
  return mapToG2([a, b]).add(mapToG2([c, d]));
}
function coordinates(message, domain, count) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/hash-to-curve.ts", "coordinates", 39);
  const isLong = domain.length > maxDomainLength;
  const tag = isLong ? sha256(concatBytes(utf8Encoder.encode("H2C-OVERSIZE-DST-"), domain)) : domain;
  const suffix = concatBytes(tag, Uint8Array.of(tag.length));
  const length = count * coordinateLength;
  const lengthBytes = Uint8Array.of(length >> 8, length & 255);
  const seed = sha256(concatBytes(new Uint8Array(blockLength), message, lengthBytes, Uint8Array.of(0), suffix));
  const blocks = [];
  let previous = new Uint8Array(hashLength);
  for (let i = 1; i <= length / hashLength; i++) {
    const mixed = seed.map((byte, at) => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/hash-to-curve.ts", "mixed", 49), byte ^ previous[at]));
    previous = sha256(concatBytes(mixed, Uint8Array.of(i), suffix));
    blocks.push(previous);
  }
  const uniform = concatBytes(...blocks);
  return Array.from(
    { length: count },
    (_, i) => (globalThis.__walk?.("packages/vm/src/natives/crypto/algebra/hash-to-curve.ts", "coordinates", 56), bigEndian(uniform.slice(i * coordinateLength, (i + 1) * coordinateLength)) % fields4.Fp.ORDER)
  );
}

// packages/vm/src/natives/framework/algebra.ts
var notImplemented = 786433;
var lengthsDiffer = 65538;
var tooMuchMemory = 589827;
var memoryLimit = 2 ** 20;
var scalarBits = 255;
var maxPlainDomain = 255;
var longDomainPrefix = 17;
var families = {
  bls12381_algebra: bls12381Algebra,
  bn254_algebra: bn254Algebra
};
var elements = { name: "algebra elements", create: () => (globalThis.__walk?.("packages/vm/src/natives/framework/algebra.ts", "create", 38), { list: [], bytes: 0 }) };
function unsupported(call) {
  globalThis.__walk?.("packages/vm/src/natives/framework/algebra.ts", "unsupported", 47);
  return call.abort(notImplemented);
}
function nameOf(call, type) {
  globalThis.__walk?.("packages/vm/src/natives/framework/algebra.ts", "nameOf", 52);
  const isMarker = type?.kind === "Struct" && type.typeArgs.length === 0 && /^0x0*1$/.test(type.address);
  const family = isMarker ? families[type.module] : void 0;
  if (family === void 0 || !call.session.environment.rules[family.feature]) return unsupported(call);
  return { family, name: type.name };
}
function structureOf(call, index) {
  globalThis.__walk?.("packages/vm/src/natives/framework/algebra.ts", "structureOf", 60);
  const { family, name } = nameOf(call, call.typeArgs[index]);
  const structure = Object.hasOwn(family.structures, name) ? family.structures[name] : unsupported(call);
  return { family, name, structure };
}
function structuresOf(call, ...names) {
  globalThis.__walk?.("packages/vm/src/natives/framework/algebra.ts", "structuresOf", 67);
  const named = names.map((_, i) => (globalThis.__walk?.("packages/vm/src/natives/framework/algebra.ts", "named", 68), structureOf(call, i)));
  const fits = named.every(({ family, name }, i) => (globalThis.__walk?.("packages/vm/src/natives/framework/algebra.ts", "fits", 69), family === named[0].family && name === names[i]));
  return fits ? named : unsupported(call);
}
function elementAt(call, { kind }, handle) {
  globalThis.__walk?.("packages/vm/src/natives/framework/algebra.ts", "elementAt", 73);
  const found = call.session.extension(elements).list[Number(handle)];
  if (found?.kind !== kind) return call.invariant("an element does not exist, or is of another structure");
  return found.element;
}
function argument(call, structure, index) {
  globalThis.__walk?.("packages/vm/src/natives/framework/algebra.ts", "argument", 79);
  return elementAt(call, structure, integerOf(call.args[index]));
}
function store(call, { kind, size }, element) {
  globalThis.__walk?.("packages/vm/src/natives/framework/algebra.ts", "store", 83);
  const kept = call.session.extension(elements);
  if (kept.bytes + size > memoryLimit) return call.abort(tooMuchMemory, "Too much memory used for algebra elements");
  kept.bytes += size;
  return kept.list.push({ kind, element }) - 1;
}
function elementsAt(call, structure, handles) {
  globalThis.__walk?.("packages/vm/src/natives/framework/algebra.ts", "elementsAt", 91);
  return handles.map((handle) => (globalThis.__walk?.("packages/vm/src/natives/framework/algebra.ts", "elementsAt", 92), elementAt(call, structure, integerOf(handle))));
}
function operate(call, name, operands) {
  globalThis.__walk?.("packages/vm/src/natives/framework/algebra.ts", "operate", 109);
  const { structure } = structureOf(call, 0);
  const { price, apply } = structure[name] ?? unsupported(call);
  const given = Array.from({ length: operands }, (_, i) => (globalThis.__walk?.("packages/vm/src/natives/framework/algebra.ts", "given", 113), argument(call, structure, i)));
  call.charge(price);
  return { structure, element: apply(...given) };
}
function operation(name, operands) {
  globalThis.__walk?.("packages/vm/src/natives/framework/algebra.ts", "operation", 119);
  return (call) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/algebra.ts", "operation", 120);
    const { structure, element } = operate(call, name, operands);
    return store(call, structure, element);
  };
}
function partialOperation(name, operands) {
  globalThis.__walk?.("packages/vm/src/natives/framework/algebra.ts", "partialOperation", 127);
  return (call) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/algebra.ts", "partialOperation", 128);
    const { structure, element } = operate(call, name, operands);
    return element === void 0 ? new Results(false, 0) : new Results(true, store(call, structure, element));
  };
}
function isEqual(call) {
  globalThis.__walk?.("packages/vm/src/natives/framework/algebra.ts", "isEqual", 134);
  const { structure } = structureOf(call, 0);
  const [a, b] = [argument(call, structure, 0), argument(call, structure, 1)];
  call.charge(structure.equal.price);
  return structure.equal.apply(a, b);
}
function fromU64(call) {
  globalThis.__walk?.("packages/vm/src/natives/framework/algebra.ts", "fromU64", 141);
  const { structure } = structureOf(call, 0);
  const { price, apply } = structure.fromU64 ?? unsupported(call);
  call.charge(price);
  return store(call, structure, apply(BigInt(integerOf(call.args[0]))));
}
function orderOf(call) {
  globalThis.__walk?.("packages/vm/src/natives/framework/algebra.ts", "orderOf", 148);
  const { order } = structureOf(call, 0).structure;
  return new ByteVector(toLittleEndian(order, Math.ceil(order.toString(16).length / 2)));
}
function scaledGroup(call) {
  globalThis.__walk?.("packages/vm/src/natives/framework/algebra.ts", "scaledGroup", 154);
  const [group, scalars] = [structureOf(call, 0), structureOf(call, 1)];
  if (group.family !== scalars.family || scalars.name !== "Fr") return unsupported(call);
  return { group, scalars: scalars.structure };
}
function scalarMul(call) {
  globalThis.__walk?.("packages/vm/src/natives/framework/algebra.ts", "scalarMul", 160);
  const { group, scalars } = scaledGroup(call);
  const { price, apply } = group.structure.scale ?? unsupported(call);
  const element = argument(call, group.structure, 0);
  const scalar = argument(call, scalars, 1);
  call.charge(price);
  return store(call, group.structure, apply(element, scalar));
}
function chargeSum(call, count, add, double) {
  globalThis.__walk?.("packages/vm/src/natives/framework/algebra.ts", "chargeSum", 170);
  const window = count < 32 ? 3 : Math.floor(Math.ceil(Math.log2(count)) * 69 / 100) + 2;
  const windows = Math.ceil(scalarBits / window);
  const buckets = 2 ** window;
  call.charge(add, (count + buckets + 1) * windows);
  call.charge(double, buckets * windows);
}
function multiScalarMul(call) {
  globalThis.__walk?.("packages/vm/src/natives/framework/algebra.ts", "multiScalarMul", 178);
  const { group, scalars } = scaledGroup(call);
  const { family, name, structure } = group;
  const prices = Object.hasOwn(family.groups, name) ? family.groups[name] : unsupported(call);
  const [pointHandles, scalarHandles] = [partsOf(call.args[0]), partsOf(call.args[1])];
  const count = pointHandles.length;
  if (count !== scalarHandles.length) return call.abort(lengthsDiffer);
  call.charge(prices.toAffine, count);
  const points = elementsAt(call, structure, pointHandles);
  const factors = elementsAt(call, scalars, scalarHandles);
  chargeSum(call, count, prices.add, prices.double);
  const products = points.map((point, i) => (globalThis.__walk?.("packages/vm/src/natives/framework/algebra.ts", "products", 189), structure.scale.apply(point, factors[i])));
  return store(
    call,
    structure,
    products.reduce((sum, product) => (globalThis.__walk?.("packages/vm/src/natives/framework/algebra.ts", "multiScalarMul", 193), structure.add.apply(sum, product)), structure.zero.apply())
  );
}
function pairing3(call) {
  globalThis.__walk?.("packages/vm/src/natives/framework/algebra.ts", "pairing", 197);
  const [g1, g2, gt] = structuresOf(call, "G1", "G2", "Gt");
  const { family } = g1;
  const first = argument(call, g1.structure, 0);
  call.charge(family.groups.G1.toAffine);
  const second = argument(call, g2.structure, 1);
  call.charge(family.groups.G2.toAffine);
  call.charge(family.pairingPrice);
  return store(call, gt.structure, family.pairing([first], [second]));
}
function multiPairing(call) {
  globalThis.__walk?.("packages/vm/src/natives/framework/algebra.ts", "multiPairing", 208);
  const [g1, g2, gt] = structuresOf(call, "G1", "G2", "Gt");
  const { family } = g1;
  const [firstHandles, secondHandles] = [partsOf(call.args[0]), partsOf(call.args[1])];
  const count = firstHandles.length;
  if (count !== secondHandles.length) return call.abort(lengthsDiffer);
  call.charge(family.groups.G1.toAffine, count);
  const first = elementsAt(call, g1.structure, firstHandles);
  call.charge(family.groups.G2.toAffine, count);
  const second = elementsAt(call, g2.structure, secondHandles);
  call.charge(family.multiPairingPrices.base);
  call.charge(family.multiPairingPrices.perPair, count);
  return store(call, gt.structure, family.pairing(first, second));
}
function upcast(call) {
  globalThis.__walk?.("packages/vm/src/natives/framework/algebra.ts", "upcast", 223);
  structuresOf(call, "Gt", "Fq12");
  return integerOf(call.args[0]);
}
function downcast(call) {
  globalThis.__walk?.("packages/vm/src/natives/framework/algebra.ts", "downcast", 228);
  const [, gt] = structuresOf(call, "Fq12", "Gt");
  const handle = integerOf(call.args[0]);
  const element = elementAt(call, gt.structure, handle);
  const { prices, apply } = gt.structure.formats.FormatGt.check;
  call.charge(prices[0]);
  return new Results(apply(element), handle);
}
function formatted(call) {
  globalThis.__walk?.("packages/vm/src/natives/framework/algebra.ts", "formatted", 238);
  const format = nameOf(call, call.typeArgs[1]);
  const { family, structure } = structureOf(call, 0);
  const isKnown = family === format.family && Object.hasOwn(structure.formats, format.name);
  return { structure, format: isKnown ? structure.formats[format.name] : unsupported(call) };
}
function serialize(call) {
  globalThis.__walk?.("packages/vm/src/natives/framework/algebra.ts", "serialize", 245);
  const { structure, format } = formatted(call);
  const element = argument(call, structure, 0);
  const { paysNormalizing } = call.session.environment.rules;
  if (format.normalizePrice !== void 0 && paysNormalizing) call.charge(format.normalizePrice);
  call.charge(format.writePrice);
  return new ByteVector(format.write(element));
}
function deserialize(call) {
  globalThis.__walk?.("packages/vm/src/natives/framework/algebra.ts", "deserialize", 254);
  const { structure, format } = formatted(call);
  const bytes = bytesBehind(call.args[0]);
  if (bytes.length !== format.length) return new Results(false, 0);
  call.charge(format.readPrice);
  const element = format.read(bytes.slice());
  if (element === void 0) return new Results(false, 0);
  if (format.check !== void 0) {
    for (const price of format.check.prices) call.charge(price);
    if (!format.check.apply(element)) return new Results(false, 0);
  }
  return new Results(true, store(call, structure, element));
}
var suites = {
  HashG1XmdSha256SswuRo: {
    group: "G1",
    base: "aptos_framework.algebra.ark_h2c_bls12381g1_xmd_sha256_sswu_base",
    perByte: "aptos_framework.algebra.ark_h2c_bls12381g1_xmd_sha256_sswu_per_msg_byte",
    hash: hashToG1
  },
  HashG2XmdSha256SswuRo: {
    group: "G2",
    base: "aptos_framework.algebra.ark_h2c_bls12381g2_xmd_sha256_sswu_base",
    perByte: "aptos_framework.algebra.ark_h2c_bls12381g2_xmd_sha256_sswu_per_msg_byte",
    hash: hashToG2
  }
};
function hashTo(call) {
  globalThis.__walk?.("packages/vm/src/natives/framework/algebra.ts", "hashTo", 293);
  const { family, name, structure } = structureOf(call, 0);
  const suiteName = nameOf(call, call.typeArgs[1]);
  const suite = Object.hasOwn(suites, suiteName.name) ? suites[suiteName.name] : unsupported(call);
  const fits = family === bls12381Algebra && suiteName.family === family && suite.group === name;
  if (!fits) return unsupported(call);
  const [domain, message] = [bytesBehind(call.args[0]), bytesBehind(call.args[1])];
  call.charge(suite.base);
  call.charge(suite.perByte, message.length);
  if (domain.length > maxPlainDomain) {
    call.charge("move_stdlib.hash.sha2_256.base");
    call.charge("move_stdlib.hash.sha2_256.per_byte", longDomainPrefix + domain.length);
  }
  return store(call, structure, suite.hash(message, domain));
}
var natives = {
  "0x1::crypto_algebra::add_internal": operation("add", 2),
  "0x1::crypto_algebra::deserialize_internal": deserialize,
  "0x1::crypto_algebra::div_internal": partialOperation("divide", 2),
  "0x1::crypto_algebra::double_internal": operation("double", 1),
  "0x1::crypto_algebra::downcast_internal": downcast,
  "0x1::crypto_algebra::eq_internal": isEqual,
  "0x1::crypto_algebra::from_u64_internal": fromU64,
  "0x1::crypto_algebra::hash_to_internal": hashTo,
  "0x1::crypto_algebra::inv_internal": partialOperation("invert", 1),
  "0x1::crypto_algebra::mul_internal": operation("multiply", 2),
  "0x1::crypto_algebra::multi_pairing_internal": multiPairing,
  "0x1::crypto_algebra::multi_scalar_mul_internal": multiScalarMul,
  "0x1::crypto_algebra::neg_internal": operation("negate", 1),
  "0x1::crypto_algebra::one_internal": operation("one", 0),
  "0x1::crypto_algebra::order_internal": orderOf,
  "0x1::crypto_algebra::pairing_internal": pairing3,
  "0x1::crypto_algebra::scalar_mul_internal": scalarMul,
  "0x1::crypto_algebra::serialize_internal": serialize,
  "0x1::crypto_algebra::sqr_internal": operation("square", 1),
  "0x1::crypto_algebra::sub_internal": operation("subtract", 2),
  "0x1::crypto_algebra::upcast_internal": upcast,
  "0x1::crypto_algebra::zero_internal": operation("zero", 0)
};
export {
  natives
};
/*! Bundled license information:

@noble/curves/bn254.js:
  (*! noble-curves - MIT License (c) 2022 Paul Miller (paulmillr.com) *)
*/

import { createRequire as nodeRequire } from "node:module"; const require = nodeRequire(import.meta.url); globalThis.__log ??= []; globalThis.__seen ??= new Set(); globalThis.__walk ??= (f,n,l) => { if (!globalThis.__on) return; const k=f+":"+l; if (globalThis.__seen.has(k)) return; globalThis.__seen.add(k); globalThis.__log.push([f,n]); };
import {
  weierstrass
} from "./chunk-TH6MITXI.js";
import {
  concatBytes
} from "./chunk-2XSFZ6XN.js";
import {
  Field,
  FpInvertBatch,
  FpLegendre,
  FpPow,
  aInRange,
  aarray,
  abytes,
  asafenumber,
  bitGet,
  bitLen,
  bytesToHex,
  concatBytes as concatBytes2,
  copyBytes,
  createHasher,
  getMinHashLength,
  hexToBytes,
  isogenyMap,
  mapHashToField,
  mapToCurveSimpleSWU,
  notImplemented,
  numberToBytesBE,
  randomBytes,
  validateField,
  validateObject,
  validatePointCons
} from "./chunk-ZHCS6YIL.js";
import {
  bigEndian,
  toBigEndian
} from "./chunk-7I2P44JX.js";
import {
  sha256
} from "./chunk-FJ3JFEMO.js";

// node_modules/.pnpm/@noble+curves@2.4.0/node_modules/@noble/curves/abstract/bls.js
var _0n = BigInt(0);
var _1n = BigInt(1);
var _2n = BigInt(2);
var _3n = BigInt(3);
function NAfDecomposition(a) {
  const res = [];
  for (; a > _1n; a >>= _1n) {
    if ((a & _1n) === _0n)
      res.unshift(0);
    else if ((a & _3n) === _3n) {
      res.unshift(-1);
      a += _1n;
    } else
      res.unshift(1);
  }
  return res;
}
function aNonEmpty(arr) {
  if (!Array.isArray(arr) || arr.length === 0)
    throw new Error("expected non-empty array");
}
function createBlsPairing(fields3, G12, G22, params) {
  validateObject(fields3, { Fp: "object", Fr: "object", Fp2: "object", Fp12: "object" }, { Fp6: "object" }, "fields");
  if (typeof G12 !== "function")
    throw new TypeError('"G1_Point" expected point constructor, got type=' + typeof G12);
  if (typeof G22 !== "function")
    throw new TypeError('"G2_Point" expected point constructor, got type=' + typeof G22);
  validateObject(params, { ateLoopSize: "bigint", xNegative: "boolean", twistType: "string" }, { randomBytes: "function", postPrecompute: "function" }, "params");
  const { Fp: Fp4, Fr, Fp2: Fp23, Fp12: Fp123 } = fields3;
  const { twistType, ateLoopSize, xNegative, postPrecompute } = params;
  const fp22 = (c0, c1) => ({ c0, c1 });
  const fp2f = ({ c0, c1 }) => Object.freeze({ c0, c1 });
  const add2 = (a, b) => fp22(Fp4.add(a.c0, b.c0), Fp4.add(a.c1, b.c1));
  const sub2 = (a, b) => fp22(Fp4.sub(a.c0, b.c0), Fp4.sub(a.c1, b.c1));
  const mul2 = (a, b) => {
    const t0 = Fp4.mul(a.c0, b.c0);
    const t1 = Fp4.mul(a.c1, b.c1);
    return fp22(Fp4.sub(t0, t1), Fp4.sub(Fp4.mul(Fp4.add(a.c0, a.c1), Fp4.add(b.c0, b.c1)), Fp4.add(t0, t1)));
  };
  const mul2ByFp = (a, rhs) => fp22(Fp4.mul(a.c0, rhs), Fp4.mul(a.c1, rhs));
  const mul2ByNonresidue = (a) => Fp23.mulByNonresidue(a);
  const mul014ByLine = ({ c0: f0, c1: f1 }, o0, l1, l4, Px, Py) => {
    const o1 = mul2ByFp(l1, Px);
    const o4 = mul2ByFp(l4, Py);
    const { c0: a0, c1: a1, c2: a2 } = f0;
    const { c0: b0, c1: b1, c2: b2 } = f1;
    const t0_0 = mul2(a0, o0);
    const t0_1 = mul2(a1, o1);
    const t0_c0 = add2(mul2ByNonresidue(sub2(mul2(add2(a1, a2), o1), t0_1)), t0_0);
    const t0_c1 = sub2(sub2(mul2(add2(o0, o1), add2(a0, a1)), t0_0), t0_1);
    const t0_c2 = add2(sub2(mul2(add2(a0, a2), o0), t0_0), t0_1);
    const t1_c0 = mul2ByNonresidue(mul2(b2, o4));
    const t1_c1 = mul2(b0, o4);
    const t1_c2 = mul2(b1, o4);
    const s0 = add2(a0, b0);
    const s1 = add2(a1, b1);
    const s2 = add2(a2, b2);
    const o14 = add2(o1, o4);
    const t2_0 = mul2(s0, o0);
    const t2_1 = mul2(s1, o14);
    const t2_c0 = add2(mul2ByNonresidue(sub2(mul2(add2(s1, s2), o14), t2_1)), t2_0);
    const t2_c1 = sub2(sub2(mul2(add2(o0, o14), add2(s0, s1)), t2_0), t2_1);
    const t2_c2 = add2(sub2(mul2(add2(s0, s2), o0), t2_0), t2_1);
    return Object.freeze({
      c0: Object.freeze({
        c0: fp2f(add2(mul2ByNonresidue(t1_c2), t0_c0)),
        c1: fp2f(add2(t1_c0, t0_c1)),
        c2: fp2f(add2(t1_c1, t0_c2))
      }),
      c1: Object.freeze({
        c0: fp2f(sub2(sub2(t2_c0, t0_c0), t1_c0)),
        c1: fp2f(sub2(sub2(t2_c1, t0_c1), t1_c1)),
        c2: fp2f(sub2(sub2(t2_c2, t0_c2), t1_c2))
      })
    });
  };
  const mul034ByLine = ({ c0: f0, c1: f1 }, l0, l3, o4, Px, Py) => {
    const o0 = mul2ByFp(l0, Py);
    const o3 = mul2ByFp(l3, Px);
    const { c0: a0, c1: a1, c2: a2 } = f0;
    const { c0: b0, c1: b1, c2: b2 } = f1;
    const a_c0 = mul2(a0, o0);
    const a_c1 = mul2(a1, o0);
    const a_c2 = mul2(a2, o0);
    const b0m = mul2(b0, o3);
    const b1m = mul2(b1, o4);
    const b_c0 = add2(mul2ByNonresidue(sub2(mul2(add2(b1, b2), o4), b1m)), b0m);
    const b_c1 = sub2(sub2(mul2(add2(o3, o4), add2(b0, b1)), b0m), b1m);
    const b_c2 = add2(sub2(mul2(add2(b0, b2), o3), b0m), b1m);
    const s0 = add2(a0, b0);
    const s1 = add2(a1, b1);
    const s2 = add2(a2, b2);
    const o03 = add2(o0, o3);
    const e0m = mul2(s0, o03);
    const e1m = mul2(s1, o4);
    const e_c0 = add2(mul2ByNonresidue(sub2(mul2(add2(s1, s2), o4), e1m)), e0m);
    const e_c1 = sub2(sub2(mul2(add2(o03, o4), add2(s0, s1)), e0m), e1m);
    const e_c2 = add2(sub2(mul2(add2(s0, s2), o03), e0m), e1m);
    return Object.freeze({
      c0: Object.freeze({
        c0: fp2f(add2(mul2ByNonresidue(b_c2), a_c0)),
        c1: fp2f(add2(b_c0, a_c1)),
        c2: fp2f(add2(b_c1, a_c2))
      }),
      c1: Object.freeze({
        c0: fp2f(sub2(sub2(e_c0, a_c0), b_c0)),
        c1: fp2f(sub2(sub2(e_c1, a_c1), b_c1)),
        c2: fp2f(sub2(sub2(e_c2, a_c2), b_c2))
      })
    });
  };
  let lineFunction;
  if (twistType === "multiplicative") {
    lineFunction = (c0, c1, c2, f, Px, Py) => mul014ByLine(f, c0, c1, c2, Px, Py);
  } else if (twistType === "divisive") {
    lineFunction = (c0, c1, c2, f, Px, Py) => mul034ByLine(f, c2, c1, c0, Px, Py);
  } else
    throw new Error("bls: unknown twist type");
  const Fp2div2 = Fp23.div(Fp23.ONE, Fp23.mul(Fp23.ONE, _2n));
  function pointDouble(ell, Rx, Ry, Rz) {
    const t0 = Fp23.sqr(Ry);
    const t1 = Fp23.sqr(Rz);
    const t2 = Fp23.mulByB(Fp23.mul(t1, _3n));
    const t3 = Fp23.mul(t2, _3n);
    const t4 = Fp23.sub(Fp23.sub(Fp23.sqr(Fp23.add(Ry, Rz)), t1), t0);
    const c0 = Fp23.sub(t2, t0);
    const c1 = Fp23.mul(Fp23.sqr(Rx), _3n);
    const c2 = Fp23.neg(t4);
    ell.push([c0, c1, c2]);
    Rx = Fp23.mul(Fp23.mul(Fp23.mul(Fp23.sub(t0, t3), Rx), Ry), Fp2div2);
    Ry = Fp23.sub(Fp23.sqr(Fp23.mul(Fp23.add(t0, t3), Fp2div2)), Fp23.mul(Fp23.sqr(t2), _3n));
    Rz = Fp23.mul(t0, t4);
    return { Rx, Ry, Rz };
  }
  function pointAdd(ell, Rx, Ry, Rz, Qx, Qy) {
    const t0 = Fp23.sub(Ry, Fp23.mul(Qy, Rz));
    const t1 = Fp23.sub(Rx, Fp23.mul(Qx, Rz));
    const c0 = Fp23.sub(Fp23.mul(t0, Qx), Fp23.mul(t1, Qy));
    const c1 = Fp23.neg(t0);
    const c2 = t1;
    ell.push([c0, c1, c2]);
    const t2 = Fp23.sqr(t1);
    const t3 = Fp23.mul(t2, t1);
    const t4 = Fp23.mul(t2, Rx);
    const t5 = Fp23.add(Fp23.sub(t3, Fp23.mul(t4, _2n)), Fp23.mul(Fp23.sqr(t0), Rz));
    Rx = Fp23.mul(t1, t5);
    Ry = Fp23.sub(Fp23.mul(Fp23.sub(t4, t5), t0), Fp23.mul(t3, Ry));
    Rz = Fp23.mul(Rz, t3);
    return { Rx, Ry, Rz };
  }
  const ATE_NAF = NAfDecomposition(ateLoopSize);
  const calcPairingPrecomputes = (point) => {
    if (!(point instanceof G22))
      throw new TypeError('"point" expected G2 point, got type=' + typeof point);
    const p = point;
    const { x, y } = p.toAffine();
    const Qx = x, Qy = y, negQy = Fp23.neg(y);
    let Rx = Qx, Ry = Qy, Rz = Fp23.ONE;
    const ell = [];
    for (const bit of ATE_NAF) {
      const cur = [];
      ({ Rx, Ry, Rz } = pointDouble(cur, Rx, Ry, Rz));
      if (bit)
        ({ Rx, Ry, Rz } = pointAdd(cur, Rx, Ry, Rz, Qx, bit === -1 ? negQy : Qy));
      ell.push(cur);
    }
    if (postPrecompute) {
      const last = ell[ell.length - 1];
      postPrecompute(Rx, Ry, Rz, Qx, Qy, pointAdd.bind(null, last));
    }
    return ell;
  };
  function millerLoopBatch(pairs, withFinalExponent = false) {
    aarray(pairs, "pairs", (pair2, title) => {
      aarray(pair2, title);
      if (pair2.length !== 3)
        throw new TypeError(`"${title}" expected precompute tuple`);
      aarray(pair2[0], title + "[0]");
    });
    let f12 = Fp123.ONE;
    if (pairs.length) {
      const ellLen = pairs[0][0].length;
      for (let i = 0; i < ellLen; i++) {
        if (i !== 0)
          f12 = Fp123.sqr(f12);
        for (const [ell, Px, Py] of pairs) {
          for (const [c0, c1, c2] of ell[i])
            f12 = lineFunction(c0, c1, c2, f12, Px, Py);
        }
      }
    }
    if (xNegative)
      f12 = Fp123.conjugate(f12);
    return withFinalExponent ? Fp123.finalExponentiate(f12) : f12;
  }
  function pairingBatch(pairs, withFinalExponent = true) {
    aarray(pairs, "pairs");
    const res = [];
    for (let i = 0; i < pairs.length; i++) {
      const pair2 = pairs[i];
      validateObject(pair2, { g1: "object", g2: "object" }, {}, "pairs[" + i + "]");
      const { g1: g12, g2: g22 } = pair2;
      if (!(g12 instanceof G12))
        throw new TypeError('"pairs[' + i + '].g1" expected G1 point, got type=' + typeof g12);
      if (!(g22 instanceof G22))
        throw new TypeError('"pairs[' + i + '].g2" expected G2 point, got type=' + typeof g22);
      if (g12.is0() || g22.is0())
        throw new Error("pairing is not available for ZERO point");
      g12.assertValidity();
      g22.assertValidity();
      const Qa = g12.toAffine();
      res.push([calcPairingPrecomputes(g22), Qa.x, Qa.y]);
    }
    return millerLoopBatch(res, withFinalExponent);
  }
  function pairing(Q, P, withFinalExponent = true) {
    if (!(Q instanceof G12))
      throw new TypeError('"Q" expected G1 point, got type=' + typeof Q);
    if (!(P instanceof G22))
      throw new TypeError('"P" expected G2 point, got type=' + typeof P);
    return pairingBatch([{ g1: Q, g2: P }], withFinalExponent);
  }
  const lengths = {
    seed: getMinHashLength(Fr.ORDER)
  };
  const rand = params.randomBytes === void 0 ? randomBytes : params.randomBytes;
  const randomSecretKey = (seed) => {
    seed = seed === void 0 ? rand(lengths.seed) : seed;
    abytes(seed, lengths.seed, "seed");
    return mapHashToField(seed, Fr.ORDER);
  };
  Object.freeze(lengths);
  return {
    lengths,
    Fr,
    Fp12: Fp123,
    // NOTE: we re-export Fp12 here because pairing results are Fp12!
    millerLoopBatch,
    pairing,
    pairingBatch,
    calcPairingPrecomputes,
    randomSecretKey
  };
}
function createBlsSig(blsPairing, PubPoint, SigPoint, isSigG1, hashToSigCurve, SignatureCoder) {
  const { Fr, Fp12: Fp123, pairingBatch, randomSecretKey, lengths } = blsPairing;
  if (!SignatureCoder) {
    SignatureCoder = {
      fromBytes: notImplemented,
      fromHex: notImplemented,
      toBytes: notImplemented,
      toHex: notImplemented
    };
  }
  const sigCoder = Object.freeze({ ...SignatureCoder });
  function normPub(point) {
    return point instanceof PubPoint ? point : PubPoint.fromBytes(point);
  }
  function normSig(point) {
    return point instanceof SigPoint ? point : sigCoder.fromBytes(point);
  }
  function amsg(m) {
    if (!(m instanceof SigPoint))
      throw new Error(`expected valid message hashed to ${!isSigG1 ? "G2" : "G1"} curve`);
    return m;
  }
  const pair2 = !isSigG1 ? (a, b) => ({ g1: a, g2: b }) : (a, b) => ({ g1: b, g2: a });
  return Object.freeze({
    lengths: Object.freeze({ ...lengths, secretKey: Fr.BYTES }),
    keygen(seed) {
      const secretKey = randomSecretKey(seed);
      const publicKey = this.getPublicKey(secretKey);
      return { secretKey, publicKey };
    },
    // P = pk x G
    getPublicKey(secretKey) {
      let sec;
      try {
        sec = PubPoint.Fn.fromBytes(secretKey);
      } catch (error) {
        throw new Error("invalid private key: " + typeof secretKey, { cause: error });
      }
      return PubPoint.BASE.multiply(sec);
    },
    // S = pk x H(m)
    sign(message, secretKey, unusedArg) {
      if (unusedArg != null)
        throw new Error("sign() expects 2 arguments");
      const sec = PubPoint.Fn.fromBytes(secretKey);
      amsg(message).assertValidity();
      return message.multiply(sec);
    },
    // Checks if pairing of public key & hash is equal to pairing of generator & signature.
    // e(P, H(m)) == e(G, S)
    // e(S, G) == e(H(m), P)
    verify(signature, message, publicKey, unusedArg) {
      if (unusedArg != null)
        throw new Error("verify() expects 3 arguments");
      signature = normSig(signature);
      publicKey = normPub(publicKey);
      const P = publicKey.negate();
      const G = PubPoint.BASE;
      const Hm = amsg(message);
      const S = signature;
      try {
        const exp = pairingBatch([pair2(P, Hm), pair2(G, S)]);
        return Fp123.eql(exp, Fp123.ONE);
      } catch {
        return false;
      }
    },
    // https://ethresear.ch/t/fast-verification-of-multiple-bls-signatures/5407
    // e(G, S) = e(G, SUM(n)(Si)) = MUL(n)(e(G, Si))
    // TODO: maybe `{message: G2Hex, publicKey: G1Hex}[]` instead?
    verifyBatch(signature, items) {
      aNonEmpty(items);
      const sig = normSig(signature);
      const nMessages = items.map((i) => amsg(i.message));
      const nPublicKeys = items.map((i) => normPub(i.publicKey));
      const messagePubKeyMap = /* @__PURE__ */ new Map();
      for (let i = 0; i < nPublicKeys.length; i++) {
        const pub = nPublicKeys[i];
        const msg = nMessages[i];
        let keys = messagePubKeyMap.get(msg);
        if (keys === void 0) {
          keys = [];
          messagePubKeyMap.set(msg, keys);
        }
        keys.push(pub);
      }
      const paired = [];
      const G = PubPoint.BASE;
      try {
        for (const [msg, keys] of messagePubKeyMap) {
          const groupPublicKey = keys.reduce((acc, msg2) => acc.add(msg2));
          paired.push(pair2(groupPublicKey, msg));
        }
        paired.push(pair2(G.negate(), sig));
        return Fp123.eql(pairingBatch(paired), Fp123.ONE);
      } catch {
        return false;
      }
    },
    // Adds a bunch of public key points together.
    // pk1 + pk2 + pk3 = pkA
    aggregatePublicKeys(publicKeys) {
      aNonEmpty(publicKeys);
      publicKeys = publicKeys.map((pub) => normPub(pub));
      const agg = publicKeys.reduce((sum2, p) => sum2.add(p), PubPoint.ZERO);
      agg.assertValidity();
      return agg;
    },
    // Adds a bunch of signature points together.
    // pk1 + pk2 + pk3 = pkA
    aggregateSignatures(signatures) {
      aNonEmpty(signatures);
      signatures = signatures.map((sig) => normSig(sig));
      const agg = signatures.reduce((sum2, s) => sum2.add(s), SigPoint.ZERO);
      agg.assertValidity();
      return agg;
    },
    hash(messageBytes, DST) {
      abytes(messageBytes);
      const opts = DST === void 0 ? void 0 : { DST };
      return hashToSigCurve(messageBytes, opts);
    },
    Signature: Object.freeze({ ...sigCoder })
  });
}
function blsBasic(fields3, G1_Point2, G2_Point2, params) {
  const { Fp: Fp4, Fr, Fp2: Fp23, Fp6: Fp62, Fp12: Fp123 } = fields3;
  const G12 = { Point: G1_Point2 };
  const G22 = { Point: G2_Point2 };
  const pairingRes = createBlsPairing(fields3, G1_Point2, G2_Point2, params);
  const { millerLoopBatch, pairing, pairingBatch, calcPairingPrecomputes, randomSecretKey, lengths } = pairingRes;
  G12.Point.BASE.precompute(4);
  Object.freeze(G12);
  Object.freeze(G22);
  return Object.freeze({
    lengths: Object.freeze(lengths),
    millerLoopBatch,
    pairing,
    pairingBatch,
    G1: G12,
    G2: G22,
    fields: Object.freeze({ Fr, Fp: Fp4, Fp2: Fp23, Fp6: Fp62, Fp12: Fp123 }),
    params: Object.freeze({
      ateLoopSize: params.ateLoopSize,
      xNegative: params.xNegative,
      twistType: params.twistType,
      postPrecompute: params.postPrecompute
    }),
    utils: Object.freeze({
      randomSecretKey,
      calcPairingPrecomputes
    })
  });
}
function blsHashers(fields3, G1_Point2, G2_Point2, params, hasherParams) {
  const base = blsBasic(fields3, G1_Point2, G2_Point2, params);
  validateObject(hasherParams, { hasherOpts: "object", hasherOptsG1: "object", hasherOptsG2: "object" }, { mapToG1: "function", mapToG2: "function" }, "hasherParams");
  const G1Hasher = createHasher(G1_Point2, hasherParams.mapToG1 === void 0 ? notImplemented : hasherParams.mapToG1, {
    ...hasherParams.hasherOpts,
    ...hasherParams.hasherOptsG1
  });
  const G2Hasher = createHasher(G2_Point2, hasherParams.mapToG2 === void 0 ? notImplemented : hasherParams.mapToG2, {
    ...hasherParams.hasherOpts,
    ...hasherParams.hasherOptsG2
  });
  return Object.freeze({ ...base, G1: G1Hasher, G2: G2Hasher });
}
function bls(fields3, G1_Point2, G2_Point2, params, hasherParams, signatureCoders2) {
  const base = blsHashers(fields3, G1_Point2, G2_Point2, params, hasherParams);
  const pairingRes = {
    ...base,
    Fr: base.fields.Fr,
    Fp12: base.fields.Fp12,
    calcPairingPrecomputes: base.utils.calcPairingPrecomputes,
    randomSecretKey: base.utils.randomSecretKey
  };
  const longSignatures = createBlsSig(pairingRes, G1_Point2, G2_Point2, false, base.G2.hashToCurve, signatureCoders2?.LongSignature);
  const shortSignatures = createBlsSig(pairingRes, G2_Point2, G1_Point2, true, base.G1.hashToCurve, signatureCoders2?.ShortSignature);
  return Object.freeze({ ...base, longSignatures, shortSignatures });
}

// node_modules/.pnpm/@noble+curves@2.4.0/node_modules/@noble/curves/abstract/tower.js
var _0n2 = /* @__PURE__ */ BigInt(0);
var _1n2 = /* @__PURE__ */ BigInt(1);
var _2n2 = /* @__PURE__ */ BigInt(2);
var _3n2 = /* @__PURE__ */ BigInt(3);
var _6n = /* @__PURE__ */ BigInt(6);
var _12n = /* @__PURE__ */ BigInt(12);
var isObj = (value) => !!value && typeof value === "object";
function calcFrobeniusCoefficients(Fp4, nonResidue, modulus, degree, num = 1, divisor) {
  asafenumber(num, "num");
  asafenumber(degree, "degree");
  const divisorN = divisor === void 0 ? degree : divisor;
  asafenumber(divisorN, "divisor");
  const F = Fp4;
  if (typeof modulus !== "bigint" || modulus <= _1n2)
    throw new Error("calcFrobeniusCoefficients: expected valid modulus, got " + modulus);
  if (degree <= 0)
    throw new Error("calcFrobeniusCoefficients: expected positive degree, got " + degree);
  if (num <= 0)
    throw new Error("calcFrobeniusCoefficients: expected positive row count, got " + num);
  if (divisorN <= 0)
    throw new Error("calcFrobeniusCoefficients: expected positive divisor, got " + divisorN);
  const _divisor = BigInt(divisorN);
  const towerModulus = modulus ** BigInt(degree);
  const res = [];
  for (let i = 0; i < num; i++) {
    const a = BigInt(i + 1);
    const powers = [];
    for (let j = 0, qPower = _1n2; j < degree; j++) {
      const numer = a * qPower - a;
      if (numer % _divisor)
        throw new Error("calcFrobeniusCoefficients: inexact tower exponent");
      const power = numer / _divisor % towerModulus;
      powers.push(F.pow(nonResidue, power));
      qPower *= modulus;
    }
    res.push(powers);
  }
  return res;
}
function psiFrobenius(Fp4, Fp23, base) {
  validateField(Fp4);
  validateField(Fp23);
  validateObject(Fp23, {
    Fp: "object",
    frobeniusMap: "function",
    fromBigTuple: "function",
    mulByB: "function",
    mulByNonresidue: "function",
    reim: "function",
    Fp4Square: "function",
    NONRESIDUE: "object"
  }, {});
  if (!isObj(base) || Array.isArray(base))
    throw new TypeError('"base" expected Fp2 element, got type=' + typeof base);
  if (!Fp23.isValid(base))
    throw new RangeError('"base" expected valid Fp2 element');
  const PSI_X = Fp23.pow(base, (Fp4.ORDER - _1n2) / _3n2);
  const PSI_Y = Fp23.pow(base, (Fp4.ORDER - _1n2) / _2n2);
  function psi(x, y) {
    const x2 = Fp23.mul(Fp23.frobeniusMap(x, 1), PSI_X);
    const y2 = Fp23.mul(Fp23.frobeniusMap(y, 1), PSI_Y);
    return [x2, y2];
  }
  const PSI2_X = Fp23.pow(base, (Fp4.ORDER ** _2n2 - _1n2) / _3n2);
  const PSI2_Y = Fp23.pow(base, (Fp4.ORDER ** _2n2 - _1n2) / _2n2);
  if (!Fp23.eql(PSI2_Y, Fp23.neg(Fp23.ONE)))
    throw new Error("psiFrobenius: PSI2_Y!==-1");
  function psi2(x, y) {
    return [Fp23.mul(x, PSI2_X), Fp23.neg(y)];
  }
  const mapAffine = (fn) => (c, P) => {
    if (typeof c !== "function")
      throw new TypeError('"c" expected point constructor, got type=' + typeof c);
    validatePointCons(c);
    if (!(P instanceof c))
      throw new TypeError('"P" expected Point instance, got type=' + typeof P);
    const affine = P.toAffine();
    const p = fn(affine.x, affine.y);
    return c.fromAffine({ x: p[0], y: p[1] });
  };
  const G2psi3 = mapAffine(psi);
  const G2psi22 = mapAffine(psi2);
  return { psi, psi2, G2psi: G2psi3, G2psi2: G2psi22, PSI_X, PSI_Y, PSI2_X, PSI2_Y };
}
var _Field2 = class {
  ORDER;
  BITS;
  BYTES;
  isLE;
  ZERO;
  ONE;
  Fp;
  NONRESIDUE;
  mulByB;
  Fp_NONRESIDUE;
  Fp_div2;
  constructor(Fp4, opts = {}) {
    const { NONRESIDUE = BigInt(-1), FP2_NONRESIDUE, Fp2mulByB } = opts;
    const ORDER = Fp4.ORDER;
    const FP2_ORDER = ORDER * ORDER;
    this.Fp = Fp4;
    this.ORDER = FP2_ORDER;
    this.BITS = bitLen(FP2_ORDER);
    this.BYTES = Math.ceil(bitLen(FP2_ORDER) / 8);
    this.isLE = Fp4.isLE;
    this.ZERO = this.create({ c0: Fp4.ZERO, c1: Fp4.ZERO });
    this.ONE = this.create({ c0: Fp4.ONE, c1: Fp4.ZERO });
    this.Fp_NONRESIDUE = Fp4.create(NONRESIDUE);
    this.Fp_div2 = Fp4.div(Fp4.ONE, _2n2);
    this.NONRESIDUE = this.create({ c0: FP2_NONRESIDUE[0], c1: FP2_NONRESIDUE[1] });
    this.mulByB = (num) => {
      const { c0, c1 } = Fp2mulByB(num);
      return Object.freeze({ c0, c1 });
    };
    Object.freeze(this);
  }
  fromBigTuple(tuple) {
    if (!Array.isArray(tuple) || tuple.length !== 2)
      throw new Error("invalid Fp2.fromBigTuple");
    const [c0, c1] = tuple;
    if (typeof c0 !== "bigint" || typeof c1 !== "bigint")
      throw new Error("invalid Fp2.fromBigTuple");
    return this.create({ c0, c1 });
  }
  create(num) {
    const { Fp: Fp4 } = this;
    const c0 = Fp4.create(num.c0);
    const c1 = Fp4.create(num.c1);
    return Object.freeze({ c0, c1 });
  }
  isValid(num) {
    if (!isObj(num))
      throw new TypeError("invalid field element: expected object, got " + typeof num);
    const { c0, c1 } = num;
    const { Fp: Fp4 } = this;
    return Fp4.isValid(c0) && Fp4.isValid(c1);
  }
  is0(num) {
    if (!isObj(num))
      return false;
    const { c0, c1 } = num;
    const { Fp: Fp4 } = this;
    return Fp4.is0(c0) && Fp4.is0(c1);
  }
  isValidNot0(num) {
    return !this.is0(num) && this.isValid(num);
  }
  eql({ c0, c1 }, { c0: r0, c1: r1 }) {
    const { Fp: Fp4 } = this;
    return Fp4.eql(c0, r0) && Fp4.eql(c1, r1);
  }
  neg({ c0, c1 }) {
    const { Fp: Fp4 } = this;
    return Object.freeze({ c0: Fp4.neg(c0), c1: Fp4.neg(c1) });
  }
  pow(num, power) {
    return FpPow(this, num, power);
  }
  invertBatch(nums) {
    return FpInvertBatch(this, nums, true);
  }
  // Normalized
  add(f1, f2) {
    const { Fp: Fp4 } = this;
    const { c0, c1 } = f1;
    const { c0: r0, c1: r1 } = f2;
    return Object.freeze({
      c0: Fp4.add(c0, r0),
      c1: Fp4.add(c1, r1)
    });
  }
  sub({ c0, c1 }, { c0: r0, c1: r1 }) {
    const { Fp: Fp4 } = this;
    return Object.freeze({
      c0: Fp4.sub(c0, r0),
      c1: Fp4.sub(c1, r1)
    });
  }
  mul({ c0, c1 }, rhs) {
    const { Fp: Fp4 } = this;
    if (typeof rhs === "bigint")
      return Object.freeze({ c0: Fp4.mul(c0, rhs), c1: Fp4.mul(c1, rhs) });
    const { c0: r0, c1: r1 } = rhs;
    let t1 = Fp4.mul(c0, r0);
    let t2 = Fp4.mul(c1, r1);
    const o0 = Fp4.sub(t1, t2);
    const o1 = Fp4.sub(Fp4.mul(Fp4.add(c0, c1), Fp4.add(r0, r1)), Fp4.add(t1, t2));
    return Object.freeze({ c0: o0, c1: o1 });
  }
  sqr({ c0, c1 }) {
    const { Fp: Fp4 } = this;
    const a = Fp4.add(c0, c1);
    const b = Fp4.sub(c0, c1);
    const c = Fp4.add(c0, c0);
    return Object.freeze({ c0: Fp4.mul(a, b), c1: Fp4.mul(c, c1) });
  }
  // NonNormalized stuff
  addN(a, b) {
    return this.add(a, b);
  }
  subN(a, b) {
    return this.sub(a, b);
  }
  mulN(a, b) {
    return this.mul(a, b);
  }
  sqrN(a) {
    return this.sqr(a);
  }
  // Why inversion for bigint inside Fp instead of Fp2? it is even used in that context?
  div(lhs, rhs) {
    const { Fp: Fp4 } = this;
    return this.mul(lhs, typeof rhs === "bigint" ? Fp4.inv(Fp4.create(rhs)) : this.inv(rhs));
  }
  inv({ c0: a, c1: b }) {
    const { Fp: Fp4 } = this;
    const factor = Fp4.inv(Fp4.create(a * a + b * b));
    return Object.freeze({ c0: Fp4.mul(factor, Fp4.create(a)), c1: Fp4.mul(factor, Fp4.create(-b)) });
  }
  sqrt(num) {
    const { Fp: Fp4 } = this;
    const Fp23 = this;
    const { c0, c1 } = num;
    if (Fp4.is0(c1)) {
      if (FpLegendre(Fp4, c0) === 1)
        return Fp23.create({ c0: Fp4.sqrt(c0), c1: Fp4.ZERO });
      else
        return Fp23.create({ c0: Fp4.ZERO, c1: Fp4.sqrt(Fp4.div(c0, this.Fp_NONRESIDUE)) });
    }
    const a = Fp4.sqrt(Fp4.sub(Fp4.sqr(c0), Fp4.mul(Fp4.sqr(c1), this.Fp_NONRESIDUE)));
    let d = Fp4.mul(Fp4.add(a, c0), this.Fp_div2);
    const legendre = FpLegendre(Fp4, d);
    if (legendre === -1)
      d = Fp4.sub(d, a);
    const a0 = Fp4.sqrt(d);
    const candidateSqrt = Fp23.create({ c0: a0, c1: Fp4.div(Fp4.mul(c1, this.Fp_div2), a0) });
    if (!Fp23.eql(Fp23.sqr(candidateSqrt), num))
      throw new Error("Cannot find square root");
    const x1 = candidateSqrt;
    const x2 = Fp23.neg(x1);
    const { re: re1, im: im1 } = Fp23.reim(x1);
    const { re: re2, im: im2 } = Fp23.reim(x2);
    if (im1 > im2 || im1 === im2 && re1 > re2)
      return x1;
    return x2;
  }
  // Same as sgn0_m_eq_2 in RFC 9380
  isOdd(x) {
    const { re: x0, im: x1 } = this.reim(x);
    const sign_0 = x0 % _2n2;
    const zero_0 = x0 === _0n2;
    const sign_1 = x1 % _2n2;
    return BigInt(sign_0 || zero_0 && sign_1) == _1n2;
  }
  // Bytes util
  fromBytes(b) {
    const { Fp: Fp4 } = this;
    abytes(b);
    if (b.length !== this.BYTES)
      throw new Error("fromBytes invalid length=" + b.length);
    return this.create({
      c0: Fp4.fromBytes(b.subarray(0, Fp4.BYTES)),
      c1: Fp4.fromBytes(b.subarray(Fp4.BYTES))
    });
  }
  toBytes({ c0, c1 }) {
    return concatBytes2(this.Fp.toBytes(c0), this.Fp.toBytes(c1));
  }
  cmov({ c0, c1 }, { c0: r0, c1: r1 }, c) {
    const { Fp: Fp4 } = this;
    return this.create({
      c0: Fp4.cmov(c0, r0, c),
      c1: Fp4.cmov(c1, r1, c)
    });
  }
  reim({ c0, c1 }) {
    return { re: c0, im: c1 };
  }
  Fp4Square(a, b) {
    const Fp23 = this;
    const a2 = Fp23.sqr(a);
    const b2 = Fp23.sqr(b);
    return {
      first: Fp23.add(Fp23.mulByNonresidue(b2), a2),
      // b² * Nonresidue + a²
      second: Fp23.sub(Fp23.sub(Fp23.sqr(Fp23.add(a, b)), a2), b2)
      // (a + b)² - a² - b²
    };
  }
  // multiply by u + 1
  mulByNonresidue({ c0, c1 }) {
    const { Fp: Fp4, NONRESIDUE: nr } = this;
    if (nr.c0 === Fp4.ONE && nr.c1 === Fp4.ONE) {
      return Object.freeze({ c0: Fp4.sub(c0, c1), c1: Fp4.add(c0, c1) });
    }
    if (nr.c1 === Fp4.ONE) {
      return Object.freeze({
        c0: Fp4.sub(Fp4.mul(c0, nr.c0), c1),
        c1: Fp4.add(c0, Fp4.mul(c1, nr.c0))
      });
    }
    return this.mul({ c0, c1 }, nr);
  }
  frobeniusMap(num, power) {
    const { c0, c1 } = num;
    const { Fp: Fp4 } = this;
    return Object.freeze({ c0, c1: power % 2 === 0 ? c1 : Fp4.neg(c1) });
  }
};
var _Field6 = class {
  ORDER;
  BITS;
  BYTES;
  isLE;
  ZERO;
  ONE;
  Fp2;
  constructor(Fp23) {
    this.Fp2 = Fp23;
    this.ORDER = Fp23.Fp.ORDER ** _6n;
    this.BITS = 3 * Fp23.BITS;
    this.BYTES = 3 * Fp23.BYTES;
    this.isLE = Fp23.isLE;
    this.ZERO = this.create({ c0: Fp23.ZERO, c1: Fp23.ZERO, c2: Fp23.ZERO });
    this.ONE = this.create({ c0: Fp23.ONE, c1: Fp23.ZERO, c2: Fp23.ZERO });
    Object.freeze(this);
  }
  // Most callers never touch Frobenius maps, so keep the sextic tables lazy:
  // eagerly deriving them dominates `bls12-381.js` / `bn254.js` import time.
  get FROBENIUS_COEFFICIENTS_1() {
    const frob2 = _FROBENIUS_COEFFICIENTS_6.get(this);
    if (frob2)
      return frob2[0];
    const { Fp2: Fp23 } = this;
    const { Fp: Fp4 } = Fp23;
    const rows = calcFrobeniusCoefficients(Fp23, Fp23.NONRESIDUE, Fp4.ORDER, 6, 2, 3);
    const cache = [Object.freeze(rows[0]), Object.freeze(rows[1])];
    _FROBENIUS_COEFFICIENTS_6.set(this, cache);
    return cache[0];
  }
  get FROBENIUS_COEFFICIENTS_2() {
    const frob2 = _FROBENIUS_COEFFICIENTS_6.get(this);
    if (frob2)
      return frob2[1];
    void this.FROBENIUS_COEFFICIENTS_1;
    return _FROBENIUS_COEFFICIENTS_6.get(this)[1];
  }
  add({ c0, c1, c2 }, { c0: r0, c1: r1, c2: r2 }) {
    const { Fp2: Fp23 } = this;
    return Object.freeze({
      c0: Fp23.add(c0, r0),
      c1: Fp23.add(c1, r1),
      c2: Fp23.add(c2, r2)
    });
  }
  sub({ c0, c1, c2 }, { c0: r0, c1: r1, c2: r2 }) {
    const { Fp2: Fp23 } = this;
    return Object.freeze({
      c0: Fp23.sub(c0, r0),
      c1: Fp23.sub(c1, r1),
      c2: Fp23.sub(c2, r2)
    });
  }
  mul({ c0, c1, c2 }, rhs) {
    const { Fp2: Fp23 } = this;
    if (typeof rhs === "bigint") {
      return Object.freeze({
        c0: Fp23.mul(c0, rhs),
        c1: Fp23.mul(c1, rhs),
        c2: Fp23.mul(c2, rhs)
      });
    }
    const { c0: r0, c1: r1, c2: r2 } = rhs;
    const t0 = Fp23.mul(c0, r0);
    const t1 = Fp23.mul(c1, r1);
    const t2 = Fp23.mul(c2, r2);
    return Object.freeze({
      // t0 + (c1 + c2) * (r1 * r2) - (T1 + T2) * (u + 1)
      c0: Fp23.add(t0, Fp23.mulByNonresidue(Fp23.sub(Fp23.mul(Fp23.add(c1, c2), Fp23.add(r1, r2)), Fp23.add(t1, t2)))),
      // (c0 + c1) * (r0 + r1) - (T0 + T1) + T2 * (u + 1)
      c1: Fp23.add(Fp23.sub(Fp23.mul(Fp23.add(c0, c1), Fp23.add(r0, r1)), Fp23.add(t0, t1)), Fp23.mulByNonresidue(t2)),
      // T1 + (c0 + c2) * (r0 + r2) - T0 + T2
      c2: Fp23.sub(Fp23.add(t1, Fp23.mul(Fp23.add(c0, c2), Fp23.add(r0, r2))), Fp23.add(t0, t2))
    });
  }
  sqr({ c0, c1, c2 }) {
    const { Fp2: Fp23 } = this;
    let t0 = Fp23.sqr(c0);
    let t1 = Fp23.mul(Fp23.mul(c0, c1), _2n2);
    let t3 = Fp23.mul(Fp23.mul(c1, c2), _2n2);
    let t4 = Fp23.sqr(c2);
    return Object.freeze({
      c0: Fp23.add(Fp23.mulByNonresidue(t3), t0),
      // T3 * (u + 1) + T0
      c1: Fp23.add(Fp23.mulByNonresidue(t4), t1),
      // T4 * (u + 1) + T1
      // T1 + (c0 - c1 + c2)² + T3 - T0 - T4
      c2: Fp23.sub(Fp23.sub(Fp23.add(Fp23.add(t1, Fp23.sqr(Fp23.add(Fp23.sub(c0, c1), c2))), t3), t0), t4)
    });
  }
  addN(a, b) {
    return this.add(a, b);
  }
  subN(a, b) {
    return this.sub(a, b);
  }
  mulN(a, b) {
    return this.mul(a, b);
  }
  sqrN(a) {
    return this.sqr(a);
  }
  create(num) {
    const { Fp2: Fp23 } = this;
    const c0 = Fp23.create(num.c0);
    const c1 = Fp23.create(num.c1);
    const c2 = Fp23.create(num.c2);
    return Object.freeze({ c0, c1, c2 });
  }
  isValid(num) {
    if (!isObj(num))
      throw new TypeError("invalid field element: expected object, got " + typeof num);
    const { c0, c1, c2 } = num;
    const { Fp2: Fp23 } = this;
    return Fp23.isValid(c0) && Fp23.isValid(c1) && Fp23.isValid(c2);
  }
  is0(num) {
    if (!isObj(num))
      return false;
    const { c0, c1, c2 } = num;
    const { Fp2: Fp23 } = this;
    return Fp23.is0(c0) && Fp23.is0(c1) && Fp23.is0(c2);
  }
  isValidNot0(num) {
    return !this.is0(num) && this.isValid(num);
  }
  neg({ c0, c1, c2 }) {
    const { Fp2: Fp23 } = this;
    return Object.freeze({ c0: Fp23.neg(c0), c1: Fp23.neg(c1), c2: Fp23.neg(c2) });
  }
  eql({ c0, c1, c2 }, { c0: r0, c1: r1, c2: r2 }) {
    const { Fp2: Fp23 } = this;
    return Fp23.eql(c0, r0) && Fp23.eql(c1, r1) && Fp23.eql(c2, r2);
  }
  sqrt(_) {
    return notImplemented();
  }
  // Do we need division by bigint at all? Should be done via order:
  div(lhs, rhs) {
    const { Fp2: Fp23 } = this;
    const { Fp: Fp4 } = Fp23;
    return this.mul(lhs, typeof rhs === "bigint" ? Fp4.inv(Fp4.create(rhs)) : this.inv(rhs));
  }
  pow(num, power) {
    return FpPow(this, num, power);
  }
  invertBatch(nums) {
    return FpInvertBatch(this, nums, true);
  }
  inv({ c0, c1, c2 }) {
    const { Fp2: Fp23 } = this;
    let t0 = Fp23.sub(Fp23.sqr(c0), Fp23.mulByNonresidue(Fp23.mul(c2, c1)));
    let t1 = Fp23.sub(Fp23.mulByNonresidue(Fp23.sqr(c2)), Fp23.mul(c0, c1));
    let t2 = Fp23.sub(Fp23.sqr(c1), Fp23.mul(c0, c2));
    let t4 = Fp23.inv(Fp23.add(Fp23.mulByNonresidue(Fp23.add(Fp23.mul(c2, t1), Fp23.mul(c1, t2))), Fp23.mul(c0, t0)));
    return Object.freeze({ c0: Fp23.mul(t4, t0), c1: Fp23.mul(t4, t1), c2: Fp23.mul(t4, t2) });
  }
  // Bytes utils
  fromBytes(b) {
    const { Fp2: Fp23 } = this;
    abytes(b);
    if (b.length !== this.BYTES)
      throw new Error("fromBytes invalid length=" + b.length);
    const B2 = Fp23.BYTES;
    return this.create({
      c0: Fp23.fromBytes(b.subarray(0, B2)),
      c1: Fp23.fromBytes(b.subarray(B2, B2 * 2)),
      c2: Fp23.fromBytes(b.subarray(2 * B2))
    });
  }
  toBytes({ c0, c1, c2 }) {
    const { Fp2: Fp23 } = this;
    return concatBytes2(Fp23.toBytes(c0), Fp23.toBytes(c1), Fp23.toBytes(c2));
  }
  cmov({ c0, c1, c2 }, { c0: r0, c1: r1, c2: r2 }, c) {
    const { Fp2: Fp23 } = this;
    return this.create({
      c0: Fp23.cmov(c0, r0, c),
      c1: Fp23.cmov(c1, r1, c),
      c2: Fp23.cmov(c2, r2, c)
    });
  }
  fromBigSix(tuple) {
    const { Fp2: Fp23 } = this;
    if (!Array.isArray(tuple) || tuple.length !== 6)
      throw new Error("invalid Fp6.fromBigSix");
    for (let i = 0; i < 6; i++)
      if (typeof tuple[i] !== "bigint")
        throw new Error("invalid Fp6.fromBigSix");
    const t = tuple;
    return this.create({
      c0: Fp23.fromBigTuple(t.slice(0, 2)),
      c1: Fp23.fromBigTuple(t.slice(2, 4)),
      c2: Fp23.fromBigTuple(t.slice(4, 6))
    });
  }
  frobeniusMap(num, power) {
    const { c0, c1, c2 } = num;
    if (power % 6 === 0)
      return Object.freeze({ c0, c1, c2 });
    const { Fp2: Fp23 } = this;
    return Object.freeze({
      c0: Fp23.frobeniusMap(c0, power),
      c1: Fp23.mul(Fp23.frobeniusMap(c1, power), this.FROBENIUS_COEFFICIENTS_1[power % 6]),
      c2: Fp23.mul(Fp23.frobeniusMap(c2, power), this.FROBENIUS_COEFFICIENTS_2[power % 6])
    });
  }
  mulByFp2({ c0, c1, c2 }, rhs) {
    const { Fp2: Fp23 } = this;
    return Object.freeze({
      c0: Fp23.mul(c0, rhs),
      c1: Fp23.mul(c1, rhs),
      c2: Fp23.mul(c2, rhs)
    });
  }
  mulByNonresidue({ c0, c1, c2 }) {
    const { Fp2: Fp23 } = this;
    return Object.freeze({ c0: Fp23.mulByNonresidue(c2), c1: c0, c2: c1 });
  }
  // Sparse multiplication
  mul1({ c0, c1, c2 }, b1) {
    const { Fp2: Fp23 } = this;
    return Object.freeze({
      c0: Fp23.mulByNonresidue(Fp23.mul(c2, b1)),
      c1: Fp23.mul(c0, b1),
      c2: Fp23.mul(c1, b1)
    });
  }
  // Sparse multiplication
  mul01({ c0, c1, c2 }, b0, b1) {
    const { Fp2: Fp23 } = this;
    let t0 = Fp23.mul(c0, b0);
    let t1 = Fp23.mul(c1, b1);
    return Object.freeze({
      // ((c1 + c2) * b1 - T1) * (u + 1) + T0
      c0: Fp23.add(Fp23.mulByNonresidue(Fp23.sub(Fp23.mul(Fp23.add(c1, c2), b1), t1)), t0),
      // (b0 + b1) * (c0 + c1) - T0 - T1
      c1: Fp23.sub(Fp23.sub(Fp23.mul(Fp23.add(b0, b1), Fp23.add(c0, c1)), t0), t1),
      // (c0 + c2) * b0 - T0 + T1
      c2: Fp23.add(Fp23.sub(Fp23.mul(Fp23.add(c0, c2), b0), t0), t1)
    });
  }
};
var _FROBENIUS_COEFFICIENTS_6 = /* @__PURE__ */ new WeakMap();
var _Field12 = class {
  ORDER;
  BITS;
  BYTES;
  isLE;
  ZERO;
  ONE;
  Fp6;
  X_LEN;
  finalExponentiate;
  constructor(Fp62, opts) {
    const { X_LEN, Fp12finalExponentiate } = opts;
    const { Fp2: Fp23 } = Fp62;
    const { Fp: Fp4 } = Fp23;
    this.Fp6 = Fp62;
    this.ORDER = Fp4.ORDER ** _12n;
    this.BITS = 2 * Fp62.BITS;
    this.BYTES = 2 * Fp62.BYTES;
    this.isLE = Fp62.isLE;
    this.ZERO = this.create({ c0: Fp62.ZERO, c1: Fp62.ZERO });
    this.ONE = this.create({ c0: Fp62.ONE, c1: Fp62.ZERO });
    this.X_LEN = X_LEN;
    this.finalExponentiate = (num) => {
      const copy2 = ({ c0, c1 }) => Object.freeze({ c0, c1 });
      const copy6 = ({ c0, c1, c2 }) => Object.freeze({ c0: copy2(c0), c1: copy2(c1), c2: copy2(c2) });
      const res = Fp12finalExponentiate(num);
      return Object.freeze({ c0: copy6(res.c0), c1: copy6(res.c1) });
    };
    Object.freeze(this);
  }
  // Keep the degree-12 Frobenius row lazy too; after the first lookup the cached
  // array is reused exactly like the old eager table.
  get FROBENIUS_COEFFICIENTS() {
    const frob2 = _FROBENIUS_COEFFICIENTS_12.get(this);
    if (frob2)
      return frob2;
    const { Fp2: Fp23 } = this.Fp6;
    const { Fp: Fp4 } = Fp23;
    const cache = Object.freeze(calcFrobeniusCoefficients(Fp23, Fp23.NONRESIDUE, Fp4.ORDER, 12, 1, 6)[0]);
    _FROBENIUS_COEFFICIENTS_12.set(this, cache);
    return cache;
  }
  create(num) {
    const { Fp6: Fp62 } = this;
    const c0 = Fp62.create(num.c0);
    const c1 = Fp62.create(num.c1);
    return Object.freeze({ c0, c1 });
  }
  isValid(num) {
    if (!isObj(num))
      throw new TypeError("invalid field element: expected object, got " + typeof num);
    const { c0, c1 } = num;
    const { Fp6: Fp62 } = this;
    return Fp62.isValid(c0) && Fp62.isValid(c1);
  }
  is0(num) {
    if (!isObj(num))
      return false;
    const { c0, c1 } = num;
    const { Fp6: Fp62 } = this;
    return Fp62.is0(c0) && Fp62.is0(c1);
  }
  isValidNot0(num) {
    return !this.is0(num) && this.isValid(num);
  }
  neg({ c0, c1 }) {
    const { Fp6: Fp62 } = this;
    return Object.freeze({ c0: Fp62.neg(c0), c1: Fp62.neg(c1) });
  }
  eql({ c0, c1 }, { c0: r0, c1: r1 }) {
    const { Fp6: Fp62 } = this;
    return Fp62.eql(c0, r0) && Fp62.eql(c1, r1);
  }
  sqrt(_) {
    return notImplemented();
  }
  inv({ c0, c1 }) {
    const { Fp6: Fp62 } = this;
    let t = Fp62.inv(Fp62.sub(Fp62.sqr(c0), Fp62.mulByNonresidue(Fp62.sqr(c1))));
    return Object.freeze({ c0: Fp62.mul(c0, t), c1: Fp62.neg(Fp62.mul(c1, t)) });
  }
  div(lhs, rhs) {
    const { Fp6: Fp62 } = this;
    const { Fp2: Fp23 } = Fp62;
    const { Fp: Fp4 } = Fp23;
    return this.mul(lhs, typeof rhs === "bigint" ? Fp4.inv(Fp4.create(rhs)) : this.inv(rhs));
  }
  pow(num, power) {
    return FpPow(this, num, power);
  }
  invertBatch(nums) {
    return FpInvertBatch(this, nums, true);
  }
  // Normalized
  add({ c0, c1 }, { c0: r0, c1: r1 }) {
    const { Fp6: Fp62 } = this;
    return Object.freeze({
      c0: Fp62.add(c0, r0),
      c1: Fp62.add(c1, r1)
    });
  }
  sub({ c0, c1 }, { c0: r0, c1: r1 }) {
    const { Fp6: Fp62 } = this;
    return Object.freeze({
      c0: Fp62.sub(c0, r0),
      c1: Fp62.sub(c1, r1)
    });
  }
  mul({ c0, c1 }, rhs) {
    const { Fp6: Fp62 } = this;
    if (typeof rhs === "bigint")
      return Object.freeze({ c0: Fp62.mul(c0, rhs), c1: Fp62.mul(c1, rhs) });
    let { c0: r0, c1: r1 } = rhs;
    let t1 = Fp62.mul(c0, r0);
    let t2 = Fp62.mul(c1, r1);
    return Object.freeze({
      c0: Fp62.add(t1, Fp62.mulByNonresidue(t2)),
      // T1 + T2 * v
      // (c0 + c1) * (r0 + r1) - (T1 + T2)
      c1: Fp62.sub(Fp62.mul(Fp62.add(c0, c1), Fp62.add(r0, r1)), Fp62.add(t1, t2))
    });
  }
  sqr({ c0, c1 }) {
    const { Fp6: Fp62 } = this;
    let ab = Fp62.mul(c0, c1);
    return Object.freeze({
      // (c1 * v + c0) * (c0 + c1) - AB - AB * v
      c0: Fp62.sub(Fp62.sub(Fp62.mul(Fp62.add(Fp62.mulByNonresidue(c1), c0), Fp62.add(c0, c1)), ab), Fp62.mulByNonresidue(ab)),
      c1: Fp62.add(ab, ab)
    });
  }
  // NonNormalized stuff
  addN(a, b) {
    return this.add(a, b);
  }
  subN(a, b) {
    return this.sub(a, b);
  }
  mulN(a, b) {
    return this.mul(a, b);
  }
  sqrN(a) {
    return this.sqr(a);
  }
  // Bytes utils
  fromBytes(b) {
    const { Fp6: Fp62 } = this;
    abytes(b);
    if (b.length !== this.BYTES)
      throw new Error("fromBytes invalid length=" + b.length);
    return this.create({
      c0: Fp62.fromBytes(b.subarray(0, Fp62.BYTES)),
      c1: Fp62.fromBytes(b.subarray(Fp62.BYTES))
    });
  }
  toBytes({ c0, c1 }) {
    const { Fp6: Fp62 } = this;
    return concatBytes2(Fp62.toBytes(c0), Fp62.toBytes(c1));
  }
  cmov({ c0, c1 }, { c0: r0, c1: r1 }, c) {
    const { Fp6: Fp62 } = this;
    return this.create({
      c0: Fp62.cmov(c0, r0, c),
      c1: Fp62.cmov(c1, r1, c)
    });
  }
  // Utils
  // toString() {
  //   return '' + 'Fp12(' + this.c0 + this.c1 + '* w');
  // },
  // fromTuple(c: [Fp6, Fp6]) {
  //   return new Fp12(...c);
  // }
  fromBigTwelve(tuple) {
    const { Fp6: Fp62 } = this;
    if (!Array.isArray(tuple) || tuple.length !== 12)
      throw new Error("invalid Fp12.fromBigTwelve");
    for (let i = 0; i < 12; i++)
      if (typeof tuple[i] !== "bigint")
        throw new Error("invalid Fp12.fromBigTwelve");
    const t = tuple;
    return this.create({
      c0: Fp62.fromBigSix(t.slice(0, 6)),
      c1: Fp62.fromBigSix(t.slice(6, 12))
    });
  }
  // Raises to q**i -th power
  frobeniusMap(lhs, power) {
    const p = power % 12;
    if (p === 0)
      return Object.freeze({ c0: lhs.c0, c1: lhs.c1 });
    if (p === 6)
      return this.conjugate(lhs);
    const { Fp6: Fp62 } = this;
    const { Fp2: Fp23 } = Fp62;
    const { c0, c1, c2 } = Fp62.frobeniusMap(lhs.c1, power);
    const coeff = this.FROBENIUS_COEFFICIENTS[p];
    return Object.freeze({
      c0: Fp62.frobeniusMap(lhs.c0, power),
      c1: Object.freeze({
        c0: Fp23.mul(c0, coeff),
        c1: Fp23.mul(c1, coeff),
        c2: Fp23.mul(c2, coeff)
      })
    });
  }
  mulByFp2({ c0, c1 }, rhs) {
    const { Fp6: Fp62 } = this;
    return Object.freeze({
      c0: Fp62.mulByFp2(c0, rhs),
      c1: Fp62.mulByFp2(c1, rhs)
    });
  }
  conjugate({ c0, c1 }) {
    return Object.freeze({ c0, c1: this.Fp6.neg(c1) });
  }
  // A cyclotomic group is a subgroup of Fp^n defined by
  //   GΦₙ(p) = {α ∈ Fpⁿ : α^Φₙ(p) = 1}
  // The result of any pairing is in a cyclotomic subgroup
  // https://eprint.iacr.org/2009/565.pdf
  // https://eprint.iacr.org/2010/354.pdf
  _cyclotomicSquare({ c0, c1 }) {
    const { Fp6: Fp62 } = this;
    const { Fp2: Fp23 } = Fp62;
    const { c0: c0c0, c1: c0c1, c2: c0c2 } = c0;
    const { c0: c1c0, c1: c1c1, c2: c1c2 } = c1;
    const { first: t3, second: t4 } = Fp23.Fp4Square(c0c0, c1c1);
    const { first: t5, second: t6 } = Fp23.Fp4Square(c1c0, c0c2);
    const { first: t7, second: t8 } = Fp23.Fp4Square(c0c1, c1c2);
    const t9 = Fp23.mulByNonresidue(t8);
    return Object.freeze({
      c0: Object.freeze({
        c0: Fp23.add(Fp23.mul(Fp23.sub(t3, c0c0), _2n2), t3),
        // 2 * (T3 - c0c0)  + T3
        c1: Fp23.add(Fp23.mul(Fp23.sub(t5, c0c1), _2n2), t5),
        // 2 * (T5 - c0c1)  + T5
        c2: Fp23.add(Fp23.mul(Fp23.sub(t7, c0c2), _2n2), t7)
      }),
      // 2 * (T7 - c0c2)  + T7
      c1: Object.freeze({
        c0: Fp23.add(Fp23.mul(Fp23.add(t9, c1c0), _2n2), t9),
        // 2 * (T9 + c1c0) + T9
        c1: Fp23.add(Fp23.mul(Fp23.add(t4, c1c1), _2n2), t4),
        // 2 * (T4 + c1c1) + T4
        c2: Fp23.add(Fp23.mul(Fp23.add(t6, c1c2), _2n2), t6)
      })
    });
  }
  // https://eprint.iacr.org/2009/565.pdf
  _cyclotomicExp(num, n) {
    aInRange("cyclotomic exponent", n, _0n2, _1n2 << BigInt(this.X_LEN));
    if (n === _0n2)
      return this.ONE;
    let z = num;
    for (let i = bitLen(n) - 2; i >= 0; i--) {
      z = this._cyclotomicSquare(z);
      if (bitGet(n, i))
        z = this.mul(z, num);
    }
    return z;
  }
};
var _FROBENIUS_COEFFICIENTS_12 = /* @__PURE__ */ new WeakMap();
function tower12(opts) {
  validateObject(opts, {
    ORDER: "bigint",
    X_LEN: "number",
    FP2_NONRESIDUE: "object",
    Fp2mulByB: "function",
    Fp12finalExponentiate: "function"
  }, { NONRESIDUE: "bigint" });
  asafenumber(opts.X_LEN, "X_LEN");
  if (opts.X_LEN < 1)
    throw new Error("invalid X_LEN");
  const nonresidue = opts.FP2_NONRESIDUE;
  if (!Array.isArray(nonresidue) || nonresidue.length !== 2)
    throw new Error("invalid FP2_NONRESIDUE");
  if (typeof nonresidue[0] !== "bigint" || typeof nonresidue[1] !== "bigint")
    throw new Error("invalid FP2_NONRESIDUE");
  const Fp4 = Field(opts.ORDER);
  const Fp23 = new _Field2(Fp4, opts);
  const Fp62 = new _Field6(Fp23);
  const Fp123 = new _Field12(Fp62, opts);
  return { Fp: Fp4, Fp2: Fp23, Fp6: Fp62, Fp12: Fp123 };
}

// node_modules/.pnpm/@noble+curves@2.4.0/node_modules/@noble/curves/bls12-381.js
var _0n3 = BigInt(0);
var _1n3 = BigInt(1);
var _2n3 = BigInt(2);
var _3n3 = BigInt(3);
var _4n = BigInt(4);
var BLS_X = BigInt("0xd201000000010000");
var BLS_X_LEN = bitLen(BLS_X);
var bls12_381_CURVE_G1 = {
  p: BigInt("0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab"),
  n: BigInt("0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001"),
  h: BigInt("0x396c8c005555e1568c00aaab0000aaab"),
  a: _0n3,
  b: _4n,
  Gx: BigInt("0x17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb"),
  Gy: BigInt("0x08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1")
};
var bls12_381_Fr = Field(bls12_381_CURVE_G1.n, {
  modFromBytes: true
});
function bls12FromCompressed(g0, g12, { g2: g22, g3, g4, g5 }) {
  return { c0: { c0: g0, c1: g4, c2: g3 }, c1: { c0: g22, c1: g12, c2: g5 } };
}
function bls12Compress({ c0, c1 }) {
  return { g2: c1.c0, g3: c0.c2, g4: c0.c1, g5: c1.c2 };
}
function bls12CyclotomicSquareCompressed({ g2: g22, g3, g4, g5 }) {
  const { first: h23c0, second: h23c1 } = Fp2.Fp4Square(g4, g5);
  const { first: h45c0, second: h45c1 } = Fp2.Fp4Square(g22, g3);
  const d2 = Fp2.add(g22, g22);
  const d3 = Fp2.add(g3, g3);
  const d4 = Fp2.add(g4, g4);
  const d5 = Fp2.add(g5, g5);
  return {
    g2: Fp2.add(Fp2.mul(Fp2.mulByNonresidue(h23c1), _3n3), d2),
    g3: Fp2.sub(Fp2.mul(h23c0, _3n3), d3),
    g4: Fp2.sub(Fp2.mul(h45c0, _3n3), d4),
    g5: Fp2.add(Fp2.mul(h45c1, _3n3), d5)
  };
}
function bls12RecoverG1Ratio({ g2: g22, g3, g4, g5 }) {
  if (Fp2.is0(g22))
    return { num: Fp2.mul(Fp2.mul(g4, g5), _2n3), den: g3 };
  return {
    num: Fp2.add(Fp2.sub(Fp2.mul(Fp2.sqr(g4), _3n3), Fp2.mul(g3, _2n3)), Fp2.mulByNonresidue(Fp2.sqr(g5))),
    den: Fp2.mul(g22, _4n)
  };
}
function bls12RecoverG0(g12, { g2: g22, g3, g4, g5 }) {
  const g3g4 = Fp2.mul(g3, g4);
  const t = Fp2.add(Fp2.sub(Fp2.mul(Fp2.sub(Fp2.sqr(g12), g3g4), _2n3), g3g4), Fp2.mul(g22, g5));
  return Fp2.add(Fp2.mulByNonresidue(t), Fp2.ONE);
}
function bls12CyclotomicExpCompressed(num, squarings) {
  const gs = [];
  let g = bls12Compress(num);
  for (const count of squarings) {
    for (let i = 0; i < count; i++)
      g = bls12CyclotomicSquareCompressed(g);
    gs.push(g);
  }
  const isOne = gs.map(({ g2: g22, g3 }) => Fp2.is0(g22) && Fp2.is0(g3));
  const ratios = gs.map(bls12RecoverG1Ratio);
  const invDens = Fp2.invertBatch(ratios.map(({ den }) => den));
  const elems = gs.map((compressed, i) => {
    if (isOne[i])
      return Fp12.ONE;
    const g12 = Fp2.mul(ratios[i].num, invDens[i]);
    return bls12FromCompressed(bls12RecoverG0(g12, compressed), g12, compressed);
  });
  return { result: Fp12.mul(Fp12.mul(elems[0], elems[1]), elems[2]), last: elems[2] };
}
function bls12CyclotomicExpX(num) {
  const { result, last } = bls12CyclotomicExpCompressed(num, [16, 32, 9]);
  let r = result;
  let s = last;
  for (let i = 0; i < 3; i++)
    s = Fp12._cyclotomicSquare(s);
  r = Fp12.mul(r, s);
  for (let i = 0; i < 2; i++)
    s = Fp12._cyclotomicSquare(s);
  r = Fp12.mul(r, s);
  s = Fp12._cyclotomicSquare(s);
  return Fp12.mul(r, s);
}
var { Fp, Fp2, Fp6, Fp12 } = tower12({
  ORDER: bls12_381_CURVE_G1.p,
  X_LEN: BLS_X_LEN,
  // Finite extension field over irreducible polynominal.
  // Fp(u) / (u² - β) where β = -1
  // Public `Fp2.NONRESIDUE` below is the sextic-tower value `(1, 1) = u + 1`;
  // the quadratic non-residue for the base Fp2 construction is still `-1`.
  FP2_NONRESIDUE: [_1n3, _1n3],
  Fp2mulByB: ({ c0, c1 }) => {
    const t0 = Fp.mul(c0, _4n);
    const t1 = Fp.mul(c1, _4n);
    return { c0: Fp.sub(t0, t1), c1: Fp.add(t0, t1) };
  },
  Fp12finalExponentiate: (num) => {
    const powMinusX = (num2) => Fp12.conjugate(bls12CyclotomicExpX(num2));
    const t0 = Fp12.div(Fp12.frobeniusMap(num, 6), num);
    const t1 = Fp12.mul(Fp12.frobeniusMap(t0, 2), t0);
    const t2 = powMinusX(t1);
    const t3 = Fp12.mul(Fp12.conjugate(Fp12._cyclotomicSquare(t1)), t2);
    const t4 = powMinusX(t3);
    const t5 = powMinusX(t4);
    const t6 = Fp12.mul(powMinusX(t5), Fp12._cyclotomicSquare(t2));
    const t7 = powMinusX(t6);
    const t2_t5_pow_q2 = Fp12.frobeniusMap(Fp12.mul(t2, t5), 2);
    const t4_t1_pow_q3 = Fp12.frobeniusMap(Fp12.mul(t4, t1), 3);
    const t6_t1c_pow_q1 = Fp12.frobeniusMap(Fp12.mul(t6, Fp12.conjugate(t1)), 1);
    const t7_t3c_t1 = Fp12.mul(Fp12.mul(t7, Fp12.conjugate(t3)), t1);
    return Fp12.mul(Fp12.mul(Fp12.mul(t2_t5_pow_q2, t4_t1_pow_q3), t6_t1c_pow_q1), t7_t3c_t1);
  }
});
var frob;
var getFrob = () => frob || (frob = psiFrobenius(Fp, Fp2, Fp2.div(Fp2.ONE, Fp2.NONRESIDUE)));
var G2psi = (c, P) => {
  const fn = getFrob().G2psi;
  G2psi = fn;
  return fn(c, P);
};
var G2psi2 = (c, P) => {
  const fn = getFrob().G2psi2;
  G2psi2 = fn;
  return fn(c, P);
};
var hasher_opts = Object.freeze({
  DST: "BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_",
  encodeDST: "BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_",
  p: Fp.ORDER,
  m: 2,
  k: 128,
  expand: "xmd",
  hash: sha256
});
var bls12_381_CURVE_G2 = {
  p: Fp2.ORDER,
  n: bls12_381_CURVE_G1.n,
  h: BigInt("0x5d543a95414e7f1091d50792876a202cd91de4547085abaa68a205b2e5a7ddfa628f1cb4d9e82ef21537e293a6691ae1616ec6e786f0c70cf1c38e31c7238e5"),
  a: Fp2.ZERO,
  b: Fp2.fromBigTuple([_4n, _4n]),
  Gx: Fp2.fromBigTuple([
    BigInt("0x024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8"),
    BigInt("0x13e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e")
  ]),
  Gy: Fp2.fromBigTuple([
    BigInt("0x0ce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a76d429a695160d12c923ac9cc3baca289e193548608b82801"),
    BigInt("0x0606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af267492ab572e99ab3f370d275cec1da1aaa9075ff05f79be")
  ])
};
var sortBit = (parts, p) => {
  for (const part of parts) {
    if (part !== _0n3)
      return Boolean(part * _2n3 / p);
  }
  return false;
};
var fp2 = {
  // Generic tower bytes use `c0 || c1`, but the BLS12-381 G2 point/signature wire encoding uses
  // `c1 || c0`, so keep this local wrapper instead of changing generic field serialization.
  encode({ c0, c1 }) {
    const { BYTES: L } = Fp;
    return concatBytes2(numberToBytesBE(c1, L), numberToBytesBE(c0, L));
  },
  decode(bytes) {
    const { BYTES: L } = Fp;
    return Fp2.create({
      c0: decodeFp(bytes.subarray(L)),
      c1: decodeFp(bytes.subarray(0, L))
    });
  }
};
var BaseFp = Fp;
function decodeFp(bytes) {
  return Fp.fromBytes(bytes);
}
var coder = (name, Fp4, b, encode2, decode2, yparts) => {
  const F = Fp4;
  const enc = encode2;
  const dec = decode2;
  const W = F.BYTES;
  return (allowUncompressed) => ({
    encode(point, compressed = true) {
      if (!compressed && !allowUncompressed)
        throw new Error("invalid signature: expected compressed encoding");
      const infinity2 = point.is0();
      const { x, y } = point.toAffine();
      const bytes = compressed ? enc(x) : concatBytes2(enc(x), enc(y));
      let sort;
      if (compressed && !infinity2)
        sort = sortBit(yparts(y), BaseFp.ORDER);
      return setMask(bytes, { compressed, infinity: infinity2, sort });
    },
    decode(bytes) {
      const raw = allowUncompressed ? abytes(bytes, void 0, "point") : abytes(bytes, W, "signature");
      const { compressed, infinity: infinity2, sort, value } = parseMask(raw);
      if (!allowUncompressed && !compressed)
        throw new Error("invalid signature: expected compressed encoding");
      const len = compressed ? W : 2 * W;
      if (value.length !== len)
        throw new Error(`invalid ${name} point: expected ${len} bytes`);
      if (infinity2) {
        for (const b2 of value) {
          if (b2)
            throw new Error(`invalid ${name} point: non-canonical zero`);
        }
        return { x: F.ZERO, y: F.ZERO };
      }
      const x = dec(compressed ? value : value.subarray(0, W));
      let y;
      if (compressed) {
        y = F.sqrt(F.add(F.pow(x, _3n3), b));
        if (!y)
          throw new Error(`invalid ${name} point: compressed`);
        if (sortBit(yparts(y), BaseFp.ORDER) !== sort)
          y = F.neg(y);
      } else {
        y = dec(value.subarray(W));
      }
      if (!compressed && F.is0(x) && F.is0(y))
        throw new Error(`invalid ${name} point: uncompressed`);
      return { x, y };
    }
  });
};
function validateMask({ compressed, infinity: infinity2, sort }) {
  if (!compressed && !infinity2 && sort || // 0010_0000 = 0x20
  !compressed && infinity2 && sort || // 0110_0000 = 0x60
  compressed && infinity2 && sort)
    throw new Error("invalid encoding flag");
}
function parseMask(bytes) {
  bytes = copyBytes(bytes);
  const mask = bytes[0] & 224;
  const compressed = !!(mask >> 7 & 1);
  const infinity2 = !!(mask >> 6 & 1);
  const sort = !!(mask >> 5 & 1);
  validateMask({ compressed, infinity: infinity2, sort });
  bytes[0] &= 31;
  return { compressed, infinity: infinity2, sort, value: bytes };
}
function setMask(bytes, mask) {
  if (bytes[0] & 224)
    throw new Error("setMask: non-empty mask");
  validateMask({ compressed: !!mask.compressed, infinity: !!mask.infinity, sort: !!mask.sort });
  if (mask.compressed)
    bytes[0] |= 128;
  if (mask.infinity)
    bytes[0] |= 64;
  if (mask.sort)
    bytes[0] |= 32;
  return bytes;
}
var g1coder = coder("G1", Fp, Fp.create(bls12_381_CURVE_G1.b), (x) => numberToBytesBE(x, Fp.BYTES), decodeFp, (y) => [y]);
var g1 = { point: g1coder(true), sig: g1coder(false) };
var signatureG1ToBytes = (point) => {
  point.assertValidity();
  return g1.sig.encode(point);
};
function signatureG1FromBytes(bytes) {
  const Point = bls12_381.G1.Point;
  const point = Point.fromAffine(g1.sig.decode(bytes));
  point.assertValidity();
  return point;
}
var g2coder = coder("G2", Fp2, bls12_381_CURVE_G2.b, fp2.encode, fp2.decode, (y) => [
  y.c1,
  y.c0
]);
var g2 = { point: g2coder(true), sig: g2coder(false) };
var signatureG2ToBytes = (point) => {
  point.assertValidity();
  return g2.sig.encode(point);
};
function signatureG2FromBytes(bytes) {
  const Point = bls12_381.G2.Point;
  const point = Point.fromAffine(g2.sig.decode(bytes));
  point.assertValidity();
  return point;
}
var signatureCoders = {
  ShortSignature: {
    fromBytes(bytes) {
      return signatureG1FromBytes(abytes(bytes));
    },
    fromHex(hex) {
      return signatureG1FromBytes(hexToBytes(hex));
    },
    toBytes(point) {
      return signatureG1ToBytes(point);
    },
    // Historical alias: BLS signatures have a single compressed byte format here.
    toRawBytes(point) {
      return signatureG1ToBytes(point);
    },
    toHex(point) {
      return bytesToHex(signatureG1ToBytes(point));
    }
  },
  LongSignature: {
    fromBytes(bytes) {
      return signatureG2FromBytes(abytes(bytes));
    },
    fromHex(hex) {
      return signatureG2FromBytes(hexToBytes(hex));
    },
    toBytes(point) {
      return signatureG2ToBytes(point);
    },
    // Historical alias: BLS signatures have a single compressed byte format here.
    toRawBytes(point) {
      return signatureG2ToBytes(point);
    },
    toHex(point) {
      return bytesToHex(signatureG2ToBytes(point));
    }
  }
};
var fields = {
  Fp,
  Fp2,
  Fp6,
  Fp12,
  Fr: bls12_381_Fr
};
var G1_Point = weierstrass(bls12_381_CURVE_G1, {
  // Public point APIs still accept infinity, even though the Zcash proof
  // encoding rules cited above only define nonzero point encodings.
  allowInfinityPoint: true,
  Fn: bls12_381_Fr,
  fromBytes: g1.point.decode,
  toBytes: (_c, point, isComp) => g1.point.encode(point, isComp),
  // Checks is the point resides in prime-order subgroup.
  // point.isTorsionFree() should return true for valid points
  // It returns false for shitty points.
  // https://eprint.iacr.org/2021/1130.pdf
  isTorsionFree: (c, point) => {
    const beta = BigInt("0x5f19672fdf76ce51ba69c6076a0f77eaddb3a93be6f89688de17d813620a00022e01fffffffefffe");
    const phi = new c(Fp.mul(point.X, beta), point.Y, point.Z);
    const xP = point.multiplyUnsafe(BLS_X).negate();
    const u2P = xP.multiplyUnsafe(BLS_X);
    return u2P.equals(phi);
  },
  // Clear cofactor of G1
  // https://eprint.iacr.org/2019/403
  clearCofactor: (_c, point) => {
    return point.multiplyUnsafe(BLS_X).add(point);
  }
});
var G2_Point = weierstrass(bls12_381_CURVE_G2, {
  Fp: Fp2,
  // Public point APIs still accept infinity, even though the Zcash proof
  // encoding rules cited above only define nonzero point encodings.
  allowInfinityPoint: true,
  Fn: bls12_381_Fr,
  fromBytes: g2.point.decode,
  toBytes: (_c, point, isComp) => g2.point.encode(point, isComp),
  // https://eprint.iacr.org/2021/1130.pdf
  // Older version: https://eprint.iacr.org/2019/814.pdf
  isTorsionFree: (c, P) => {
    return P.multiplyUnsafe(BLS_X).negate().equals(G2psi(c, P));
  },
  // clear_cofactor_bls12381_g2 from RFC 9380.
  // https://eprint.iacr.org/2017/419.pdf
  // prettier-ignore
  clearCofactor: (c, P) => {
    const x = BLS_X;
    let t1 = P.multiplyUnsafe(x).negate();
    let t2 = G2psi(c, P);
    let t3 = P.double();
    t3 = G2psi2(c, t3);
    t3 = t3.subtract(t2);
    t2 = t1.add(t2);
    t2 = t2.multiplyUnsafe(x).negate();
    t3 = t3.add(t2);
    t3 = t3.subtract(t1);
    const Q = t3.subtract(P);
    return Q;
  }
});
var bls12_hasher_opts = {
  mapToG1,
  mapToG2,
  hasherOpts: hasher_opts,
  // RFC 9380 Appendix J defines distinct G1/G2 RO and NU suite IDs, and
  // draft-irtf-cfrg-bls-signature-06 §4.2.1 gives separate G1/G2 `_NUL_` DSTs.
  // Keep G1 encode-to-curve on the G1 domain instead of inheriting G2's `encodeDST`.
  hasherOptsG1: {
    ...hasher_opts,
    m: 1,
    DST: "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_",
    encodeDST: "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
  },
  hasherOptsG2: { ...hasher_opts }
};
var bls12_params = {
  ateLoopSize: BLS_X,
  // The BLS parameter x for BLS12-381
  xNegative: true,
  twistType: "multiplicative",
  randomBytes
};
var bls12_381 = bls(fields, G1_Point, G2_Point, bls12_params, bls12_hasher_opts, signatureCoders);
var isogenyMapG2 = isogenyMap(Fp2, [
  // xNum
  [
    [
      "0x5c759507e8e333ebb5b7a9a47d7ed8532c52d39fd3a042a88b58423c50ae15d5c2638e343d9c71c6238aaaaaaaa97d6",
      "0x5c759507e8e333ebb5b7a9a47d7ed8532c52d39fd3a042a88b58423c50ae15d5c2638e343d9c71c6238aaaaaaaa97d6"
    ],
    [
      "0x0",
      "0x11560bf17baa99bc32126fced787c88f984f87adf7ae0c7f9a208c6b4f20a4181472aaa9cb8d555526a9ffffffffc71a"
    ],
    [
      "0x11560bf17baa99bc32126fced787c88f984f87adf7ae0c7f9a208c6b4f20a4181472aaa9cb8d555526a9ffffffffc71e",
      "0x8ab05f8bdd54cde190937e76bc3e447cc27c3d6fbd7063fcd104635a790520c0a395554e5c6aaaa9354ffffffffe38d"
    ],
    [
      "0x171d6541fa38ccfaed6dea691f5fb614cb14b4e7f4e810aa22d6108f142b85757098e38d0f671c7188e2aaaaaaaa5ed1",
      "0x0"
    ]
  ],
  // xDen
  [
    [
      "0x0",
      "0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaa63"
    ],
    [
      "0xc",
      "0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaa9f"
    ],
    ["0x1", "0x0"]
    // LAST 1
  ],
  // yNum
  [
    [
      "0x1530477c7ab4113b59a4c18b076d11930f7da5d4a07f649bf54439d87d27e500fc8c25ebf8c92f6812cfc71c71c6d706",
      "0x1530477c7ab4113b59a4c18b076d11930f7da5d4a07f649bf54439d87d27e500fc8c25ebf8c92f6812cfc71c71c6d706"
    ],
    [
      "0x0",
      "0x5c759507e8e333ebb5b7a9a47d7ed8532c52d39fd3a042a88b58423c50ae15d5c2638e343d9c71c6238aaaaaaaa97be"
    ],
    [
      "0x11560bf17baa99bc32126fced787c88f984f87adf7ae0c7f9a208c6b4f20a4181472aaa9cb8d555526a9ffffffffc71c",
      "0x8ab05f8bdd54cde190937e76bc3e447cc27c3d6fbd7063fcd104635a790520c0a395554e5c6aaaa9354ffffffffe38f"
    ],
    [
      "0x124c9ad43b6cf79bfbf7043de3811ad0761b0f37a1e26286b0e977c69aa274524e79097a56dc4bd9e1b371c71c718b10",
      "0x0"
    ]
  ],
  // yDen
  [
    [
      "0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffa8fb",
      "0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffa8fb"
    ],
    [
      "0x0",
      "0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffa9d3"
    ],
    [
      "0x12",
      "0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaa99"
    ],
    ["0x1", "0x0"]
    // LAST 1
  ]
].map((i) => i.map((pair2) => Fp2.fromBigTuple(pair2.map(BigInt)))));
var isogenyMapG1 = isogenyMap(Fp, [
  // xNum
  [
    "0x11a05f2b1e833340b809101dd99815856b303e88a2d7005ff2627b56cdb4e2c85610c2d5f2e62d6eaeac1662734649b7",
    "0x17294ed3e943ab2f0588bab22147a81c7c17e75b2f6a8417f565e33c70d1e86b4838f2a6f318c356e834eef1b3cb83bb",
    "0xd54005db97678ec1d1048c5d10a9a1bce032473295983e56878e501ec68e25c958c3e3d2a09729fe0179f9dac9edcb0",
    "0x1778e7166fcc6db74e0609d307e55412d7f5e4656a8dbf25f1b33289f1b330835336e25ce3107193c5b388641d9b6861",
    "0xe99726a3199f4436642b4b3e4118e5499db995a1257fb3f086eeb65982fac18985a286f301e77c451154ce9ac8895d9",
    "0x1630c3250d7313ff01d1201bf7a74ab5db3cb17dd952799b9ed3ab9097e68f90a0870d2dcae73d19cd13c1c66f652983",
    "0xd6ed6553fe44d296a3726c38ae652bfb11586264f0f8ce19008e218f9c86b2a8da25128c1052ecaddd7f225a139ed84",
    "0x17b81e7701abdbe2e8743884d1117e53356de5ab275b4db1a682c62ef0f2753339b7c8f8c8f475af9ccb5618e3f0c88e",
    "0x80d3cf1f9a78fc47b90b33563be990dc43b756ce79f5574a2c596c928c5d1de4fa295f296b74e956d71986a8497e317",
    "0x169b1f8e1bcfa7c42e0c37515d138f22dd2ecb803a0c5c99676314baf4bb1b7fa3190b2edc0327797f241067be390c9e",
    "0x10321da079ce07e272d8ec09d2565b0dfa7dccdde6787f96d50af36003b14866f69b771f8c285decca67df3f1605fb7b",
    "0x6e08c248e260e70bd1e962381edee3d31d79d7e22c837bc23c0bf1bc24c6b68c24b1b80b64d391fa9c8ba2e8ba2d229"
  ],
  // xDen
  [
    "0x8ca8d548cff19ae18b2e62f4bd3fa6f01d5ef4ba35b48ba9c9588617fc8ac62b558d681be343df8993cf9fa40d21b1c",
    "0x12561a5deb559c4348b4711298e536367041e8ca0cf0800c0126c2588c48bf5713daa8846cb026e9e5c8276ec82b3bff",
    "0xb2962fe57a3225e8137e629bff2991f6f89416f5a718cd1fca64e00b11aceacd6a3d0967c94fedcfcc239ba5cb83e19",
    "0x3425581a58ae2fec83aafef7c40eb545b08243f16b1655154cca8abc28d6fd04976d5243eecf5c4130de8938dc62cd8",
    "0x13a8e162022914a80a6f1d5f43e7a07dffdfc759a12062bb8d6b44e833b306da9bd29ba81f35781d539d395b3532a21e",
    "0xe7355f8e4e667b955390f7f0506c6e9395735e9ce9cad4d0a43bcef24b8982f7400d24bc4228f11c02df9a29f6304a5",
    "0x772caacf16936190f3e0c63e0596721570f5799af53a1894e2e073062aede9cea73b3538f0de06cec2574496ee84a3a",
    "0x14a7ac2a9d64a8b230b3f5b074cf01996e7f63c21bca68a81996e1cdf9822c580fa5b9489d11e2d311f7d99bbdcc5a5e",
    "0xa10ecf6ada54f825e920b3dafc7a3cce07f8d1d7161366b74100da67f39883503826692abba43704776ec3a79a1d641",
    "0x95fc13ab9e92ad4476d6e3eb3a56680f682b4ee96f7d03776df533978f31c1593174e4b4b7865002d6384d168ecdd0a",
    "0x000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001"
    // LAST 1
  ],
  // yNum
  [
    "0x90d97c81ba24ee0259d1f094980dcfa11ad138e48a869522b52af6c956543d3cd0c7aee9b3ba3c2be9845719707bb33",
    "0x134996a104ee5811d51036d776fb46831223e96c254f383d0f906343eb67ad34d6c56711962fa8bfe097e75a2e41c696",
    "0xcc786baa966e66f4a384c86a3b49942552e2d658a31ce2c344be4b91400da7d26d521628b00523b8dfe240c72de1f6",
    "0x1f86376e8981c217898751ad8746757d42aa7b90eeb791c09e4a3ec03251cf9de405aba9ec61deca6355c77b0e5f4cb",
    "0x8cc03fdefe0ff135caf4fe2a21529c4195536fbe3ce50b879833fd221351adc2ee7f8dc099040a841b6daecf2e8fedb",
    "0x16603fca40634b6a2211e11db8f0a6a074a7d0d4afadb7bd76505c3d3ad5544e203f6326c95a807299b23ab13633a5f0",
    "0x4ab0b9bcfac1bbcb2c977d027796b3ce75bb8ca2be184cb5231413c4d634f3747a87ac2460f415ec961f8855fe9d6f2",
    "0x987c8d5333ab86fde9926bd2ca6c674170a05bfe3bdd81ffd038da6c26c842642f64550fedfe935a15e4ca31870fb29",
    "0x9fc4018bd96684be88c9e221e4da1bb8f3abd16679dc26c1e8b6e6a1f20cabe69d65201c78607a360370e577bdba587",
    "0xe1bba7a1186bdb5223abde7ada14a23c42a0ca7915af6fe06985e7ed1e4d43b9b3f7055dd4eba6f2bafaaebca731c30",
    "0x19713e47937cd1be0dfd0b8f1d43fb93cd2fcbcb6caf493fd1183e416389e61031bf3a5cce3fbafce813711ad011c132",
    "0x18b46a908f36f6deb918c143fed2edcc523559b8aaf0c2462e6bfe7f911f643249d9cdf41b44d606ce07c8a4d0074d8e",
    "0xb182cac101b9399d155096004f53f447aa7b12a3426b08ec02710e807b4633f06c851c1919211f20d4c04f00b971ef8",
    "0x245a394ad1eca9b72fc00ae7be315dc757b3b080d4c158013e6632d3c40659cc6cf90ad1c232a6442d9d3f5db980133",
    "0x5c129645e44cf1102a159f748c4a3fc5e673d81d7e86568d9ab0f5d396a7ce46ba1049b6579afb7866b1e715475224b",
    "0x15e6be4e990f03ce4ea50b3b42df2eb5cb181d8f84965a3957add4fa95af01b2b665027efec01c7704b456be69c8b604"
  ],
  // yDen
  [
    "0x16112c4c3a9c98b252181140fad0eae9601a6de578980be6eec3232b5be72e7a07f3688ef60c206d01479253b03663c1",
    "0x1962d75c2381201e1a0cbd6c43c348b885c84ff731c4d59ca4a10356f453e01f78a4260763529e3532f6102c2e49a03d",
    "0x58df3306640da276faaae7d6e8eb15778c4855551ae7f310c35a5dd279cd2eca6757cd636f96f891e2538b53dbf67f2",
    "0x16b7d288798e5395f20d23bf89edb4d1d115c5dbddbcd30e123da489e726af41727364f2c28297ada8d26d98445f5416",
    "0xbe0e079545f43e4b00cc912f8228ddcc6d19c9f0f69bbb0542eda0fc9dec916a20b15dc0fd2ededda39142311a5001d",
    "0x8d9e5297186db2d9fb266eaac783182b70152c65550d881c5ecd87b6f0f5a6449f38db9dfa9cce202c6477faaf9b7ac",
    "0x166007c08a99db2fc3ba8734ace9824b5eecfdfa8d0cf8ef5dd365bc400a0051d5fa9c01a58b1fb93d1a1399126a775c",
    "0x16a3ef08be3ea7ea03bcddfabba6ff6ee5a4375efa1f4fd7feb34fd206357132b920f5b00801dee460ee415a15812ed9",
    "0x1866c8ed336c61231a1be54fd1d74cc4f9fb0ce4c6af5920abc5750c4bf39b4852cfe2f7bb9248836b233d9d55535d4a",
    "0x167a55cda70a6e1cea820597d94a84903216f763e13d87bb5308592e7ea7d4fbc7385ea3d529b35e346ef48bb8913f55",
    "0x4d2f259eea405bd48f010a01ad2911d9c6dd039bb61a6290e591b36e636a5c871a5c29f4f83060400f8b49cba8f6aa8",
    "0xaccbb67481d033ff5852c1e48c50c477f94ff8aefce42d28c0f9a88cea7913516f968986f7ebbea9684b529e2561092",
    "0xad6b9514c767fe3c3613144b45f1496543346d98adf02267d5ceef9a00d9b8693000763e3b90ac11e99b138573345cc",
    "0x2660400eb2e4f3b628bdd0d53cd76f2bf565b94e72927c1cb748df27942480e420517bd8714cc80d1fadc1326ed06f7",
    "0xe0fa1d816ddc03e6b24255e0d7819c171c40f65e273b853324efcd6356caa205ca2f570f13497804415473a1d634b8f",
    "0x000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001"
    // LAST 1
  ]
].map((i) => i.map((j) => BigInt(j))));
var G1_SWU;
var G2_SWU;
var getG1_SWU = () => G1_SWU || (G1_SWU = mapToCurveSimpleSWU(Fp, {
  A: Fp.create(BigInt("0x144698a3b8e9433d693a02c96d4982b0ea985383ee66a8d8e8981aefd881ac98936f8da0e0f97f5cf428082d584c1d")),
  B: Fp.create(BigInt("0x12e2908d11688030018b12e8753eee3b2016c1f0f24f4070a0b9c14fcef35ef55a23215a316ceaa5d1cc48e98e172be0")),
  Z: Fp.create(BigInt(11))
}));
var getG2_SWU = () => G2_SWU || (G2_SWU = mapToCurveSimpleSWU(Fp2, {
  // SWU map for the RFC 9380 §8.8.2 pre-isogeny G2 curve E':
  // y² = x³ + 240i * x + 1012 + 1012i
  A: Fp2.create({ c0: Fp.create(_0n3), c1: Fp.create(BigInt(240)) }),
  // A' = 240 * I
  B: Fp2.create({ c0: Fp.create(BigInt(1012)), c1: Fp.create(BigInt(1012)) }),
  // B' = 1012 * (1 + I)
  Z: Fp2.create({ c0: Fp.create(BigInt(-2)), c1: Fp.create(BigInt(-1)) })
  // Z: -(2 + I)
}));
function mapToG1(scalars) {
  const { x, y } = getG1_SWU()(Fp.create(scalars[0]));
  return isogenyMapG1(x, y);
}
function mapToG2(scalars) {
  const { x, y } = getG2_SWU()(Fp2.fromBigTuple(scalars));
  return isogenyMapG2(x, y);
}

// packages/vm/src/natives/crypto/bls12381.ts
var { G1, G2, fields: fields2, utils } = bls12_381;
var { Fp: Fp3, Fp2: Fp22, Fp12: Fp122 } = fields2;
var signatureDomain = "BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";
var possessionDomain = "BLS_POP_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";
var fieldLength = 48;
var compressedFlag = 128;
var infinity = 64;
var greaterY = 32;
var flagBits = compressedFlag | infinity | greaterY;
function readFp(bytes) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/bls12381.ts", "readFp", 38);
  const value = bigEndian(bytes);
  return value < Fp3.ORDER ? value : void 0;
}
function isGreaterFp(y) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/bls12381.ts", "isGreaterFp", 43);
  return y * 2n > Fp3.ORDER;
}
function writeFp(value) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/bls12381.ts", "writeFp", 47);
  return toBigEndian(value, fieldLength);
}
var keyCurve = {
  Point: G1.Point,
  length: fieldLength,
  read: readFp,
  write: writeFp,
  isGreater: isGreaterFp
};
var signatureCurve = {
  Point: G2.Point,
  length: 2 * fieldLength,
  read(bytes) {
    globalThis.__walk?.("packages/vm/src/natives/crypto/bls12381.ts", "read", 64);
    const c1 = readFp(bytes.subarray(0, fieldLength));
    const c0 = readFp(bytes.subarray(fieldLength));
    return c0 === void 0 || c1 === void 0 ? void 0 : { c0, c1 };
  },
  write: ({ c0, c1 }) => (globalThis.__walk?.("packages/vm/src/natives/crypto/bls12381.ts", "write", 69), concatBytes(writeFp(c1), writeFp(c0))),
  isGreater: ({ c0, c1 }) => (globalThis.__walk?.("packages/vm/src/natives/crypto/bls12381.ts", "isGreater", 70), isGreaterFp(c1 === 0n ? c0 : c1))
};
function decode({ Point, length, read, isGreater }, bytes) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/bls12381.ts", "decode", 77);
  const flags = bytes.length === 0 ? 0 : bytes[0] & flagBits;
  const isCompressed = (flags & compressedFlag) !== 0;
  if (bytes.length !== (isCompressed ? length : 2 * length)) return void 0;
  if ((flags & infinity) !== 0) {
    const isPlain = (bytes[0] & ~(compressedFlag | infinity)) === 0 && bytes.every((byte, index) => (globalThis.__walk?.("packages/vm/src/natives/crypto/bls12381.ts", "isPlain", 86), index === 0 || byte === 0));
    return isPlain ? Point.ZERO : void 0;
  }
  if (!isCompressed && flags !== 0) return void 0;
  const coordinate = bytes.slice(0, length);
  coordinate[0] &= ~flagBits;
  const x = read(coordinate);
  if (x === void 0 || Point.Fp.is0(x)) return void 0;
  const { b } = Point.CURVE();
  const square = Point.Fp.add(Point.Fp.mul(Point.Fp.sqr(x), x), b);
  if (!isCompressed) {
    const y = read(bytes.subarray(length));
    return y === void 0 || !Point.Fp.eql(Point.Fp.sqr(y), square) ? void 0 : Point.fromAffine({ x, y });
  }
  let root;
  try {
    root = Point.Fp.sqrt(square);
  } catch {
    return void 0;
  }
  const wantsGreater = (flags & greaterY) !== 0;
  return Point.fromAffine({ x, y: isGreater(root) === wantsGreater ? root : Point.Fp.neg(root) });
}
function encode({ length, write, isGreater }, point, compressed = true) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/bls12381.ts", "encode", 112);
  if (point.is0()) {
    const bytes2 = new Uint8Array(compressed ? length : 2 * length);
    bytes2[0] = compressed ? compressedFlag | infinity : infinity;
    return bytes2;
  }
  const { x, y } = point.toAffine();
  if (!compressed) return concatBytes(write(x), write(y));
  const bytes = write(x);
  bytes[0] |= isGreater(y) ? compressedFlag | greaterY : compressedFlag;
  return bytes;
}
function readPublicKey(bytes) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/bls12381.ts", "readPublicKey", 130);
  return decode(keyCurve, bytes);
}
function readSignature(bytes) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/bls12381.ts", "readSignature", 135);
  return decode(signatureCurve, bytes);
}
function isInGroup(point) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/bls12381.ts", "isInGroup", 140);
  return !point.is0() && point.isTorsionFree();
}
function aggregatePublicKeys(keys) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/bls12381.ts", "aggregatePublicKeys", 145);
  return encode(keyCurve, sum(keys));
}
function aggregateSignatures(signatures) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/bls12381.ts", "aggregateSignatures", 150);
  return encode(signatureCurve, sum(signatures));
}
function sum(points) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/bls12381.ts", "sum", 154);
  return points.reduce((total, point) => (globalThis.__walk?.("packages/vm/src/natives/crypto/bls12381.ts", "sum", 155), total.add(point)));
}
function verify(signature, keys, messages, domain = signatureDomain) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/bls12381.ts", "verify", 162);
  if (keys.length === 0 || keys.some((key) => (globalThis.__walk?.("packages/vm/src/natives/crypto/bls12381.ts", "verify", 168), key.is0())) || !signature.isTorsionFree()) return false;
  const pairs = keys.map((key, index) => (globalThis.__walk?.("packages/vm/src/natives/crypto/bls12381.ts", "pairs", 169), pair(key, G2.hashToCurve(messages[index], { DST: domain }))));
  if (!signature.is0()) pairs.push(pair(G1.Point.BASE.negate(), signature));
  return Fp122.eql(Fp122.finalExponentiate(bls12_381.millerLoopBatch(pairs)), Fp122.ONE);
}
function verifyPossession(proof, key) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/bls12381.ts", "verifyPossession", 175);
  return isInGroup(key) && verify(proof, [key], [encode(keyCurve, key)], possessionDomain);
}
function pair(key, point) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/bls12381.ts", "pair", 180);
  const { x, y } = key.toAffine();
  return [utils.calcPairingPrecomputes(point), x, y];
}

export {
  blsBasic,
  psiFrobenius,
  tower12,
  bls12_381,
  keyCurve,
  signatureCurve,
  decode,
  encode,
  readPublicKey,
  readSignature,
  isInGroup,
  aggregatePublicKeys,
  aggregateSignatures,
  verify,
  verifyPossession
};
/*! Bundled license information:

@noble/curves/abstract/bls.js:
@noble/curves/abstract/tower.js:
@noble/curves/bls12-381.js:
  (*! noble-curves - MIT License (c) 2022 Paul Miller (paulmillr.com) *)
*/

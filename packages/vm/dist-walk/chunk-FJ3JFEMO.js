import { createRequire as nodeRequire } from "node:module"; const require = nodeRequire(import.meta.url); globalThis.__log ??= []; globalThis.__seen ??= new Set(); globalThis.__walk ??= (f,n,l) => { if (!globalThis.__on) return; const k=f+":"+l; if (globalThis.__seen.has(k)) return; globalThis.__seen.add(k); globalThis.__log.push([f,n]); };

// packages/vm/src/value/byte-vector.ts
var ByteVector = class _ByteVector {
  /** Room for the bytes; only the first {@link length} count. */
  data;
  length;
  /** @param data - taken over, not copied */
  constructor(data) {
    globalThis.__walk?.("packages/vm/src/value/byte-vector.ts", "constructor", 8);
    this.data = data;
    this.length = data.length;
  }
  /** The bytes, without a copy: valid until the vector changes. */
  get bytes() {
    globalThis.__walk?.("packages/vm/src/value/byte-vector.ts", "bytes", 14);
    return this.length === this.data.length ? this.data : this.data.subarray(0, this.length);
  }
  /** Appends a byte. */
  push(byte) {
    globalThis.__walk?.("packages/vm/src/value/byte-vector.ts", "push", 19);
    if (this.length === this.data.length) {
      const grown = new Uint8Array(Math.max(16, 2 * this.length));
      grown.set(this.data);
      this.data = grown;
    }
    this.data[this.length++] = byte;
  }
  /** Another vector with the same bytes. */
  copy() {
    globalThis.__walk?.("packages/vm/src/value/byte-vector.ts", "copy", 29);
    return new _ByteVector(this.data.slice(0, this.length));
  }
};

// node_modules/.pnpm/@noble+hashes@2.4.0/node_modules/@noble/hashes/_u64.js
var U32_MASK64 = /* @__PURE__ */ (() => BigInt(2 ** 32 - 1))();
var _32n = /* @__PURE__ */ BigInt(32);
function fromBig(n, le = false) {
  if (le)
    return { h: Number(n & U32_MASK64), l: Number(n >> _32n & U32_MASK64) };
  return { h: Number(n >> _32n & U32_MASK64) | 0, l: Number(n & U32_MASK64) | 0 };
}
function split(lst, le = false) {
  const len = lst.length;
  let Ah = new Uint32Array(len);
  let Al = new Uint32Array(len);
  for (let i = 0; i < len; i++) {
    const { h, l } = fromBig(lst[i], le);
    [Ah[i], Al[i]] = [h, l];
  }
  return [Ah, Al];
}
var fromNumH = (n) => n / 2 ** 32 | 0;
var fromNumL = (n) => n >>> 0;
function setU64FromNum(view, byteOffset, n, isLE2) {
  const h = fromNumH(n);
  const l = fromNumL(n);
  view.setUint32(byteOffset, isLE2 ? l : h, isLE2);
  view.setUint32(byteOffset + 4, isLE2 ? h : l, isLE2);
}
var shrSH = (h, _l, s) => h >>> s;
var shrSL = (h, l, s) => h << 32 - s | l >>> s;
var rotrSH = (h, l, s) => h >>> s | l << 32 - s;
var rotrSL = (h, l, s) => h << 32 - s | l >>> s;
var rotrBH = (h, l, s) => h << 64 - s | l >>> s - 32;
var rotrBL = (h, l, s) => h >>> s - 32 | l << 64 - s;
var rotr32H = (_h, l) => l;
var rotr32L = (h, _l) => h;
function add(Ah, Al, Bh, Bl) {
  const l = (Al >>> 0) + (Bl >>> 0);
  return { h: Ah + Bh + (l / 2 ** 32 | 0) | 0, l: l | 0 };
}
var add3L = (Al, Bl, Cl) => (Al >>> 0) + (Bl >>> 0) + (Cl >>> 0);
var add3H = (low, Ah, Bh, Ch) => Ah + Bh + Ch + (low / 2 ** 32 | 0) | 0;
var add4L = (Al, Bl, Cl, Dl) => (Al >>> 0) + (Bl >>> 0) + (Cl >>> 0) + (Dl >>> 0);
var add4H = (low, Ah, Bh, Ch, Dh) => Ah + Bh + Ch + Dh + (low / 2 ** 32 | 0) | 0;
var add5L = (Al, Bl, Cl, Dl, El) => (Al >>> 0) + (Bl >>> 0) + (Cl >>> 0) + (Dl >>> 0) + (El >>> 0);
var add5H = (low, Ah, Bh, Ch, Dh, Eh) => Ah + Bh + Ch + Dh + Eh + (low / 2 ** 32 | 0) | 0;

// node_modules/.pnpm/@noble+hashes@2.4.0/node_modules/@noble/hashes/utils.js
function isBytes(a) {
  return a instanceof Uint8Array || ArrayBuffer.isView(a) && a.constructor.name === "Uint8Array" && "BYTES_PER_ELEMENT" in a && a.BYTES_PER_ELEMENT === 1;
}
var atitle = (title) => title ? `"${title}" ` : "";
function anumber(n, title = "") {
  if (typeof n !== "number")
    throw new TypeError(atitle(title) + "expected number, got " + typeof n);
  if (!Number.isSafeInteger(n) || n < 0)
    throw new RangeError(atitle(title) + "expected integer >= 0, got " + n);
  return n;
}
function abool(value, title = "") {
  if (typeof value !== "boolean")
    throw new TypeError(atitle(title) + "expected boolean, got type=" + typeof value);
  return value;
}
function abytes(value, length, title = "") {
  if (isBytes(value) && (length === void 0 || value.length === length))
    return value;
  if (length !== void 0)
    anumber(length, "length");
  const bytes = isBytes(value);
  const ofLen = length !== void 0 ? ` of length ${length}` : "";
  const got = bytes ? `length=${value.length}` : `type=${typeof value}`;
  const message = atitle(title) + "expected Uint8Array" + ofLen + ", got " + got;
  if (!bytes)
    throw new TypeError(message);
  throw new RangeError(message);
}
function copyBytes(bytes) {
  return Uint8Array.from(abytes(bytes));
}
function ahash(h) {
  if (typeof h !== "function" || typeof h.create !== "function")
    throw new TypeError("expected hash wrapped by utils.createHasher");
  anumber(h.outputLen);
  anumber(h.blockLen);
  if (h.outputLen < 1 || h.blockLen < 1)
    throw new Error("hash blockLen / outputLen must be >= 1");
}
var aobject = (value, label) => {
  if (value === null || typeof value !== "object" || Array.isArray(value))
    throw new TypeError((label === "object" ? "" : `"${label}" `) + "expected object, got type=" + typeof value);
};
var aopts = (value, label) => {
  aobject(value, label);
  const proto = Object.getPrototypeOf(value);
  if (proto !== Object.prototype && proto !== null)
    throw new TypeError(`"${label}" expected plain object`);
  if (Object.hasOwn(value, "__proto__"))
    throw new TypeError(`"${label}.__proto__" is not allowed`);
};
function aexists(instance, checkFinished = true) {
  if (instance.destroyed)
    throw new Error("hash was destroyed");
  if (checkFinished && instance.finished)
    throw new Error("digest() was already called");
}
function aoutput(out, instance) {
  abytes(out, void 0, "output");
  const min = instance.outputLen;
  if (!(out.length >= min)) {
    throw new RangeError('"output" expected length >= ' + min);
  }
}
function u32(arr) {
  return new Uint32Array(arr.buffer, arr.byteOffset, Math.floor(arr.byteLength / 4));
}
function clean(...arrays) {
  for (let i = 0; i < arrays.length; i++) {
    arrays[i].fill(0);
  }
}
function createView(arr) {
  return new DataView(arr.buffer, arr.byteOffset, arr.byteLength);
}
function rotr(word, shift) {
  return word << 32 - shift | word >>> shift;
}
function rotl(word, shift) {
  return word << shift | word >>> 32 - shift >>> 0;
}
var isLE = /* @__PURE__ */ (() => new Uint8Array(new Uint32Array([287454020]).buffer)[0] === 68)();
function byteSwap(word) {
  return word << 24 & 4278190080 | word << 8 & 16711680 | word >>> 8 & 65280 | word >>> 24 & 255;
}
var swap8IfBE = isLE ? (n) => n : (n) => byteSwap(n) >>> 0;
function byteSwap32(arr) {
  for (let i = 0; i < arr.length; i++) {
    arr[i] = byteSwap(arr[i]);
  }
  return arr;
}
var swap32IfBE = isLE ? (u) => u : byteSwap32;
var hasHexBuiltin = /* @__PURE__ */ (() => (
  // @ts-ignore
  typeof Uint8Array.from([]).toHex === "function" && typeof Uint8Array.fromHex === "function"
))();
var hexes = /* @__PURE__ */ Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, "0"));
function bytesToHex(bytes) {
  abytes(bytes);
  if (hasHexBuiltin)
    return bytes.toHex();
  let hex = "";
  for (let i = 0; i < bytes.length; i++) {
    hex += hexes[bytes[i]];
  }
  return hex;
}
function asciiToBase16(ch) {
  return ch >= 48 && ch <= 57 ? ch - 48 : ch >= 65 && ch <= 70 ? ch - (65 - 10) : ch >= 97 && ch <= 102 ? ch - (97 - 10) : void 0;
}
function hexToBytes(hex) {
  if (typeof hex !== "string")
    throw new TypeError("hex string expected, got " + typeof hex);
  if (hasHexBuiltin) {
    try {
      return Uint8Array.fromHex(hex);
    } catch (error) {
      if (error instanceof SyntaxError)
        throw new RangeError(error.message);
      throw error;
    }
  }
  const hl = hex.length;
  const al = hl / 2;
  if (hl % 2)
    throw new RangeError("hex string expected, got unpadded hex of length " + hl);
  const array = new Uint8Array(al);
  for (let ai = 0, hi = 0; ai < al; ai++, hi += 2) {
    const n1 = asciiToBase16(hex.charCodeAt(hi));
    const n2 = asciiToBase16(hex.charCodeAt(hi + 1));
    if (n1 === void 0 || n2 === void 0) {
      const char = hex[hi] + hex[hi + 1];
      throw new RangeError('hex string expected, got non-hex character "' + char + '" at index ' + hi);
    }
    array[ai] = n1 * 16 + n2;
  }
  return array;
}
function concatBytes(...arrays) {
  let sum = 0;
  for (let i = 0; i < arrays.length; i++) {
    const a = arrays[i];
    abytes(a);
    sum += a.length;
  }
  const res = new Uint8Array(sum);
  for (let i = 0, pad = 0; i < arrays.length; i++) {
    const a = arrays[i];
    res.set(a, pad);
    pad += a.length;
  }
  return res;
}
function checkOpts(defaults, opts, title = "opts") {
  aopts(defaults, "defaults");
  if (opts !== void 0)
    aopts(opts, title);
  const merged = Object.assign(/* @__PURE__ */ Object.create(null), defaults, opts);
  return merged;
}
function createHasher(hashCons, info = {}) {
  if (typeof hashCons !== "function")
    throw new TypeError('"hashCons" expected function, got type=' + typeof hashCons);
  info = checkOpts({}, info, "info");
  const hashC = (msg, opts) => hashCons(opts).update(msg).digest();
  const tmp = hashCons(void 0);
  hashC.outputLen = tmp.outputLen;
  hashC.blockLen = tmp.blockLen;
  hashC.canXOF = tmp.canXOF;
  hashC.create = (opts) => hashCons(opts);
  Object.assign(hashC, info);
  return Object.freeze(hashC);
}
function randomBytes(bytesLength = 32) {
  anumber(bytesLength, "bytesLength");
  const cr = typeof globalThis === "object" ? globalThis.crypto : null;
  if (typeof cr?.getRandomValues !== "function")
    throw new Error("crypto.getRandomValues must be defined");
  if (bytesLength > 65536)
    throw new RangeError(`"bytesLength" expected <= 65536, got ${bytesLength}`);
  return cr.getRandomValues(new Uint8Array(bytesLength));
}
var oidNist = (suffix) => ({
  // Current NIST hashAlgs suffixes used here fit in one DER subidentifier octet.
  // Larger suffix values would need base-128 OID encoding and a different length byte.
  oid: Uint8Array.from([6, 9, 96, 134, 72, 1, 101, 3, 4, 2, suffix])
});

// node_modules/.pnpm/@noble+hashes@2.4.0/node_modules/@noble/hashes/_md.js
function Chi(a, b, c) {
  return a & b ^ ~a & c;
}
function Maj(a, b, c) {
  return a & b ^ a & c ^ b & c;
}
var HashMD = class {
  blockLen;
  outputLen;
  canXOF = false;
  padOffset;
  isLE;
  // For partial updates less than block size
  buffer;
  view;
  finished = false;
  length = 0;
  pos = 0;
  destroyed = false;
  constructor(blockLen, outputLen, padOffset, isLE2) {
    this.blockLen = blockLen;
    this.outputLen = outputLen;
    this.padOffset = padOffset;
    this.isLE = isLE2;
    this.buffer = new Uint8Array(blockLen);
    this.view = createView(this.buffer);
  }
  update(data) {
    aexists(this);
    abytes(data);
    const { view, buffer, blockLen } = this;
    const len = data.length;
    let processed = false;
    for (let pos = 0; pos < len; ) {
      const take = Math.min(blockLen - this.pos, len - pos);
      if (take === blockLen) {
        const dataView = createView(data);
        for (; blockLen <= len - pos; pos += blockLen)
          this.process(dataView, pos);
        processed = true;
        continue;
      }
      buffer.set(pos === 0 && take === len ? data : data.subarray(pos, pos + take), this.pos);
      this.pos += take;
      pos += take;
      if (this.pos === blockLen) {
        this.process(view, 0);
        this.pos = 0;
        processed = true;
      }
    }
    this.length += data.length;
    if (processed)
      this.roundClean();
    return this;
  }
  digestInto(out) {
    aexists(this);
    aoutput(out, this);
    this.finished = true;
    const { buffer, view, blockLen, isLE: isLE2 } = this;
    let { pos } = this;
    buffer[pos++] = 128;
    buffer.fill(0, pos);
    if (this.padOffset > blockLen - pos) {
      this.process(view, 0);
      buffer.fill(0);
    }
    setU64FromNum(view, blockLen - 8, this.length * 8, isLE2);
    this.process(view, 0);
    this.roundClean();
    const oview = out === buffer ? view : createView(out);
    const len = this.outputLen;
    const outLen = len / 4;
    const state = this.get();
    if (len % 4 || outLen > state.length)
      throw new Error("invalid outputLen");
    for (let i = 0; i < outLen; i++)
      oview.setUint32(4 * i, state[i], isLE2);
  }
  digest() {
    const { buffer, outputLen } = this;
    this.digestInto(buffer);
    const res = buffer.slice(0, outputLen);
    this.destroy();
    return res;
  }
  _cloneIntoMeta(to) {
    const { buffer, length, finished, destroyed, pos } = this;
    to.destroyed = destroyed;
    to.finished = finished;
    to.length = length;
    to.pos = pos;
    if (pos)
      to.buffer.set(buffer);
    return to;
  }
  clone() {
    return this._cloneInto();
  }
};
var SHA256_IV = /* @__PURE__ */ Uint32Array.from([
  1779033703,
  3144134277,
  1013904242,
  2773480762,
  1359893119,
  2600822924,
  528734635,
  1541459225
]);
var SHA512_IV = /* @__PURE__ */ Uint32Array.from([
  1779033703,
  4089235720,
  3144134277,
  2227873595,
  1013904242,
  4271175723,
  2773480762,
  1595750129,
  1359893119,
  2917565137,
  2600822924,
  725511199,
  528734635,
  4215389547,
  1541459225,
  327033209
]);

// node_modules/.pnpm/@noble+hashes@2.4.0/node_modules/@noble/hashes/sha2.js
var SHA256_K = /* @__PURE__ */ Uint32Array.from([
  1116352408,
  1899447441,
  3049323471,
  3921009573,
  961987163,
  1508970993,
  2453635748,
  2870763221,
  3624381080,
  310598401,
  607225278,
  1426881987,
  1925078388,
  2162078206,
  2614888103,
  3248222580,
  3835390401,
  4022224774,
  264347078,
  604807628,
  770255983,
  1249150122,
  1555081692,
  1996064986,
  2554220882,
  2821834349,
  2952996808,
  3210313671,
  3336571891,
  3584528711,
  113926993,
  338241895,
  666307205,
  773529912,
  1294757372,
  1396182291,
  1695183700,
  1986661051,
  2177026350,
  2456956037,
  2730485921,
  2820302411,
  3259730800,
  3345764771,
  3516065817,
  3600352804,
  4094571909,
  275423344,
  430227734,
  506948616,
  659060556,
  883997877,
  958139571,
  1322822218,
  1537002063,
  1747873779,
  1955562222,
  2024104815,
  2227730452,
  2361852424,
  2428436474,
  2756734187,
  3204031479,
  3329325298
]);
var SHA256_W = /* @__PURE__ */ new Uint32Array(64);
var SHA2_32B = class extends HashMD {
  // We cannot use array here since array allows indexing by variable
  // which means optimizer/compiler cannot use registers.
  // Numeric initializers matter: starting the fields as `undefined` changes
  // V8's field representation and makes sha256 3x slower (measured).
  A = 0;
  B = 0;
  C = 0;
  D = 0;
  E = 0;
  F = 0;
  G = 0;
  H = 0;
  constructor(outputLen, IV) {
    super(64, outputLen, 8, false);
    this.A = IV[0] | 0;
    this.B = IV[1] | 0;
    this.C = IV[2] | 0;
    this.D = IV[3] | 0;
    this.E = IV[4] | 0;
    this.F = IV[5] | 0;
    this.G = IV[6] | 0;
    this.H = IV[7] | 0;
  }
  get() {
    const { A, B, C, D, E, F, G, H } = this;
    return [A, B, C, D, E, F, G, H];
  }
  // prettier-ignore
  set(A, B, C, D, E, F, G, H) {
    this.A = A | 0;
    this.B = B | 0;
    this.C = C | 0;
    this.D = D | 0;
    this.E = E | 0;
    this.F = F | 0;
    this.G = G | 0;
    this.H = H | 0;
  }
  _cloneInto(to) {
    (to ||= new this.constructor()).set(...this.get());
    return this._cloneIntoMeta(to);
  }
  process(view, offset) {
    for (let i = 0; i < 16; i++, offset += 4)
      SHA256_W[i] = view.getUint32(offset, false);
    for (let i = 16; i < 64; i++) {
      const W15 = SHA256_W[i - 15];
      const W2 = SHA256_W[i - 2];
      const s0 = rotr(W15, 7) ^ rotr(W15, 18) ^ W15 >>> 3;
      const s1 = rotr(W2, 17) ^ rotr(W2, 19) ^ W2 >>> 10;
      SHA256_W[i] = s1 + SHA256_W[i - 7] + s0 + SHA256_W[i - 16] | 0;
    }
    let { A, B, C, D, E, F, G, H } = this;
    for (let i = 0; i < 64; i++) {
      const sigma1 = rotr(E, 6) ^ rotr(E, 11) ^ rotr(E, 25);
      const T1 = H + sigma1 + Chi(E, F, G) + SHA256_K[i] + SHA256_W[i] | 0;
      const sigma0 = rotr(A, 2) ^ rotr(A, 13) ^ rotr(A, 22);
      const T2 = sigma0 + Maj(A, B, C) | 0;
      H = G;
      G = F;
      F = E;
      E = D + T1 | 0;
      D = C;
      C = B;
      B = A;
      A = T1 + T2 | 0;
    }
    A = A + this.A | 0;
    B = B + this.B | 0;
    C = C + this.C | 0;
    D = D + this.D | 0;
    E = E + this.E | 0;
    F = F + this.F | 0;
    G = G + this.G | 0;
    H = H + this.H | 0;
    this.set(A, B, C, D, E, F, G, H);
  }
  roundClean() {
    clean(SHA256_W);
  }
  destroy() {
    this.destroyed = true;
    this.set(0, 0, 0, 0, 0, 0, 0, 0);
    clean(this.buffer);
  }
};
var _SHA256 = class extends SHA2_32B {
  constructor() {
    super(32, SHA256_IV);
  }
};
var K512 = /* @__PURE__ */ (() => split([
  "0x428a2f98d728ae22",
  "0x7137449123ef65cd",
  "0xb5c0fbcfec4d3b2f",
  "0xe9b5dba58189dbbc",
  "0x3956c25bf348b538",
  "0x59f111f1b605d019",
  "0x923f82a4af194f9b",
  "0xab1c5ed5da6d8118",
  "0xd807aa98a3030242",
  "0x12835b0145706fbe",
  "0x243185be4ee4b28c",
  "0x550c7dc3d5ffb4e2",
  "0x72be5d74f27b896f",
  "0x80deb1fe3b1696b1",
  "0x9bdc06a725c71235",
  "0xc19bf174cf692694",
  "0xe49b69c19ef14ad2",
  "0xefbe4786384f25e3",
  "0x0fc19dc68b8cd5b5",
  "0x240ca1cc77ac9c65",
  "0x2de92c6f592b0275",
  "0x4a7484aa6ea6e483",
  "0x5cb0a9dcbd41fbd4",
  "0x76f988da831153b5",
  "0x983e5152ee66dfab",
  "0xa831c66d2db43210",
  "0xb00327c898fb213f",
  "0xbf597fc7beef0ee4",
  "0xc6e00bf33da88fc2",
  "0xd5a79147930aa725",
  "0x06ca6351e003826f",
  "0x142929670a0e6e70",
  "0x27b70a8546d22ffc",
  "0x2e1b21385c26c926",
  "0x4d2c6dfc5ac42aed",
  "0x53380d139d95b3df",
  "0x650a73548baf63de",
  "0x766a0abb3c77b2a8",
  "0x81c2c92e47edaee6",
  "0x92722c851482353b",
  "0xa2bfe8a14cf10364",
  "0xa81a664bbc423001",
  "0xc24b8b70d0f89791",
  "0xc76c51a30654be30",
  "0xd192e819d6ef5218",
  "0xd69906245565a910",
  "0xf40e35855771202a",
  "0x106aa07032bbd1b8",
  "0x19a4c116b8d2d0c8",
  "0x1e376c085141ab53",
  "0x2748774cdf8eeb99",
  "0x34b0bcb5e19b48a8",
  "0x391c0cb3c5c95a63",
  "0x4ed8aa4ae3418acb",
  "0x5b9cca4f7763e373",
  "0x682e6ff3d6b2b8a3",
  "0x748f82ee5defb2fc",
  "0x78a5636f43172f60",
  "0x84c87814a1f0ab72",
  "0x8cc702081a6439ec",
  "0x90befffa23631e28",
  "0xa4506cebde82bde9",
  "0xbef9a3f7b2c67915",
  "0xc67178f2e372532b",
  "0xca273eceea26619c",
  "0xd186b8c721c0c207",
  "0xeada7dd6cde0eb1e",
  "0xf57d4f7fee6ed178",
  "0x06f067aa72176fba",
  "0x0a637dc5a2c898a6",
  "0x113f9804bef90dae",
  "0x1b710b35131c471b",
  "0x28db77f523047d84",
  "0x32caab7b40c72493",
  "0x3c9ebe0a15c9bebc",
  "0x431d67c49c100d4c",
  "0x4cc5d4becb3e42b6",
  "0x597f299cfc657e2a",
  "0x5fcb6fab3ad6faec",
  "0x6c44198c4a475817"
].map((n) => BigInt(n))))();
var SHA512_Kh = /* @__PURE__ */ (() => K512[0])();
var SHA512_Kl = /* @__PURE__ */ (() => K512[1])();
var SHA512_W_H = /* @__PURE__ */ new Uint32Array(80);
var SHA512_W_L = /* @__PURE__ */ new Uint32Array(80);
var SHA2_64B = class extends HashMD {
  // We cannot use array here since array allows indexing by variable
  // which means optimizer/compiler cannot use registers.
  // h -- high 32 bits, l -- low 32 bits
  // Numeric initializers matter: starting the fields as `undefined` changes
  // V8's field representation and slows hashing down (measured on sha256).
  Ah = 0;
  Al = 0;
  Bh = 0;
  Bl = 0;
  Ch = 0;
  Cl = 0;
  Dh = 0;
  Dl = 0;
  Eh = 0;
  El = 0;
  Fh = 0;
  Fl = 0;
  Gh = 0;
  Gl = 0;
  Hh = 0;
  Hl = 0;
  constructor(outputLen, IV) {
    super(128, outputLen, 16, false);
    this.Ah = IV[0] | 0;
    this.Al = IV[1] | 0;
    this.Bh = IV[2] | 0;
    this.Bl = IV[3] | 0;
    this.Ch = IV[4] | 0;
    this.Cl = IV[5] | 0;
    this.Dh = IV[6] | 0;
    this.Dl = IV[7] | 0;
    this.Eh = IV[8] | 0;
    this.El = IV[9] | 0;
    this.Fh = IV[10] | 0;
    this.Fl = IV[11] | 0;
    this.Gh = IV[12] | 0;
    this.Gl = IV[13] | 0;
    this.Hh = IV[14] | 0;
    this.Hl = IV[15] | 0;
  }
  // prettier-ignore
  get() {
    const { Ah, Al, Bh, Bl, Ch, Cl, Dh, Dl, Eh, El, Fh, Fl, Gh, Gl, Hh, Hl } = this;
    return [Ah, Al, Bh, Bl, Ch, Cl, Dh, Dl, Eh, El, Fh, Fl, Gh, Gl, Hh, Hl];
  }
  // prettier-ignore
  set(Ah, Al, Bh, Bl, Ch, Cl, Dh, Dl, Eh, El, Fh, Fl, Gh, Gl, Hh, Hl) {
    this.Ah = Ah | 0;
    this.Al = Al | 0;
    this.Bh = Bh | 0;
    this.Bl = Bl | 0;
    this.Ch = Ch | 0;
    this.Cl = Cl | 0;
    this.Dh = Dh | 0;
    this.Dl = Dl | 0;
    this.Eh = Eh | 0;
    this.El = El | 0;
    this.Fh = Fh | 0;
    this.Fl = Fl | 0;
    this.Gh = Gh | 0;
    this.Gl = Gl | 0;
    this.Hh = Hh | 0;
    this.Hl = Hl | 0;
  }
  _cloneInto(to) {
    (to ||= new this.constructor()).set(...this.get());
    return this._cloneIntoMeta(to);
  }
  process(view, offset) {
    for (let i = 0; i < 16; i++, offset += 4) {
      SHA512_W_H[i] = view.getUint32(offset);
      SHA512_W_L[i] = view.getUint32(offset += 4);
    }
    for (let i = 16; i < 80; i++) {
      const W15h = SHA512_W_H[i - 15] | 0;
      const W15l = SHA512_W_L[i - 15] | 0;
      const s0h = rotrSH(W15h, W15l, 1) ^ rotrSH(W15h, W15l, 8) ^ shrSH(W15h, W15l, 7);
      const s0l = rotrSL(W15h, W15l, 1) ^ rotrSL(W15h, W15l, 8) ^ shrSL(W15h, W15l, 7);
      const W2h = SHA512_W_H[i - 2] | 0;
      const W2l = SHA512_W_L[i - 2] | 0;
      const s1h = rotrSH(W2h, W2l, 19) ^ rotrBH(W2h, W2l, 61) ^ shrSH(W2h, W2l, 6);
      const s1l = rotrSL(W2h, W2l, 19) ^ rotrBL(W2h, W2l, 61) ^ shrSL(W2h, W2l, 6);
      const SUMl = add4L(s0l, s1l, SHA512_W_L[i - 7], SHA512_W_L[i - 16]);
      const SUMh = add4H(SUMl, s0h, s1h, SHA512_W_H[i - 7], SHA512_W_H[i - 16]);
      SHA512_W_H[i] = SUMh | 0;
      SHA512_W_L[i] = SUMl | 0;
    }
    let { Ah, Al, Bh, Bl, Ch, Cl, Dh, Dl, Eh, El, Fh, Fl, Gh, Gl, Hh, Hl } = this;
    for (let i = 0; i < 80; i++) {
      const sigma1h = rotrSH(Eh, El, 14) ^ rotrSH(Eh, El, 18) ^ rotrBH(Eh, El, 41);
      const sigma1l = rotrSL(Eh, El, 14) ^ rotrSL(Eh, El, 18) ^ rotrBL(Eh, El, 41);
      const CHIh = Eh & Fh ^ ~Eh & Gh;
      const CHIl = El & Fl ^ ~El & Gl;
      const T1ll = add5L(Hl, sigma1l, CHIl, SHA512_Kl[i], SHA512_W_L[i]);
      const T1h = add5H(T1ll, Hh, sigma1h, CHIh, SHA512_Kh[i], SHA512_W_H[i]);
      const T1l = T1ll | 0;
      const sigma0h = rotrSH(Ah, Al, 28) ^ rotrBH(Ah, Al, 34) ^ rotrBH(Ah, Al, 39);
      const sigma0l = rotrSL(Ah, Al, 28) ^ rotrBL(Ah, Al, 34) ^ rotrBL(Ah, Al, 39);
      const MAJh = Ah & Bh ^ Ah & Ch ^ Bh & Ch;
      const MAJl = Al & Bl ^ Al & Cl ^ Bl & Cl;
      Hh = Gh | 0;
      Hl = Gl | 0;
      Gh = Fh | 0;
      Gl = Fl | 0;
      Fh = Eh | 0;
      Fl = El | 0;
      ({ h: Eh, l: El } = add(Dh | 0, Dl | 0, T1h | 0, T1l | 0));
      Dh = Ch | 0;
      Dl = Cl | 0;
      Ch = Bh | 0;
      Cl = Bl | 0;
      Bh = Ah | 0;
      Bl = Al | 0;
      const All = add3L(T1l, sigma0l, MAJl);
      Ah = add3H(All, T1h, sigma0h, MAJh);
      Al = All | 0;
    }
    ({ h: Ah, l: Al } = add(this.Ah | 0, this.Al | 0, Ah | 0, Al | 0));
    ({ h: Bh, l: Bl } = add(this.Bh | 0, this.Bl | 0, Bh | 0, Bl | 0));
    ({ h: Ch, l: Cl } = add(this.Ch | 0, this.Cl | 0, Ch | 0, Cl | 0));
    ({ h: Dh, l: Dl } = add(this.Dh | 0, this.Dl | 0, Dh | 0, Dl | 0));
    ({ h: Eh, l: El } = add(this.Eh | 0, this.El | 0, Eh | 0, El | 0));
    ({ h: Fh, l: Fl } = add(this.Fh | 0, this.Fl | 0, Fh | 0, Fl | 0));
    ({ h: Gh, l: Gl } = add(this.Gh | 0, this.Gl | 0, Gh | 0, Gl | 0));
    ({ h: Hh, l: Hl } = add(this.Hh | 0, this.Hl | 0, Hh | 0, Hl | 0));
    this.set(Ah, Al, Bh, Bl, Ch, Cl, Dh, Dl, Eh, El, Fh, Fl, Gh, Gl, Hh, Hl);
  }
  roundClean() {
    clean(SHA512_W_H, SHA512_W_L);
  }
  destroy() {
    this.destroyed = true;
    clean(this.buffer);
    this.set(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  }
};
var _SHA512 = class extends SHA2_64B {
  constructor() {
    super(64, SHA512_IV);
  }
};
var sha256 = /* @__PURE__ */ createHasher(
  () => new _SHA256(),
  /* @__PURE__ */ oidNist(1)
);
var sha512 = /* @__PURE__ */ createHasher(
  () => new _SHA512(),
  /* @__PURE__ */ oidNist(3)
);

// packages/vm/src/status/status-code.ts
var statusCodes = {
  UNKNOWN_VALIDATION_STATUS: 0,
  INVALID_SIGNATURE: 1,
  INVALID_AUTH_KEY: 2,
  SEQUENCE_NUMBER_TOO_OLD: 3,
  SEQUENCE_NUMBER_TOO_NEW: 4,
  INSUFFICIENT_BALANCE_FOR_TRANSACTION_FEE: 5,
  TRANSACTION_EXPIRED: 6,
  SENDING_ACCOUNT_DOES_NOT_EXIST: 7,
  REJECTED_WRITE_SET: 8,
  INVALID_WRITE_SET: 9,
  EXCEEDED_MAX_TRANSACTION_SIZE: 10,
  UNKNOWN_SCRIPT: 11,
  UNKNOWN_MODULE: 12,
  MAX_GAS_UNITS_EXCEEDS_MAX_GAS_UNITS_BOUND: 13,
  MAX_GAS_UNITS_BELOW_MIN_TRANSACTION_GAS_UNITS: 14,
  GAS_UNIT_PRICE_BELOW_MIN_BOUND: 15,
  GAS_UNIT_PRICE_ABOVE_MAX_BOUND: 16,
  INVALID_GAS_SPECIFIER: 17,
  SENDING_ACCOUNT_FROZEN: 18,
  UNABLE_TO_DESERIALIZE_ACCOUNT: 19,
  CURRENCY_INFO_DOES_NOT_EXIST: 20,
  INVALID_MODULE_PUBLISHER: 21,
  NO_ACCOUNT_ROLE: 22,
  BAD_CHAIN_ID: 23,
  SEQUENCE_NUMBER_TOO_BIG: 24,
  BAD_TRANSACTION_FEE_CURRENCY: 25,
  FEATURE_UNDER_GATING: 26,
  SECONDARY_KEYS_ADDRESSES_COUNT_MISMATCH: 27,
  SIGNERS_CONTAIN_DUPLICATES: 28,
  SEQUENCE_NONCE_INVALID: 29,
  CHAIN_ACCOUNT_INFO_DOES_NOT_EXIST: 30,
  ACCOUNT_NOT_MULTISIG: 31,
  NOT_MULTISIG_OWNER: 32,
  MULTISIG_TRANSACTION_NOT_FOUND: 33,
  MULTISIG_TRANSACTION_INSUFFICIENT_APPROVALS: 34,
  MULTISIG_TRANSACTION_PAYLOAD_DOES_NOT_MATCH_HASH: 35,
  GAS_PAYER_ACCOUNT_MISSING: 36,
  INSUFFICIENT_BALANCE_FOR_REQUIRED_DEPOSIT: 37,
  GAS_PARAMS_MISSING: 38,
  REQUIRED_DEPOSIT_INCONSISTENT_WITH_TXN_MAX_GAS: 39,
  MULTISIG_TRANSACTION_PAYLOAD_DOES_NOT_MATCH: 40,
  ACCOUNT_AUTHENTICATION_GAS_LIMIT_EXCEEDED: 41,
  NONCE_ALREADY_USED: 42,
  EMPTY_PAYLOAD_PROVIDED: 43,
  TRANSACTION_EXPIRATION_TOO_FAR_IN_FUTURE: 44,
  INVALID_NUMBER_OF_AUTHENTICATION_PROOFS: 45,
  NOT_STAKE_POOL_OWNER: 46,
  NOT_DELEGATED_VOTER: 47,
  INSUFFICIENT_STAKE: 48,
  INVALID_HIGH_TXN_LIMITS_MULTIPLIER: 49,
  STAKE_POOL_NOT_FOUND: 50,
  DELEGATION_POOL_NOT_FOUND: 51,
  MULTIPLIER_NOT_AVAILABLE: 52,
  HIGH_LIMIT_TXN_GAS_UNIT_PRICE_BELOW_MIN_BOUND: 53,
  ENCRYPTED_TXN_GAS_UNIT_PRICE_BELOW_MIN_BOUND: 54,
  UNKNOWN_VERIFICATION_ERROR: 1e3,
  INDEX_OUT_OF_BOUNDS: 1001,
  INVALID_SIGNATURE_TOKEN: 1003,
  RECURSIVE_STRUCT_DEFINITION: 1005,
  FIELD_MISSING_TYPE_ABILITY: 1006,
  INVALID_FALL_THROUGH: 1007,
  NEGATIVE_STACK_SIZE_WITHIN_BLOCK: 1009,
  INVALID_MAIN_FUNCTION_SIGNATURE: 1011,
  DUPLICATE_ELEMENT: 1012,
  INVALID_MODULE_HANDLE: 1013,
  UNIMPLEMENTED_HANDLE: 1014,
  LOOKUP_FAILED: 1017,
  TYPE_MISMATCH: 1020,
  MISSING_DEPENDENCY: 1021,
  POP_WITHOUT_DROP_ABILITY: 1023,
  BR_TYPE_MISMATCH_ERROR: 1025,
  ABORT_TYPE_MISMATCH_ERROR: 1026,
  STLOC_TYPE_MISMATCH_ERROR: 1027,
  STLOC_UNSAFE_TO_DESTROY_ERROR: 1028,
  UNSAFE_RET_LOCAL_OR_RESOURCE_STILL_BORROWED: 1029,
  RET_TYPE_MISMATCH_ERROR: 1030,
  RET_BORROWED_MUTABLE_REFERENCE_ERROR: 1031,
  FREEZEREF_TYPE_MISMATCH_ERROR: 1032,
  FREEZEREF_EXISTS_MUTABLE_BORROW_ERROR: 1033,
  BORROWFIELD_TYPE_MISMATCH_ERROR: 1034,
  BORROWFIELD_BAD_FIELD_ERROR: 1035,
  BORROWFIELD_EXISTS_MUTABLE_BORROW_ERROR: 1036,
  COPYLOC_UNAVAILABLE_ERROR: 1037,
  COPYLOC_WITHOUT_COPY_ABILITY: 1038,
  COPYLOC_EXISTS_BORROW_ERROR: 1039,
  MOVELOC_UNAVAILABLE_ERROR: 1040,
  MOVELOC_EXISTS_BORROW_ERROR: 1041,
  BORROWLOC_REFERENCE_ERROR: 1042,
  BORROWLOC_UNAVAILABLE_ERROR: 1043,
  BORROWLOC_EXISTS_BORROW_ERROR: 1044,
  CALL_TYPE_MISMATCH_ERROR: 1045,
  CALL_BORROWED_MUTABLE_REFERENCE_ERROR: 1046,
  PACK_TYPE_MISMATCH_ERROR: 1047,
  UNPACK_TYPE_MISMATCH_ERROR: 1048,
  READREF_TYPE_MISMATCH_ERROR: 1049,
  READREF_WITHOUT_COPY_ABILITY: 1050,
  READREF_EXISTS_MUTABLE_BORROW_ERROR: 1051,
  WRITEREF_TYPE_MISMATCH_ERROR: 1052,
  WRITEREF_WITHOUT_DROP_ABILITY: 1053,
  WRITEREF_EXISTS_BORROW_ERROR: 1054,
  WRITEREF_NO_MUTABLE_REFERENCE_ERROR: 1055,
  INTEGER_OP_TYPE_MISMATCH_ERROR: 1056,
  BOOLEAN_OP_TYPE_MISMATCH_ERROR: 1057,
  EQUALITY_OP_TYPE_MISMATCH_ERROR: 1058,
  EXISTS_WITHOUT_KEY_ABILITY_OR_BAD_ARGUMENT: 1059,
  BORROWGLOBAL_TYPE_MISMATCH_ERROR: 1060,
  BORROWGLOBAL_WITHOUT_KEY_ABILITY: 1061,
  MOVEFROM_TYPE_MISMATCH_ERROR: 1062,
  MOVEFROM_WITHOUT_KEY_ABILITY: 1063,
  MOVETO_TYPE_MISMATCH_ERROR: 1064,
  MOVETO_WITHOUT_KEY_ABILITY: 1065,
  MODULE_ADDRESS_DOES_NOT_MATCH_SENDER: 1067,
  NO_MODULE_HANDLES: 1068,
  POSITIVE_STACK_SIZE_AT_BLOCK_END: 1069,
  MISSING_ACQUIRES_ANNOTATION: 1070,
  EXTRANEOUS_ACQUIRES_ANNOTATION: 1071,
  DUPLICATE_ACQUIRES_ANNOTATION: 1072,
  INVALID_ACQUIRES_ANNOTATION: 1073,
  GLOBAL_REFERENCE_ERROR: 1074,
  CONSTRAINT_NOT_SATISFIED: 1075,
  NUMBER_OF_TYPE_ARGUMENTS_MISMATCH: 1076,
  LOOP_IN_INSTANTIATION_GRAPH: 1077,
  ZERO_SIZED_STRUCT: 1080,
  LINKER_ERROR: 1081,
  INVALID_CONSTANT_TYPE: 1082,
  MALFORMED_CONSTANT_DATA: 1083,
  EMPTY_CODE_UNIT: 1084,
  INVALID_LOOP_SPLIT: 1085,
  INVALID_LOOP_BREAK: 1086,
  INVALID_LOOP_CONTINUE: 1087,
  UNSAFE_RET_UNUSED_VALUES_WITHOUT_DROP: 1088,
  TOO_MANY_LOCALS: 1089,
  GENERIC_MEMBER_OPCODE_MISMATCH: 1090,
  FUNCTION_RESOLUTION_FAILURE: 1091,
  INVALID_OPERATION_IN_SCRIPT: 1094,
  DUPLICATE_MODULE_NAME: 1095,
  BACKWARD_INCOMPATIBLE_MODULE_UPDATE: 1096,
  CYCLIC_MODULE_DEPENDENCY: 1097,
  NUMBER_OF_ARGUMENTS_MISMATCH: 1098,
  INVALID_PARAM_TYPE_FOR_DESERIALIZATION: 1099,
  FAILED_TO_DESERIALIZE_ARGUMENT: 1100,
  NUMBER_OF_SIGNER_ARGUMENTS_MISMATCH: 1101,
  CALLED_SCRIPT_VISIBLE_FROM_NON_SCRIPT_VISIBLE: 1102,
  EXECUTE_ENTRY_FUNCTION_CALLED_ON_NON_ENTRY_FUNCTION: 1103,
  INVALID_FRIEND_DECL_WITH_SELF: 1104,
  INVALID_FRIEND_DECL_WITH_MODULES_OUTSIDE_ACCOUNT_ADDRESS: 1105,
  INVALID_FRIEND_DECL_WITH_MODULES_IN_DEPENDENCIES: 1106,
  CYCLIC_MODULE_FRIENDSHIP: 1107,
  INVALID_PHANTOM_TYPE_PARAM_POSITION: 1108,
  VEC_UPDATE_EXISTS_MUTABLE_BORROW_ERROR: 1109,
  VEC_BORROW_ELEMENT_EXISTS_MUTABLE_BORROW_ERROR: 1110,
  LOOP_MAX_DEPTH_REACHED: 1111,
  TOO_MANY_TYPE_PARAMETERS: 1112,
  TOO_MANY_PARAMETERS: 1113,
  TOO_MANY_BASIC_BLOCKS: 1114,
  VALUE_STACK_OVERFLOW: 1115,
  TOO_MANY_TYPE_NODES: 1116,
  VALUE_STACK_PUSH_OVERFLOW: 1117,
  MAX_DEPENDENCY_DEPTH_REACHED: 1118,
  MAX_FUNCTION_DEFINITIONS_REACHED: 1119,
  MAX_STRUCT_DEFINITIONS_REACHED: 1120,
  MAX_FIELD_DEFINITIONS_REACHED: 1121,
  TOO_MANY_BACK_EDGES: 1122,
  EVENT_METADATA_VALIDATION_ERROR: 1123,
  DEPENDENCY_LIMIT_REACHED: 1124,
  UNSTABLE_BYTECODE_REJECTED: 1125,
  PROGRAM_TOO_COMPLEX: 1126,
  USER_DEFINED_NATIVE_NOT_ALLOWED: 1127,
  MAX_STRUCT_VARIANTS_REACHED: 1128,
  TEST_VARIANT_TYPE_MISMATCH_ERROR: 1129,
  ZERO_VARIANTS_ERROR: 1130,
  FEATURE_NOT_ENABLED: 1131,
  INVALID_CLOSURE_MASK: 1132,
  CLOSURE_CALL_REQUIRES_FUNCTION: 1133,
  INVALID_INIT_MODULE: 1134,
  FRIEND_NOT_FOUND_IN_MODULE_BUNDLE: 1135,
  INVALID_STRUCT_API_CODE: 1136,
  UNKNOWN_INVARIANT_VIOLATION_ERROR: 2e3,
  EMPTY_VALUE_STACK: 2003,
  PC_OVERFLOW: 2005,
  VERIFICATION_ERROR: 2006,
  STORAGE_ERROR: 2008,
  INTERNAL_TYPE_ERROR: 2009,
  EVENT_KEY_MISMATCH: 2010,
  UNREACHABLE: 2011,
  VM_STARTUP_FAILURE: 2012,
  UNEXPECTED_ERROR_FROM_KNOWN_MOVE_FUNCTION: 2015,
  VERIFIER_INVARIANT_VIOLATION: 2016,
  UNEXPECTED_VERIFIER_ERROR: 2017,
  UNEXPECTED_DESERIALIZATION_ERROR: 2018,
  FAILED_TO_SERIALIZE_WRITE_SET_CHANGES: 2019,
  FAILED_TO_DESERIALIZE_RESOURCE: 2020,
  TYPE_RESOLUTION_FAILURE: 2021,
  DUPLICATE_NATIVE_FUNCTION: 2022,
  DELAYED_FIELD_OR_BLOCKSTM_CODE_INVARIANT_ERROR: 2023,
  SPECULATIVE_EXECUTION_ABORT_ERROR: 2024,
  ACCESS_CONTROL_INVARIANT_VIOLATION: 2025,
  UNKNOWN_BINARY_ERROR: 3e3,
  MALFORMED: 3001,
  BAD_MAGIC: 3002,
  UNKNOWN_VERSION: 3003,
  UNKNOWN_TABLE_TYPE: 3004,
  UNKNOWN_SIGNATURE_TYPE: 3005,
  UNKNOWN_SERIALIZED_TYPE: 3006,
  UNKNOWN_OPCODE: 3007,
  BAD_HEADER_TABLE: 3008,
  UNEXPECTED_SIGNATURE_TYPE: 3009,
  DUPLICATE_TABLE: 3010,
  UNKNOWN_ABILITY: 3013,
  UNKNOWN_NATIVE_STRUCT_FLAG: 3014,
  BAD_U16: 3017,
  BAD_U32: 3018,
  BAD_U64: 3019,
  BAD_U128: 3020,
  BAD_U256: 3021,
  VALUE_SERIALIZATION_ERROR: 3022,
  VALUE_DESERIALIZATION_ERROR: 3023,
  CODE_DESERIALIZATION_ERROR: 3024,
  INVALID_FLAG_BITS: 3025,
  UNKNOWN_RUNTIME_STATUS: 4e3,
  EXECUTED: 4001,
  OUT_OF_GAS: 4002,
  RESOURCE_DOES_NOT_EXIST: 4003,
  RESOURCE_ALREADY_EXISTS: 4004,
  MISSING_DATA: 4008,
  DATA_FORMAT_ERROR: 4009,
  ABORTED: 4016,
  ARITHMETIC_ERROR: 4017,
  VECTOR_OPERATION_ERROR: 4018,
  EXECUTION_STACK_OVERFLOW: 4020,
  CALL_STACK_OVERFLOW: 4021,
  VM_MAX_TYPE_DEPTH_REACHED: 4024,
  VM_MAX_VALUE_DEPTH_REACHED: 4025,
  VM_EXTENSION_ERROR: 4026,
  STORAGE_WRITE_LIMIT_REACHED: 4027,
  MEMORY_LIMIT_EXCEEDED: 4028,
  VM_MAX_TYPE_NODES_REACHED: 4029,
  EXECUTION_LIMIT_REACHED: 4030,
  IO_LIMIT_REACHED: 4031,
  STORAGE_LIMIT_REACHED: 4032,
  TYPE_TAG_LIMIT_EXCEEDED: 4033,
  ACCESS_DENIED: 4034,
  ACCESS_STACK_LIMIT_EXCEEDED: 4035,
  TOO_MANY_DELAYED_FIELDS: 4036,
  RUNTIME_DISPATCH_ERROR: 4037,
  STRUCT_VARIANT_MISMATCH: 4038,
  UNIMPLEMENTED_FUNCTIONALITY: 4039,
  RUNTIME_CYCLIC_MODULE_DEPENDENCY: 4040,
  UNABLE_TO_CAPTURE_DELAYED_FIELDS: 4041,
  INVALID_ABORT_MESSAGE: 4042,
  ABORT_MESSAGE_LIMIT_EXCEEDED: 4043
};
var names = /* @__PURE__ */ new Map(
  Object.entries(statusCodes).map(([name, code]) => (globalThis.__walk?.("packages/vm/src/status/status-code.ts", "names", 265), [code, name]))
);

// packages/vm/src/status/vm-error.ts
var VmError = class extends Error {
  name = "VmError";
  status;
  /** Number of {@link status}. */
  code;
  subStatus;
  abortCode;
  abortMessage;
  /** True if the error belongs to no instruction, wherever it is raised. */
  placeless;
  /** For code that no verifier lets pass: the status of publishing it, where it is known. */
  refusal;
  /**
   * The module whose code failed or aborted: `"script"` for the script, undefined when execution had not begun or the error
   * belongs to no code.
   */
  module;
  /** Set with {@link module}, but for aborts and errors that name no instruction. */
  location;
  constructor(status, message, details = {}) {
    globalThis.__walk?.("packages/vm/src/status/vm-error.ts", "constructor", 59);
    super(message);
    this.status = status;
    this.code = statusCodes[status];
    this.subStatus = details.subStatus;
    this.abortCode = details.abortCode;
    this.abortMessage = details.abortMessage;
    this.placeless = details.placeless ?? false;
    this.refusal = details.refusal;
  }
};
function abortError(code, message) {
  globalThis.__walk?.("packages/vm/src/status/vm-error.ts", "abortError", 72);
  return new VmError("ABORTED", `aborted with code ${code}`, { abortCode: BigInt(code), abortMessage: message });
}

// packages/vm/src/value/value.ts
var Reference = class {
  container;
  index;
  /** Set when the reference descends from global state, and inherited by every reference borrowed through it. */
  origin;
  constructor(container, index, origin) {
    globalThis.__walk?.("packages/vm/src/value/value.ts", "constructor", 49);
    this.container = container;
    this.index = index;
    this.origin = origin;
  }
  /**
   * The value that the reference leads to, not a copy.
   *
   * @throws {@link VmError} when the value is gone, which a verified program's references never see
   */
  get target() {
    globalThis.__walk?.("packages/vm/src/value/value.ts", "target", 60);
    const value = this.container[this.index];
    if (value === void 0) throw new VmError("UNKNOWN_INVARIANT_VIOLATION_ERROR", "a reference points to no value");
    return value;
  }
  /** Replaces the value that the reference leads to, and marks its origin. */
  write(value) {
    globalThis.__walk?.("packages/vm/src/value/value.ts", "write", 67);
    this.container[this.index] = value;
    if (this.origin !== void 0) this.origin.dirty = true;
  }
};
var Closure = class {
  target;
  /** Bit `i` is set when parameter `i` is captured. */
  mask;
  /** Captured arguments in the order of their parameters. Nothing changes them. */
  captured;
  /** Layouts of {@link captured}; undefined when the function is not persistent, so that the value may not be stored. */
  capturedLayouts;
  /** Types of {@link captured}, known until the value is stored. */
  capturedTypes;
  constructor(target, mask, captured, capturedLayouts, capturedTypes) {
    globalThis.__walk?.("packages/vm/src/value/value.ts", "constructor", 93);
    this.target = target;
    this.mask = mask;
    this.captured = captured;
    this.capturedLayouts = capturedLayouts;
    this.capturedTypes = capturedTypes;
  }
};
function signerValue(address) {
  globalThis.__walk?.("packages/vm/src/value/value.ts", "signerValue", 109);
  return [0, address];
}

// packages/vm/src/natives/arguments.ts
function wrongType(expected) {
  globalThis.__walk?.("packages/vm/src/natives/arguments.ts", "wrongType", 7);
  return new VmError("INTERNAL_TYPE_ERROR", `a native function needs ${expected}`);
}
function bytesOf(value) {
  globalThis.__walk?.("packages/vm/src/natives/arguments.ts", "bytesOf", 12);
  if (value instanceof ByteVector) return value.bytes;
  throw wrongType("a vector<u8>");
}
function referenceOf(value) {
  globalThis.__walk?.("packages/vm/src/natives/arguments.ts", "referenceOf", 18);
  if (value instanceof Reference) return value;
  throw wrongType("a reference");
}
function bytesBehind(value) {
  globalThis.__walk?.("packages/vm/src/natives/arguments.ts", "bytesBehind", 24);
  return bytesOf(referenceOf(value).target);
}
function partsOf(value) {
  globalThis.__walk?.("packages/vm/src/natives/arguments.ts", "partsOf", 29);
  if (Array.isArray(value)) return value;
  throw wrongType("a struct or vector");
}
function partsBehind(value) {
  globalThis.__walk?.("packages/vm/src/natives/arguments.ts", "partsBehind", 35);
  return partsOf(referenceOf(value).target);
}
function addressOf(value) {
  globalThis.__walk?.("packages/vm/src/natives/arguments.ts", "addressOf", 40);
  if (typeof value === "string") return value;
  throw wrongType("an address");
}
function boolOf(value) {
  globalThis.__walk?.("packages/vm/src/natives/arguments.ts", "boolOf", 46);
  if (typeof value === "boolean") return value;
  throw wrongType("a bool");
}
function integerOf(value) {
  globalThis.__walk?.("packages/vm/src/natives/arguments.ts", "integerOf", 52);
  if (typeof value === "number" || typeof value === "bigint") return value;
  throw wrongType("an integer");
}
function textBytesOf(value) {
  globalThis.__walk?.("packages/vm/src/natives/arguments.ts", "textBytesOf", 58);
  return bytesOf(partsOf(value)[0]);
}

export {
  split,
  fromNumH,
  fromNumL,
  rotrSH,
  rotrSL,
  rotrBH,
  rotrBL,
  rotr32H,
  rotr32L,
  add,
  add3L,
  add3H,
  isBytes,
  anumber,
  abool,
  abytes,
  copyBytes,
  ahash,
  aexists,
  aoutput,
  u32,
  clean,
  rotl,
  swap8IfBE,
  swap32IfBE,
  bytesToHex,
  hexToBytes,
  concatBytes,
  checkOpts,
  createHasher,
  randomBytes,
  oidNist,
  ByteVector,
  VmError,
  abortError,
  Reference,
  Closure,
  signerValue,
  HashMD,
  sha256,
  sha512,
  bytesOf,
  referenceOf,
  bytesBehind,
  partsOf,
  partsBehind,
  addressOf,
  boolOf,
  integerOf,
  textBytesOf
};

import { createRequire as nodeRequire } from "node:module"; const require = nodeRequire(import.meta.url); globalThis.__log ??= []; globalThis.__seen ??= new Set(); globalThis.__walk ??= (f,n,l) => { if (!globalThis.__on) return; const k=f+":"+l; if (globalThis.__seen.has(k)) return; globalThis.__seen.add(k); globalThis.__log.push([f,n]); };

// packages/vm/src/value/integer.ts
var maxSafe = BigInt(Number.MAX_SAFE_INTEGER);
function integer(value) {
  globalThis.__walk?.("packages/vm/src/value/integer.ts", "integer", 6);
  return value <= maxSafe && value >= -maxSafe ? Number(value) : value;
}
var integerRanges = {
  U8: range(8, false),
  U16: range(16, false),
  U32: range(32, false),
  U64: range(64, false),
  U128: range(128, false),
  U256: range(256, false),
  I8: range(8, true),
  I16: range(16, true),
  I32: range(32, true),
  I64: range(64, true),
  I128: range(128, true),
  I256: range(256, true)
};
function range(bits, signed) {
  globalThis.__walk?.("packages/vm/src/value/integer.ts", "range", 52);
  const half = 1n << BigInt(bits - 1);
  const min = signed ? -half : 0n;
  const max = signed ? half - 1n : 2n * half - 1n;
  const isWide = bits > 32;
  return {
    bits,
    signed,
    min,
    max,
    safeMin: isWide && signed ? Number.MIN_SAFE_INTEGER : Number(min),
    safeMax: isWide ? Number.MAX_SAFE_INTEGER : Number(max)
  };
}

export {
  integer,
  integerRanges
};

import { createRequire as nodeRequire } from "node:module"; const require = nodeRequire(import.meta.url); globalThis.__log ??= []; globalThis.__seen ??= new Set(); globalThis.__walk ??= (f,n,l) => { if (!globalThis.__on) return; const k=f+":"+l; if (globalThis.__seen.has(k)) return; globalThis.__seen.add(k); globalThis.__log.push([f,n]); };

// packages/vm/src/natives/crypto/byte-order.ts
function littleEndian(bytes) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/byte-order.ts", "littleEndian", 2);
  let hex = "";
  for (let index = bytes.length - 1; index >= 0; index--) hex += bytes[index].toString(16).padStart(2, "0");
  return hex === "" ? 0n : BigInt(`0x${hex}`);
}
function toLittleEndian(value, length) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/byte-order.ts", "toLittleEndian", 9);
  const bytes = new Uint8Array(length);
  for (let index = 0, rest = value; index < length; index++, rest >>= 8n) bytes[index] = Number(rest & 0xffn);
  return bytes;
}
function bigEndian(bytes) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/byte-order.ts", "bigEndian", 16);
  return littleEndian(bytes.slice().reverse());
}
function toBigEndian(value, length) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/byte-order.ts", "toBigEndian", 21);
  return toLittleEndian(value, length).reverse();
}

export {
  littleEndian,
  toLittleEndian,
  bigEndian,
  toBigEndian
};

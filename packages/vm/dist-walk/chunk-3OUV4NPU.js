import { createRequire as nodeRequire } from "node:module"; const require = nodeRequire(import.meta.url); globalThis.__log ??= []; globalThis.__seen ??= new Set(); globalThis.__walk ??= (f,n,l) => { if (!globalThis.__on) return; const k=f+":"+l; if (globalThis.__seen.has(k)) return; globalThis.__seen.add(k); globalThis.__log.push([f,n]); };

// packages/vm/src/host.ts
var utf8Decoder = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
var utf8Encoder = /* @__PURE__ */ new TextEncoder();
function now() {
  globalThis.__walk?.("packages/vm/src/host.ts", "now", 16);
  return performance.now();
}

export {
  utf8Decoder,
  utf8Encoder,
  now
};

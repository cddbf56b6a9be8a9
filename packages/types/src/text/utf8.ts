// A standard class, declared here: the package is compiled without DOM and Node types, and needs no more of it.
declare const TextEncoder: new () => { encode(text: string): Uint8Array };

const encoder = /* @__PURE__ */ new TextEncoder();

/** UTF-8 of a text. Lone surrogates, which have none, become U+FFFD. */
export function utf8ToBytes(text: string): Uint8Array {
  return encoder.encode(text);
}

// The two standard classes, declared here: the package is compiled without DOM and Node types, and needs no more of them.
interface Decoder {
  decode(input: Uint8Array): string;
}
interface Encoder {
  encodeInto(source: string, destination: Uint8Array): { read: number; written: number };
}
declare const TextDecoder: new (label: "utf-8", options: { fatal: true; ignoreBOM: true }) => Decoder;
declare const TextEncoder: new () => Encoder;

/** Refuses broken UTF-8 (also surrogates and overlong forms) and keeps a byte order mark. */
export const utf8Decoder: Decoder = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
/** Writes lone surrogates as U+FFFD: look for them before. */
export const utf8Encoder: Encoder = /* @__PURE__ */ new TextEncoder();

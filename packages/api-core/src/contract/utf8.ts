// The two standard classes, declared here: the package is compiled without DOM and Node types, and needs no more of them.
declare const TextDecoder: new (
  label: "utf-8",
  options: { fatal: true; ignoreBOM: true },
) => { decode(input: Uint8Array): string };
declare const TextEncoder: new () => { encode(input: string): Uint8Array<ArrayBuffer> };

/** Refuses broken UTF-8 and keeps a byte order mark. */
export const utf8Decoder = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
/** Text to UTF-8. */
export const utf8Encoder = /* @__PURE__ */ new TextEncoder();

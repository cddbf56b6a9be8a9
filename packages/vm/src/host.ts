// The package is compiled without DOM and Node types; these are all that it needs of its host.
declare const TextDecoder: new (
  label: "utf-8",
  options: { fatal: boolean; ignoreBOM: boolean },
) => { decode(input: Uint8Array): string };
declare const TextEncoder: new () => { encode(input: string): Uint8Array };
declare const performance: { now(): number };

/** Decodes UTF-8 and throws for anything else; a byte order mark is kept. */
export const utf8Decoder = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Encodes text as UTF-8. */
export const utf8Encoder = /* @__PURE__ */ new TextEncoder();

/** A clock in milliseconds that never goes back. */
export function now(): number {
  return performance.now();
}

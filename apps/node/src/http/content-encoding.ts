import { promisify } from "node:util";
import { brotliCompress, constants, deflate, gzip } from "node:zlib";

type Compress = (body: Uint8Array) => Promise<Uint8Array>;

const [brotli, gzipped, deflated] = [promisify(brotliCompress), promisify(gzip), promisify(deflate)];

/** Content codings by preference: which one a client gets that accepts several equally. */
const compressors = {
  // Quality 4 is faster than gzip's default and still smaller.
  br: (body) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (body) => gzipped(body),
  deflate: (body) => deflated(body),
} satisfies Record<string, Compress>;

/** A way to compress an answer. */
export type ContentEncoding = keyof typeof compressors;

const encodings = Object.keys(compressors) as ContentEncoding[];

/** Compresses off the event loop. */
export function compress(encoding: ContentEncoding, body: Uint8Array): Promise<Uint8Array> {
  return compressors[encoding](body);
}

/**
 * Picks the coding that a client weighs most, by our preference among equals.
 *
 * @param accepted - `Accept-Encoding`; absent means that the answer goes out as it is
 * @returns `undefined` for no coding
 * @see RFC 9110 §12.5.3
 */
export function chooseEncoding(accepted: string | undefined): ContentEncoding | undefined {
  if (accepted === undefined || accepted === "identity") return undefined;
  const weights = new Map<string, number>();
  for (const entry of accepted.toLowerCase().split(",")) {
    const [coding = "", ...parameters] = entry.split(";").map((part) => part.trim());
    const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
    weights.set(coding, Number(quality) || 0);
  }
  const weightOf = (coding: string): number => weights.get(coding) ?? weights.get("*") ?? 0;
  let best: ContentEncoding | undefined;
  for (const encoding of encodings) {
    if (weightOf(encoding) > (best === undefined ? 0 : weightOf(best))) best = encoding;
  }
  const identity = weights.get("identity") ?? 0;
  return best !== undefined && weightOf(best) >= identity ? best : undefined;
}

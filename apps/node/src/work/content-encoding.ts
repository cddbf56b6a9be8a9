import { promisify } from "node:util";
import { brotliCompress, constants, deflate, gzip } from "node:zlib";
import type { ApiResponse } from "@ledger/api-core";

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

/**
 * Answers shorter than this, in bytes, are sent as they are: they fit in what a connection sends at once (ten segments, RFC 6928), so they are
 * no later for it. Compressing takes them to another thread and back, which the client would wait for.
 */
const compressionThreshold = 8 * 1024;

const compressible = /^(?:application\/(?:json|x-yaml)|text\/)/;

/** Compresses an answer off the event loop, if that is worth it. @param encoding - `undefined` for none */
export function encodeResponse(
  response: ApiResponse,
  encoding: ContentEncoding | undefined,
): ApiResponse | Promise<ApiResponse> {
  const { body, headers } = response;
  if (encoding === undefined || body === undefined || body.length < compressionThreshold) return response;
  return compressible.test(headers["Content-Type"] ?? "") ? compress(response, body, encoding) : response;
}

async function compress(
  response: ApiResponse,
  body: string | Uint8Array,
  encoding: ContentEncoding,
): Promise<ApiResponse> {
  const compressed = await compressors[encoding](typeof body === "string" ? Buffer.from(body) : body);
  const headers: Record<string, string> = { ...response.headers, "Content-Encoding": encoding };
  // A strong tag names the bytes that are sent; these are other ones, of the same meaning.
  if (headers.ETag !== undefined) headers.ETag = `W/${headers.ETag}`;
  return { ...response, headers, body: compressed };
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

import { ForkError } from "./fork-error.ts";

/**
 * Reads `URL` or `URL@VERSION`.
 *
 * @throws {@link ForkError} `invalid_request`
 */
export function parseForkUrl(text: string): { readonly url: string; readonly version: bigint | undefined } {
  const [, url, version] = /^(.*?)(?:@(\d{1,20}))?$/s.exec(text)!;
  if (!URL.canParse(url!)) throw new ForkError("invalid_request", `${JSON.stringify(url)} is not a valid URL`);
  return { url: url!, version: version === undefined ? undefined : BigInt(version) };
}

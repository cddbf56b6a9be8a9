import type { LedgerSummary } from "@ledger/state-store";
import { bytesToHex, sha3_256 } from "@ledger/types";
import type { ReplyFormat } from "../contract/media-type.ts";
import { utf8Encoder } from "../contract/utf8.ts";

/** An answer that nothing can change: about a fixed version of a ledger that is never begun again, see `ApiOptions.isPermanent`. */
export const immutableCaching = "public, max-age=31536000, immutable";
/** Every other answer, unless the operator says otherwise: may be kept, must be asked for again. */
export const revalidate = "no-cache";
/**
 * The policy of answers about the latest version.
 *
 * @param seconds - for which a cache that many clients share may keep one, and again give it while it asks: 0 for none. Browsers ask each time
 * @see RFC 9111 §5.2.2.10, RFC 5861 §3
 */
export function latestCaching(seconds: number): string {
  return seconds === 0 ? revalidate : `public, max-age=0, s-maxage=${seconds}, stale-while-revalidate=${seconds}`;
}

/** An answer that must not be kept at all. */
export const noStore = "no-store";

/** Media type and compression are negotiated, so a cache must keep answers to them apart. */
export const vary = "Accept, Accept-Encoding";

/** A document has one media type. */
export const varyEncoding = "Accept-Encoding";

/** Writes the strong entity tag of an answer. @param validator - tells it apart from other answers of the same URL */
export type WriteEntityTag = (ledger: LedgerSummary, format: ReplyFormat, validator: string) => string;

/**
 * Makes the writer of entity tags. The ledger and the software are part of a tag: another network behind the same URL, the same one
 * begun again, or a release that writes a value differently, is another entity.
 *
 * @param isPermanent - see `ApiOptions.isPermanent`: nodes of such a ledger write the same tags
 */
export function createEntityTags(software: string, isPermanent: (ledger: LedgerSummary) => boolean): WriteEntityTag {
  let latest: LedgerSummary | undefined;
  let prefix = "";
  return (ledger, format, validator) => {
    if (ledger !== latest) {
      const { genesisHash, chainId, incarnation } = ledger;
      const network = genesisHash === undefined ? chainId : bytesToHex(genesisHash.subarray(0, 4));
      const own = isPermanent(ledger) || incarnation === undefined ? "" : `${incarnation.toString(36)}-`;
      prefix = `"${network}-${own}${software}-`;
      latest = ledger;
    }
    return `${prefix}${format}-${validator}"`;
  };
}

/** The strong entity tag of a text, by what it says. */
export function contentTag(text: string): string {
  return `"${bytesToHex(sha3_256(utf8Encoder.encode(text)).subarray(0, 12))}"`;
}

/** The `If-None-Match` that every answer matches which there is. */
export const anyEntity = "*";

/** Returns true if `If-None-Match` names the entity; compared weakly, as RFC 9110 §13.1.2 asks. */
export function matchesEntityTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === tag || ifNoneMatch === anyEntity) return true;
  return ifNoneMatch.split(",").some((entry) => {
    const candidate = entry.trim();
    return candidate === tag || candidate === `W/${tag}`;
  });
}

import type { Infer } from "@ledger/bcs";
import { bytesToHex, formatHex } from "@ledger/types";
import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import type { TokenDataId } from "../layouts/legacy-tokens.ts";

/** Names of a token of the first kind and of its collection. */
export interface LegacyNames {
  /** `0x` and 64 digits. */
  readonly tokenId: string;
  readonly collectionId: string;
  readonly creator: string;
  readonly collection: string;
  readonly name: string;
}

/** The ids of tokens of the first kind are hashes of their names. */
export function legacyNames({ creator, collection, name }: Infer<typeof TokenDataId>): LegacyNames {
  const by = formatHex(creator);
  return {
    tokenId: `0x${hashText(`${by}::${collection}::${name}`)}`,
    collectionId: legacyCollectionId(by, collection),
    creator: by,
    collection,
    name,
  };
}

/** @param creator - `0x` and 64 digits */
export function legacyCollectionId(creator: string, collection: string): string {
  return `0x${hashText(`${creator}::${collection}`)}`;
}

/** SHA2-256 of a text, as hex without `0x`. */
export function hashText(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

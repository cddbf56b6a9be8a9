import type { BlockEntry, LedgerSummary } from "@ledger/state-store";
import { bytesToHex, parseU32, parseU64 } from "@ledger/types";
import type { StreamMark, StreamPlace } from "../contract/stream.ts";
import type { TextType } from "../contract/text-type.ts";
import { StreamPlaceSchema } from "../schemas/stream.ts";

/** Index of the first change of a version. */
export const firstChangeIndex = 0x8000_0000;
/** Index of the transaction of a version. */
export const transactionIndex = 0xffff_fffe;
/** Index of the end of a version, and of a block that ends with it. */
export const endIndex = 0xffff_ffff;

/** The text of a place, as it stands in the `id` of what is there: `{version}.{index}-{tag}`. */
export function formatMark({ version, index, tag }: StreamMark): string {
  return `${version}.${index}${tag === undefined ? "" : `-${tag}`}`;
}

/** The part of a place's text that tells ledgers apart. The first block has the same hash in all of them. */
export function tagOf({ hash, height }: BlockEntry, { genesisHash = hash }: LedgerSummary): string {
  return bytesToHex((height === 0n ? genesisHash : hash).subarray(0, 8));
}

/** Returns true if a place comes before another one. */
export function isBefore(a: StreamPlace, b: StreamPlace): boolean {
  return a.version < b.version || (a.version === b.version && a.index < b.index);
}

/** The place right before another one: what follows it begins with that. */
export function placeBefore({ version, index }: StreamPlace): StreamPlace {
  return index > 0 ? { version, index: index - 1 } : { version: version - 1n, index: endIndex };
}

/** The first version that has something after a place. */
export function versionAfter({ version, index }: StreamPlace): bigint {
  return index === endIndex ? version + 1n : version;
}

/** A place, whole or only its version. */
export const streamPlaceText: TextType<StreamMark> = {
  schema: StreamPlaceSchema,
  parse(text) {
    const [, version, index = "0", tag] = /^([0-9]{1,20})(?:\.([0-9]{1,10})(?:-([0-9a-f]{16}))?)?$/.exec(text) ?? [];
    if (version === undefined)
      throw new Error("expected {version}, {version}.{index} or the id of something in a stream");
    return { version: parseU64(version), index: parseU32(index), tag };
  },
};

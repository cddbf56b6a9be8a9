import type { BlockEntry, LedgerReader, LedgerSummary } from "@ledger/state-store";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { Decimal, parseDecimal } from "../decimal.ts";
import type { StreamPlace } from "./reader.ts";

/** The answer to a subscription at one time. */
export interface FollowAnswer {
  /** A result as JSON; absent where it is the one that was given before, or an empty batch. */
  readonly body: string | undefined;
  /** To ask on with. It is no secret, and not to be believed from outside. */
  readonly seen: string;
  /** The version as of which it is, which may be older than the head, where the index of tables is behind; absent where there is no answer. */
  readonly version: bigint | undefined;
  /**
   * Says what can follow: rows that are there already, what is committed later; or nothing, since the question is wrong, was no subscription, or has
   * lost its place.
   */
  readonly follows: "now" | "commit" | "nothing";
}

/** A subscription, as it was answered last: the digest of a result that is given again when it has changed, or the place of a stream. */
export interface Seen {
  readonly digest?: string;
  readonly place?: StreamPlace & LedgerPlace;
}

/** A ledger's head, by which it is known again. */
interface LedgerPlace {
  readonly version: bigint;
  readonly incarnation: number | undefined;
  /** Hash of the block, where one writer may be followed by another. */
  readonly block: string | undefined;
}

/** Writes what was given. */
export function writeSeen(seen: Seen): string {
  return JSON.stringify(seen, (_, value: unknown) =>
    typeof value === "bigint" || value instanceof Decimal ? { number: `${value}` } : value,
  );
}

/** Reads what {@link writeSeen} has written. */
export function readSeen(text: string): Seen {
  return JSON.parse(text, (_, value: unknown) =>
    typeof value === "object" && value !== null && "number" in value ? parseDecimal(String(value.number)) : value,
  ) as Seen;
}

/** The digest of a result. */
export function digestOf(body: string): string {
  return bytesToHex(sha256(utf8ToBytes(body)));
}

/** Takes down where a stream is in a ledger. @throws Error where the ledger has begun again meanwhile */
export async function placeIn(
  store: LedgerReader,
  ledger: LedgerSummary,
  stream: StreamPlace,
): Promise<StreamPlace & LedgerPlace> {
  const { version, incarnation } = ledger;
  const block = hashOf(await store.readBlockByVersion(version), ledger);
  if ((await store.summary())?.incarnation !== incarnation) throw new Error("the ledger has begun again meanwhile");
  return { ...stream, version, incarnation, block };
}

/**
 * Compares the place of a stream with a ledger: `ahead` while the ledger has not come to it, since a replica may lag, and `lost` where the ledger
 * has begun again or has lost blocks.
 */
export async function findPlace(
  store: LedgerReader,
  ledger: LedgerSummary,
  { version, incarnation, block }: LedgerPlace,
): Promise<"there" | "ahead" | "lost"> {
  if (ledger.version < version) return "ahead";
  // What one writer has committed stays. Of what is pruned, the rows that are missing tell.
  const isKnown = ledger.incarnation === incarnation && incarnation !== undefined;
  if (isKnown || version < ledger.oldestLedgerVersion) return "there";
  return hashOf(await store.readBlockByVersion(version), ledger) === block ? "there" : "lost";
}

function hashOf({ hash, height }: BlockEntry, { genesisHash = hash }: LedgerSummary): string {
  return bytesToHex(height === 0n ? genesisHash : hash);
}

import type { LedgerSummary } from "@ledger/state-store";
import { allTableGroups, type TableGroup } from "../tables/table-groups.ts";
import { damaged, parseKept } from "./kept-text.ts";

/** Form of what an index holds. An index of another one is made again. */
const format = 7;

/** A place in the listing of a state. */
export interface StatePlace {
  /** The part that is being listed: what accounts hold by itself, what they hold in groups, items of tables. */
  readonly pass: "resources" | "groups" | "items";
  /** First key of the next page, as hexadecimal digits; absent at the beginning of a pass, or of a table. */
  readonly start?: string;
  /** In the last pass: the place of the table among those that are listed. */
  readonly table?: number;
}

/** How far an index is, and of which ledger it is. */
export interface IndexHead {
  readonly groups: readonly TableGroup[];
  readonly chainId: number;
  /** Present until the state has been read. The index of a ledger whose records are all there begins without. */
  readonly state?: StatePlace;
  /** Head of the ledger when the reading of its state began. */
  readonly stateVersion?: string;
  /** Hash of the transaction info of that version; absent where its record is not kept. */
  readonly stateHash?: string;
  /** First version that topics lead to, in an index that began at the ledger's head; absent where they lead to all that are kept. */
  readonly since?: string;
  /** First version that is not in the index yet. */
  readonly next: string;
  /** Hash of the transaction info of the version before, absent where none has been read. */
  readonly last?: string;
  /** True once the index has been at the ledger's head. */
  readonly isReady: boolean;
  /** False for the index of a ledger that began in the middle with a part of its state: it has no rows of what is now. */
  readonly knowsState: boolean;
}

/** Writes a head as the text that a store keeps. */
export function writeHead(head: IndexHead): string {
  return JSON.stringify({ format, ...head });
}

/**
 * Reads a head.
 *
 * @returns `undefined` where there is no index, or one of another form
 * @throws StoreError `corrupt` for a text that is no head
 */
export function readHead(text: string | undefined): IndexHead | undefined {
  if (text === undefined) return undefined;
  const { format: written, ...head } = parseKept(text) as Partial<IndexHead> & { readonly format?: number };
  if (written === undefined) throw damaged();
  if (written !== format) return undefined;
  if (!isHead(head)) throw damaged();
  return head;
}

const digits = /^\d{1,20}$/;

function isHead(head: Partial<IndexHead>): head is IndexHead {
  const { groups, chainId, next, state, stateVersion, stateHash = "", since = "0" } = head;
  if (typeof stateHash !== "string" || typeof since !== "string" || !digits.test(since)) return false;
  if (!Array.isArray(groups) || typeof chainId !== "number" || typeof next !== "string" || !digits.test(next))
    return false;
  return state === undefined || (typeof stateVersion === "string" && digits.test(stateVersion));
}

/** The version that an index is at; `undefined` before the first one. */
export function indexedVersion({ next }: IndexHead): bigint | undefined {
  return next === "0" ? undefined : BigInt(next) - 1n;
}

/** A version of the ledger that an index is of, and the hash of its transaction info; `undefined` where none is known. */
export function lastKnown({ last, next, stateVersion, stateHash }: IndexHead): KnownVersion | undefined {
  if (last !== undefined) return { version: BigInt(next) - 1n, hash: last };
  if (stateVersion === undefined || stateHash === undefined) return undefined;
  return { version: BigInt(stateVersion), hash: stateHash };
}

/** A version with what distinguishes it from that of other ledgers. */
interface KnownVersion {
  readonly version: bigint;
  readonly hash: string;
}

/**
 * The head of an index of a ledger before anything has been read.
 *
 * @param stateHash - hash of the transaction info of the ledger's last version, where it is kept
 * @param isRecent - true for an index that begins with the state at the ledger's head, whatever is kept of what was before
 */
export function firstHead(
  summary: LedgerSummary,
  groups: readonly TableGroup[],
  stateHash: string | undefined,
  isRecent: boolean,
): IndexHead {
  const { chainId, base, version, oldestLedgerVersion } = summary;
  const isWhole = oldestLedgerVersion === 0n && base === undefined;
  const knowsState = base?.state !== "partial";
  const head = { groups: sorted(groups), chainId, next: `${oldestLedgerVersion}`, isReady: false, knowsState };
  if ((isWhole && !isRecent) || !knowsState) return head;
  const ofState = {
    state: { pass: "resources" },
    stateVersion: `${version}`,
    ...(stateHash && { stateHash }),
  } as const;
  // Its last record is read again, so that there is one of which the index knows all.
  const isLastKept = version >= oldestLedgerVersion;
  return { ...head, ...ofState, ...(isRecent && { since: `${isLastKept ? version : oldestLedgerVersion}` }) };
}

/** @returns true if an index has exactly some groups */
export function hasGroups({ groups }: IndexHead, wanted: readonly TableGroup[]): boolean {
  return groups.join() === sorted(wanted).join();
}

function sorted(groups: readonly TableGroup[]): TableGroup[] {
  return allTableGroups.filter((group) => groups.includes(group));
}

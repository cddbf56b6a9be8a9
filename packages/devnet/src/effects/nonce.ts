import { type Address, addressesEqual, compareBytes } from "@ledger/types";
import { DevnetError } from "../errors.ts";
import { MAX_LEAF_ENTRIES, nonceTable, type OwnedNonce, type TimedNonce } from "../resources/nonce.ts";
import type { Session } from "../state/session.ts";
import { tableHandle } from "./table.ts";

/** Nonces are spread over so many table items. */
export const NONCE_BUCKETS = 8n;
/** Seconds that a nonce is remembered after its transaction expired. */
const OVERLAP_SECS = 65n;

/** Marks a nonce as used until some time after its transaction expires, and forgets those whose time has come. */
export function useNonce(
  session: Session,
  sender: Address,
  nonce: bigint,
  expirationSecs: bigint,
  nowSecs: bigint,
): void {
  const table = nonceTable(tableHandle("nonces"));
  const index = nonce % NONCE_BUCKETS;
  const { byTime, byOwner } = session.findItem(table, index) ?? { byTime: [], byOwner: [] };
  if (byOwner.some((used) => used.nonce === nonce && addressesEqual(used.sender, sender))) {
    throw new DevnetError("invalid_definition", `nonce ${nonce} is used twice`);
  }
  const present = { kind: "Leaf", value: true } as const;
  const remembered = byTime.filter(({ expiration }) => nowSecs <= expiration + OVERLAP_SECS);
  const all = [...remembered, { expiration: expirationSecs, sender, nonce, present }]
    .sort(byTimeOrder)
    // Blocks may come much faster than their clock moves; the leaf takes no more than this.
    .slice(-MAX_LEAF_ENTRIES);
  session.writeItem(table, index, { byTime: all, byOwner: all.map(toOwned).sort(byOwnerOrder) });
}

function toOwned({ sender, nonce, expiration }: TimedNonce): OwnedNonce {
  return { sender, nonce, expiration: { kind: "Leaf", value: expiration } };
}

function byTimeOrder(a: TimedNonce, b: TimedNonce): number {
  return compareNumbers(a.expiration, b.expiration) || byOwnerOrder(a, b);
}

function byOwnerOrder(a: Pick<OwnedNonce, "sender" | "nonce">, b: Pick<OwnedNonce, "sender" | "nonce">): number {
  return compareBytes(a.sender, b.sender) || compareNumbers(a.nonce, b.nonce);
}

function compareNumbers(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

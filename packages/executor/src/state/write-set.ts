import { decodeStateKey, type StateKey, type WriteOp, type WriteSet } from "@ledger/types";
import type { Change } from "./change.ts";

/**
 * The write set of changes. BCS puts the keys in order.
 *
 * @see Ledger specification, execution §4.1
 */
export function writeSetOf(changes: Iterable<Change>): WriteSet {
  const writes = new Map<StateKey, WriteOp>();
  for (const change of changes) writes.set(decodeStateKey(change.key), writeOpOf(change));
  return { kind: "V0", value: writes };
}

function writeOpOf({ kind, value, metadata, writtenAs }: Change): WriteOp {
  if (kind === "deletion") {
    return metadata === undefined ? { kind: "Deletion" } : { kind: "DeletionWithMetadata", value: { metadata } };
  }
  const name = kind === "creation" && writtenAs === undefined ? "Creation" : "Modification";
  return metadata === undefined
    ? { kind: name, value }
    : { kind: `${name}WithMetadata`, value: { data: value, metadata } };
}

import { writeBytes } from "@ledger/bcs";
import { compareBytes, decodeStateKey, type StateKey, stateKeyToBcs, WriteOp, type WriteSet } from "@ledger/types";
import type { Change } from "./change.ts";

/** Variant of the write sets that are made here. */
const v0 = 0;

/**
 * The write set of changes. BCS puts the keys in order.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#4.1 | Specification, execution 4.1}
 */
export function writeSetOf(changes: Iterable<Change>): WriteSet {
  const writes = new Map<StateKey, WriteOp>();
  for (const change of changes) writes.set(decodeStateKey(change.key), writeOpOf(change));
  return { kind: "V0", value: writes };
}

/** The BCS of {@link writeSetOf}, made of the keys as they are: taking them apart costs more than all of the rest. */
export function encodeWriteSet(changes: Iterable<Change>): Uint8Array {
  const writes = [...changes].map((change) => ({ key: stateKeyToBcs(change.key), change }));
  writes.sort((a, b) => compareBytes(a.key, b.key));
  return writeBytes((writer) => {
    writer.uleb128(v0);
    writer.uleb128(writes.length);
    for (const { key, change } of writes) {
      writer.bytes(key);
      WriteOp.write(writer, writeOpOf(change));
    }
  });
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

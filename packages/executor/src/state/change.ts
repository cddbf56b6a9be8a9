import { type StateItem, StateValueMetadata } from "@ledger/types";

/** The kind of item that a change concerns: they are priced differently. */
export type ItemKind = "resource" | "group" | "table_item" | "aggregator" | "module";

/** The kind of change of one state item. */
export type ChangeKind = "creation" | "modification" | "deletion";

/** The change that one or several sessions made to one state item, compared with the state before them. */
export interface Change {
  /** Encoded state key. */
  readonly key: Uint8Array;
  readonly item: ItemKind;
  readonly kind: ChangeKind;
  /** The new value; empty for a deletion. */
  readonly value: Uint8Array;
  readonly metadata: StateValueMetadata | undefined;
  /** Bytes of the value before; 0 where there was none. */
  readonly previousSize: number;
  /** The kind that the write set shows, where it is not that of the change: early chains wrote creations as modifications. */
  readonly writtenAs?: "modification" | undefined;
  /** Set for an aggregator that was only added to or subtracted from: nothing is charged for it, and it keeps no metadata. */
  readonly isDelta?: boolean | undefined;
}

/**
 * Two changes of one item in a row, as one.
 *
 * @returns `undefined` when nothing is left: an item that was created and deleted
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#1.4 | Specification, execution 1.4}
 */
export function squash(first: Change, second: Change): Change | undefined {
  if (first.kind === "creation" && second.kind === "deletion") return undefined;
  const { item, previousSize, writtenAs } = first;
  const metadata = first.kind === "deletion" ? first.metadata : second.metadata;
  const kind = first.kind === "creation" ? "creation" : second.kind === "deletion" ? "deletion" : "modification";
  return { ...second, item, kind, metadata, previousSize, writtenAs };
}

/** The item that a change leaves; `undefined` where it removes it. */
export function itemAfter({ kind, value, metadata }: Change): StateItem | undefined {
  if (kind === "deletion") return undefined;
  return { bytes: value, metadata: metadata && StateValueMetadata.encode(metadata) };
}

import { compareBytes, type StructTag } from "@ledger/types";
import type { AddressText } from "../address.ts";
import type { StructType, Type } from "../type/type.ts";

/** A table made in a session. */
export interface NewTable {
  readonly handle: AddressText;
  readonly keyType: Type;
  readonly valueType: Type;
}

/** The change that a session made to one resource or table item; no value removes it. */
export type SessionChange =
  | {
      readonly kind: "resource";
      readonly address: AddressText;
      readonly type: StructType;
      /** The group that the resource is stored in; undefined when it is stored by itself. */
      readonly group: StructTag | undefined;
      readonly value: Uint8Array | undefined;
    }
  | {
      readonly kind: "tableItem";
      readonly handle: AddressText;
      /** BCS. */
      readonly key: Uint8Array;
      readonly value: Uint8Array | undefined;
    };

/** The change that a session made to one stored item. */
export interface StateChange {
  readonly kind: "resource" | "group" | "tableItem";
  readonly change: "new" | "modify" | "delete";
  /** Encoded state key. Must not be changed: other sessions have the same array. */
  readonly key: Uint8Array;
  /** The item's bytes now; undefined when it was deleted. */
  readonly bytes: Uint8Array | undefined;
  /** Slot metadata of the item as it was stored: BCS of `StateValueMetadata`. */
  readonly metadata: Uint8Array | undefined;
  /** Bytes of the item as it was stored; 0 when it was not. */
  readonly storedBytes: number;
}

/** Puts changes in the order of write sets: ascending by encoded state key. */
export function sortChanges(changes: readonly StateChange[]): StateChange[] {
  return changes.toSorted((a, b) => compareBytes(a.key, b.key));
}

import { listGroupMembers, MoveError } from "@ledger/move";
import {
  type AccessPath,
  compareStateItems,
  decodeStateKey,
  formatHex,
  formatStructTag,
  Path,
  type StateWrite,
  type StructTag,
  type TableItemKey,
} from "@ledger/types";

/** The part of a change that all kinds have. */
interface ChangeBase {
  /** Position among the changes of the transaction, as the REST API lists them. */
  readonly index: number;
  /** Encoded state key. */
  readonly key: Uint8Array;
  /** The new value; absent when it was removed. */
  readonly value: Uint8Array | undefined;
}

/** A resource that was written or removed; each member of a group is one. A group that is removed counts as a resource of its type. */
export interface ResourceChange extends ChangeBase {
  readonly kind: "resource";
  /** `0x` and 64 digits. */
  readonly address: string;
  /** As the REST API writes it. */
  readonly type: string;
  readonly tag: StructTag;
}

/** An item of a table that was written or removed. */
export interface ItemChange extends ChangeBase {
  readonly kind: "item";
  /** `0x` and 64 digits. */
  readonly handle: string;
  /** BCS of the item's key. */
  readonly itemKey: Uint8Array;
}

/** A module, or a state value of another kind. */
export interface OtherChange extends ChangeBase {
  readonly kind: "other";
}

/** A change to the state, as the REST API lists changes. */
export type Change = ResourceChange | ItemChange | OtherChange;

/** A change before it has its position. */
type Unplaced = Omit<ResourceChange, "index"> | Omit<ItemChange, "index"> | Omit<OtherChange, "index">;

/**
 * The changes of a transaction in the order of the REST API: what accounts hold by address and path, the members of a group by
 * their types, then items of tables by handle and key.
 */
export function listChanges(writes: readonly StateWrite[]): Change[] {
  const sorted = [...writes].sort((a, b) => compareStateItems(a.key, b.key));
  return sorted.flatMap(changesOf).map((change, index) => ({ ...change, index }));
}

function changesOf({ key, value }: StateWrite): Unplaced[] {
  const decoded = decodeStateKey(key);
  if (decoded.kind === "TableItem") return [itemChange(decoded.value, key, value)];
  if (decoded.kind !== "AccessPath") return [{ kind: "other", key, value }];
  return accountChanges(decoded.value, key, value);
}

function itemChange({ handle, key: itemKey }: TableItemKey, key: Uint8Array, value: StateWrite["value"]): Unplaced {
  return { kind: "item", handle: formatHex(handle), itemKey, key, value };
}

function accountChanges({ address, path }: AccessPath, key: Uint8Array, value: StateWrite["value"]): Unplaced[] {
  const { kind, value: tag } = Path.decode(path);
  if (kind === "Code") return [{ kind: "other", key, value }];
  const resource = (of: StructTag, bytes: Uint8Array | undefined): Unplaced => ({
    kind: "resource",
    address: formatHex(address),
    type: formatStructTag(of),
    tag: of,
    key,
    value: bytes,
  });
  if (kind === "Resource" || value === undefined) return [resource(tag, value)];
  return membersOf(value).map((member) => resource(member.tag, member.value));
}

/** A group whose bytes are no group has no members that a row could be made of. */
function membersOf(group: Uint8Array): ReturnType<typeof listGroupMembers> {
  try {
    return listGroupMembers(group);
  } catch (error) {
    if (error instanceof MoveError) return [];
    throw error;
  }
}

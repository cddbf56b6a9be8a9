import { bool, type Codec, enumeration, option, struct, transform, u16, u32, u64, vector } from "@ledger/bcs";
import { Address } from "@ledger/types";
import { resourceType } from "../state/resource-type.ts";
import type { Table } from "../state/session.ts";

/** Most entries that the single leaf of a map takes. */
export const MAX_LEAF_ENTRIES = 64;

/**
 * `0x1::big_ordered_map::BigOrderedMap`, as long as it has no more than its root: a leaf with entries ascending by key.
 *
 * @param entry - the key's fields and the value, as `0x1::ordered_map::Entry<K, Child<V>>`
 */
function bigOrderedMap<Entry>(entry: Codec<Entry>): Codec<readonly Entry[]> {
  const Root = struct("Node", {
    isLeaf: bool,
    children: enumeration("OrderedMap", { SortedVectorMap: vector(entry) }),
    prev: u64,
    next: u64,
  });
  const Slots = struct("StorageSlotsAllocator", {
    slots: option(struct("TableWithLength", { handle: Address, length: u64 })),
    newSlotIndex: u64,
    shouldReuse: bool,
    reuseHeadIndex: u64,
    reuseSpareCount: u32,
  });
  const BPlusTreeMap = struct("BPlusTreeMap", {
    root: enumeration("Node", { V1: Root }),
    nodes: enumeration("StorageSlotsAllocator", { V1: Slots }),
    minLeafIndex: u64,
    maxLeafIndex: u64,
    constantKvSize: bool,
    innerMaxDegree: u16,
    leafMaxDegree: u16,
  });
  return transform(enumeration("BigOrderedMap", { BPlusTreeMap }), {
    decode: ({ value: tree }): readonly Entry[] => tree.root.value.children.value,
    encode: (entries) => ({
      kind: "BPlusTreeMap" as const,
      value: {
        root: {
          kind: "V1" as const,
          value: { isLeaf: true, children: { kind: "SortedVectorMap" as const, value: entries }, prev: 0n, next: 0n },
        },
        nodes: {
          kind: "V1" as const,
          // Slots below 10 have special meanings; the root is node 1 and lives in the map itself.
          value: { slots: undefined, newSlotIndex: 10n, shouldReuse: true, reuseHeadIndex: 0n, reuseSpareCount: 0 },
        },
        minLeafIndex: 1n,
        maxLeafIndex: 1n,
        constantKvSize: true,
        innerMaxDegree: MAX_LEAF_ENTRIES,
        leafMaxDegree: MAX_LEAF_ENTRIES,
      },
    }),
  });
}

/** A nonce by its time, then by its owner. */
export interface TimedNonce {
  readonly expiration: bigint;
  readonly sender: Address;
  readonly nonce: bigint;
  readonly present: { readonly kind: "Leaf"; readonly value: boolean };
}

/** A nonce by its owner, with its time. */
export interface OwnedNonce {
  readonly sender: Address;
  readonly nonce: bigint;
  readonly expiration: { readonly kind: "Leaf"; readonly value: bigint };
}

const TimedNonce: Codec<TimedNonce> = struct("Entry", {
  expiration: u64,
  sender: Address,
  nonce: u64,
  present: leaf(bool),
});

const OwnedNonce: Codec<OwnedNonce> = struct("Entry", { sender: Address, nonce: u64, expiration: leaf(u64) });

function leaf<T>(value: Codec<T>): Codec<{ readonly kind: "Leaf"; readonly value: T }> {
  // `Child` has the variants Inner and Leaf; a map of one node has no inner ones.
  return enumeration("Child", { Leaf: { index: 1, codec: value } });
}

/** Nonces in use, kept twice: to find the ones that expired and to find one by its owner. */
export interface NonceBucket {
  readonly byTime: readonly TimedNonce[];
  readonly byOwner: readonly OwnedNonce[];
}

const NonceBucket: Codec<NonceBucket> = struct("Bucket", {
  byTime: bigOrderedMap(TimedNonce),
  byOwner: bigOrderedMap(OwnedNonce),
});

/** Where the nonces of orderless transactions are remembered until they expire. */
export const nonceHistory = resourceType(
  "0x1::nonce_validation::NonceHistory",
  struct("NonceHistory", { table: Address, nextKey: u64 }),
);

/** The table of {@link nonceHistory}. */
export const nonceTable = (handle: Address): Table<bigint, NonceBucket> => ({ handle, key: u64, value: NonceBucket });

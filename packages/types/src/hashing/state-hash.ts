import { u64, uleb128 } from "@ledger/bcs";
import type { HashValue } from "../hash-value.ts";
import { hashInDomain } from "./domain.ts";

/** Variant indices of `StateValue`. */
const withoutMetadata = Uint8Array.of(0);
const withMetadata = Uint8Array.of(1);
/** Tags of an optional value. */
const withoutValue = Uint8Array.of(0);
const withValue = Uint8Array.of(1);
const noBytes = new Uint8Array(0);

/**
 * Hash of a state key: its place in the state tree.
 *
 * @param encoded - the *encoded* form of the key, see `encodeStateKey`; the BCS of a table item's key hashes differently
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#5.1 | Specification, chain types 5.1}
 */
export function hashStateKey(encoded: Uint8Array): HashValue {
  return hashInDomain("StateKey", encoded);
}

/**
 * Hash of a state value.
 *
 * @param bytes - BCS of `StateValue`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#5.2 | Specification, chain types 5.2}
 */
export function hashStateValue(bytes: Uint8Array): HashValue {
  return hashInDomain("StateValue", bytes);
}

/**
 * Hash of a state value, from the parts that a store keeps.
 *
 * @param bytes - the value as committed
 * @param metadata - BCS of its `StateValueMetadata`, when it was written with metadata
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#5.2 | Specification, chain types 5.2}
 */
export function hashStoredValue(bytes: Uint8Array, metadata: Uint8Array | undefined): HashValue {
  const variant = metadata === undefined ? withoutMetadata : withMetadata;
  return hashInDomain("StateValue", variant, uleb128.encode(bytes.length), bytes, metadata ?? noBytes);
}

/**
 * Hash of a value in the hot state tree of newer nodes.
 *
 * @param value - BCS of `StateValue`; `undefined` for a key that is hot and vacant
 * @param hotSince - version since which the key is hot
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#7 | Specification, chain types 7}
 */
export function hashHotStateValue(value: Uint8Array | undefined, hotSince: bigint): HashValue {
  const tag = value === undefined ? withoutValue : withValue;
  return hashInDomain("HotStateValue", tag, value ?? noBytes, u64.encode(hotSince));
}

import { bytes, type Codec, enumeration, struct } from "@ledger/bcs";
import { Address } from "../address.ts";
import { ModuleId } from "../module-id.ts";
import { StructTag } from "../type-tag/type-tag.ts";

/** Key of a state value, as write sets name it. */
export type StateKey =
  | { readonly kind: "AccessPath"; readonly value: AccessPath }
  | { readonly kind: "TableItem"; readonly value: TableItemKey }
  | { readonly kind: "Raw"; readonly value: Uint8Array }
  | { readonly kind: "TradingNative"; readonly value: TradingNativeKey };

/** The name of an item that an account holds. */
export interface AccessPath {
  readonly address: Address;
  /** BCS of a {@link Path}. */
  readonly path: Uint8Array;
}

/** An item of a table. */
export interface TableItemKey {
  /** The table's handle. */
  readonly handle: Address;
  /** BCS of the item's key. */
  readonly key: Uint8Array;
}

/** An entry of the native trading state of recent protocols. */
export interface TradingNativeKey {
  readonly kind: "Position";
  readonly value: { readonly exchange: Address; readonly account: Address; readonly market: Address };
}

/** The item that an access path points to. */
export type Path =
  | { readonly kind: "Code"; readonly value: ModuleId }
  | { readonly kind: "Resource"; readonly value: StructTag }
  | { readonly kind: "ResourceGroup"; readonly value: StructTag };

/** BCS of a path. */
export const Path: Codec<Path> = enumeration("Path", { Code: ModuleId, Resource: StructTag, ResourceGroup: StructTag });

/** BCS of an access path. */
export const AccessPath: Codec<AccessPath> = struct("AccessPath", { address: Address, path: bytes });

/** BCS of a native trading key. */
export const TradingNativeKey: Codec<TradingNativeKey> = enumeration("TradingNativeKey", {
  Position: struct("Position", { exchange: Address, account: Address, market: Address }),
});

/**
 * BCS of a state key: the form inside write sets. Storage order, cursors and hashes use the encoded form instead, see
 * `encodeStateKey`.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#5.1 | Specification, chain types 5.1} for variant 3
 */
export const StateKey: Codec<StateKey> = enumeration("StateKey", {
  AccessPath,
  TableItem: struct("TableItem", { handle: Address, key: bytes }),
  Raw: bytes,
  TradingNative: TradingNativeKey,
});

import type { Address, TypeTag } from "@ledger/types";

/** A table that a value holds: `0x1::table::Table<K, V>`, alone or inside another collection. */
export interface HeldTable {
  readonly handle: Address;
  /** `K`. */
  readonly keyType: TypeTag;
  /** `V`. */
  readonly valueType: TypeTag;
}

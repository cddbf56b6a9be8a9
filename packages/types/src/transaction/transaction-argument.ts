import {
  bool,
  bytes,
  type Codec,
  enumeration,
  i8,
  i16,
  i32,
  i64,
  i128,
  i256,
  u8,
  u16,
  u32,
  u64,
  u128,
  u256,
} from "@ledger/bcs";
import { Address } from "../address.ts";

/** An argument of a script: unlike those of entry functions, it names its own type. */
export type TransactionArgument =
  | { readonly kind: "U8" | "U16" | "U32" | "I8" | "I16" | "I32"; readonly value: number }
  | { readonly kind: "U64" | "U128" | "U256" | "I64" | "I128" | "I256"; readonly value: bigint }
  | { readonly kind: "Address"; readonly value: Address }
  | { readonly kind: "U8Vector"; readonly value: Uint8Array }
  | { readonly kind: "Bool"; readonly value: boolean }
  /** BCS of a value of any other type. */
  | { readonly kind: "Serialized"; readonly value: Uint8Array };

/** BCS of a script argument. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#2 | Specification, chain types 2}, TransactionArgument */
export const TransactionArgument: Codec<TransactionArgument> = enumeration("TransactionArgument", {
  U8: u8,
  U64: u64,
  U128: u128,
  Address,
  U8Vector: bytes,
  Bool: bool,
  U16: u16,
  U32: u32,
  U256: u256,
  Serialized: bytes,
  I8: i8,
  I16: i16,
  I32: i32,
  I64: i64,
  I128: i128,
  I256: i256,
});

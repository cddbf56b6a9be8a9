import { type AnyCodec, bool, bytes, i8, i16, i32, i64, i128, i256, u8, u16, u32, u64, u128, u256 } from "@ledger/bcs";
import { Address, type TransactionArgument } from "@ledger/types";
import { type Features, feature, VmError } from "@ledger/vm";

const codecs: Readonly<Record<Exclude<TransactionArgument["kind"], "Serialized">, AnyCodec>> = {
  U8: u8,
  U16: u16,
  U32: u32,
  U64: u64,
  U128: u128,
  U256: u256,
  I8: i8,
  I16: i16,
  I32: i32,
  I64: i64,
  I128: i128,
  I256: i256,
  Address,
  U8Vector: bytes,
  Bool: bool,
};

/**
 * The BCS of a script's argument without the type that it names.
 *
 * @throws VmError `FEATURE_NOT_ENABLED` for serialized arguments where they are not on
 */
export function encodeScriptArgument(features: Features, argument: TransactionArgument): Uint8Array {
  if (argument.kind !== "Serialized") return codecs[argument.kind].encode(argument.value);
  if (features.has(feature.serializedScriptArguments)) return argument.value;
  throw new VmError("FEATURE_NOT_ENABLED", "serialized script arguments are not enabled here");
}

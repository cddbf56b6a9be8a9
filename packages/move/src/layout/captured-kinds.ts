import type { PrimitiveKind } from "@ledger/types";

/** Numbers of the layouts that a stored function value carries for its captured arguments. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/move-values.md#1.2 | Specification, Move values 1.2} */
export const capturedKinds: Readonly<Record<PrimitiveKind | "Vector" | "Struct" | "Function", number>> = {
  Bool: 0,
  U8: 1,
  U64: 2,
  U128: 3,
  Address: 4,
  Vector: 5,
  Struct: 6,
  Signer: 7,
  U16: 8,
  U32: 9,
  U256: 10,
  Function: 12,
  I8: 13,
  I16: 14,
  I32: 15,
  I64: 16,
  I128: 17,
  I256: 18,
};
